#pragma once

#include "model/conversation/decide/decide.h"

#include <QString>
#include <initializer_list>
#include <vector>

/// A session with the five usual roles, played by hand: decisions are applied, ids are numbered, the test moves the
/// clock.
class TeamKit
{
public:
    using Settings = quarterdeck::conversation::RoutingSettings;

    explicit TeamKit(const Settings& settings = {}, bool isPublic = true, bool withLeader = true);

    /// Decides and applies.
    quarterdeck::conversation::Decision submit(const quarterdeck::conversation::Intent& intent);
    [[nodiscard]] quarterdeck::conversation::Decision decideOnly(const quarterdeck::conversation::Intent& intent) const;
    /// The person to one role, as the composer sends it.
    quarterdeck::conversation::Decision tell(const char* role, const char* text, bool isPrivate = false);
    /// A role to others, as its agent sends it.
    quarterdeck::conversation::Decision speak(const char* role, const char* text,
                                              std::initializer_list<const char*> to = {});
    void setActivity(const char* role, quarterdeck::conversation::RoleActivity activity, bool hasWork = false);
    /// Every role takes its mail; none of it is news.
    void observeAll();

    quarterdeck::conversation::ConversationState state;
    std::vector<quarterdeck::conversation::Event> log;
    quarterdeck::conversation::DecideContext context;

private:
    mutable int m_ids = 0;
};

/// "class.Name" and so on: class paths of the kit's roles.
[[nodiscard]] quarterdeck::conversation::Role makeRole(const char* name, const char* profile);
[[nodiscard]] quarterdeck::conversation::Message makeMessage(const char* from, const char* text,
                                                             std::initializer_list<const char*> to = {});
[[nodiscard]] TeamKit::Settings without(quarterdeck::conversation::RoutingOption which);

/// Names joined by spaces, for comparing.
[[nodiscard]] QString joined(const std::vector<quarterdeck::conversation::RoleName>& names);
[[nodiscard]] QString joined(const quarterdeck::conversation::AddressSet& addresses);
[[nodiscard]] QString reached(const quarterdeck::conversation::Decision& decision);
[[nodiscard]] QString active(const quarterdeck::conversation::Decision& decision);
[[nodiscard]] QString kinds(const quarterdeck::conversation::Decision& decision);
/// The only message in it; an empty one fails the comparison that follows.
[[nodiscard]] quarterdeck::conversation::MessagePublished
messageOf(const quarterdeck::conversation::Decision& decision);
[[nodiscard]] QString textOfCopy(const quarterdeck::conversation::Decision& decision);
[[nodiscard]] QString sentence(const quarterdeck::conversation::Decision& decision);
