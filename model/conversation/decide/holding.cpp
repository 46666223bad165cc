#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/hold_matcher.h"
#include "model/conversation/outsiders.h"
#include "model/conversation/speaker.h"
#include "model/conversation/state/fold.h"

#include <algorithm>

namespace quarterdeck::conversation {

namespace {

/// The member whose words these are, if they can be held at all.
const RoleState* holdableSpeaker(const Routing& routing)
{
    const Route& route = routing.route;
    if (routing.released != nullptr || route.rule == RoutingRule::ToSelf || route.rule == RoutingRule::DirectMessage)
        return nullptr;
    const ConversationState& state = routing.state();
    if (routing.speaker)
        return state.role(*routing.speaker);
    return routing.message.sentFrom.isEmpty() ? nullptr : state.roleWithAddress(routing.message.sentFrom);
}

/// Who would get it besides its speaker.
std::vector<Delivery> othersOf(const Route& route, const RoleName& speaker)
{
    std::vector<Delivery> others;
    std::ranges::copy_if(route.deliveries, std::back_inserter(others),
                         [&](const Delivery& one) { return one.role != speaker; });
    return others;
}

bool isForPerson(const Routing& routing)
{
    return routing.route.rule == RoutingRule::ToUser || routing.message.sendTo.contains(address::person);
}

/// Notes in `hold` which rule wants it; false if none does.
bool isWanted(const Routing& routing, Hold& hold)
{
    const auto& rules = routing.state().holdRules();
    HoldMatcher matcher(hold.speaker, routing.message, routing.route);
    const auto found = std::ranges::find_if(rules, [&](const HoldRule& rule) { return matcher.matches(rule); });
    if (found == rules.end())
        return false;
    hold.rule = found->id;
    hold.name = found->name;
    hold.isUntested = matcher.hasGivenUp();
    return true;
}

/// One of those that were held before that event.
bool waitsBehind(const ConversationState& state, const Hold& hold, EventSeq end)
{
    return std::ranges::any_of(state.held(),
                               [&](const HeldMessage& held) { return held.seq < end && isSameWay(held, hold); });
}

Hold holdOf(const Routing& routing, const RoleName& speaker)
{
    Hold hold;
    hold.speaker = speaker;
    hold.deliveries = othersOf(routing.route, speaker);
    hold.isToPerson = isForPerson(routing);
    return hold;
}

/// Members: the person sees all of it anyway.
std::vector<std::string> reachedBy(const Hold& hold)
{
    std::vector<std::string> names;
    for (const Delivery& one : hold.deliveries)
        names.push_back(one.role.str());
    return names;
}

} // namespace

bool mayHold(const ConversationState& state)
{
    return !state.holdRules().empty() || !state.held().empty()
        || std::ranges::any_of(state.roles(), [](const RoleState& role) { return role.mode == RoleMode::Muted; });
}

std::optional<Hold> holdFor(const Routing& routing)
{
    if (!mayHold(routing.state()))
        return std::nullopt;
    const RoleState* speaker = holdableSpeaker(routing);
    if (speaker == nullptr)
        return std::nullopt;
    Hold hold = holdOf(routing, speaker->role.name);
    const bool waits = isWanted(routing, hold) || waitsBehind(routing.state(), hold, routing.state().lastSeq().next());
    return waits ? std::optional(std::move(hold)) : std::nullopt;
}

std::optional<Error> whyItWaits(const Routing& routing)
{
    const HeldMessage& held = *routing.released;
    // Those who would get it now: it may go elsewhere than when it was held.
    Hold now = holdOf(routing, held.hold.speaker);
    if (!routing.mayOvertake && waitsBehind(routing.state(), now, held.seq))
        return errors::waitsBehindAnother(held.hold.speaker);
    if (routing.route.release->by.empty() && isWanted(routing, now))
        return errors::heldByNewRule();
    const std::vector<std::string> names = reachedBy(now);
    if (!routing.mayReachOthers && !routing.route.release->isRedirected && names != reachedBy(held.hold))
        return errors::reachesOthers(names, reachedBy(held.hold));
    return std::nullopt;
}

namespace {

/// Given to nobody but its speaker, and as it was written: if it goes, the rules decide anew.
void recordKeptBack(Routing& routing)
{
    Route& route = routing.route;
    std::erase_if(route.deliveries, [](const Delivery& one) { return one.reason != DeliveryReason::Self; });
    route.isUndelivered = false;
    routing.decision.add(MessagePublished{routing.written.value_or(routing.message), route});
    routing.decision.setRoute(route);
    routing.decision.setPublished();
}

} // namespace

void recordHeld(Routing& routing, Hold hold)
{
    if (routing.state().held().size() >= mostHeld)
        return routing.decision.refuse(errors::tooManyHeld(mostHeld));
    routing.route.hold = std::move(hold);
    recordKeptBack(routing);
}

bool isMuted(const Routing& routing)
{
    const RoleState* speaker = holdableSpeaker(routing);
    return speaker != nullptr && speaker->mode == RoleMode::Muted;
}

void recordMuted(Routing& routing)
{
    routing.route.isMuted = true;
    recordKeptBack(routing);
}

} // namespace quarterdeck::conversation

namespace quarterdeck::conversation::rules {

namespace {

/// Null, and refused, if that message waits no longer.
const HeldMessage* waiting(DecisionBuilder& decision, EventSeq target)
{
    const HeldMessage* held = decision.state().heldAt(target);
    if (held == nullptr)
        decision.refuse(errors::notHeld());
    return held;
}

/// One with the same conditions is the same rule; without any it is "hold everything".
HoldRuleId idFor(const HoldRule& rule, const std::vector<HoldRule>& known)
{
    if (hasSameConditions(rule, HoldRule()))
        return holdsEverything;
    const auto same = std::ranges::find_if(known, [&](const HoldRule& one) { return hasSameConditions(rule, one); });
    return same == known.end() ? HoldRuleId() : same->id;
}

std::optional<Error> whyUseless(const ConversationState& state, const HoldRule& rule)
{
    if (state.kind() == SessionKind::Remote || state.kind() == SessionKind::Imported)
        return errors::nothingToHold();
    for (const RoleName& name : rule.from)
        if (!state.role(name))
            return errors::unknownRole(name);
    for (const Address& name : rule.to)
        if (name != address::person && !state.role(name.as<RoleName>()))
            return errors::unknownRole(name.as<RoleName>());
    return problemOf(rule);
}

/// To its speaker alone.
void tellSpeaker(DecisionBuilder& decision, const RoleState& speaker, const std::vector<ContentBlock>& notice)
{
    Message message;
    message.id = MessageId(decision.makeId());
    message.role = "user";
    message.name = programName;
    message.causeBy = action::userRequirement;
    message.sendTo = {speaker.role.name.as<Address>()};
    message.content = notice;
    message.timestamp = decision.context().now;
    setDropNotice(message);
    Route route;
    route.wasPublic = decision.state().isPublic();
    route.isPrivate = true;
    route.busyRoles = {speaker.role.name};
    route.deliveries = {{speaker.role.name, DeliveryReason::Named}};
    route.hasAddressedCopy = true;
    route.addressNote = addressNoteFor(decision.routing(), message, false);
    decision.add(MessagePublished{std::move(message), std::move(route)});
}

} // namespace

void on(DecisionBuilder& decision, const SetHoldRule& intent)
{
    HoldRule rule = intent.rule;
    const auto& known = decision.state().holdRules();
    if (rule.id.isEmpty())
        rule.id = idFor(rule, known);
    const auto same = std::ranges::find(known, rule.id, &HoldRule::id);
    if (same != known.end() && *same == rule)
        return;
    if (same == known.end() && known.size() >= maxHoldRules)
        return decision.refuse(errors::tooManyHoldRules(maxHoldRules));
    if (auto problem = whyUseless(decision.state(), rule))
        return decision.refuse(std::move(*problem));
    if (rule.id.isEmpty())
        rule.id = HoldRuleId(decision.makeId());
    decision.add(HoldRuleSet{std::move(rule), intent.by});
}

void on(DecisionBuilder& decision, const RemoveHoldRule& intent)
{
    const auto& known = decision.state().holdRules();
    const auto rule = std::ranges::find(known, intent.id, &HoldRule::id);
    if (rule == known.end())
        return decision.refuse(errors::unknownHoldRule());
    decision.add(HoldRuleRemoved{intent.id, rule->name, intent.by});
}

void on(DecisionBuilder& decision, const ReleaseHeld& intent)
{
    const HeldMessage* held = waiting(decision, intent.target);
    if (held == nullptr)
        return;
    if (intent.held.id != held->id)
        return decision.refuse(errors::notHeld());
    if (intent.sendTo) {
        const std::vector<Address> unknown = unknownAddresses(decision.state(), *intent.sendTo);
        if (!unknown.empty())
            return decision.refuse(errors::unknownRecipients({unknown.front().str()}));
        if (namedPlaces(decision.state(), *intent.sendTo).empty() && !intent.sendTo->contains(address::all)
            && !intent.sendTo->contains(address::person))
            return decision.refuse(errors::noRecipients());
    }
    Message message = intent.held;
    message.content = intent.content.value_or(std::move(message.content));
    message.sendTo = intent.sendTo.value_or(std::move(message.sendTo));
    message.timestamp = decision.context().now;
    release(decision, intent, *held, std::move(message));
}

void on(DecisionBuilder& decision, const DropHeld& intent)
{
    const HeldMessage* held = waiting(decision, intent.target);
    if (held == nullptr)
        return;
    const RoleState* speaker = decision.state().role(held->hold.speaker);
    const bool isTold = speaker != nullptr && !intent.notice.empty();
    decision.add(HeldDropped{intent.target, intent.reason, isTold, intent.by});
    if (isTold)
        tellSpeaker(decision, *speaker, intent.notice);
}

} // namespace quarterdeck::conversation::rules
