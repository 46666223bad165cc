#include "ui/controllers/team_controller.h"

#include "model/conversation/outsiders.h"
#include "ui/present/members.h"
#include "ui/present/present.h"

#include <QDateTime>

namespace quarterdeck::ui {

using conversation::RunCommand;

namespace {

/// More than a busy team produces in a few minutes.
constexpr SessionEventReader::Options lastMinutes{2'000, std::chrono::seconds(1), true};

bool hasAgentsHere(const CurrentSession& viewed)
{
    using conversation::SessionKind;
    return viewed.state()
        && (viewed.state()->kind() == SessionKind::Team || viewed.state()->kind() == SessionKind::Demo);
}

} // namespace

BurnRateTracker::BurnRateTracker(CurrentSession& viewed, QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_log(viewed, lastMinutes, [this](const session::Event& event) { m_meter.add(event); })
{
    connect(&m_log, &SessionEventReader::startedOver, this, [this] {
        m_meter = {};
        setRate({});
    });
    connect(&m_log, &SessionEventReader::advanced, this, [this] {
        if (!m_log.isReading())
            setRate(m_meter.rate());
    });
    connect(&viewed, &CurrentSession::stateChanged, this, [this] { m_log.setWanted(hasAgentsHere(m_viewed)); });
}

void BurnRateTracker::setRate(std::optional<conversation::BurnRate> rate)
{
    if (rate == m_rate)
        return;
    m_rate = rate;
    emit changed();
}

RemoteRoleTracker::RemoteRoleTracker(CurrentSession& viewed, QObject* parent) : QObject(parent), m_viewed(viewed)
{
    connect(&viewed, &CurrentSession::sessionChanged, this, &RemoteRoleTracker::find);
    find();
}

/// It is in the session's first event.
void RemoteRoleTracker::find()
{
    const conversation::SessionId session = m_viewed.isEmpty() ? conversation::SessionId() : m_viewed.id();
    if (session == m_session)
        return;
    m_session = session;
    m_roles.clear();
    if (session.isEmpty())
        return;
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(session, {0}, 1, m_receiver.wrap<Events>([this, session](const Events& first) {
        if (m_session == session)
            take(first);
    }));
}

void RemoteRoleTracker::take(const session::Result<std::vector<session::Event>>& first)
{
    const auto* started =
        first && !first->empty() ? std::get_if<conversation::SessionStarted>(&first->front().body) : nullptr;
    if (started == nullptr)
        return;
    m_roles = conversation::remoteRoles(*started);
    if (!m_roles.empty())
        emit changed();
}

TeamController::TeamController(Dependencies parts, CurrentSession& viewed, AppCommands& commands, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
    , m_viewed(viewed)
    , m_commands(commands)
    , m_burn(viewed)
    , m_remote(viewed)
{
    connect(&m_remote, &RemoteRoleTracker::changed, this, &TeamController::refresh);
    connect(&m_burn, &BurnRateTracker::changed, this, &TeamController::refresh);
    connect(&viewed, &CurrentSession::stateChanged, this, &TeamController::refresh);
    connect(&viewed, &CurrentSession::replayToggled, this, &TeamController::refresh);
    connect(&viewed, &CurrentSession::sessionChanged, &m_parts.toolbar, &Toolbar::closeLimits);
    connect(&m_parts.panel, &TeamPanel::directChatEndRequested, this, &TeamController::endDirectChat);
    connect(&m_parts.panel, &TeamPanel::retryRequested, this, [this](const QString& role) {
        if (!m_viewed.isEmpty() && !m_viewed.isReplaying())
            m_commands.retry(m_viewed.id(), conversation::RoleName(role.toStdString()));
    });
    connect(&m_parts.panel, &TeamPanel::modeRequested, this, &TeamController::setMode);
    connect(&m_parts.toolbar, &Toolbar::connectionRequested, this,
            [this] { chooseConnection(m_parts.toolbar.state().failure); });
    connect(&m_parts.toolbar, &Toolbar::limitsChosen, this, &TeamController::setLimits);
    connect(&m_parts.toolbar, &Toolbar::privacyChosen, this, &TeamController::setPrivate);
    connect(&m_parts.actions[ActionId::RunPause], &QAction::triggered, this, [this] {
        steer(m_parts.toolbar.state().run == view::RunState::Failed ? RunCommand::Resume : RunCommand::RunOrPause);
    });
    connect(&m_parts.actions[ActionId::RunStep], &QAction::triggered, this, [this] { steer(RunCommand::Step); });
    connect(&m_parts.actions[ActionId::RunStop], &QAction::triggered, this, [this] { steer(RunCommand::Stop); });
    connect(&m_parts.actions[ActionId::RunPrivate], &QAction::triggered, this, &TeamController::setPrivate);
    refresh();
}

void TeamController::refresh()
{
    const auto moment = m_viewed.replayMoment();
    const bool hasState = m_viewed.state() != nullptr;
    const bool isImportedSession = hasState && m_viewed.live()->isImportedSession();
    m_parts.panel.setMoment(moment ? std::optional(moment->time) : std::nullopt);
    m_parts.panel.setCanSpeak(m_viewed.canSpeak());
    const bool isQuiet = isImportedSession || m_viewed.isHeld(); // nobody works, whatever the log's last word
    view::Team team =
        hasState ? present::team(*m_viewed.state(), m_viewed.members(), moment.has_value(), isQuiet) : view::Team{};
    if (hasState && !isImportedSession)
        present::setRemoteFlags(team, *m_viewed.state(), m_remote.roles());
    m_parts.panel.setTeam(std::move(team));
    m_parts.dock.title().setCount(static_cast<int>(m_viewed.members().size()));
    m_parts.dock.title().setMoment(moment ? moment->words : QString());
    m_parts.dock.title().setMembers(m_parts.panel.memberGlyphs());
    m_parts.strip.setMembers(m_parts.panel.memberGlyphs());
    view::ToolbarState bar = hasState ? present::toolbar(*m_viewed.state(), m_viewed.title(), moment, isImportedSession)
                                      : view::ToolbarState{};
    if (hasState) {
        bar.isArchived = m_viewed.isArchived();
        if (m_viewed.isHeld())
            present::setHeld(bar);
        bar.burn = present::burn(m_burn.rate(), *m_viewed.state());
        present::setConnection(bar,
                               m_connections.of(m_viewed.id(), m_viewed.state()->source(), isImportedSession,
                                                {QDateTime::currentMSecsSinceEpoch()}));
    }
    m_parts.toolbar.setState(bar);
    const bool canSteer = bar.canRun && bar.hasWork && !moment;
    const bool isOver = bar.run == view::RunState::Stopped || bar.run == view::RunState::Finished;
    const bool isStopping = bar.run == view::RunState::Stopping;
    m_parts.actions.setAvailable(ActionId::RunPause, canSteer && !isStopping);
    m_parts.actions.setAvailable(ActionId::RunStep, canSteer && !isStopping);
    m_parts.actions.setAvailable(ActionId::RunStop,
                                 canSteer && !isOver && bar.run != view::RunState::NotStarted
                                     && (!isStopping || bar.canInsist));
    m_parts.actions.setAvailable(ActionId::RunPrivate, bar.canChangePrivacy);
    m_parts.actions[ActionId::RunPrivate].setChecked(bar.isPrivate);
}

void TeamController::setPrograms(const gateway::ConnectedClients& programs)
{
    m_connections = present::Connections(programs);
    refresh();
}

void TeamController::steer(RunCommand what)
{
    if (!m_viewed.isEmpty() && !m_viewed.isReplaying())
        m_commands.steer(m_viewed.id(), what);
}

void TeamController::chooseConnection(const QString& failure)
{
    if (!m_viewed.isEmpty() && !m_viewed.isReplaying())
        m_commands.chooseConnection(m_viewed.id(), m_parts.toolbar.state().title, failure);
}

void TeamController::setLimits(std::optional<double> budget, int rounds)
{
    if (!m_viewed.isEmpty() && !m_viewed.isReplaying())
        m_commands.setLimits(m_viewed.id(), {budget, rounds});
}

void TeamController::setPrivate(bool isPrivate)
{
    if (m_viewed.live() != nullptr && !m_viewed.isReplaying())
        m_viewed.live()->submit(conversation::SetPublicChat{!isPrivate});
}

void TeamController::setMode(const QString& role, conversation::RoleMode mode)
{
    if (m_viewed.canSpeak())
        m_viewed.live()->submit(conversation::SetRoleMode{conversation::RoleName(role.toStdString()), mode});
}

void TeamController::endDirectChat(const QString& role)
{
    if (m_viewed.canSpeak())
        m_viewed.live()->submit(conversation::EndDirectChat{conversation::RoleName(role.toStdString())});
}

} // namespace quarterdeck::ui
