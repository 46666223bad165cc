#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/route.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::conversation {

namespace {

/// The name of the filter that refuses the message; filters that redirect it take effect at once.
std::optional<std::string> refusingFilter(Routing& routing)
{
    for (const std::string& name : routing.decision.routing().filters) {
        const Filter* filter = filterNamed(name);
        if (!filter) {
            continue; // of a newer version: StartSession refuses unknown names
        }
        const FilterVerdict verdict = filter->judge(routing.message, routing.state());
        if (verdict.isRefused) {
            return name;
        }
        if (verdict.sendTo) {
            routing.message.sendTo = *verdict.sendTo;
            // The recipient no longer counts as named, so rule 1 has nobody to speak to.
            routing.userDefinedRecipient.clear();
            routing.wantsPrivate = false;
        }
    }
    return {};
}

void recordFiltered(Routing& routing, const std::string& filter)
{
    routing.route.isFiltered = true;
    routing.route.filteredBy = filter;
    routing.route.isPrivate =
        !routing.userDefinedRecipient.empty() && (routing.wantsPrivate || !routing.state().isPublic());
    routing.decision.add(MessagePublished{routing.message, routing.route});
    routing.decision.setRoute(routing.route);
    routing.decision.refuse(errors::filtered(filter));
}

/// MetaGPT's callers name the recipient twice; naming it once means the same.
void nameRecipient(Routing& routing)
{
    if (!routing.userDefinedRecipient.empty() && routing.message.sendTo == AddressSet{address::all}) {
        routing.message.sendTo = {Address(routing.userDefinedRecipient)};
    }
}

} // namespace

void setMetadata(Message& message, const char* key, nlohmann::json value)
{
    nlohmann::json metadata = message.metadata.json();
    if (!metadata.is_object()) {
        metadata = nlohmann::json::object();
    }
    metadata[key] = std::move(value);
    message.metadata = JsonValue(std::move(metadata));
}

void route(Routing& routing)
{
    if (routing.message.timestamp == Timestamp{}) {
        routing.message.timestamp = routing.decision.context().now;
    }
    routing.route.wasPublic = routing.state().isPublic();
    if (!routing.decision.isMgx()) {
        nameRecipient(routing);
    }
    if (const auto filter = refusingFilter(routing)) {
        return recordFiltered(routing, *filter);
    }
    if (auto error = attachImages(routing.decision, routing.message)) {
        return routing.decision.refuse(std::move(*error));
    }
    if (mayHold(routing.state())) {
        routing.written = routing.message;
    }
    applyTable(routing);
}

void rules::on(DecisionBuilder& decision, const Publish& intent)
{
    const IdSource makeId = [&] { return decision.makeId(); };
    Routing routing{decision, normalised(intent.message, makeId), intent.userDefinedRecipient, intent.publicer,
                    intent.isPrivate};
    route(routing);
}

Message normalised(Message message, const IdSource& makeId)
{
    if (message.id.isEmpty() && makeId) {
        message.id = MessageId(makeId());
    }
    if (message.causeBy.isEmpty()) {
        message.causeBy = action::userRequirement;
    }
    if (message.sendTo.empty()) {
        message.sendTo = {address::all};
    }
    return message;
}

} // namespace quarterdeck::conversation

namespace quarterdeck::conversation::rules {

namespace {

/// any_to_str of the role: its class path, or its name where there is no class.
Address selfAddress(const Role& role)
{
    return role.classPath.empty() ? role.name.as<Address>() : Address(role.classPath);
}

Message madeBy(DecisionBuilder& decision, Message message)
{
    return normalised(std::move(message), [&] { return decision.makeId(); });
}

void speak(DecisionBuilder& decision, const Role& role, Message message, std::string publicer,
           bool isRemembered = false)
{
    Routing routing{decision, std::move(message), {}, std::move(publicer), false, role.name};
    routing.isRemembered = isRemembered;
    route(routing);
}

bool isOnlyToItself(const Role& role, const AddressSet& sendTo)
{
    return std::all_of(sendTo.begin(), sendTo.end(),
                       [&](const Address& to) { return to == selfAddress(role) || to == role.name.as<Address>(); });
}

/// Into its own buffer only: no environment, no history, no addressed copy.
void tellItself(DecisionBuilder& decision, const Role& role, Message message)
{
    Routing routing{decision, std::move(message), {}, {}};
    routing.route.rule = RoutingRule::ToSelf;
    routing.route.wasPublic = decision.state().isPublic();
    routing.route.deliveries = {{role.name, DeliveryReason::Self}};
    record(routing);
}

void signAsAgent(const Role& role, Message& message)
{
    const bool isAgentsReply = message.role == "assistant";
    if (isAgentsReply && metadataAgent(message).value_or(std::string()).empty()) {
        setMetadata(message, "agent", agentLabel(role));
    }
}

/// Role.publish_message
void speakAsMember(DecisionBuilder& decision, const Role& role, Message message, bool isRemembered)
{
    if (message.sendTo.erase(address::self) > 0) {
        message.sendTo.insert(selfAddress(role));
    }
    if (message.sentFrom.isEmpty() || message.sentFrom == address::self) {
        message.sentFrom = selfAddress(role);
    }
    if (isOnlyToItself(role, message.sendTo)) {
        return tellItself(decision, role, std::move(message));
    }
    signAsAgent(role, message);
    speak(decision, role, std::move(message), {}, isRemembered);
}

/// TeamLeader.publish_message
void speakAsLeader(DecisionBuilder& decision, const Role& role, Message message, AddressSet sendTo)
{
    if (message.causeBy != action::quickThink) {
        message.sendTo = std::move(sendTo);
    }
    // The original's leader does not sign, so its words would pass for the person's.
    if (!decision.isMgx() && message.sentFrom.isEmpty()) {
        message.sentFrom = role.name.as<Address>();
    }
    speak(decision, role, std::move(message), role.profile);
}

/// TeamLeader.publish_team_message begins so: the leader waits for what comes back, even if it speaks to itself.
void putDownWork(DecisionBuilder& decision, const RoleState& leader)
{
    if (leader.hasWork) {
        decision.add(
            RoleActivityChanged{leader.role.name, leader.activity, std::string(leader.activityDetail), false, false});
    }
}

const RoleState* speaker(DecisionBuilder& decision, const RoleName& name)
{
    const RoleState* role = decision.state().role(name);
    if (!role) {
        decision.refuse(errors::unknownRole(name));
    }
    return role;
}

DeliveryReason reasonFor(const Role& role, const AddressSet& sendTo)
{
    if (!sendTo.contains(address::all)) {
        return DeliveryReason::Named;
    }
    const AddressSet addresses = addressesOf(role);
    const bool isNamed =
        std::any_of(addresses.begin(), addresses.end(), [&](const Address& one) { return sendTo.contains(one); });
    return isNamed ? DeliveryReason::Named : DeliveryReason::Everyone;
}

std::vector<Delivery> deliveriesTo(const ConversationState& state, const RecordMessage& intent)
{
    std::vector<Delivery> deliveries;
    for (const RoleState& member : state.roles()) {
        const RoleName& name = member.role.name;
        if (std::find(intent.recipients.begin(), intent.recipients.end(), name) != intent.recipients.end()) {
            deliveries.push_back({name, reasonFor(member.role, intent.message.sendTo)});
        }
    }
    return deliveries;
}

/// Notes in the route what an outside environment did, and opens the direct chats that it opened. The events that end
/// others, to be added after the message.
std::vector<EventBody> followOutside(DecisionBuilder& decision, const Message& message, const OutsideRoute& outside,
                                     Route& route)
{
    const ConversationState& state = decision.state();
    std::vector<EventBody> ends;
    route.rule = outside.rule;
    route.isPrivate = outside.isPrivate;
    const RoleState* leader = state.leader();
    route.leaderAdded = outside.rule == RoutingRule::Ordinary && leader != nullptr
        && message.sendTo.contains(leader->role.name.as<Address>());
    route.hasAddressedCopy = !route.deliveries.empty();
    route.addressNote = route.hasAddressedCopy ? addressNoteFor(decision.routing(), message, false) : std::string();
    const auto join = [&](const RoleName& role, const DirectChatId& id) {
        route.directChatRoles.push_back(role);
        route.directChat = route.directChatRoles.size() == 1 ? id : DirectChatId();
    };
    for (const RoleName& role : outside.opened) {
        if (state.role(role) == nullptr) {
            continue;
        }
        const DirectChat* open = state.directChatWith(role);
        const DirectChatId id = open ? open->id : DirectChatId(decision.makeId());
        join(role, id);
        decision.add(DirectChatOpened{id, role, outside.isPrivate});
    }
    for (const RoleName& role : outside.ended) {
        const DirectChat* open = state.directChatWith(role);
        join(role, open ? open->id : DirectChatId());
        if (open) {
            ends.emplace_back(DirectChatEnded{open->id, role, DirectChatEndReason::Reply});
        }
    }
    const RoleState* speaker = message.sentFrom.isEmpty() ? nullptr : state.roleWithAddress(message.sentFrom);
    if (route.isPrivate && route.directChatRoles.empty() && speaker != nullptr) {
        const DirectChat* open = state.directChatWith(speaker->role.name);
        join(speaker->role.name, open ? open->id : DirectChatId());
    }
    return ends;
}

/// Answers what was said in an open direct chat, which ends it.
void answerInChat(Routing& routing, const DirectChat& chat, bool owesPrivateAnswer)
{
    routing.route.directChatRoles = {chat.role};
    routing.route.directChat = chat.id;
    routing.route.isPrivate = chat.isPrivate || owesPrivateAnswer || !routing.state().isPublic();
    if (record(routing)) {
        routing.decision.add(DirectChatEnded{chat.id, chat.role, DirectChatEndReason::Reply});
    }
}

/// What reply_to_human says. The original does not know it for an answer: it opens, ends and hides nothing.
void tellUser(Routing& routing, const RoleState& speaker)
{
    const DecisionBuilder& decision = routing.decision;
    routing.route.rule = RoutingRule::ToUser;
    routing.route.wasPublic = decision.state().isPublic();
    const RoleName& name = speaker.role.name;
    // What goes to the person instead answers nothing.
    const bool mayAnswer = !decision.isMgx() && !(routing.route.release && routing.route.release->isRedirected);
    if (const DirectChat* open = mayAnswer ? decision.state().directChatWith(name) : nullptr) {
        return answerInChat(routing, DirectChat(*open), speaker.owesPrivateAnswer);
    }
    if (speaker.owesPrivateAnswer && !decision.isMgx()) {
        routing.route.directChatRoles = {name};
        routing.route.isPrivate = true;
    }
    record(routing);
}

} // namespace

void on(DecisionBuilder& decision, const RolePublish& intent)
{
    const RoleState* speaking = speaker(decision, intent.role);
    if (!speaking) {
        return;
    }
    const Role& role = speaking->role;
    Message message = madeBy(decision, intent.message);
    if (role.kind == RoleKind::TeamLeader) {
        speakAsLeader(decision, role, std::move(message), {address::noOne});
    } else {
        speakAsMember(decision, role, std::move(message), intent.isRemembered);
    }
}

void on(DecisionBuilder& decision, const PublishTeamMessage& intent)
{
    const RoleState* speaking = speaker(decision, intent.role);
    if (!speaking) {
        return;
    }
    const Role role = speaking->role; // of its own, since what follows changes the state
    if (decision.isMgx()) {
        putDownWork(decision, *speaking);
    }
    if (intent.sendTo == role.name.str()) {
        return;
    }
    Message message;
    message.role = "user"; // to the others a leader's message is like a request of the user
    message.id = intent.id;
    message.sentFrom = role.name.as<Address>();
    message.causeBy = action::runCommand;
    message.content = intent.content;
    message.usage = intent.usage;
    message.metadata = intent.metadata;
    speakAsLeader(decision, role, madeBy(decision, std::move(message)), {Address(intent.sendTo)});
}

void on(DecisionBuilder& decision, const ReplyToUser& intent)
{
    const RoleState* speaking = speaker(decision, intent.role);
    if (!speaking) {
        return;
    }
    const Role& role = speaking->role;
    Message message;
    message.id = intent.id;
    message.role = "assistant";
    message.sentFrom = role.name.as<Address>();
    message.sendTo = {address::person};
    message.causeBy = action::runCommand;
    message.content = intent.content;
    message.usage = intent.usage;
    message.metadata = intent.metadata;
    message.timestamp = decision.context().now;
    signAsAgent(role, message);
    Routing routing{decision, madeBy(decision, std::move(message)), {}, {}, false, role.name};
    routing.isRemembered = intent.isRemembered;
    tellUser(routing, *speaking);
}

void on(DecisionBuilder& decision, const RecordStep& intent)
{
    const RoleState* speaking = speaker(decision, intent.role);
    if (!speaking) {
        return;
    }
    const RoleName& name = speaking->role.name;
    Message message = intent.message;
    message.sentFrom = name.as<Address>();
    message.sendTo = {address::none};
    message.causeBy = action::step;
    message.timestamp = decision.context().now;
    Routing routing{decision, madeBy(decision, std::move(message)), {}, {}};
    routing.route.rule = RoutingRule::ToSelf;
    routing.route.wasPublic = decision.state().isPublic();
    routing.route.deliveries = {{name, DeliveryReason::Self}};
    // What a role thinks during a private chat appears in that chat.
    if (const DirectChat* chat = decision.state().directChatWith(name); chat && chat->isPrivate) {
        routing.route.isPrivate = true;
        routing.route.directChatRoles = {name};
    }
    record(routing);
}

void on(DecisionBuilder& decision, const RecordMessage& intent) { on(decision, RecordMessage(intent)); }

void on(DecisionBuilder& decision, RecordMessage&& intent)
{
    if (intent.message.id.isEmpty()) {
        intent.message.id = MessageId(decision.makeId());
    }
    Route route;
    route.wasPublic = decision.state().isPublic();
    route.deliveries = deliveriesTo(decision.state(), intent);
    // In what is imported, such a note would be the file's.
    const bool isFile = decision.state().kind() == SessionKind::Imported;
    const std::optional<OutsideRoute> outside = isFile ? std::nullopt : takeOutsideRoute(intent.message);
    std::vector<EventBody> ends;
    if (outside) {
        ends = followOutside(decision, intent.message, *outside, route);
    }
    decision.setRoute(route);
    decision.add(MessagePublished{std::move(intent.message), std::move(route)});
    for (EventBody& end : ends) {
        decision.add(std::move(end));
    }
    decision.setPublished();
}

} // namespace quarterdeck::conversation::rules

namespace quarterdeck::conversation {

namespace {

/// As it was when the message was held: some callers do not say who speaks.
Routing routingOf(DecisionBuilder& decision, const HeldMessage& held, const RoleState& speaker, Message message)
{
    const ConversationState& state = decision.state();
    const bool wasRuledOtherwise = held.rule == RoutingRule::DirectReply || held.rule == RoutingRule::ToUser;
    const bool speaksAsLeader =
        held.rule == RoutingRule::FromLeader || (wasRuledOtherwise && speaker.role.kind == RoleKind::TeamLeader);
    const bool isKnownByAddress = state.roleWithAddress(message.sentFrom) == &speaker;
    Routing routing{decision, std::move(message), {}, {}};
    if (speaksAsLeader) {
        routing.publicer = (state.leader() ? *state.leader() : speaker).role.profile;
    }
    if (!isKnownByAddress) {
        routing.speaker = speaker.role.name;
    }
    routing.released = &held;
    routing.route.wasPublic = state.isPublic();
    return routing;
}

bool isForPersonAlone(const Routing& routing, const RoleState& speaker)
{
    const HeldMessage& held = *routing.released;
    const bool isRedirected = routing.route.release->isRedirected;
    if (routing.message.sendTo == AddressSet{address::person}) {
        return isRedirected || held.rule == RoutingRule::ToUser;
    }
    // A private reply whose chat has ended since: nobody else was to hear it.
    return !isRedirected && held.rule == RoutingRule::DirectReply && held.hold.deliveries.empty()
        && !routing.decision.isMgx() && !routing.state().directChatWith(speaker.role.name);
}

} // namespace

void release(DecisionBuilder& decision, const ReleaseHeld& intent, const HeldMessage& held, Message message)
{
    const RoleState* speaker = decision.state().role(held.hold.speaker);
    if (!speaker) {
        return decision.refuse(errors::unknownRole(held.hold.speaker));
    }
    const bool isEdited = intent.content && *intent.content != intent.held.content;
    const bool isRedirected = intent.sendTo && *intent.sendTo != intent.held.sendTo;
    Routing routing = routingOf(decision, held, *speaker, std::move(message));
    routing.mayOvertake = intent.mayOvertake;
    routing.mayReachOthers = intent.mayReachOthers;
    routing.route.release = Release{intent.target, isEdited, isRedirected, intent.by};
    if (isForPersonAlone(routing, *speaker)) {
        rules::tellUser(routing, *speaker);
    } else {
        applyTable(routing);
    }
}

} // namespace quarterdeck::conversation
