#include "model/gateway/remote_session.h"

#include "model/conversation/speaker.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway {

std::string clientDisplayName(std::string name)
{
    return conversation::isLikeProgramName(name) ? name + " (another program)" : name;
}

const session::SessionSummary* remoteSession(const session::SessionHub& hub, const std::string& source)
{
    const auto& all = hub.summaries();
    const auto known = std::ranges::find_if(all, [&](const session::SessionSummary& one) {
        return one.kind == conversation::SessionKind::Remote && one.source == source;
    });
    return known == all.end() ? nullptr : &*known;
}

using conversation::RoleName;
using session::Nothing;
using session::Result;
using session::Session;

RemoteSession::RemoteSession(session::SessionHub& hub, std::string source, Settings settings,
                             session::LogFollower::Take take)
    : m_hub(hub)
    , m_source(std::move(source))
    , m_settings(std::move(settings))
    , m_take(std::move(take))
{ }
RemoteSession::~RemoteSession() = default;

Session* RemoteSession::live() const
{
    return isOpen() && m_hub.live(m_session->id()) == m_session ? m_session : nullptr;
}

void RemoteSession::whenOpen(Done done)
{
    if (live() != nullptr)
        return done(Nothing{});
    m_waiting.push_back(std::move(done));
    if (std::exchange(m_stage, Stage::Opening) == Stage::Opening)
        return;
    emit forgotten();
    session::afterSessionsListed(m_hub, *this, [this] { open(); });
}

void RemoteSession::whenKept(Done done)
{
    if (m_stage != Stage::Opening && live() == nullptr && !isKept())
        return done(tl::unexpected(session::Error{conversation::ErrorCode::NotFound, {}, {}}));
    whenOpen(std::move(done));
}

void RemoteSession::open()
{
    const auto done = [self = QPointer(this)](const Result<Session*>& session) {
        if (!self.isNull())
            self->follow(session);
    };
    if (const session::SessionSummary* known = remoteSession(m_hub, m_source))
        return m_hub.open(known->id, done);
    RemoteSettings settings = m_settings();
    conversation::SessionStarted started;
    started.kind = conversation::SessionKind::Remote;
    started.title = std::move(settings.title);
    started.source = m_source;
    // The program decides who hears what.
    started.routing.leader = {};
    started.routing.leaderProfile.clear();
    started.details = std::move(settings.details);
    m_hub.create(std::move(started), {}, done);
}

void RemoteSession::follow(const Result<Session*>& session)
{
    if (!session)
        return settle(tl::unexpected(session.error()));
    m_session = *session;
    if (!m_take)
        return settle(Nothing{});
    m_log = std::make_unique<session::LogFollower>(*m_session, m_take,
                                                   [this](const Result<Nothing>& result) { settle(result); });
}

void RemoteSession::settle(const Result<Nothing>& result)
{
    m_stage = result ? Stage::Open : Stage::Closed;
    if (result)
        emit opened();
    for (const Done& done : std::exchange(m_waiting, {}))
        done(result);
}

void RemoteSession::hire(const std::string& name, Done done)
{
    if (name.empty() || m_session->state()->role(RoleName(name)))
        return done(Nothing{});
    conversation::HireRole intent;
    intent.role.name = RoleName(name);
    submit(std::move(intent), [done = std::move(done)](const Result<Nothing>& hired) {
        const bool isMember = !hired && hired.error().code == conversation::ErrorCode::DuplicateRole;
        done(isMember ? Nothing{} : hired);
    });
}

void RemoteSession::submit(conversation::Intent intent, Done done)
{
    m_session->submit(std::move(intent),
                      [self = QPointer(this), done = std::move(done)](const conversation::Decision& outcome) {
                          if (!self.isNull())
                              outcome.error ? done(tl::unexpected(*outcome.error)) : done(Nothing{});
                      });
}

using conversation::RunState;

namespace {

void runOrPause(Session& session)
{
    const RunState now = session.state()->runState();
    if (now != RunState::Finished)
        session.submit(
            conversation::SetRunState{now == RunState::Running ? RunState::Paused : RunState::Running, {}, {}});
}

void resume(Session& session)
{
    const RunState now = session.state()->runState();
    if (now == RunState::Paused || now == RunState::Stopped)
        session.submit(conversation::SetRunState{RunState::Running, {}, {}});
}

void stop(Session& session)
{
    const RunState now = session.state()->runState();
    if (now == RunState::Running || now == RunState::Paused)
        session.submit(conversation::SetRunState{RunState::StopRequested, {}, {}});
    else if (now == RunState::StopRequested) // it was asked, and does not say that it has: nobody may be there
        session.submit(conversation::SetRunState{RunState::Stopped, {}, {conversation::RunCauseKind::ProgramLeft}});
}

} // namespace

bool isOfPrograms(const session::Session& session)
{
    return !session.isImportedSession() && session.state()->kind() == conversation::SessionKind::Team
        && session.state()->source().starts_with(programSource);
}

bool commandPrograms(const session::SessionHub& hub, const session::SessionId& id, conversation::RunCommand what)
{
    using conversation::RunCommand;
    Session* session = hub.live(id);
    if (session == nullptr || !isOfPrograms(*session) || what == RunCommand::Step)
        return false;
    if (what == RunCommand::RunOrPause)
        runOrPause(*session);
    else if (what == RunCommand::Resume)
        resume(*session);
    else
        stop(*session);
    return true;
}

} // namespace quarterdeck::gateway
