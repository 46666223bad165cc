#include "model/conversation/state/fold.h"

#include "model/conversation/channel.h"
#include "model/conversation/message.h"
#include "model/conversation/speaker.h"
#include "model/conversation/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace quarterdeck::conversation {

void TeamIndex::add(const Role& role, std::size_t place)
{
    m_byName.emplace(role.name, place);
    for (const Address& address : addressesOf(role)) {
        m_byAddress[address].push_back(place);
    }
    if (!role.profile.empty()) {
        m_byProfile[role.profile].push_back(place);
    }
}

std::size_t TeamIndex::placeOf(const RoleName& name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? none : found->second;
}

std::span<const std::size_t> TeamIndex::withAddress(const Address& address) const
{
    const auto found = m_byAddress.find(address);
    return found == m_byAddress.end() ? std::span<const std::size_t>() : std::span(found->second);
}

std::span<const std::size_t> TeamIndex::withProfile(const std::string& profile) const
{
    const auto found = m_byProfile.find(profile);
    return found == m_byProfile.end() ? std::span<const std::size_t>() : std::span(found->second);
}

std::vector<std::size_t> recipientIndexes(const ConversationState& state, const Route& route)
{
    std::vector<std::size_t> places;
    places.reserve(route.deliveries.size());
    for (const Delivery& delivery : route.deliveries) {
        if (const RoleState* member = state.role(delivery.role)) {
            places.push_back(static_cast<std::size_t>(member - state.roles().data()));
        }
    }
    // Routing already writes them in hire order; only foreign logs need sorting.
    if (!std::is_sorted(places.begin(), places.end())) {
        std::sort(places.begin(), places.end());
    }
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

namespace {
/// Long enough to know a question again, short enough that 64 of them are little.
constexpr std::size_t excerptBytes = 120;

bool hasSyntheticTimes(const nlohmann::json& details)
{
    return details.is_object() && details.contains("times") && details["times"] == "synthetic";
}
} // namespace

void Fold::run()
{
    countRows();
    std::visit([this](const auto& body) { on(body); }, m_event.body);
    m_state.m_lastSeq = m_event.seq;
    m_state.m_lastTime = m_event.time;
}

void Fold::index(ConversationState& state, std::size_t firstNew)
{
    TeamIndex& team = state.m_lookup.own();
    for (std::size_t place = firstNew; place < state.m_roles.size(); ++place) {
        team.add(state.m_roles[place].role, place);
    }
}

void Fold::countRows()
{
    for (const ChannelKey& key : channelsOf(m_state, m_event.body)) {
        ++m_state.m_channels[key];
    }
}

RoleState* Fold::member(const RoleName& name)
{
    const std::size_t place = m_state.m_lookup.index() ? m_state.m_lookup.index()->placeOf(name) : TeamIndex::none;
    return place == TeamIndex::none ? nullptr : &m_state.m_roles[place];
}

void Fold::on(const SessionStarted& started)
{
    m_state.m_startedAt = m_event.time;
    m_state.m_kind = started.kind;
    m_state.m_title = started.title;
    m_state.m_source = started.source;
    m_state.m_routing = started.routing;
    m_state.m_isPublic = started.isPublic;
    m_state.m_areTimesKnown = !hasSyntheticTimes(started.details.json());
    m_state.m_budget = started.budget;
    m_state.m_plannedRounds = started.rounds;
    m_state.m_roundLimit = started.rounds;
}

void Fold::on(const SessionRenamed& renamed) { m_state.m_title = renamed.title; }

void Fold::on(const RoleHired& hired)
{
    if (hired.role.name.isEmpty() || member(hired.role.name)) {
        return;
    }
    RoleState role;
    role.role = hired.role;
    role.activitySince = m_event.time;
    m_state.m_roles.push_back(std::move(role));
    index(m_state, m_state.m_roles.size() - 1);
}

void Fold::on(const MessagePublished& published)
{
    const bool isSaidBefore = published.route.release && forgetHeld(published.route.release->of); // and counted then
    m_state.m_messageCount += isSaidBefore ? 0 : 1;
    deliver(published);
    if (!isSaidBefore && published.message.usage) {
        const RoleState* speaker = speakerOf(m_state, published.message);
        addUsage(speaker ? member(speaker->role.name) : nullptr, *published.message.usage);
    }
    if (published.route.hold) {
        return hold(published);
    }
    if (published.route.isMuted) {
        return;
    }
    touchDirectChats(published.route);
    notePrivateWords(published.route);
    rememberLateAnswer(published);
    rememberNote(published.message);
}

void Fold::hold(const MessagePublished& published)
{
    if (m_state.m_held.size() >= mostHeld) { // in a log from elsewhere: snapshots would grow with them
        return;
    }
    const Hold& hold = *published.route.hold;
    const bool isRemembered =
        std::ranges::any_of(published.route.deliveries, [&](const Delivery& one) { return one.role == hold.speaker; });
    m_state.m_held.push_back(
        HeldMessage{m_event.seq, published.message.id, m_event.time, published.route.rule, isRemembered, hold});
}

bool Fold::forgetHeld(EventSeq seq)
{
    auto& held = m_state.m_held;
    const auto seqOf = [](const HeldMessage& one) { return one.seq; };
    const auto found = std::ranges::lower_bound(held, seq, {}, seqOf);
    if (found == held.end() || (*found)->seq != seq) {
        return false;
    }
    held.erase(found);
    return true;
}

namespace {

/// What a role keeps of its own doing is nothing that it has to read. What it tells itself in MetaGPT's way is.
const RoleName* whoKnowsItAlready(const MessagePublished& published)
{
    const auto& deliveries = published.route.deliveries;
    const auto own = std::find_if(deliveries.begin(), deliveries.end(),
                                  [](const Delivery& one) { return one.reason == DeliveryReason::Self; });
    const bool isToldItself =
        published.route.rule == RoutingRule::ToSelf && !published.message.sendTo.contains(address::none);
    return own == deliveries.end() || isToldItself ? nullptr : &own->role;
}

} // namespace

void Fold::deliver(const MessagePublished& published)
{
    const RoleName* knows = whoKnowsItAlready(published);
    for (const std::size_t place : recipientIndexes(m_state, published.route)) {
        RoleState& role = m_state.m_roles[place];
        if (knows && *knows == role.role.name && role.unread() == 0) {
            ++role.observed;
        }
        ++role.delivered;
    }
}

void Fold::touchDirectChats(const Route& route)
{
    for (const RoleName& name : route.directChatRoles) {
        for (DirectChat& chat : m_state.m_directChats) {
            if (chat.role == name) {
                chat.lastActivity = m_event.time;
                chat.lastMessage = m_event.seq;
            }
        }
    }
}

void Fold::notePrivateWords(const Route& route)
{
    if (route.rule == RoutingRule::DirectMessage && route.isPrivate) {
        setOwesPrivateAnswer(route.busyRoles, true);
    } else if (route.rule == RoutingRule::DirectReply || route.rule == RoutingRule::ToUser) {
        setOwesPrivateAnswer(route.directChatRoles, false);
    }
}

void Fold::setOwesPrivateAnswer(const std::vector<RoleName>& roles, bool owes)
{
    for (const RoleName& name : roles) {
        if (RoleState* role = member(name)) {
            role->owesPrivateAnswer = owes;
        }
    }
}

void Fold::rememberLateAnswer(const MessagePublished& published)
{
    if (published.route.lateAnswerTo.isEmpty()) {
        return;
    }
    for (EndedQuestion& ended : m_state.m_endedQuestions) {
        if (ended.id == published.route.lateAnswerTo) {
            ended.lateAnswerBy = isFromUser(published.message) ? "person" : published.message.sentFrom.str();
        }
    }
}

void Fold::on(const DirectChatOpened& opened)
{
    for (DirectChat& chat : m_state.m_directChats) {
        if (chat.role == opened.role) {
            // Said again, it can only have become private: a chat that anybody joined in secret must not end aloud.
            chat.isPrivate = chat.isPrivate || opened.isPrivate;
            return;
        }
    }
    if (member(opened.role)) {
        m_state.m_directChats.push_back({opened.id, opened.role, opened.isPrivate, m_event.time, m_event.time, {}});
    }
}

void Fold::on(const DirectChatEnded& ended)
{
    std::erase_if(m_state.m_directChats, [&](const DirectChat& chat) { return chat.role == ended.role; });
}

void Fold::on(const PublicChatSet& set) { m_state.m_isPublic = set.isPublic; }

void Fold::on(const QuestionAsked& asked)
{
    if (!m_state.openQuestion(asked.question.id)) {
        m_state.m_openQuestions.push_back({asked.question, m_event.seq});
    }
}

void Fold::on(const QuestionEnded& ended)
{
    auto& open = m_state.m_openQuestions;
    const auto found =
        std::find_if(open.begin(), open.end(), [&](const OpenQuestion& one) { return one.question.id == ended.id; });
    if (found == open.end()) {
        return;
    }
    remember(*found, ended.end);
    open.erase(found);
    // Who withdrew it does not wait for an answer.
    if (ended.end.kind != QuestionEndKind::Withdrawn) {
        m_state.m_undeliveredAnswers.push_back(ended.id);
    }
}

void Fold::remember(const OpenQuestion& open, const QuestionEnd& end)
{
    auto& ended = m_state.m_endedQuestions;
    if (ended.size() >= ConversationState::maxEndedQuestions) {
        ended.erase(ended.begin());
    }
    EndedQuestion one;
    one.id = open.question.id;
    one.asker = open.question.asker;
    // Only what timed out can still be answered, and must be known again.
    one.excerpt =
        end.kind == QuestionEndKind::TimedOut ? utf8::shortened(open.question.text, excerptBytes) : std::string();
    one.kind = end.kind;
    one.by = end.by;
    one.askedSeq = open.askedSeq;
    ended.push_back(std::move(one));
}

void Fold::on(const QuestionDeadlineMoved& moved)
{
    for (OpenQuestion& open : m_state.m_openQuestions) {
        if (open.question.id == moved.id) {
            open.question.deadline = moved.deadline;
            open.question.isDeadlinePaused = moved.isPaused;
        }
    }
}

void Fold::on(const AnswerDelivered& delivered) { std::erase(m_state.m_undeliveredAnswers, delivered.id); }

void Fold::on(const MailObserved& observed)
{
    if (RoleState* role = member(observed.role)) {
        role->observed = std::clamp(observed.upTo, std::int64_t{0}, role->delivered);
        role->hasNews = observed.hasNews;
    }
}

void Fold::on(const RoleActivityChanged& changed)
{
    RoleState* role = member(changed.role);
    if (!role) {
        return;
    }
    if (role->activity != changed.activity) {
        role->activitySince = m_event.time;
    }
    role->activity = changed.activity;
    role->activityDetail = changed.detail;
    role->hasWork = changed.hasWork;
    role->hasNews = role->hasNews && !changed.finishedNews;
}

void Fold::on(const RunStateChanged& changed)
{
    const bool isGranted = changed.cause.kind == RunCauseKind::RoundsGranted;
    if (!isGranted || changed.state == RunState::Running) { // what rests does so for the same cause as before
        m_state.m_runState = changed.state;
        m_state.m_runReason = changed.reason;
        m_state.m_runCause = changed.cause;
    }
    if (isGranted) {
        constexpr double most = std::numeric_limits<std::int32_t>::max();
        const bool isNumber = changed.cause.amount >= 0; // also not NaN
        m_state.m_roundLimit = isNumber ? static_cast<std::int32_t>(std::min(changed.cause.amount, most)) : 0;
    }
}

void Fold::on(const RoundStarted& started) { m_state.m_round = started.number; }

void Fold::on(const BudgetSet& set) { m_state.m_budget = set.budget; }

void Fold::on(const UsageRecorded& recorded) { addUsage(member(recorded.role), recorded.usage); }

void Fold::on(const Annotated&) { }

void Fold::on(const MessagePinned& marked)
{
    auto& kept = m_state.m_keptMessages;
    const auto place = std::lower_bound(kept.begin(), kept.end(), marked.target);
    const bool isThere = place != kept.end() && *place == marked.target;
    if (isThere && !marked.isKept) {
        kept.erase(place);
    } else if (!isThere && marked.isKept && kept.size() < ConversationState::maxKeptMessages) {
        kept.insert(place, marked.target);
    }
}

void Fold::on(const MessageExtended&) { }

void Fold::on(const SpansRecorded&) { }

namespace {

/// What a person would write; a log from elsewhere may have anything.
bool isOfUsualSize(const HoldRule& rule)
{
    constexpr std::size_t mostNames = 1'000;
    constexpr std::size_t longestText = 64 * 1024;
    return rule.from.size() <= mostNames && rule.to.size() <= mostNames && rule.text.size() <= longestText
        && rule.name.size() <= longestText;
}

} // namespace

void Fold::on(const HoldRuleSet& set)
{
    if (!isOfUsualSize(set.rule)) {
        return;
    }
    auto& rules = m_state.m_holdRules;
    const auto known = std::ranges::find(rules, set.rule.id, &HoldRule::id);
    if (known != rules.end()) {
        *known = set.rule;
    } else if (rules.size() < maxHoldRules) {
        rules.push_back(set.rule);
    }
}

void Fold::on(const HoldRuleRemoved& removed)
{
    std::erase_if(m_state.m_holdRules, [&](const HoldRule& rule) { return rule.id == removed.id; });
}

void Fold::on(const HeldDropped& dropped) { forgetHeld(dropped.target); }

void Fold::on(const RoleModeSet& set)
{
    RoleState* role = member(set.role);
    if (!role) {
        return;
    }
    role->mode = set.mode;
    for (DirectChat& chat : m_state.m_directChats) {
        if (chat.role == set.role) {
            chat.lastActivity = m_event.time; // while it was paused, its time did not run out
        }
    }
}

void Fold::on(const UnknownEvent&) { m_state.m_hasUnknownEvents = true; }

void Fold::rememberNote(const Message& message)
{
    const bool isNote = message.sentFrom.str() == programName && message.sendTo == AddressSet{address::none};
    auto& newest = m_state.m_newestNotes;
    if (isNote && (newest.size() < ConversationState::maxNoteKinds || newest.contains(message.causeBy))) {
        newest[message.causeBy] = m_event.seq;
    }
}

void Fold::addUsage(RoleState* role, const Usage& usage)
{
    // A price that is no number would spoil every sum after it.
    const bool hasCost = usage.cost && std::isfinite(*usage.cost);
    const double cost = hasCost ? *usage.cost : 0.0;
    const bool isKnown = hasCost || usage.totalTokens() == 0;
    m_state.m_totalTokens = saturatingSum(m_state.m_totalTokens, usage.totalTokens());
    m_state.m_totalCost = finiteSum(m_state.m_totalCost, cost);
    m_state.m_isCostKnown = m_state.m_isCostKnown && isKnown;
    if (role) {
        role->tokens = saturatingSum(role->tokens, usage.totalTokens());
        role->cost = finiteSum(role->cost, cost);
        role->isCostKnown = role->isCostKnown && isKnown;
    }
}

} // namespace quarterdeck::conversation
