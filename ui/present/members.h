#pragma once

#include "model/conversation/role.h"
#include "model/conversation/state/state.h"
#include "ui/present/open_session.h"
#include "ui/theme/role_look.h"

#include <QString>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::ui::present {

/// How each member looks, everywhere: lane, hue and initials by hire order. Lane 0 is the person.
struct Member
{
    conversation::RoleName role;
    QString name; ///< for display; `role` identifies it
    QString profile;
    theme::AvatarStyle look;
    int lane = 0; ///< 1, 2, 3 …
    friend bool operator==(const Member&, const Member&) = default;
};
using Members = std::vector<Member>;

[[nodiscard]] Members membersOf(const conversation::ConversationState& state);
/// Null if not a member.
[[nodiscard]] const Member* find(const Members& members, const conversation::RoleName& role);
/// Looks of a name that may be nobody's: the person's for "you", a neutral "?" for a stranger.
[[nodiscard]] theme::AvatarStyle lookOf(const Members& members, const conversation::RoleName& role);

} // namespace quarterdeck::ui::present

namespace quarterdeck::ui::transcript {

/// How a member of the team looks in the transcript. Lanes and hues follow hire order, as everywhere.
struct PresentedMember
{
    conversation::RoleName role;
    std::string profile;
    std::string initials;
    int lane = 0; ///< 1, 2, 3 …: 0 is the person's
    int hue = 0;  ///< 1 to 12
    bool isLeader = false;
    conversation::AddressSet addresses;
    friend bool operator==(const PresentedMember&, const PresentedMember&) = default;
};

/// What a row's look depends on besides its event. A value; cheap to compare.
struct Presentation
{
    std::vector<PresentedMember> members; ///< hire order
    bool isReplay = false;                ///< questions have no buttons and say how they ended later
    bool isImported = false;              ///< nobody can be answered or written to
    bool areTimesKnown = true;            ///< otherwise no row shows one
    /// Askers from outside programs, except these: how a question ended is shown with whether the program knows.
    bool areAskersRemote = false;
    std::set<conversation::QuestionId> undelivered = {};
    bool doesProgramSpeak = false; ///< what bears its name comes from it; otherwise it is only a name
    bool hasMemories = false;      ///< of local agents: messages can be kept in them
    /// Who failed and may try again, and since when.
    std::map<conversation::RoleName, conversation::Timestamp> failures = {};
    friend bool operator==(const Presentation&, const Presentation&) = default;
};

/// From the state shown, live or a moment of a replay. Thread: ui.
[[nodiscard]] Presentation presentationOf(const conversation::ConversationState& state, bool isReplay,
                                          bool isImportedSession);

} // namespace quarterdeck::ui::transcript

namespace quarterdeck::ui::present {

/// Marks members played by outside programs, and those whose program is waited for. Pure.
void setRemoteFlags(view::Team& team, const conversation::ConversationState& state,
                    const std::set<conversation::RoleName>& remote);

} // namespace quarterdeck::ui::present
