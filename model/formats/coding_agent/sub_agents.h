#pragma once

#include "model/conversation/message.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace quarterdeck::formats {

/// Which sub-agent a sidechain record belongs to. A sub-agent begins with the prompt of the call that started it, and
/// is named after the kind that the call asked for; those of one kind are numbered in the order of their calls,
/// whichever is heard first. A call that failed before anybody was heard, or that wakes an earlier one, gets no
/// number.
class SubAgents
{
public:
    /// Notes the calls in a message that start sub-agents, and those that failed.
    void note(const conversation::Message& message);
    /// The name for a record of a sidechain.
    [[nodiscard]] std::string nameOf(const nlohmann::json& record, const std::string& text);

private:
    struct Call
    {
        std::string kind;
        int number = 1;
        std::string id; ///< may be empty
    };
    using Calls = std::multimap<std::string, Call>; ///< by their prompts
    struct Numbers
    {
        int taken = 0;        ///< 1, 2 … up to this one
        std::set<int> free{}; ///< except these
    };

    void noteCall(const conversation::ToolUseBlock& call);
    void noteFailure(const std::string& id);
    [[nodiscard]] std::string nameFor(const std::string& agent, const std::string& prompt);
    [[nodiscard]] std::string taken(Calls::iterator call);
    [[nodiscard]] int newNumber(const std::string& kind);

    Calls m_called;                                ///< not worked on yet
    std::map<std::string, Calls::iterator> m_byId; ///< the same
    std::map<std::string, std::string> m_names;    ///< agentId, or uuid of a record -> name
    std::map<std::string, Numbers> m_numbers;      ///< of names of one kind
};

} // namespace quarterdeck::formats
