#include "model/gateway/rest/pause_gate.h"

#include "model/conversation/state/idle_reason.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/rest/api_responses.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::api {

using conversation::RoleActivity;
using conversation::RunState;
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
    if (now != RunState::Paused)
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
    if (role != nullptr && conversation::isEndingTurn(*state, *role))
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
    const auto waiting = std::exchange(m_waiting, {});
    for (const auto& [number, one] : waiting) {
        if (isStopped(now)) {
            one.exchange->answer(stopped());
            continue;
        }
        for (const conversation::RoleName& speaker : one.speakers)
            tellAtWork(speaker);
        one.speak();
    }
}

} // namespace quarterdeck::gateway::api
