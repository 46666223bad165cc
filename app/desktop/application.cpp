#include "app/desktop/application.h"

#include "app/desktop/agents_controller.h"
#include "app/desktop/connections_controller.h"
#include "app/desktop/export_controller.h"
#include "app/desktop/import_controller.h"
#include "app/desktop/launch.h"
#include "app/desktop/new_session_controller.h"
#include "app/desktop/notices.h"
#include "app/desktop/recovery.h"
#include "app/desktop/settings.h"
#include "app/desktop/team_editor_controller.h"
#include "app/services/disk_space_monitor.h"
#include "app/services/instance_server.h"
#include "app/services/keys.h"
#include "app/services/samples.h"
#include "app/services/team_store.h"
#include "model/agents/provider/chat_providers.h"
#include "model/agents/run/teams.h"
#include "model/session/post.h"
#include "storage/open_library.h"
#include "ui/shell/help_windows.h"
#include "ui/shell/menus.h"
#include "ui/transcript/rendering.h"

#include <QDeadlineTimer>
#include <algorithm>
#include <utility>

namespace quarterdeck::app {

namespace {

const QString highSuffix = QStringLiteral("-high");

ui::theme::ThemeChoice themeNamed(const QString& name, ui::theme::ThemeChoice otherwise)
{
    if (name.startsWith(QStringLiteral("light")))
        return ui::theme::ThemeChoice::Light;
    if (name.startsWith(QStringLiteral("dark")))
        return ui::theme::ThemeChoice::Dark;
    return name == QStringLiteral("system") ? ui::theme::ThemeChoice::System : otherwise;
}

gateway::TokenlessAccess studioNamed(const QString& word)
{
    return word == QStringLiteral("token") ? gateway::TokenlessAccess::WithToken
        : word == QStringLiteral("off")    ? gateway::TokenlessAccess::Off
                                           : gateway::TokenlessAccess::Open;
}

/// A window of the Help menu: made when it is first asked for, then brought to the front.
template <typename HelpWindow>
void showOnce(const ui::theme::ThemeController& theme, ui::MainWindow& parent)
{
    auto* window = parent.findChild<HelpWindow*>();
    if (window == nullptr)
        window = new HelpWindow(theme, &parent);
    window->show();
    window->raise();
    window->activateWindow();
}

} // namespace

std::unique_ptr<Application> Application::start(QApplication& application, const LaunchOptions& options)
{
    auto program = std::unique_ptr<Application>(new Application(application, options));
    if (program->startEngine() == HandoffResult::Taken)
        return nullptr;
    program->makeParts(application);
    program->begin();
    return program;
}

Application::Application(QApplication& application, const LaunchOptions& options)
    : m_options(options)
    , m_settings(options.screenshot.isEmpty() && options.package.isEmpty() ? Settings::Memory::Kept
                                                                           : Settings::Memory::ReadOnly)
{
    m_language.use(options.language.isEmpty() ? m_settings.language() : options.language);
    // After the language, since trouble with the library is reported in it.
    m_library = libraryOf(options);
    m_theme = std::make_unique<ui::theme::ThemeController>(application);
    m_theme->setChoice(themeNamed(options.theme, m_settings.theme()));
    m_theme->setTextScale(m_settings.textScale());
    m_theme->setHighContrast(options.theme.endsWith(highSuffix) || m_settings.isHighContrast());
}

void Application::makeParts(QApplication& application)
{
    m_servers = std::make_unique<ModelServers>(*m_engine, ConnectionStore(ConnectionStore::defaultFolder()),
                                               std::make_unique<Keyring>());
    m_focusRing = std::make_unique<ui::theme::FocusRing>(application, *m_theme);
    m_actions = std::make_unique<ui::ActionRegistry>(*m_theme);
    m_actions->applyDifferences(m_settings.shortcuts());
    m_commands = std::make_unique<WindowCommands>(*m_engine, m_settings, m_language, m_notices, m_options.demoPace,
                                                  std::make_shared<team::ConnectionModels>(m_servers->providers()),
                                                  workspacesBeside(m_library), teamGuard(m_library));
    m_window = std::make_unique<ui::MainWindow>(*m_theme, *m_actions);
    m_workspace = std::make_unique<ui::MainController>(
        ui::MainController::Dependencies{*m_theme, *m_actions, *m_window, *m_commands, m_engine->hub(),
                                         m_engine->library(), m_engine->context(), m_notices});
    QObject::connect(m_commands.get(), &WindowCommands::heldTeamsChanged, m_workspace.get(),
                     &ui::MainController::setHeldTeams);
    QObject::connect(m_commands.get(), &WindowCommands::sessionMade, m_workspace.get(),
                     &ui::MainController::openSession);
    QObject::connect(m_commands.get(), &WindowCommands::messageRequested, m_workspace.get(),
                     &ui::MainController::openMessage);
    connectQuit();
    connectExport();
    connectHelp();
    connectRestore();
    connectRecovery();
    connectAgents();
    connectModels();
    restoreChoices({m_settings, *m_theme, m_language, *m_actions, *m_workspace, *m_window},
                   m_options.screenshot.isEmpty() ? Place::AsItWas : Place::Usual);
}

void Application::openPackage()
{
    std::unique_ptr<RecoveryWindow> progress;
    auto opened = OpenedPackage::open(m_options.package, [&](int percent) {
        if (!progress) {
            progress = RecoveryWindow::ofPackage(m_options.package);
            progress->show();
        }
        progress->setProgress(percent);
    });
    if (opened)
        m_package = std::move(*opened);
    m_engine =
        Engine::show(m_package ? session::Result<std::string>(m_package->library()) : tl::unexpected(opened.error()));
}

HandoffResult Application::startEngine()
{
    if (!m_options.package.isEmpty()) {
        openPackage();
        return HandoffResult::Nobody;
    }
    std::unique_ptr<RecoveryWindow> recovery;
    const auto tell = [&](int percent) {
        if (!recovery) {
            recovery = RecoveryWindow::ofLibrary(m_library);
            recovery->show();
        }
        recovery->setProgress(percent);
    };
    const auto opening = m_options.isRecoveryWanted ? Engine::Opening::Recovered
        : m_options.isNewWanted                     ? Engine::Opening::Anew
                                                    : Engine::Opening::AsItIs;
    const QDeadlineTimer patience = ownerPatience();
    for (;;) {
        m_engine.reset();
        m_engine = Engine::start(m_library.toStdString(), tell, opening);
        if (!m_engine->lockedReason() || !m_options.claim)
            return HandoffResult::Nobody;
        if (const auto handing = requestLibrary(*m_options.claim, handoverOf(m_options), patience))
            return *handing;
    }
}

Application::~Application()
{
    if (m_window)
        saveWindowGeometry(m_settings, *m_window, *m_workspace);
    // The page uses the library and the workspace the commands until they are gone, so users go before what they use.
    m_picture.reset();
    m_workspace.reset();
    m_window.reset();
    m_commands.reset();
    m_servers.reset();
    m_engine.reset();
}

void Application::connectQuit()
{
    if (!m_options.screenshot.isEmpty())
        return;
    m_window->setCloseCheck([this] { return mayQuit(); });
    QObject::connect(m_workspace.get(), &ui::MainController::sessionsListed, m_window.get(), [this] {
        if (m_quitAsked.empty() || !teamsThatWouldLose().empty())
            return;
        m_quitAsked.clear();
        m_notices.withdraw(quitNoticeId);
    });
}

/// Here: those of a library that is only read are at work elsewhere, if at all, and those that are held do nothing.
std::map<conversation::SessionId, QString>
Application::ofThisProgram(std::map<conversation::SessionId, QString> teams) const
{
    std::erase_if(teams, [this](const auto& team) { return m_commands->isHeld(team.first); });
    return m_engine->library()->readOnlyReason() ? std::map<conversation::SessionId, QString>() : teams;
}

/// What they are writing is lost if the program ends. Pausing ones write, too, until their turn is over.
std::map<conversation::SessionId, QString> Application::teamsThatWouldLose() const
{
    std::map<conversation::SessionId, QString> teams = m_workspace->teamsAtWork();
    teams.merge(m_workspace->teamsPausing());
    return ofThisProgram(std::move(teams));
}

/// Once the question stands there, whoever closes the window again means it.
bool Application::mayQuit()
{
    const std::map<conversation::SessionId, QString> teams = teamsThatWouldLose();
    const bool isAsked =
        std::ranges::all_of(teams, [this](const auto& team) { return m_quitAsked.contains(team.first); });
    if (isAsked || qGuiApp->isSavingSession())
        return true;
    QStringList titles;
    for (const auto& [session, title] : teams) {
        m_quitAsked.insert(session);
        titles << title;
    }
    if (m_window->isMinimized())
        m_window->showNormal();
    const auto stay = [this] { m_quitAsked.clear(); };
    m_notices.post([this, titles, stay] {
        ui::view::Notice notice = quitNotice(titles);
        notice.button.act = [this] { m_window->close(); };
        notice.otherButton.act = stay;
        notice.closed = stay;
        return notice;
    });
    return false;
}

void Application::connectHelp()
{
    new ui::NewSessionMenu(*m_actions, *m_window);
    QObject::connect(&(*m_actions)[ui::ActionId::HelpGuide], &QAction::triggered, m_window.get(),
                     [this] { showOnce<ui::GuideWindow>(*m_theme, *m_window); });
    QObject::connect(&(*m_actions)[ui::ActionId::HelpAbout], &QAction::triggered, m_window.get(),
                     [this] { showOnce<ui::AboutWindow>(*m_theme, *m_window); });
}

void Application::connectExport()
{
    auto* exports = new ExportController(m_engine->library(), *m_theme, m_notices, *m_window,
                                         [this](const auto& done) { m_servers->readKeys(done); });
    QObject::connect(m_commands.get(), &WindowCommands::exportRequested, exports, &ExportController::open);
}

void Application::connectFolders()
{
    auto* folders = new WatchedFoldersController(m_settings, m_commands->imports(),
                                                 *m_window->findChild<ui::WatchedFoldersMenu*>(), *m_window);
    QObject::connect(&(*m_actions)[ui::ActionId::FolderWatch], &QAction::triggered, folders,
                     &WatchedFoldersController::choose);
}

void Application::connectAgents()
{
    m_agents = std::make_unique<AgentsController>(
        AgentsController::Dependencies{*m_engine, m_settings, *m_theme, *m_window, *m_workspace, m_notices, m_library});
    QObject::connect(&(*m_actions)[ui::ActionId::AgentsConnect], &QAction::triggered, m_agents.get(),
                     &AgentsController::open);
}

void Application::connectModels()
{
    auto* controller = new ConnectionsController(*m_servers, *m_theme, *m_window);
    QObject::connect(&(*m_actions)[ui::ActionId::ModelConnections], &QAction::triggered, controller,
                     &ConnectionsController::open);
    auto* chooser = new ConnectionChooser(*m_servers, *m_commands, *m_theme, *m_window);
    QObject::connect(chooser, &ConnectionChooser::connectionsWanted, controller, &ConnectionsController::open);
    auto* editor = new TeamEditorController({*m_theme, m_language, *m_servers, m_teams}, *m_window);
    QObject::connect(&(*m_actions)[ui::ActionId::TeamEdit], &QAction::triggered, editor, &TeamEditorController::open);
    auto* continuer = new ContinuationController(m_engine->library(), m_notices, m_window.get(),
                                                 std::chrono::milliseconds{500}, m_commands->teams()->marks());
    QObject::connect(continuer, &ContinuationController::made, m_commands.get(), &WindowCommands::playOn);
    auto* starter = new NewSessionController(
        {*m_theme, m_language, m_settings, *m_servers, *m_commands, m_teams, *continuer, m_notices, m_library},
        *m_window);
    QObject::connect(m_commands.get(), &WindowCommands::continuationRequested, starter,
                     &NewSessionController::openContinuation);
    QObject::connect(starter, &NewSessionController::teamsWanted, editor, &TeamEditorController::open);
    QObject::connect(editor, &TeamEditorController::teamsChanged, starter, &NewSessionController::refresh);
    QObject::connect(&(*m_actions)[ui::ActionId::SessionTeam], &QAction::triggered, starter,
                     &NewSessionController::open);
    QObject::connect(starter, &NewSessionController::connectionsWanted, controller, &ConnectionsController::open);
}

void Application::connectRestore()
{
    auto* controller = new RestoreController(m_library, !m_engine->hasStandIn(), *m_theme, *m_window);
    if (const BackupScheduler* backups = m_engine->backups()) {
        m_workspace->setBackupWeeks(weeksInBackups);
        QObject::connect(backups, &BackupScheduler::troubleChanged, controller,
                         [this, controller](const auto& trouble) {
                             ui::view::Notice notice = backupNotice(trouble);
                             if (trouble && trouble->error.code == conversation::ErrorCode::Damaged)
                                 notice.button.act = [this] { endFor({NextStart::Kind::Recover}); };
                             else
                                 notice.button.act = [controller] { controller->makeOne(); };
                             m_notices.post(notice);
                         });
    }
    QObject::connect(&(*m_actions)[ui::ActionId::LibraryRestore], &QAction::triggered, controller,
                     &RestoreController::open);
    QObject::connect(controller, &RestoreController::restoreRequested, m_window.get(), [this](const QString& backup) {
        endFor({NextStart::Kind::Restored, backup});
    });
}

void Application::connectRecovery()
{
    QObject::connect(m_workspace.get(), &ui::MainController::recoveryRequested, m_window.get(),
                     [this] { endFor({NextStart::Kind::Recover}); });
}

void Application::begin()
{
    m_window->show();
    if (m_package) {
        tellOfPackage();
    } else if (const auto reason = m_engine->library()->readOnlyReason()) {
        const bool isImporting = m_engine->lockedReason() && m_options.claim && !m_options.claim->importing().isEmpty();
        tellOfReadOnly(isImporting ? importingElsewhere(m_options.claim->importing())
                                   : m_engine->lockedReason().value_or(*reason));
    } else {
        new LaunchRequestHandler(m_library,
                                 {*m_engine, *m_commands, *m_agents, *m_window,
                                  std::make_shared<team::ConnectionModels>(m_servers->providers())});
        if (m_options.screenshot.isEmpty())
            connectFolders();
        if (m_options.port != 0)
            welcomeAgents();
    }
    m_options.claim.reset();
    tellOfRecovery();
    if (ui::transcript::isSandboxOff())
        m_notices.post(sandboxOffNotice);
    if (const auto lost = storage::lostLog(*m_engine->library()))
        leadToBackups(lostLogNotice(*lost));
    QObject::connect(m_workspace.get(), &ui::MainController::sessionsListed, m_window.get(), [this](int count) {
        if (std::exchange(m_isListed, true))
            return;
        if (m_options.screenshot.isEmpty())
            for (const auto& [session, title] :
                 ofThisProgram(m_workspace->teamsAtWork())) // cut off when the program ended
                m_commands->wake(session);
        if (count == 0 && m_options.areSamplesOffered)
            offerSamples();
        else
            showWhatWasAsked();
    });
    if (m_options.screenshot.isEmpty())
        return;
    m_picture = std::make_unique<ScreenshotJob>(m_options.screenshot, *m_window, *m_workspace, *m_commands);
    if (m_engine->hasStandIn()) // there is nothing to show in it
        m_picture->giveUp(QString::fromStdString(m_engine->library()->readOnlyReason()->sentence));
}

/// The recovery of this start, or one that the previous start left to be reported.
void Application::tellOfRecovery()
{
    const std::optional<storage::RecoveryReport>& own = m_engine->recovery();
    const auto report = own ? std::make_shared<const storage::RecoveryReport>(*own) : m_options.recovered;
    if (!m_options.greeting.isEmpty() && (own || !report))
        m_notices.post(greetingNotice(m_options.greeting, m_options.isGreetingBad));
    const std::optional<session::Error>& failure = m_engine->recoveryFailure();
    const auto reason = m_engine->library()->readOnlyReason();
    const bool isSaid = failure && reason && reason->sentence == failure->sentence;
    if (!report && m_options.isRecoveryWanted && failure && !isSaid)
        m_notices.post(greetingNotice(QString::fromStdString(failure->sentence), true));
    auto* reporter =
        new RecoveryReporter({*m_theme, *m_actions, m_notices, *m_window->findChild<RestoreController*>(), *m_window});
    if (report)
        reporter->tell(report, own ? Recovered::Library : Recovered::ChosenFile,
                       own ? recoveryNotice(*own) : recoveredFileNotice(m_options.greeting));
}

void Application::endWriting()
{
    for (const ui::ActionId id : {ui::ActionId::SessionNew, ui::ActionId::SessionTeam, ui::ActionId::SessionDemo,
                                  ui::ActionId::SessionOpen, ui::ActionId::FolderImport, ui::ActionId::FolderWatch,
                                  ui::ActionId::AgentsConnect, ui::ActionId::LibraryCleanUp})
        m_actions->setAvailable(id, false);
}

void Application::endFor(NextStart next)
{
    m_next = std::move(next);
    QCoreApplication::exit(0);
}

void Application::tellOfReadOnly(const session::Error& reason)
{
    endWriting();
    const Shown shown = !m_engine->hasStandIn() ? Shown::Library
        : m_options.package.isEmpty()           ? Shown::NoLibrary
                                                : Shown::NoPackage;
    ui::view::Notice notice = readOnlyNotice(reason, shown);
    if (reason.code == conversation::ErrorCode::DiskFull && shown != Shown::NoPackage)
        waitForSpace(notice);
    if (m_engine->isLost())
        offerNewLibrary();
    const auto tryAgain = [this] { endFor({NextStart::Kind::Again}); };
    notice.otherButton.act = tryAgain;
    if (shown == Shown::NoLibrary)
        return leadToBackups(notice);
    notice.button.act = tryAgain;
    m_notices.post(notice);
}

void Application::leadToBackups(ui::view::Notice notice)
{
    notice.stays = true;
    notice.button.act = [this] { (*m_actions)[ui::ActionId::LibraryRestore].trigger(); };
    m_notices.post(notice);
}

void Application::offerNewLibrary()
{
    m_notices.post([this] {
        ui::view::Notice notice = startAnewNotice();
        notice.button.act = [this] { endFor({NextStart::Kind::Anew}); };
        return notice;
    });
}

void Application::waitForSpace(ui::view::Notice& notice)
{
    notice.meaning = QCoreApplication::translate("Program", "%1 Quarterdeck will try again when there is space.")
                         .arg(notice.meaning);
    auto* watch = new DiskSpaceMonitor(m_library, pauseBeforeRetry(m_options.retries), m_window.get());
    QObject::connect(watch, &DiskSpaceMonitor::spaceReturned, m_window.get(), [this] {
        endFor({NextStart::Kind::Again, {}, true});
    });
}

void Application::tellOfPackage()
{
    endWriting();
    m_notices.post([this] {
        ui::view::Notice notice = packageNotice(m_options.package);
        notice.button.act = [this] { endFor({NextStart::Kind::Add}); };
        return notice;
    });
}

/// Agents of a gateway that gave its library to this window carry on where they were.
void Application::welcomeAgents()
{
    const LibraryReleased left = m_options.claim ? m_options.claim->inherited() : LibraryReleased();
    if (left.port != 0 && !m_options.isPortGiven)
        return m_agents->welcome(left.port, studioNamed(left.studio));
    m_agents->welcome(m_options.isPortGiven || m_settings.agentPort() == 0 ? m_options.port : m_settings.agentPort(),
                      m_settings.tokenlessAccess());
}

/// Before anything else is started: a running demo would make an empty library look used.
void Application::offerSamples()
{
    importSamples(m_engine->library(), m_commands.get(), [this](const transfer::ImportReport& report) {
        if (!report.files.empty())
            session::post(m_engine->hub(), [hub = m_engine->hub()] { hub->refresh(); });
        showWhatWasAsked();
    });
}

void Application::showWhatWasAsked()
{
    using Of = ScreenshotJob::Of;
    if (m_picture)
        m_picture->save(m_options.isDemo                              ? Of::Question
                            : !m_options.files.isEmpty() || m_package ? Of::Session
                                                                      : Of::Window);
    if (m_package)
        m_workspace->openSession(m_package->session());
    else if (m_options.isDemo)
        m_commands->startDemo();
    else if (!m_options.files.isEmpty())
        m_commands->open(m_options.files);
    else if (!m_settings.lastSession().isEmpty() && m_options.screenshot.isEmpty())
        m_workspace->openSession(conversation::SessionId(m_settings.lastSession().toStdString()));
}

} // namespace quarterdeck::app
