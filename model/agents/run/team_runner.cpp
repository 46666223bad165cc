#include "model/agents/run/team_runner.h"

#include "model/agents/run/artifacts.h"
#include "model/agents/run/run_limits.h"
#include "model/agents/run/session_notes.h"
#include "model/agents/run/team_loop.h"
#include "model/agents/run/team_run.h"
#include "model/agents/team_text.h"
#include "model/conversation/state/idle_reason.h"

#include <algorithm>

namespace quarterdeck::team {

using conversation::RunState;

namespace {

/// Roles that failed before the program ended: with their news, they still wait for the person.
std::set<conversation::RoleName> failedBefore(const conversation::ConversationState& state)
{
    std::set<conversation::RoleName> names;
    for (const conversation::RoleState& role : state.roles())
        if (role.activity == conversation::RoleActivity::Failed && role.hasNews)
            names.insert(role.role.name);
    return names;
}

/// Roles whose turn ended with the program while they, or the run, were paused: it begins again when they go on.
void tellWhoPaused(TeamRun& run)
{
    if (run.session() == nullptr || run.session()->library().isReadOnly())
        return;
    const TeamRun::State state = run.state();
    for (const conversation::RoleState& role : state->roles()) {
        const std::shared_ptr<Agent> agent = run.agentOf(role.role);
        const bool isAtTurn = role.activity == conversation::RoleActivity::Thinking
            || role.activity == conversation::RoleActivity::Acting;
        const bool isPaused = conversation::isEndingTurn(*state, role) || (isAtTurn && run.isPaused(role.role.name));
        if (!isPaused || run.isActing(role.role.name) || !agent || agent->livesElsewhere())
            continue;
        run.session()->submit(conversation::SetRoleActivity{role.role.name, conversation::RoleActivity::Paused,
                                                            role.activityDetail, role.hasWork, false});
    }
}

} // namespace

TeamRunner::TeamRunner(session::Session& session, std::shared_ptr<AgentFactory> agents, QObject* parent)
    : QObject(parent)
    , m_run(new TeamRun(session, std::move(agents)), [](TeamRun* run) { run->deleteLater(); })
    , m_onChange(m_run->onChange([this] {
        if (m_manifests != nullptr)
            m_manifests->look();
        emit changed();
    }))
    , m_onRest(m_run->onRest([this] { emit changed(); }))
{
    m_run->failed = failedBefore(*session.state());
    m_run->endedAtMessage = session.state()->messageCount();
    m_run->roundsPerRun = session.state()->plannedRounds();
    m_run->roundLimit = session.state()->roundLimit();
}

TeamRunner::~TeamRunner() { m_run->close(); }

void TeamRunner::keepManifests(const ChosenFolder& folder)
{
    if (m_manifests != nullptr || m_run->session() == nullptr)
        return;
    m_manifests = new ManifestRecorder(
        *m_run->session(), folder, [run = m_run] { return !run->acting.empty(); }, this);
    connect(m_manifests, &ManifestRecorder::settled, this, &TeamRunner::changed);
}

void TeamRunner::wake()
{
    if (std::exchange(m_isAwake, true))
        return;
    tellWhoPaused(*m_run);
    runTeam(m_run); // ends by itself when the run closes
}

conversation::Result<void> TeamRunner::run(std::int32_t rounds, std::optional<conversation::Message> idea)
{
    if (!idea)
        return runWith(rounds, {});
    conversation::Publish publish;
    publish.message = std::move(*idea);
    return runWith(rounds, std::move(publish));
}

conversation::Result<void> TeamRunner::runWith(std::int32_t rounds, std::optional<conversation::Publish> idea)
{
    if (m_run->state()->roles().empty())
        return tl::make_unexpected(Error{conversation::ErrorCode::NotAllowed, texts::nobodyHired(), {}});
    m_run->roundsPerRun = rounds;
    m_run->isStepping = false;
    setRunState(grantRounds(*m_run, rounds));
    if (idea && m_run->session() != nullptr)
        m_run->session()->submit(std::move(*idea));
    wake();
    return {};
}

void TeamRunner::pause()
{
    m_run->isStepping = false;
    if (m_run->runState() == RunState::Running)
        setRunState({RunState::Paused, {}, {}});
}

void TeamRunner::resume()
{
    m_run->isStepping = false;
    setRunState({RunState::Running, {}, {}}); // where all rounds are done, the person is asked how many more
    wake();
}

void TeamRunner::step()
{
    resume();
    if (areRoundsDone(*m_run))
        setRunState(grantRounds(*m_run, 1)); // which says how many more there shall be
    m_run->isStepping = true;
}

void TeamRunner::retry(const RoleName& role)
{
    const conversation::RoleState* state = m_run->state()->role(role);
    const RunState now = m_run->runState();
    const bool goesOn = now == RunState::Running || now == RunState::Finished;
    if (!goesOn || state == nullptr || state->activity != conversation::RoleActivity::Failed || !state->hasNews
        || m_run->isActing(role))
        return;
    m_run->halted.reset();
    m_run->failed.erase(role);
    m_run->retried.insert(role);
    m_run->noteChange();
    wake();
}

void TeamRunner::storesAgain()
{
    if (!m_run->halted)
        return;
    m_run->halted.reset();
    m_run->noteChange();
}

void TeamRunner::setLongestRound(std::chrono::milliseconds longest)
{
    m_run->clock.setLongest(longest);
    m_run->noteChange();
}

void TeamRunner::setLimits(const TeamLimits& limits)
{
    changeLimits(m_run, limits); // ends by itself
    wake();
}

void TeamRunner::stop()
{
    const RunState now = m_run->runState();
    if (now == RunState::Running || now == RunState::Paused)
        setRunState({RunState::StopRequested, {}, {}});
    wake();
}

bool TeamRunner::isActing() const
{
    return !m_run->acting.empty() || (m_manifests != nullptr && !m_manifests->isSettled());
}

bool TeamRunner::isAtRest() const
{
    const bool isAnybodyAtTurn =
        std::ranges::any_of(m_run->acting, [this](const auto& one) { return !m_run->isPaused(one.first); });
    return m_run->isResting() && !isAnybodyAtTurn && (m_manifests == nullptr || m_manifests->isSettled());
}

void TeamRunner::setRunState(conversation::SetRunState wanted)
{
    const RunState state = wanted.state;
    m_run->halted.reset();
    if (state == RunState::Running)
        m_run->failed.clear();
    const RunState now = m_run->runState();
    const bool goesOnAgain = state == RunState::Running && (now == RunState::Stopped || now == RunState::Finished);
    if (m_run->session() != nullptr)
        m_run->session()->submit(std::move(wanted));
    if (m_run->session() != nullptr && goesOnAgain)
        m_run->session()->submit(conversation::RecordMessage{resumeNote(), {}});
    m_run->noteChange();
}

} // namespace quarterdeck::team
