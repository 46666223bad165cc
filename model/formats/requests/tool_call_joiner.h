#pragma once

#include "model/formats/requests/streamed_reply.h"
#include "model/formats/requests/surrogate_joiner.h"

#include <map>
#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::formats {

/// Joins the pieces of tool calls in an OpenAI stream's deltas: by `index`, otherwise by `id`, otherwise by position.
/// Servers differ: some give every call the index 0, some repeat the name in each piece or send empty ids and names,
/// some omit ids and indices, some write the arguments as an object.
class ToolCallJoiner
{
public:
    /// Joins into `calls`, which must outlive it.
    explicit ToolCallJoiner(std::vector<StreamedToolCall>& calls) : m_calls(calls) { }

    /// The `tool_calls` of one delta. Entries that are not objects are skipped.
    void take(const nlohmann::json& entries);
    /// The `function_call` of a delta, OpenAI's form before `tool_calls`.
    void takeFunctionCall(const nlohmann::json& function);

private:
    using Index = std::int64_t;
    std::size_t callOf(const nlohmann::json& entry, std::size_t place);
    std::size_t callByIndex(Index index, const std::string& id, const nlohmann::json& entry);
    std::size_t callByPlace(const nlohmann::json& entry, std::size_t place);
    std::optional<std::size_t> callWithId(const std::string& id) const;
    std::size_t add();
    void extend(std::size_t place, const nlohmann::json& entry);

    std::vector<StreamedToolCall>& m_calls;
    std::vector<SurrogateJoiner> m_halves;        ///< of the arguments of each
    std::map<Index, std::size_t> m_byIndex;       ///< the call that an index last meant
    std::map<std::size_t, std::size_t> m_byPlace; ///< the call that was last at a position of a delta
};

} // namespace quarterdeck::formats
