#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::formats {

/// Joins the pieces of a streamed text. A server that cuts a surrogate pair sends each half as an escape of its own:
/// the first waits for the second. A half that nothing follows is no character, and dropped.
class SurrogateJoiner
{
public:
    /// The text that a piece adds, including what waited before it; empty if it is not a text. `piece` may be marked,
    /// see model/formats/json/python_json.h.
    [[nodiscard]] std::string take(const nlohmann::json& piece);

private:
    std::string m_half; ///< the pending escape
};

} // namespace quarterdeck::formats
