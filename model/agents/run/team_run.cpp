#include "model/agents/run/team_run.h"

#include "model/agents/run/session_notes.h"
#include "model/agents/team_text.h"
#include "model/session/post.h"

#include <algorithm>

namespace quarterdeck::team {

Error cancelledError() { return {conversation::ErrorCode::Cancelled, texts::cancelled(), {}}; }

TeamRun::TeamRun(session::Session& session, std::shared_ptr<AgentFactory> agents)
    : m_session(&session)
    , m_id(session.id())
    , m_state(session.state())
    , m_agents(std::move(agents))
{
    connect(&session, &session::Session::committed, this, &TeamRun::onCommitted);
    connect(&session, &QObject::destroyed, this, &TeamRun::close);
}

void TeamRun::close()
{
    if (m_session != nullptr)
        m_session->disconnect(this);
    m_session = nullptr;
    closing.cancel();
    stopping->cancel();
    // Agents release what they hold while the engine still runs.
    m_minds.clear();
}

std::shared_ptr<Agent> TeamRun::agentOf(const conversation::Role& role)
{
    std::shared_ptr<Agent>& mind = m_minds[role.name];
    if (!mind)
        mind = m_agents->makeAgent(m_id, role);
    return mind;
}

bool TeamRun::isPaused(const RoleName& role) const
{
    const conversation::RoleState* member = m_state->role(role);
    return member != nullptr && member->mode == conversation::RoleMode::Paused;
}

bool TeamRun::isAnybodyBusy() const
{
    return std::ranges::any_of(acting, [this](const auto& one) {
        const Acting& how = one.second;
        return !how.isWaitingForUser && !how.isPausedAlone && !(how.isElsewhere && isPaused(one.first));
    });
}

void TeamRun::noteChange()
{
    m_isResting = false;
    if (m_isChangeNoted || isClosed())
        return;
    m_isChangeNoted = true;
    session::post(this, [this] {
        m_isChangeNoted = false;
        ++m_version;
        m_changes.callAll();
    });
}

void TeamRun::rest(std::uint64_t seen)
{
    if (m_isChangeNoted || m_version != seen || isClosed())
        return;
    m_isResting = true;
    session::post(this, [this] { m_rests.callAll(); });
}

Callbacks::Registration TeamRun::onQuestionEnded(const QuestionId& id, std::function<void(const QuestionEnd&)> call)
{
    return m_questionEnds.add([this, id, call = std::move(call)] {
        if (m_ended != nullptr && m_ended->id == id)
            call(m_ended->end);
    });
}

void TeamRun::onCommitted(const std::vector<conversation::Event>& events, const State& state)
{
    const bool isAtEnd = endedAtMessage == m_state->messageCount();
    m_state = state;
    for (const conversation::Event& event : events) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (isAtEnd && published != nullptr && isOfProgram(published->message))
            ++endedAtMessage; // the program's own: it is no word to anybody
        m_ended = std::get_if<conversation::QuestionEnded>(&event.body);
        if (m_ended != nullptr)
            m_questionEnds.callAll();
    }
    m_ended = nullptr;
    noteChange();
}

QCoro::Task<void> changeSince(RunPtr run, std::uint64_t seen)
{
    if (run->isClosed() || run->version() != seen)
        co_return;
    auto shot = std::make_shared<OneShot<bool>>();
    const auto onChange = run->onChange([shot] { shot->resolve(true); });
    const auto onClose = run->closing.onCancel([shot] { shot->resolve(false); });
    static_cast<void>(co_await valueOf(shot));
}

namespace {

bool isStorageFailure(const Error& error)
{
    using conversation::ErrorCode;
    switch (error.code) {
    case ErrorCode::ReadOnly:
    case ErrorCode::Locked:
    case ErrorCode::DiskFull:
    case ErrorCode::Damaged:
    case ErrorCode::Io:
        return true;
    default:
        return false;
    }
}

} // namespace

QCoro::Task<conversation::Decision> submitted(RunPtr run, conversation::Intent intent)
{
    std::vector<conversation::Intent> intents;
    intents.push_back(std::move(intent));
    return submittedTogether(std::move(run), std::move(intents));
}

QCoro::Task<conversation::Decision> submittedTogether(RunPtr run, std::vector<conversation::Intent> intents)
{
    auto shot = std::make_shared<OneShot<conversation::Decision>>();
    const auto onClose = run->closing.onCancel([shot] {
        conversation::Decision outcome;
        outcome.error = cancelledError();
        shot->resolve(std::move(outcome));
    });
    const session::Session::IntentDone done = [shot](conversation::Decision outcome) {
        shot->resolve(std::move(outcome));
    };
    if (!run->isClosed() && intents.size() == 1)
        run->session()->submit(std::move(intents.front()), done);
    else if (!run->isClosed())
        run->session()->submitAll(intents, done);
    conversation::Decision outcome = co_await valueOf(shot);
    if (outcome.error && isStorageFailure(*outcome.error))
        run->halted = outcome.error;
    co_return outcome;
}

} // namespace quarterdeck::team
