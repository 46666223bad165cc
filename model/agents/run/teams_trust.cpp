#include "model/agents/definition/session_server.h"
#include "model/agents/run/held_team.h"
#include "model/agents/run/session_model_source.h"
#include "model/agents/run/teams.h"

#include <QPointer>
#include <algorithm>
#include <utility>

namespace quarterdeck::team {

using conversation::RunState;
using conversation::SessionId;

void Teams::findTrust(const SessionId& id, Events first)
{
    const session::Session* session = m_hub.live(id);
    const auto* started = beginningIn(first);
    const bool isOurs = !m_guard.marks || m_trusted.contains(id) || session == nullptr || !namesTeam(started)
        || m_guard.marks->hasMark(*started, id);
    if (isOurs)
        return checkFolder(id, std::move(first));
    const conversation::EventSeq trusted = newestTrust(*session->state());
    if (trusted.value == 0)
        return hold(id, first);
    const auto look = [this, id, first = std::move(first)](const Events& events) {
        const auto* published =
            !events || events->empty() ? nullptr : std::get_if<conversation::MessagePublished>(&events->front().body);
        if (published != nullptr && m_guard.marks->isTrusted(published->message, *beginningIn(first), id))
            checkFolder(id, first);
        else
            hold(id, first);
    };
    m_hub.library().readEvents(id, {trusted.value - 1}, 1, m_receiver.wrap<Events>(look));
}

void Teams::hold(const SessionId& id, const Events& first)
{
    const session::Session* session = m_hub.live(id);
    const auto team = startedTeamOf(*beginningIn(first));
    if (session == nullptr || !team || !*team)
        return finishAttaching(id, first); // nobody would act
    modelsOf(id)->ownServer = serverOf(*beginningIn(first));
    const HeldTeam held = heldTeam(id, *session->state(), **team, *modelsOf(id), placeOf(id, (*team)->folder.path));
    m_held[id] = held;
    const std::vector<Then> waiting = std::exchange(m_attaching[id], {});
    m_attaching.erase(id);
    for (const Then& then : waiting)
        then(tl::make_unexpected(
            session::Error{conversation::ErrorCode::NotAllowed, held.what + " " + held.means, id.str()}));
    if (!m_hub.library().isReadOnly())
        emit teamHeld(held);
}

void Teams::checkFolder(const SessionId& id, Events first)
{
    const auto* started = beginningIn(first);
    const auto team =
        started == nullptr ? conversation::Result<std::optional<StartedTeam>>(std::nullopt) : startedTeamOf(*started);
    if (!team || !*team || (*team)->folder.path.empty())
        return finishAttaching(id, first);
    const auto found = m_receiver.wrap<std::string>([this, id, first = std::move(first)](const std::string& problem) {
        if (problem.empty())
            finishAttaching(id, first);
        else
            giveUpAttaching(id, {conversation::ErrorCode::NotAllowed, problem, id.str()});
    });
    m_disk.start([found, path = (*team)->folder.path, kept = m_guard.kept] { found(problemOfFolder(path, kept)); });
}

void Teams::giveUpAttaching(const SessionId& id, const session::Error& why)
{
    const std::vector<Then> waiting = std::exchange(m_attaching[id], {});
    m_attaching.erase(id);
    emit failed(why);
    for (const Then& then : waiting)
        then(tl::make_unexpected(why));
}

void Teams::tellGoingOn(session::Session& session, const TeamDefinition& team)
{
    const auto state = session.state();
    const std::vector<conversation::RoleName> cutOff = rolesCutOff(*state, team);
    if (cutOff.empty() || m_hub.library().isReadOnly())
        return;
    const auto tell = [this, cutOff,
                       told = TeamWentOn{session.id(), state->title(), static_cast<int>(cutOff.size()), {}}](
                          const Events& events) mutable {
        if (events)
            told.cost = costOfLastCalls(*events, cutOff);
        emit teamWentOn(told);
    };
    constexpr std::int64_t looked = 500; // a call of each is among the last events, or its cost is unknown
    const std::int64_t after = std::max<std::int64_t>(0, state->lastSeq().value - looked);
    m_hub.library().readEvents(session.id(), {after}, static_cast<int>(looked), m_receiver.wrap<Events>(tell));
}

void Teams::trust(SessionId session, session::SessionHub::Opened done)
{
    m_hub.open(std::move(session), [this, done = std::move(done)](const session::Result<session::Session*>& opened) {
        if (!opened) {
            emit failed(opened.error());
            if (done)
                done(opened);
            return;
        }
        session::Session* live = *opened;
        const auto read = [this, live, done](const Events& first) {
            if (const auto* started = beginningIn(first); started != nullptr && m_guard.marks)
                return recordTrust(*live, *started, done);
            wake(live->id(), done);
        };
        m_hub.library().readEvents(live->id(), {0}, 1, m_receiver.wrap<Events>(read));
    });
}

void Teams::recordTrust(session::Session& session, const conversation::SessionStarted& started,
                        session::SessionHub::Opened done)
{
    const SessionId id = session.id();
    if (m_runners.contains(id)) // it was trusted before
        return wake(id, std::move(done));
    session.submit(conversation::RecordMessage{m_guard.marks->noteOf(started, id), {}},
                   [self = QPointer(this), id, done = std::move(done)](const session::IntentOutcome& outcome) {
                       if (self.isNull())
                           return;
                       if (outcome.error) {
                           emit self->failed(*outcome.error);
                           if (done)
                               done(tl::make_unexpected(*outcome.error));
                           return;
                       }
                       self->m_trusted.insert(id);
                       self->m_held.erase(id);
                       emit self->teamReleased(id);
                       self->wake(
                           id, done ? done : [](const session::Result<session::Session*>&) {});
                   });
}

void Teams::leaveStopped(SessionId session)
{
    const session::Session* live = m_hub.live(session);
    if (live == nullptr || !m_held.contains(session))
        return;
    emit teamReleased(session);
    const RunState now = live->state()->runState();
    if (now == RunState::Running || now == RunState::Paused || now == RunState::StopRequested)
        m_hub.live(session)->submit(conversation::SetRunState{RunState::Stopped, {}, {}});
}

const HeldTeam* Teams::held(const SessionId& session) const
{
    const auto found = m_held.find(session);
    return found == m_held.end() ? nullptr : &found->second;
}

} // namespace quarterdeck::team
