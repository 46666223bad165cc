#include "api/speaking_gate.h"

#include "http/request_rules.h"

#include <utility>

namespace quarterdeck::gateway::api {

using conversation::RunState;
using session::Nothing;

namespace {

bool isStopped(RunState state) { return state == RunState::StopRequested || state == RunState::Stopped; }

HttpAnswer stopped()
{
    return errorAnswer(409, "not_allowed",
                       QT_TRANSLATE_NOOP("GatewayRefusals", "The person stopped this team: nobody speaks in it."));
}

} // namespace

SpeakingGate::SpeakingGate(session::Session& session) : m_session(session)
{
    connect(&session, &session::Session::committed, this, &SpeakingGate::look);
}
SpeakingGate::~SpeakingGate() = default;

void SpeakingGate::pass(const std::shared_ptr<HttpExchange>& exchange, std::function<void()> speak)
{
    const RunState now = m_session.state()->runState();
    if (isStopped(now))
        return exchange->answer(stopped());
    if (now != RunState::Paused)
        return speak();
    if (m_waiting.size() >= mostWaiting)
        return exchange->answer(errorAnswer(
            503, "paused", QT_TRANSLATE_NOOP("GatewayRefusals", "The team is paused, and too much waits to be said.")));
    const std::uint64_t number = ++m_last;
    m_waiting[number] = {exchange, std::move(speak)};
    const auto forget = m_replies.on<Nothing>([this, number](Nothing) { m_waiting.erase(number); });
    exchange->whenGone([forget] { forget(Nothing{}); });
}

void SpeakingGate::look()
{
    const RunState now = m_session.state()->runState();
    if (m_waiting.empty() || now == RunState::Paused)
        return;
    for (const auto& [number, one] : std::exchange(m_waiting, {})) {
        if (isStopped(now))
            one.exchange->answer(stopped());
        else
            one.speak();
    }
}

} // namespace quarterdeck::gateway::api
