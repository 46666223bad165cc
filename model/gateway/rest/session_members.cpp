#include "model/gateway/rest/session_members.h"

#include "model/conversation/json/event_json.h"
#include "model/conversation/state/idle_reason.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/rest/api_json.h"
#include "model/gateway/rest/event_stream.h"
#include "model/gateway/rest/session_resource.h"

#include <QtGlobal>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace quarterdeck::gateway::api {

using conversation::RoleName;
using session::EventSeq;

RemoteMembers::RemoteMembers(session::Session& session, std::set<RoleName> roles)
    : m_session(session)
    , m_roles(std::move(roles))
    , m_log(
          session, [this](const session::Event& event) { take(event); }, [this] { m_mail.clear(); })
{ }
RemoteMembers::~RemoteMembers() = default;

void RemoteMembers::take(const session::Event& event)
{
    if (const auto* observed = std::get_if<conversation::MailObserved>(&event.body); observed && has(observed->role)) {
        Mail& mail = m_mail[observed->role];
        mail.takings.push_back({event.seq, observed->upTo});
        if (observed->hasNews && !mail.openSince)
            mail.openSince = event.seq;
        if (!observed->hasNews)
            mail.openSince.reset();
    } else if (const auto* changed = std::get_if<conversation::RoleActivityChanged>(&event.body);
               changed && changed->finishedNews && has(changed->role)) {
        m_mail[changed->role].openSince.reset();
    }
}

std::int64_t RemoteMembers::takenBefore(const RoleName& role, EventSeq seq) const
{
    const auto found = m_mail.find(role);
    if (found == m_mail.end())
        return 0;
    const auto& takings = found->second.takings;
    const auto next = std::ranges::lower_bound(takings, seq, {}, &Taking::seq);
    return next == takings.begin() ? 0 : std::prev(next)->upTo;
}

RemoteMembers::Open RemoteMembers::notDealtWith(const RoleName& role) const
{
    const auto found = m_mail.find(role);
    const EventSeq now = m_session.state()->lastSeq();
    if (found == m_mail.end() || !found->second.openSince)
        return {now, now};
    return {EventSeq{found->second.openSince->value - 1}, found->second.takings.back().seq};
}

using conversation::Intent;
using conversation::RunState;

namespace {

constexpr const char* notItsMember =
    QT_TRANSLATE_NOOP("GatewayRefusals", "In this team, a program can speak only for members that programs play.");

} // namespace

RoleName speakerOf(const IncomingMessage& saying, const conversation::ConversationState& state)
{
    const conversation::RoleState* speaker =
        saying.message.sentFrom.isEmpty() ? nullptr : state.roleWithAddress(saying.message.sentFrom);
    return speaker == nullptr ? RoleName() : speaker->role.name;
}

std::optional<std::string> checkMaySpeak(const std::vector<IncomingMessage>& sayings,
                                         const conversation::ConversationState& state, const RoleNames& members)
{
    const bool isAllowed = std::ranges::all_of(sayings, [&](const IncomingMessage& one) {
        return members.contains(speakerOf(one, state)) && one.recipient.empty() && !one.isPrivate
            && one.recipients.empty() && !one.routed;
    });
    return isAllowed ? std::nullopt : std::optional<std::string>(notItsMember);
}

std::optional<std::string> checkMayAct(const std::vector<Intent>& status, const RoleNames& members)
{
    const bool isAllowed = std::ranges::all_of(status, [&](const Intent& one) {
        const auto* activity = std::get_if<conversation::SetRoleActivity>(&one);
        const auto* usage = std::get_if<conversation::RecordUsage>(&one);
        return (activity != nullptr && members.contains(activity->role))
            || (usage != nullptr && members.contains(usage->role));
    });
    return isAllowed ? std::nullopt : std::optional<std::string>(notItsMember);
}

void completeAsMember(conversation::Message& message, bool isAddressed, const RoleName& member,
                      const conversation::ConversationState& state)
{
    if (message.causeBy.isEmpty())
        message.causeBy = conversation::ActionName(member.str());
    const conversation::RoleState* leader = state.leader();
    if (isAddressed || leader == nullptr)
        return;
    if (leader->role.name == member)
        message.sendTo = {conversation::address::person};
    else
        message.sendTo = {leader->role.name.as<conversation::Address>()};
}

std::vector<Intent> turnEnds(const std::vector<IncomingMessage>& sayings, const conversation::ConversationState& state)
{
    std::map<RoleName, bool> isMoreToCome;
    for (const IncomingMessage& one : sayings)
        isMoreToCome[speakerOf(one, state)] = one.isMoreToCome;
    std::vector<Intent> ends;
    for (const auto& [role, isMore] : isMoreToCome)
        if (!isMore)
            ends.emplace_back(conversation::SetRoleActivity{role, conversation::RoleActivity::Idle, {}, false, true});
    return ends;
}

nlohmann::json roleStatusJson(const conversation::RoleState& role)
{
    return {{"role", conversation::toJson(role.role)},
            {"activity", wordOf(role.activity)},
            {"unread", role.unread()},
            {"tokens", role.tokens},
            {"cost", role.isCostKnown ? nlohmann::json(role.cost) : nlohmann::json()}};
}

bool awaitsClient(const conversation::RoleState& role, RunState state)
{
    const bool isItsTurn = role.hasNews && role.activity != conversation::RoleActivity::Failed;
    return state == RunState::NotStarted || state == RunState::Running || state == RunState::Paused
        || (state == RunState::Finished && isItsTurn);
}

bool isWaitedFor(const conversation::RoleState& role) { return role.hasNews || role.unread() > 0; }

using conversation::RoleActivity;
using session::Nothing;

namespace {

bool isStopped(RunState state) { return state == RunState::StopRequested || state == RunState::Stopped; }

HttpResponse stopped()
{
    return errorAnswer(409, "not_allowed",
                       QT_TRANSLATE_NOOP("GatewayRefusals", "The user stopped this team: nobody can speak in it."));
}

} // namespace

PauseGate::PauseGate(session::Session& session) : m_session(session)
{
    connect(&session, &session::Session::committed, this, &PauseGate::look);
}
PauseGate::~PauseGate() = default;

void PauseGate::pass(const std::shared_ptr<HttpExchange>& exchange, const RoleNames& speakers,
                     std::function<void()> speak)
{
    const RunState now = m_session.state()->runState();
    if (isStopped(now))
        return exchange->answer(stopped());
    if (!isHeldBack(speakers))
        return speak();
    if (m_waiting.size() >= mostWaiting)
        return exchange->answer(errorAnswer(
            503, "paused",
            QT_TRANSLATE_NOOP("GatewayRefusals", "The team is paused, and too many messages are waiting.")));
    const std::uint64_t number = ++m_last;
    m_waiting[number] = {exchange, speakers, std::move(speak)};
    for (const conversation::RoleName& speaker : speakers)
        tellPaused(speaker);
    const auto gone = m_replies.wrap<Nothing>([this, number](Nothing) { forget(number); });
    exchange->whenGone([gone] { gone(Nothing{}); });
}

/// While the run is paused, or one of them is.
bool PauseGate::isHeldBack(const RoleNames& speakers) const
{
    const auto state = m_session.state();
    return state->runState() == RunState::Paused
        || std::ranges::any_of(speakers, [&](const conversation::RoleName& speaker) {
               const conversation::RoleState* role = state->role(speaker);
               return role != nullptr && role->mode == conversation::RoleMode::Paused;
           });
}

void PauseGate::leave()
{
    for (const auto& [number, waiting] : std::exchange(m_waiting, {}))
        waiting.exchange->answer(noSession());
}

/// As far as anybody knows, its program goes on with its turn.
void PauseGate::forget(std::uint64_t number)
{
    const auto found = m_waiting.find(number);
    if (found == m_waiting.end())
        return;
    const RoleNames speakers = std::move(found->second.speakers);
    m_waiting.erase(found);
    for (const conversation::RoleName& speaker : speakers)
        if (std::ranges::none_of(m_waiting, [&](const auto& one) { return one.second.speakers.contains(speaker); }))
            tellAtWork(speaker);
}

void PauseGate::tellPaused(const conversation::RoleName& speaker)
{
    const auto state = m_session.state();
    const conversation::RoleState* role = state->role(speaker);
    const bool isAtTurn = role != nullptr
        && (role->activity == RoleActivity::Thinking || role->activity == RoleActivity::Acting) && role->hasWork
        && state->questionWaitedFor(*role) == nullptr;
    if (isAtTurn)
        m_session.submit(
            conversation::SetRoleActivity{speaker, RoleActivity::Paused, role->activityDetail, true, false});
}

void PauseGate::tellAtWork(const conversation::RoleName& speaker)
{
    const auto state = m_session.state();
    const conversation::RoleState* role = state->role(speaker);
    if (role != nullptr && role->activity == RoleActivity::Paused)
        m_session.submit(
            conversation::SetRoleActivity{speaker, RoleActivity::Thinking, role->activityDetail, role->hasWork, false});
}

void PauseGate::look()
{
    const RunState now = m_session.state()->runState();
    if (m_waiting.empty() || now == RunState::Paused)
        return;
    auto waiting = std::exchange(m_waiting, {});
    for (auto& [number, one] : waiting) {
        if (isStopped(now)) {
            one.exchange->answer(stopped());
            continue;
        }
        if (isHeldBack(one.speakers)) {
            m_waiting.emplace(number, std::move(one));
            continue;
        }
        for (const conversation::RoleName& speaker : one.speakers)
            tellAtWork(speaker);
        one.speak();
    }
}

/// What programs hear as members of a session, and which members they play.

using conversation::RoleState;
using nlohmann::json;
using session::Result;

void SessionResource::stream(EventSeq after, const RoleName& role, const std::shared_ptr<HttpExchange>& exchange)
{
    const auto& state = *m_session.state();
    if (after > state.lastSeq())
        return exchange->answer(conflict("The session's last event is " + std::to_string(state.lastSeq().value)
                                         + "; there is none to go on after " + std::to_string(after.value) + "."));
    if (!role.isEmpty() && state.role(role) == nullptr)
        return exchange->answer(notFound("“" + role.str() + "” is no member of this session."));
    if (m_members == nullptr)
        return begin(after, role, exchange);
    if (!m_members->has(role))
        return exchange->answer(forbidden(QT_TRANSLATE_NOOP("GatewayRefusals",
                                                            "In this team, a program can hear only what a member that "
                                                            "it plays hears: give that member's name as role.")));
    m_members->whenReady([this, after, role, exchange](const Result<Nothing>& ready) {
        if (!ready)
            return exchange->answer(refusal(ready.error()));
        if (isPlayed(role))
            return exchange->answer(
                conflict(QT_TRANSLATE_NOOP("GatewayRefusals", "Another program already plays this member.")));
        begin(after, role, exchange);
    });
}

void SessionResource::begin(EventSeq after, const RoleName& role, const std::shared_ptr<HttpExchange>& exchange)
{
    auto made = std::make_unique<EventStream>(m_hub, m_session, after, role, exchange, m_members.get());
    connect(made.get(), &EventStream::ended, this, [this, stream = made.get()] { forget(stream); });
    m_streams.push_back(std::move(made));
    m_streams.back()->start();
    emit membersChanged();
}

void SessionResource::forget(EventStream* stream)
{
    using conversation::RoleActivity;
    const RoleName name = stream->role();
    stream->deleteLater();
    std::erase_if(m_streams,
                  [&](std::unique_ptr<EventStream>& one) { return one.get() == stream && one.release() != nullptr; });
    const RoleState* role = m_members == nullptr ? nullptr : m_session.state()->role(name);
    const bool isAtWork = role != nullptr && role->hasNews && role->hasWork
        && (role->activity == RoleActivity::Thinking || role->activity == RoleActivity::Acting
            || role->activity == RoleActivity::Paused);
    if (isAtWork && isThere()) // the run waits for its program again
        m_session.submit(conversation::SetRoleActivity{name, RoleActivity::Thinking, {}, false, false});
    emit membersChanged();
}

bool SessionResource::isPlayed(const RoleName& role) const
{
    return std::ranges::any_of(m_streams, [&](const auto& stream) { return stream->role() == role; });
}

void SessionResource::withQuestion(const conversation::QuestionId& id, const std::shared_ptr<HttpExchange>& exchange,
                                   const std::function<void(QuestionResource&)>& then)
{
    if (m_members == nullptr)
        return then(m_questions);
    m_index.whenReady([this, id, exchange, then](const Result<Nothing>& ready) {
        if (!ready)
            return exchange->answer(refusal(ready.error()));
        if (!m_index.question(id))
            return exchange->answer(
                notFound(QT_TRANSLATE_NOOP("GatewayRefusals", "There is no such question in this session.")));
        then(m_questions);
    });
}

void SessionResource::tellRole(const RoleName& name, const SendResponse& answer)
{
    const RoleState* role = m_session.state()->role(name);
    if (role == nullptr || (m_members != nullptr && !m_members->has(name)))
        return answer(notFound("“" + name.str() + "” is no member of this session that a program plays."));
    if (m_members == nullptr)
        return answer(answerOf(200, roleStatusJson(*role)));
    m_members->whenReady([this, name, answer](const Result<Nothing>& ready) {
        if (!ready)
            return answer(refusal(ready.error()));
        json told = roleStatusJson(*m_session.state()->role(name));
        const RemoteMembers::Open open = m_members->notDealtWith(name);
        told["after"] = open.after.value;
        told["until"] = open.until.value;
        told["is_played"] = isPlayed(name);
        answer(answerOf(200, told));
    });
}

json SessionResource::openRoles() const
{
    const auto& state = *m_session.state();
    json roles = json::array();
    if (m_members == nullptr || !isThere())
        return roles;
    for (const RoleState& role : state.roles())
        if (m_members->has(role.role.name) && awaitsClient(role, state.runState()) && !isPlayed(role.role.name))
            roles.push_back({{"session", m_session.id().str()},
                             {"title", state.title()},
                             {"role", role.role.name.str()},
                             {"profile", role.role.profile},
                             {"run_state", wordOf(state.runState())},
                             {"is_waited_for", isWaitedFor(role)}});
    return roles;
}

} // namespace quarterdeck::gateway::api
