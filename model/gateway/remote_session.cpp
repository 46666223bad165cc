#include "model/gateway/remote_session.h"

#include "model/conversation/speaker.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <chrono>
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

void openRemote(session::SessionHub& hub, RemoteSettings settings, session::SessionHub::Opened done)
{
    if (const session::SessionSummary* known = remoteSession(hub, settings.source))
        return hub.open(known->id, std::move(done));
    conversation::SessionStarted started;
    started.kind = conversation::SessionKind::Remote;
    started.title = std::move(settings.title);
    started.source = std::move(settings.source);
    // The program decides who hears what.
    started.routing.leader = {};
    started.routing.leaderProfile.clear();
    started.details = std::move(settings.details);
    hub.create(std::move(started), {}, std::move(done));
}

using conversation::RunState;

namespace {

void runOrPause(session::Session& session)
{
    const RunState now = session.state()->runState();
    if (now != RunState::Finished)
        session.submit(
            conversation::SetRunState{now == RunState::Running ? RunState::Paused : RunState::Running, {}, {}});
}

void resume(session::Session& session)
{
    const RunState now = session.state()->runState();
    if (now == RunState::Paused || now == RunState::Stopped)
        session.submit(conversation::SetRunState{RunState::Running, {}, {}});
}

void stop(session::Session& session)
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
    session::Session* session = hub.live(id);
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

using conversation::ErrorCode;
using conversation::QuestionId;
using session::Session;

namespace {

constexpr std::chrono::milliseconds firstPause = std::chrono::seconds(1);
constexpr std::chrono::milliseconds longestPause = std::chrono::minutes(1);

struct Receipt
{
    QuestionId id;
    std::shared_ptr<void> held;
    std::chrono::milliseconds pause = firstPause;
};

bool isOfStoring(ErrorCode code)
{
    return code == ErrorCode::DiskFull || code == ErrorCode::Io || code == ErrorCode::Locked;
}

bool isMissing(const Session& session, const QuestionId& id)
{
    const auto& undelivered = session.state()->undeliveredAnswers();
    return std::find(undelivered.begin(), undelivered.end(), id) != undelivered.end();
}

void submit(Session& session, const std::shared_ptr<Receipt>& receipt)
{
    if (!isMissing(session, receipt->id))
        return;
    session.submit(conversation::AcknowledgeAnswer{receipt->id, {}},
                   [to = QPointer(&session), receipt](const conversation::Decision& outcome) {
                       if (!outcome.error || !isOfStoring(outcome.error->code) || to.isNull())
                           return;
                       QTimer::singleShot(receipt->pause, to.data(),
                                          [to = to.data(), receipt] { submit(*to, receipt); });
                       receipt->pause = std::min(2 * receipt->pause, longestPause);
                   });
}

} // namespace

void acknowledgeAnswer(Session& session, const QuestionId& id, std::shared_ptr<void> held)
{
    submit(session, std::make_shared<Receipt>(Receipt{id, std::move(held)}));
}

} // namespace quarterdeck::gateway
