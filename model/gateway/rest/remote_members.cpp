#include "model/gateway/rest/remote_members.h"

#include <algorithm>
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

} // namespace quarterdeck::gateway::api
