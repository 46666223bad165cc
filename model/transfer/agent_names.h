#pragma once

#include "conversation/intent.h"
#include "conversation/message.h"
#include "conversation/role.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace quarterdeck::transfer {

/// Those who work for a coding agent have no names: the reader of its transcript makes them up, versions before made
/// others, and a file that is found late changes their numbers. So one whom the library has is known by what it says,
/// and keeps the name that it has there.
class AgentNames
{
public:
    /// Whether a message tells of the work of such a one. By the message's metadata.
    [[nodiscard]] static bool isOfOne(const conversation::Message& read);
    /// What was read, named as in the library if both are of the same one: that they may be, and are none others. Only
    /// who speaks to whom; nothing when they cannot be the same.
    [[nodiscard]] std::optional<conversation::Message> headAs(const conversation::Message& stored,
                                                              const conversation::Message& read) const;
    /// These two are of the same one.
    void note(const conversation::Message& stored, const conversation::Message& read);

    /// What follows, as the library has it. One whom it has not gets a name that nobody has there.
    void rename(conversation::RecordMessage& record);
    void rename(conversation::Role& role);

private:
    [[nodiscard]] std::string nameFor(const std::string& read);

    std::map<std::string, std::string> m_stored; ///< by the name that was read
    std::set<std::string> m_taken;               ///< the stored ones
};

} // namespace quarterdeck::transfer
