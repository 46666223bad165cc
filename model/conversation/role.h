#pragma once

#include "model/conversation/ids.h"
#include "model/conversation/message.h"
#include "model/conversation/route.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::conversation {

/// Whether a role publishes as MetaGPT's plain Role or as its TeamLeader (whose messages `no one` gets unless
/// QuickThink caused them).
enum class RoleKind { Member, TeamLeader };

/// A member of the team, as hired. Order of hiring is order of delivery, of lanes and of colours.
struct Role
{
    RoleName name;
    std::string profile;   ///< "Product Manager"; no address by default (but see RoutingOption::ProfileIsAddress)
    std::string classPath; ///< e.g. "metagpt.roles.architect.Architect"; empty = the name stands for it
    AddressSet addresses;  ///< empty = {classPath, name}
    RoleKind kind = RoleKind::Member;
    std::string goal;
    std::string constraints;
    std::set<ActionName> watch; ///< causes that make a message news for this role
    bool observeAll = true;     ///< remembers what names others too (MetaGPT's observe_all_msg_from_buffer)
    bool memoryEnabled = true;
    friend bool operator==(const Role&, const Role&) = default;
};

[[nodiscard]] AddressSet addressesOf(const Role& role);
/// "Name(Profile)", as Role.publish_message signs.
[[nodiscard]] std::string agentLabel(const Role& role);

/// What the person lets a member do. Paused: it gets no turn, and its mail waits. Muted: what it says is recorded, and
/// reaches nobody.
enum class RoleMode { Active, Paused, Muted };

enum class RoleActivity { Idle, Thinking, Acting, WaitingForUser, Paused, Failed };

/// What is known of a role at a moment. A value; part of ConversationState.
struct RoleState
{
    Role role;
    RoleMode mode = RoleMode::Active;
    RoleActivity activity = RoleActivity::Idle;
    std::string activityDetail; ///< "WritePRD", or why it failed
    Timestamp activitySince;
    bool hasNews = false; ///< observed something that is for it and did not finish it yet
    bool hasWork = false; ///< work in hand (MetaGPT's rc.todo)
    /// Told something in private while it was at work, which opens no chat: what it next says to the person stays
    /// between the two.
    bool owesPrivateAnswer = false;
    std::int64_t delivered = 0; ///< messages ever put into its buffer = length of its inbox channel
    std::int64_t observed = 0;  ///< of these, taken by it
    std::int64_t tokens = 0;
    double cost = 0.0;
    bool isCostKnown = true; ///< false once a call came without a price
    [[nodiscard]] std::int64_t unread() const { return delivered - observed; }
    friend bool operator==(const RoleState&, const RoleState&) = default;
};

/// What a role finds when it takes its buffer (Role._observe): pure. `isRemembered` tells what it already remembers
/// (asked by id, so that the state need not hold a memory); `mail` is in buffer order.
struct Observation
{
    std::vector<Message> remembered; ///< goes to memory (all of it, or only news if the role does not observe all)
    std::vector<Message> news;       ///< names it in send_to, or its cause is watched
};
/// In Fidelity::Mgx only the role's name counts as naming it; else any of its addresses, and its profile with
/// RoutingOption::ProfileIsAddress.
[[nodiscard]] Observation observe(const Role& role, const std::vector<Message>& mail,
                                  const std::function<bool(const Message&)>& isRemembered,
                                  const RoutingSettings& routing = {});

} // namespace quarterdeck::conversation
