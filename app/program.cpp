#include "app/program.h"

#include "app/agents_controller.h"
#include "app/backup_notice.h"
#include "app/commands/console.h"
#include "app/connections/keyring.h"
#include "app/connections_controller.h"
#include "app/folder_controller.h"
#include "app/later_starts.h"
#include "app/owner.h"
#include "app/recovery_window.h"
#include "app/restore_controller.h"
#include "app/samples.h"
#include "app/start_notices.h"
#include "app/team_starter.h"
#include "app/teams/team_editor_controller.h"
#include "app/window_exports.h"
#include "app/workspaces.h"
#include "session/post.h"
#include "storage/backups.h"
#include "storage/open_library.h"
#include "team/connection_models.h"
#include "ui/shell/about_window.h"
#include "ui/shell/new_session_menu.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFileInfo>
#include <QScreen>
#include <QThread>
#include <QTimer>
#include <chrono>
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

/// The demo asks its first question within half a minute.
constexpr std::chrono::minutes pictureLimit{2};

/// Whoever is just beginning has the lock, and does not listen yet; who is just ending does no more.
constexpr std::chrono::seconds ownerPatience{2};
/// Nothing that was asked for at the first start is done again.
ProgramOptions startedAgain(ProgramOptions options)
{
    options.files.clear();
    options.isDemo = false;
    options.isRecoveryWanted = false;
    options.greeting.clear();
    return options;
}

QString say(const char* text) { return QCoreApplication::translate("Program", text); }

Handover handoverOf(const ProgramOptions& options)
{
    Handover what{{}, options.isDemo};
    for (const QString& file : options.files)
        what.files.append(QFileInfo(file).absoluteFilePath());
    return what;
}

/// Of a library that another process has: who waited for it, too, was faster than this one, and is asked; or its owner
/// is just beginning, or ending. Nothing = it may be free by now, and is to be tried again.
std::optional<Handing> handedBy(LibraryClaim& claim, const Handover& what, const QDeadlineTimer& patience)
{
    const Handing handing = claim.ask(what);
    if (handing == Handing::Left)
        return std::nullopt;
    constexpr unsigned long momentMs = 50;
    if (handing == Handing::Nobody)
        QThread::msleep(momentMs);
    return handing == Handing::Nobody && !patience.hasExpired() ? std::nullopt : std::optional(handing);
}

gateway::StudioAccess studioNamed(const QString& word)
{
    return word == QStringLiteral("token") ? gateway::StudioAccess::WithToken
        : word == QStringLiteral("off")    ? gateway::StudioAccess::Off
                                           : gateway::StudioAccess::Open;
}

/// The picture, that is.
void leaveWithout(const QString& sentence) { QCoreApplication::exit(Console().fail(sentence)); }

} // namespace

QString libraryOf(const ProgramOptions& options)
{
    return options.library.isEmpty() ? QString::fromStdString(storage::defaultLibraryPath()) : options.library;
}

bool isShownElsewhere(ProgramOptions& options)
{
    // A picture is of a window of one's own, and so is a package.
    if (!options.screenshot.isEmpty() || !options.package.isEmpty())
        return false;
    options.claim = std::make_shared<LibraryClaim>(libraryOf(options));
    return options.claim->ask(handoverOf(options)) == Handing::Taken;
}

ProgramOptions restored(ProgramOptions options, const QString& backup)
{
    options = startedAgain(std::move(options));
    Language language; // the program's went with it
    language.use(options.language.isEmpty() ? Settings().language() : options.language);
    const auto restore = [&] { return storage::restoreBackup(libraryOf(options).toStdString(), backup.toStdString()); };
    // Whoever waited for the library may have it by now.
    options.claim = std::make_shared<LibraryClaim>(libraryOf(options));
    const QDeadlineTimer patience(ownerPatience);
    std::optional<Handing> handing;
    auto aside = restore();
    while (!aside && aside.error().code == conversation::ErrorCode::Locked && !handing) {
        handing = handedBy(*options.claim, {}, patience);
        if (!handing)
            aside = restore();
    }
    if (handing == Handing::Taken)
        options.claim.reset(); // what became of the restoring is to be said by this window
    options.isGreetingBad = !aside;
    options.greeting = aside
        ? say(QT_TRANSLATE_NOOP("Program", "The library is restored. What it was is kept as “%1”."))
              .arg(QDir::toNativeSeparators(QString::fromStdString(*aside)))
        : QString::fromStdString(aside.error().sentence);
    return options;
}

ProgramOptions retried(ProgramOptions options)
{
    options.greeting.clear(); // it told of the start before
    options.isRecoveryWanted = false;
    return options;
}

ProgramOptions recovered(ProgramOptions options)
{
    options = startedAgain(std::move(options));
    options.isRecoveryWanted = true;
    return options;
}

ProgramOptions added(ProgramOptions options)
{
    options.files = {std::exchange(options.package, {})};
    return options;
}

std::unique_ptr<Program> Program::start(QApplication& application, const ProgramOptions& options)
{
    auto program = std::unique_ptr<Program>(new Program(application, options));
    if (program->startEngine() == Handing::Taken)
        return nullptr;
    program->makeParts(application);
    program->begin();
    return program;
}

Program::Program(QApplication& application, const ProgramOptions& options)
    : m_options(options)
    , m_settings(options.screenshot.isEmpty() && options.package.isEmpty() ? Settings::Memory::Kept
                                                                           : Settings::Memory::ReadOnly)
{
    m_language.use(options.language.isEmpty() ? m_settings.language() : options.language);
    // After the language: what is wrong with the library is said in it.
    m_library = libraryOf(options);
    m_theme = std::make_unique<ui::theme::ThemeController>(application);
    m_theme->setChoice(themeNamed(options.theme, m_settings.theme()));
    m_theme->setTextScale(m_settings.textScale());
    m_theme->setHighContrast(options.theme.endsWith(highSuffix) || m_settings.isHighContrast());
}

void Program::makeParts(QApplication& application)
{
    m_servers = std::make_unique<ModelServers>(*m_engine, ConnectionStore(ConnectionStore::defaultFolder()),
                                               std::make_unique<Keyring>());
    m_focusRing = std::make_unique<ui::theme::FocusRing>(application, *m_theme);
    m_actions = std::make_unique<ui::ActionRegistry>(*m_theme);
    m_actions->applyDifferences(m_settings.shortcuts());
    m_commands = std::make_unique<WindowCommands>(*m_engine, m_settings, m_language, m_options.demoPace,
                                                  std::make_shared<team::ConnectionModels>(m_servers->providers()),
                                                  workspacesBeside(m_library));
    m_window = std::make_unique<ui::MainWindow>(*m_theme, *m_actions);
    m_workspace = std::make_unique<ui::Workspace>(ui::Workspace::Surroundings{
        *m_theme, *m_actions, *m_window, *m_commands, m_engine->hub(), m_engine->library(), m_engine->context()});
    QObject::connect(m_commands.get(), &WindowCommands::noticeRaised, m_workspace.get(), &ui::Workspace::showNotice);
    QObject::connect(m_commands.get(), &WindowCommands::sessionMade, m_workspace.get(), &ui::Workspace::openSession);
    QObject::connect(m_workspace.get(), &ui::Workspace::noticeButtonClicked, &m_commands->imports(),
                     &WindowImports::update);
    QObject::connect(m_workspace.get(), &ui::Workspace::noticeButtonClicked, &m_commands->madeFiles(),
                     &MadeFiles::takeNotice);
    QObject::connect(m_workspace.get(), &ui::Workspace::noticeOtherButtonClicked, &m_commands->imports(),
                     &WindowImports::importAsNew);
    connectExport();
    connectHelp();
    connectRestore();
    connectRecovery();
    connectAgents();
    connectModels();
    restoreChoices();
}

void Program::openPackage()
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

Handing Program::startEngine()
{
    if (!m_options.package.isEmpty()) {
        openPackage();
        return Handing::Nobody;
    }
    std::unique_ptr<RecoveryWindow> recovery;
    const auto tell = [&](int percent) {
        if (!recovery) {
            recovery = RecoveryWindow::ofLibrary(m_library);
            recovery->show();
        }
        recovery->setProgress(percent);
    };
    const auto opening = m_options.isRecoveryWanted ? Engine::Opening::Recovered : Engine::Opening::AsItIs;
    const QDeadlineTimer patience(ownerPatience);
    for (;;) {
        m_engine.reset();
        m_engine = Engine::start(m_library.toStdString(), tell, opening);
        if (!m_engine->lockedReason() || !m_options.claim)
            return Handing::Nobody;
        if (const auto handing = handedBy(*m_options.claim, handoverOf(m_options), patience))
            return *handing;
    }
}

Program::~Program()
{
    if (m_window)
        keepPlace();
    // The page asks the library until it is gone, the workspace the commands: each goes before what it needs.
    m_workspace.reset();
    m_window.reset();
    m_commands.reset();
    m_servers.reset();
    m_engine.reset();
}

void Program::keepPlace()
{
    const bool isMaximized = m_window->isMaximized();
    m_settings.setWindowPlace(
        {isMaximized ? m_window->normalGeometry() : QRect(m_window->pos(), m_window->size()), isMaximized});
}

void Program::connectHelp()
{
    new ui::NewSessionMenu(*m_actions, *m_window);
    QObject::connect(&(*m_actions)[ui::ActionId::HelpAbout], &QAction::triggered, m_window.get(), [this] {
        auto* about = m_window->findChild<ui::AboutWindow*>();
        if (about == nullptr)
            about = new ui::AboutWindow(*m_theme, m_window.get());
        about->show();
        about->raise();
        about->activateWindow();
    });
    m_actions->setAvailable(ui::ActionId::ReplayFork, false); // no session can begin in the middle of another yet
}

void Program::connectExport()
{
    auto* exports = new WindowExports(m_engine->library(), *m_theme, *m_window);
    QObject::connect(m_commands.get(), &WindowCommands::exportWanted, exports, &WindowExports::open);
    QObject::connect(exports, &WindowExports::noticeRaised, m_workspace.get(), &ui::Workspace::showNotice);
}

void Program::connectFolders()
{
    auto* folders =
        new FolderController(m_settings, m_commands->imports(), *m_window->findChild<ui::WatchMenu*>(), *m_window);
    QObject::connect(&(*m_actions)[ui::ActionId::FolderWatch], &QAction::triggered, folders, &FolderController::choose);
}

void Program::connectAgents()
{
    m_agents = std::make_unique<AgentsController>(
        AgentsController::Surroundings{*m_engine, m_settings, *m_theme, *m_window, *m_workspace});
    QObject::connect(&(*m_actions)[ui::ActionId::AgentsConnect], &QAction::triggered, m_agents.get(),
                     &AgentsController::open);
}

void Program::connectModels()
{
    auto* controller = new ConnectionsController(*m_servers, *m_theme, *m_window);
    QObject::connect(&(*m_actions)[ui::ActionId::ModelConnections], &QAction::triggered, controller,
                     &ConnectionsController::open);
    auto* editor = new TeamEditorController({*m_theme, m_language, *m_servers, m_teams}, *m_window);
    QObject::connect(&(*m_actions)[ui::ActionId::TeamEdit], &QAction::triggered, editor, &TeamEditorController::open);
    auto* starter =
        new TeamStarter({*m_theme, m_language, m_settings, *m_servers, *m_commands, m_teams, m_library}, *m_window);
    QObject::connect(starter, &TeamStarter::teamsWanted, editor, &TeamEditorController::open);
    QObject::connect(editor, &TeamEditorController::teamsChanged, starter, &TeamStarter::refresh);
    QObject::connect(starter, &TeamStarter::problemFound, m_window.get(), [this](const QString& sentence) {
        m_workspace->showNotice({QStringLiteral("teams"), ui::view::NoticeTone::Limit, sentence, {}, {}});
    });
    QObject::connect(&(*m_actions)[ui::ActionId::SessionTeam], &QAction::triggered, starter, &TeamStarter::open);
    QObject::connect(starter, &TeamStarter::connectionsWanted, controller, &ConnectionsController::open);
}

void Program::connectRestore()
{
    auto* controller = new RestoreController(m_library, *m_theme, *m_window);
    if (const BackupKeeper* backups = m_engine->backups())
        QObject::connect(backups, &BackupKeeper::troubleChanged, m_workspace.get(),
                         [this](const auto& trouble) { m_workspace->showNotice(backupNotice(trouble)); });
    QObject::connect(m_workspace.get(), &ui::Workspace::noticeButtonClicked, controller,
                     [controller](const QString& clicked) {
                         if (clicked == backupNotice(std::nullopt).id)
                             controller->makeOne();
                     });
    QObject::connect(&(*m_actions)[ui::ActionId::LibraryRestore], &QAction::triggered, controller,
                     &RestoreController::open);
    QObject::connect(controller, &RestoreController::restoreWanted, m_window.get(), [this](const QString& backup) {
        m_wantedBackup = backup;
        QCoreApplication::exit(0);
    });
}

void Program::connectRecovery()
{
    QObject::connect(m_workspace.get(), &ui::Workspace::recoveryWanted, m_window.get(), [this] {
        m_isRecoveryWanted = true;
        QCoreApplication::exit(0);
    });
}

/// The screen that it stood on may be gone or smaller by now.
void Program::restorePlace()
{
    const WindowPlace kept = m_settings.windowPlace();
    if (kept.rect.isEmpty())
        return;
    const QScreen* screen = QGuiApplication::screenAt(kept.rect.center());
    const QRect place =
        placedInside((screen != nullptr ? screen : QGuiApplication::primaryScreen())->availableGeometry(), kept.rect);
    m_window->resize(place.size());
    m_window->move(place.topLeft());
    if (kept.isMaximized)
        m_window->setWindowState(Qt::WindowMaximized);
}

void Program::restoreChoices()
{
    m_window->resize(1440, 900);
    if (m_options.screenshot.isEmpty())
        restorePlace();
    ui::ActionRegistry& actions = *m_actions;
    const auto showTheme = [this, &actions] {
        using ui::ActionId;
        using ui::theme::ThemeChoice;
        const ThemeChoice choice = m_theme->choice();
        actions[choice == ThemeChoice::Light      ? ActionId::ThemeLight
                    : choice == ThemeChoice::Dark ? ActionId::ThemeDark
                                                  : ActionId::ThemeSystem]
            .setChecked(true);
    };
    showTheme();
    QObject::connect(m_theme.get(), &ui::theme::ThemeController::choiceChanged, m_window.get(), [this, showTheme] {
        m_settings.setTheme(m_theme->choice());
        showTheme();
    });
    actions[ui::ActionId::ThemeHighContrast].setChecked(m_theme->theme().options().highContrast);
    QObject::connect(m_theme.get(), &ui::theme::ThemeController::changed, m_window.get(),
                     [this, isHigh = m_theme->theme().options().highContrast]() mutable {
                         m_settings.setTextScale(m_theme->textScale());
                         // What only this start was asked for is no choice that lasts.
                         if (std::exchange(isHigh, m_theme->theme().options().highContrast)
                             != m_theme->theme().options().highContrast)
                             m_settings.setHighContrast(m_theme->theme().options().highContrast);
                     });
    actions[m_language.current() == QStringLiteral("zh_CN") ? ui::ActionId::LanguageChinese
                                                            : ui::ActionId::LanguageEnglish]
        .setChecked(true);
    m_workspace->setSessionList(m_settings.sessionOrder(), m_settings.isArchiveShown());
    QObject::connect(m_workspace.get(), &ui::Workspace::sessionListChanged, m_window.get(),
                     [this](ui::view::SessionOrder order, bool isArchiveShown) {
                         m_settings.setSessionOrder(order);
                         m_settings.setArchiveShown(isArchiveShown);
                     });
    m_workspace->setMutedSessions(m_settings.mutedSessions());
    QObject::connect(m_workspace.get(), &ui::Workspace::mutedSessionsChanged, m_window.get(),
                     [this](const QStringList& sessions) { m_settings.setMutedSessions(sessions); });
    m_workspace->setPictureChoices(m_settings.pictureChoices());
    QObject::connect(m_workspace.get(), &ui::Workspace::pictureChoicesChanged, m_window.get(),
                     [this](const ui::PictureChoices& choices) { m_settings.setPictureChoices(choices); });
    QObject::connect(
        m_workspace.get(), &ui::Workspace::sessionShown, m_window.get(),
        [this](const conversation::SessionId& id) { m_settings.setLastSession(QString::fromStdString(id.str())); });
}

void Program::begin()
{
    m_window->show();
    if (m_package) {
        tellOfPackage();
    } else if (const auto reason = m_engine->library()->readOnlyReason()) {
        const bool isImporting = m_engine->lockedReason() && m_options.claim && !m_options.claim->importing().isEmpty();
        tellOfReadOnly(isImporting ? importingElsewhere(m_options.claim->importing())
                                   : m_engine->lockedReason().value_or(*reason));
    } else {
        new LaterStarts(m_library,
                        {*m_engine, *m_commands, *m_agents, *m_window,
                         std::make_shared<team::ConnectionModels>(m_servers->providers())});
        if (m_options.screenshot.isEmpty())
            connectFolders();
        if (m_options.port != 0)
            welcomeAgents();
    }
    m_options.claim.reset();
    if (!m_options.greeting.isEmpty())
        m_workspace->showNotice(greetingNotice(m_options.greeting, m_options.isGreetingBad));
    if (m_engine->recovery())
        m_workspace->showNotice(recoveryNotice(*m_engine->recovery()));
    else if (m_options.isRecoveryWanted && m_engine->recoveryFailure())
        m_workspace->showNotice(greetingNotice(QString::fromStdString(m_engine->recoveryFailure()->sentence), true));
    QObject::connect(m_workspace.get(), &ui::Workspace::sessionsListed, m_window.get(), [this](int count) {
        if (std::exchange(m_isListed, true))
            return;
        if (count == 0 && m_options.areSamplesOffered)
            offerSamples();
        else
            showWhatWasAsked();
    });
    if (!m_options.screenshot.isEmpty() && m_engine->hasStandIn())
        QTimer::singleShot(0, m_window.get(), [reason = m_engine->library()->readOnlyReason()] {
            leaveWithout(QString::fromStdString(reason->sentence)); // there is nothing to show in it
        });
    else if (!m_options.screenshot.isEmpty())
        QTimer::singleShot(pictureLimit, m_window.get(), [] {
            leaveWithout(
                say(QT_TRANSLATE_NOOP("Program", "The window did not get ready, so there is no picture of it.")));
        });
}

void Program::endWriting()
{
    for (const ui::ActionId id : {ui::ActionId::SessionNew, ui::ActionId::SessionTeam, ui::ActionId::SessionDemo,
                                  ui::ActionId::SessionOpen, ui::ActionId::FolderImport, ui::ActionId::FolderWatch})
        m_actions->setAvailable(id, false);
}

void Program::tellOfReadOnly(const session::Error& reason)
{
    endWriting();
    const Shown shown = !m_engine->hasStandIn() ? Shown::Library
        : m_options.package.isEmpty()           ? Shown::NoLibrary
                                                : Shown::NoPackage;
    const ui::view::Notice notice = readOnlyNotice(reason, shown);
    m_workspace->showNotice(notice);
    const auto tryAgain = [this, id = notice.id](const QString& clicked) {
        if (clicked != id)
            return;
        m_isStartWanted = true;
        QCoreApplication::exit(0);
    };
    QObject::connect(m_workspace.get(), &ui::Workspace::noticeOtherButtonClicked, m_window.get(), tryAgain);
    if (shown != Shown::NoLibrary) {
        QObject::connect(m_workspace.get(), &ui::Workspace::noticeButtonClicked, m_window.get(), tryAgain);
        return;
    }
    QObject::connect(m_workspace.get(), &ui::Workspace::noticeButtonClicked, m_window.get(),
                     [this, id = notice.id](const QString& clicked) {
                         if (clicked == id)
                             (*m_actions)[ui::ActionId::LibraryRestore].trigger();
                     });
}

void Program::tellOfPackage()
{
    endWriting();
    const ui::view::Notice notice = packageNotice(m_options.package);
    m_workspace->showNotice(notice);
    QObject::connect(m_workspace.get(), &ui::Workspace::noticeButtonClicked, m_window.get(),
                     [this, id = notice.id](const QString& clicked) {
                         if (clicked != id)
                             return;
                         m_isPackageWanted = true;
                         QCoreApplication::exit(0);
                     });
}

/// Those of a gateway that left the library to this window go on where they were.
void Program::welcomeAgents()
{
    const Yours left = m_options.claim ? m_options.claim->inherited() : Yours();
    if (left.port != 0 && !m_options.isPortGiven)
        return m_agents->welcome(left.port, studioNamed(left.studio));
    m_agents->welcome(m_options.isPortGiven || m_settings.agentPort() == 0 ? m_options.port : m_settings.agentPort(),
                      m_settings.studioAccess());
}

/// Before what was asked for: a demo that has begun would make an empty library look used.
void Program::offerSamples()
{
    importSamples(m_engine->library(), m_commands.get(), [this](const transfer::ImportReport& report) {
        if (!report.files.empty())
            session::post(m_engine->hub(), [hub = m_engine->hub()] { hub->refresh(); });
        showWhatWasAsked();
    });
}

void Program::showWhatWasAsked()
{
    if (!m_options.screenshot.isEmpty())
        savePictureWhenReady();
    if (m_package)
        m_workspace->openSession(m_package->session());
    else if (m_options.isDemo)
        m_commands->startDemo();
    else if (!m_options.files.isEmpty())
        m_commands->importFiles(m_options.files);
    else if (!m_settings.lastSession().isEmpty() && m_options.screenshot.isEmpty())
        m_workspace->openSession(conversation::SessionId(m_settings.lastSession().toStdString()));
}

/// With the demo: when its first question is open. With files: when the first of them is shown. Else at once.
void Program::savePictureWhenReady()
{
    QObject::connect(m_commands.get(), &WindowCommands::nothingMade, m_window.get(), &leaveWithout);
    const auto save = [this] { m_workspace->whenPainted([this](bool isPainted) { savePicture(isPainted); }); };
    if (m_options.isDemo)
        QObject::connect(m_workspace.get(), &ui::Workspace::questionShown, m_window.get(), save,
                         Qt::SingleShotConnection);
    else if (!m_options.files.isEmpty() || m_package)
        QObject::connect(m_workspace.get(), &ui::Workspace::sessionShown, m_window.get(), save,
                         Qt::SingleShotConnection);
    else
        save();
}

void Program::savePicture(bool isPainted)
{
    if (!isPainted)
        leaveWithout(
            say(QT_TRANSLATE_NOOP("Program", "The transcript was not painted, so there is no picture of it.")));
    else if (!m_window->grab().save(m_options.screenshot))
        leaveWithout(
            say(QT_TRANSLATE_NOOP("Program", "The picture could not be saved as %1.")).arg(m_options.screenshot));
    else
        QCoreApplication::exit(0);
}

} // namespace quarterdeck::app
