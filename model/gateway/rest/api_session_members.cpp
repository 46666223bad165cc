#include "model/gateway/rest/api_responses.h"
#include "model/gateway/rest/event_stream.h"
#include "model/gateway/rest/member_rules.h"
#include "model/gateway/rest/session_resource.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

/// What programs hear as members of a session, and which members they play.
namespace quarterdeck::gateway::api {

using conversation::RoleName;
using conversation::RoleState;
using nlohmann::json;
using session::EventSeq;
using session::Nothing;
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
