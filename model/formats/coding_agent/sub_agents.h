#pragma once

#include "model/conversation/message.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>

namespace quarterdeck::formats {

/// The name of a sub-agent that nothing names.
inline const std::string unnamedSubAgent = "Sub-agent";
/// The names of those of one kind: "Explore", "Explore 2" …
[[nodiscard]] std::string numberedName(const std::string& kind, int number);

/// Which sub-agent a sidechain record belongs to, and for whom that one works. A sub-agent begins with the prompt of
/// the call that started it, and is named after the kind that the call asked for; those of one kind are numbered in the
/// order of their calls, whichever is heard first. A call that failed before anybody was heard, or that wakes an
/// earlier one, gets no number.
class SubAgents
{
public:
    /// `main`: who works for the person.
    explicit SubAgents(std::string main) : m_main(std::move(main)) { }

    /// Notes the calls in a message of `speaker` that start sub-agents, and those that failed.
    void note(const conversation::Message& message, const std::string& speaker);
    /// What the program notes beside a sub-agent's transcript, before its first record: its kind, and whose call
    /// started it. Then it has its name even if that call comes later.
    void noteKind(const nlohmann::json& noted);
    /// The name for a record of a sidechain.
    [[nodiscard]] std::string nameOf(const nlohmann::json& record, const std::string& text);
    /// Who called the one of that name.
    [[nodiscard]] const std::string& callerOf(const std::string& name) const;

private:
    struct Call
    {
        std::string kind;
        std::string caller;
        int number = 1;
        std::string id; ///< may be empty
    };
    using Calls = std::multimap<std::string, Call>; ///< by their prompts
    struct Numbers
    {
        int taken = 0;        ///< 1, 2 … up to this one
        std::set<int> free{}; ///< except these
    };

    struct Kind
    {
        std::string name;
        std::string call;   ///< its id
        std::string parent; ///< the agent's id; may be empty
    };

    void noteCall(const conversation::ToolUseBlock& call, const std::string& caller);
    void noteFailure(const std::string& id);
    [[nodiscard]] std::string nameFor(const nlohmann::json& record, const std::string& prompt);
    [[nodiscard]] std::string taken(Calls::iterator call);
    [[nodiscard]] std::string named(const Kind& kind);
    [[nodiscard]] int newNumber(const std::string& kind);

    std::string m_main;
    Calls m_called;                                ///< not worked on yet
    std::map<std::string, Calls::iterator> m_byId; ///< the same
    std::map<std::string, std::string> m_names;    ///< agentId, or uuid of a record -> name
    std::map<std::string, std::string> m_callers;  ///< of those not called by `main`, by name
    std::map<std::string, Numbers> m_numbers;      ///< of names of one kind
    std::map<std::string, Kind> m_kinds;           ///< by agentId
    std::set<std::string> m_answered;              ///< calls that come after whom they start
};

} // namespace quarterdeck::formats
