#pragma once

#include "conversation/message.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats {

/// Which sub-agent a record of a sidechain belongs to. One begins with the prompt of the call that started it, and is
/// named after the kind that the call asked for; of one kind they are numbered in the order of their calls, whichever
/// of them is heard first.
class SubAgents
{
public:
    /// Takes note of the calls in a message that start sub-agents.
    void noteCalls(const conversation::Message& message);
    /// The name for a record of a sidechain.
    [[nodiscard]] std::string nameOf(const nlohmann::json& record, const std::string& text);

private:
    [[nodiscard]] std::string nameFor(const std::string& prompt);
    [[nodiscard]] std::string newName(const std::string& kind);

    std::multimap<std::string, std::string> m_called; ///< prompt -> name, of calls that nobody has begun to work on
    std::map<std::string, std::string> m_names;       ///< agentId, or uuid of a record -> name
    std::map<std::string, int> m_counts;              ///< of names of one kind
};

} // namespace quarterdeck::formats
