#pragma once

#include "model/session/session.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::ui::transcript {

/// What the page has been told of running replies, so that it is told only what is new: long ones change fifty times a
/// second. Pure.
class StreamingDiff
{
public:
    /// How many bytes of a reply's beginning are sent. The page shows fewer, and says so.
    static constexpr std::size_t longest = 800'000;

    /// The page is new, or shows another channel.
    void clear() { m_texts.clear(); }
    /// The page's `draft`, without its writer and the generation. A draft that is no longer here (`isHere`) leaves the
    /// page at once, a finished one when its message is there.
    [[nodiscard]] nlohmann::json tell(const session::StreamingMessage& draft, bool isHere);

private:
    std::map<std::string, std::string> m_texts; ///< by draft id: what the page has of them
};

} // namespace quarterdeck::ui::transcript
