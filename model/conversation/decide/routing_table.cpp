#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/route.h"
#include "model/conversation/speaker.h"

#include <nlohmann/json.hpp>

#include <array>
#include <span>

namespace quarterdeck::conversation {

namespace {

// ---- when

bool always(const Routing&) { return true; }

bool userNamedNobodyKnown(const Routing& routing)
{
    return isFromUser(routing.message) && !unknownAddresses(routing.state(), routing.message.sendTo).empty();
}

bool wantsPrivateAloud(const Routing& routing)
{
    return routing.wantsPrivate && !routing.userDefinedRecipient.empty() && routing.state().isPublic();
}

bool userNamedRecipient(const Routing& routing) { return !routing.userDefinedRecipient.empty(); }

/// The direct chat that this message answers.
const DirectChat* answeredChat(const Routing& routing)
{
    const ConversationState& state = routing.state();
    if (!routing.isOn(RoutingOption::ReplyMatchesAnyAddress)) {
        return state.directChatWith(routing.message.sentFrom.as<RoleName>());
    }
    if (routing.speaker) {
        return state.directChatWith(*routing.speaker);
    }
    for (const std::size_t place : state.rolesWithAddress(routing.message.sentFrom)) {
        if (const DirectChat* chat = state.directChatWith(state.roles()[place].role.name)) {
            return chat;
        }
    }
    return nullptr;
}

/// What was held as something else is no reply, whatever chat was opened meanwhile; nor is what goes elsewhere instead.
bool mayBeReply(const Routing& routing)
{
    const HeldMessage* held = routing.released;
    return !held || (held->rule == RoutingRule::DirectReply && !routing.route.release->isRedirected);
}

bool senderIsInDirectChat(const Routing& routing) { return mayBeReply(routing) && answeredChat(routing) != nullptr; }

bool hasNoLeader(const Routing& routing) { return !routing.state().leader(); }

/// If the leader has no profile, comparing it with that of a member without one says nothing, so compare names.
bool isFromLeader(const Routing& routing)
{
    const RoleState* leader = routing.state().leader();
    if (!leader) {
        return false;
    }
    const RoleName speaker = routing.speaker.value_or(routing.message.sentFrom.as<RoleName>());
    return leader->role.profile.empty() ? speaker == leader->role.name : routing.publicer == leader->role.profile;
}

// ---- what then

void refuseUnknown(Routing& routing)
{
    std::vector<std::string> names;
    for (const Address& address : unknownAddresses(routing.state(), routing.message.sendTo)) {
        names.push_back(address.str());
    }
    routing.decision.refuse(errors::unknownRecipients(names));
}

/// Where MetaGPT's rules publish to everyone, a lock would be a promise that they break.
void refusePrivate(Routing& routing) { routing.decision.refuse(errors::noPrivateHere()); }

void refuseWithoutLeader(Routing& routing)
{
    routing.decision.refuse(errors::noLeader(routing.decision.routing().leader));
}

/// Opens or joins the direct chat with a named role, unless that is busy with something else.
void enterDirectChat(Routing& routing, const RoleName& role)
{
    Route& route = routing.route;
    const DirectChat* open = routing.state().directChatWith(role);
    if (!open && !routing.state().isIdle(role)) {
        route.busyRoles.push_back(role);
        return;
    }
    const DirectChatId id = open ? open->id : DirectChatId(routing.decision.makeId());
    if (!open || (route.isPrivate && !open->isPrivate)) {
        routing.decision.add(DirectChatOpened{id, role, route.isPrivate});
    }
    route.directChatRoles.push_back(role);
    route.directChat = route.directChatRoles.size() == 1 ? id : DirectChatId();
}

void directMessage(Routing& routing)
{
    const ConversationState& state = routing.state();
    const AddressSet& sendTo = routing.message.sendTo;
    routing.route.rule = RoutingRule::DirectMessage;
    routing.route.isPrivate = (routing.wantsPrivate || !state.isPublic()) && !sendTo.contains(address::all);
    for (const std::size_t place : namedPlaces(state, sendTo)) {
        enterDirectChat(routing, state.roles()[place].role.name);
    }
    publishToRoles(routing);
    record(routing);
}

/// The original looks up one name after the other and dies at the first unknown one; what it did before that stands.
void directMessageMgx(Routing& routing)
{
    const ConversationState& state = routing.state();
    routing.route.rule = RoutingRule::DirectMessage;
    routing.route.isPrivate = !state.isPublic();
    for (const Address& address : routing.message.sendTo) {
        const auto name = address.as<RoleName>();
        if (!state.role(name)) {
            return routing.decision.refuse(errors::unknownRecipients({address.str()}));
        }
        enterDirectChat(routing, name);
    }
    publishToRoles(routing);
    record(routing);
}

void directReply(Routing& routing)
{
    const DirectChat chat = *answeredChat(routing);
    const bool isMgx = routing.decision.isMgx();
    Route& route = routing.route;
    route.rule = RoutingRule::DirectReply;
    route.directChatRoles = {chat.role};
    route.directChat = chat.id;
    // A chat that was opened in private ends in private, whatever has become of the session meanwhile.
    route.isPrivate = !routing.state().isPublic() || (chat.isPrivate && !isMgx);
    if (!route.isPrivate) {
        publishToRoles(routing, routing.isOn(RoutingOption::PublicReplyToEveryone));
    } else if (!isMgx) {
        routing.message.sendTo = {address::person};
    }
    if (record(routing)) {
        routing.decision.add(DirectChatEnded{chat.id, chat.role, DirectChatEndReason::Reply});
    }
}

void fromLeader(Routing& routing)
{
    routing.route.rule = RoutingRule::FromLeader;
    // What was held, as a reply in a chat that has ended since, goes somewhere or says that it does not.
    if (routing.message.sendTo == AddressSet{address::noOne} && routing.released == nullptr) {
        routing.decision.setPublished();
        routing.decision.setRoute(routing.route);
        return;
    }
    publishToRoles(routing);
    record(routing);
}

void ordinary(Routing& routing)
{
    routing.route.rule = RoutingRule::Ordinary;
    if (const RoleState* leader = routing.state().leader()) {
        routing.route.leaderAdded = routing.message.sendTo.insert(leader->role.name.as<Address>()).second;
    } else {
        routing.route.withoutLeader = true;
        routing.message.sendTo.insert(address::all);
    }
    publishToRoles(routing);
    record(routing);
}

// ---- the tables: the first row that applies is the only one carried out

struct Row
{
    bool (*applies)(const Routing&);
    void (*carryOut)(Routing&);
};

constexpr std::array quarterdeckTable{
    Row{userNamedNobodyKnown, refuseUnknown},
    Row{userNamedRecipient, directMessage},
    Row{senderIsInDirectChat, directReply},
    Row{isFromLeader, fromLeader},
    Row{always, ordinary},
};

constexpr std::array mgxTable{
    Row{wantsPrivateAloud, refusePrivate},  Row{userNamedRecipient, directMessageMgx},
    Row{senderIsInDirectChat, directReply}, Row{hasNoLeader, refuseWithoutLeader},
    Row{isFromLeader, fromLeader},          Row{always, ordinary},
};

} // namespace

void applyTable(Routing& routing)
{
    const std::span<const Row> table =
        routing.decision.isMgx() ? std::span<const Row>(mgxTable) : std::span<const Row>(quarterdeckTable);
    for (const Row& row : table) {
        if (row.applies(routing)) {
            row.carryOut(routing);
            return;
        }
    }
}

namespace {

const nlohmann::json& metadataValue(const Message& message, const char* key)
{
    static const nlohmann::json nothing;
    const nlohmann::json& metadata = message.metadata.json();
    if (!metadata.is_object()) {
        return nothing;
    }
    const auto found = metadata.find(key);
    return found == metadata.end() ? nothing : *found;
}

/// Refuses messages that their sender marked as low priority.
class PriorityFilter final : public Filter
{
public:
    [[nodiscard]] std::string_view name() const override { return "priority"; }
    [[nodiscard]] FilterVerdict judge(const Message& message, const ConversationState&) const override
    {
        return {{}, metadataValue(message, "priority") == "low"};
    }
};

/// Delivers to everyone what its sender marked as a broadcast.
class BroadcastFilter final : public Filter
{
public:
    [[nodiscard]] std::string_view name() const override { return "broadcast"; }
    [[nodiscard]] FilterVerdict judge(const Message& message, const ConversationState&) const override
    {
        if (metadataValue(message, "broadcast") != true) {
            return {};
        }
        return {AddressSet{address::all}, false};
    }
};

const auto& registry()
{
    static const PriorityFilter priority;
    static const BroadcastFilter broadcast;
    static const std::array<const Filter*, 2> filters{&priority, &broadcast};
    return filters;
}

} // namespace

const Filter* filterNamed(std::string_view name)
{
    for (const Filter* filter : registry()) {
        if (filter->name() == name) {
            return filter;
        }
    }
    return nullptr;
}

std::vector<std::string> filterNames()
{
    std::vector<std::string> names;
    for (const Filter* filter : registry()) {
        names.emplace_back(filter->name());
    }
    return names;
}

} // namespace quarterdeck::conversation
