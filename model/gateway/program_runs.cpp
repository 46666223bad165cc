#include "model/gateway/program_runs.h"

namespace quarterdeck::gateway {

using conversation::RunState;

namespace {

session::Session* programsIn(const session::SessionHub& hub, const session::SessionId& id)
{
    session::Session* session = hub.live(id);
    return session != nullptr && isOfPrograms(*session) ? session : nullptr;
}

} // namespace

bool isOfPrograms(const session::Session& session)
{
    return !session.isImportedSession() && session.state()->kind() == conversation::SessionKind::Team
        && session.state()->source().starts_with(programSource);
}

bool runOrPausePrograms(const session::SessionHub& hub, const session::SessionId& id)
{
    session::Session* session = programsIn(hub, id);
    if (session == nullptr)
        return false;
    const RunState now = session->state()->runState();
    if (now != RunState::Finished)
        session->submit(
            conversation::SetRunState{now == RunState::Running ? RunState::Paused : RunState::Running, {}, {}});
    return true;
}

bool resumePrograms(const session::SessionHub& hub, const session::SessionId& id)
{
    session::Session* session = programsIn(hub, id);
    if (session == nullptr)
        return false;
    const RunState now = session->state()->runState();
    if (now == RunState::Paused || now == RunState::Stopped)
        session->submit(conversation::SetRunState{RunState::Running, {}, {}});
    return true;
}

bool stopPrograms(const session::SessionHub& hub, const session::SessionId& id)
{
    session::Session* session = programsIn(hub, id);
    if (session == nullptr)
        return false;
    const RunState now = session->state()->runState();
    if (now == RunState::Running || now == RunState::Paused)
        session->submit(conversation::SetRunState{RunState::StopRequested, {}, {}});
    else if (now == RunState::StopRequested) // it was asked, and does not say that it has: nobody may be there
        session->submit(conversation::SetRunState{RunState::Stopped, {}, {conversation::RunCauseKind::ProgramLeft}});
    return true;
}

} // namespace quarterdeck::gateway
