#pragma once

#include "model/conversation/intent.h"
#include "model/conversation/message.h"
#include "model/conversation/role.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace quarterdeck::transfer {

/// A coding agent's sub-agents have no names: the reader of its transcript makes them up, earlier versions made others,
/// and a file that is found late changes their numbers. So one that the library has is recognised by what it says, and
/// keeps its name there.
class AgentNames
{
public:
    /// Whether a message is about such a sub-agent's work. By the message's metadata.
    [[nodiscard]] static bool isOfOne(const conversation::Message& read);
    /// What was read, named as in the library if both may belong to the same sub-agent, and neither to another. Only
    /// who speaks to whom; empty if they cannot be the same.
    [[nodiscard]] std::optional<conversation::Message> headAs(const conversation::Message& stored,
                                                              const conversation::Message& read) const;
    /// These two belong to the same one.
    void note(const conversation::Message& stored, const conversation::Message& read);

    /// What follows, named as in the library. One that is missing there gets an unused name.
    void rename(conversation::RecordMessage& record);
    void rename(conversation::Role& role);

private:
    [[nodiscard]] std::string nameFor(const std::string& read);

    std::map<std::string, std::string> m_stored; ///< by the name that was read
    std::set<std::string> m_taken;               ///< the stored ones
};

} // namespace quarterdeck::transfer
