#include "app/desktop/launch.h"

#include "app/desktop/agents_controller.h"
#include "app/desktop/recovery.h"
#include "app/desktop/settings.h"
#include "app/desktop/window_commands.h"
#include "app/services/console.h"
#include "app/services/engine.h"
#include "app/services/language.h"
#include "app/services/recovery_text.h"
#include "app/services/run_job.h"
#include "model/gateway/gateway.h"
#include "model/session/post.h"
#include "storage/open_library.h"
#include "ui/controllers/main_controller.h"
#include "ui/present/names_and_links.h"
#include "ui/shell/main_window.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QThread>
#include <QTimer>

#include <chrono>
#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

namespace quarterdeck::app {

namespace {

using conversation::ErrorCode;
using session::Result;

/// To be called on the engine's thread.
std::function<AgentProcesses()> agentProcessesOf(const gateway::Gateway* gateway)
{
    return [gateway] { return gateway != nullptr ? gateway->clientProcesses() : AgentProcesses(); };
}

QString sayOfOptions(const char* text) { return QCoreApplication::translate("Program", text); }

/// Whatever was asked for at the first start is not done again.
LaunchOptions startedAgain(LaunchOptions options)
{
    options.files.clear();
    options.isDemo = false;
    options.isRecoveryWanted = false;
    options.isNewWanted = false;
    options.greeting.clear();
    options.recovered.reset();
    return options;
}

/// On a thread of its own, since it has to read and write the whole backup.
Result<storage::Restored> restoredBackup(const QString& library, const QString& backup)
{
    constexpr std::chrono::milliseconds unseen{300}; // a small one is there by then
    const auto progress = RecoveryWindow::ofRestoring(library);
    std::stop_source stop;
    QEventLoop loop;
    QObject::connect(progress.get(), &RecoveryWindow::cancelled, &loop, [&stop] { stop.request_stop(); });
    QTimer::singleShot(unseen, progress.get(), &QWidget::show);
    Result<storage::Restored> restored;
    std::thread restoring([&] {
        restored = storage::restoreOrRecover(library.toStdString(), backup.toStdString(), stop.get_token());
        session::post(&loop, [&loop] { loop.quit(); });
    });
    loop.exec();
    restoring.join();
    return restored;
}

QString toldOf(const Result<storage::Restored>& restored)
{
    if (restored && restored->recovery)
        return recoveredAsideText(*restored->recovery);
    if (restored && restored->keptAside.empty())
        return sayOfOptions(QT_TRANSLATE_NOOP("Program", "The library has been restored."));
    if (restored)
        return sayOfOptions(
                   QT_TRANSLATE_NOOP("Program", "The library has been restored. The previous one is kept as “%1”."))
            .arg(QDir::toNativeSeparators(QString::fromStdString(restored->keptAside)));
    return restored.error().code == ErrorCode::Cancelled
        ? sayOfOptions(QT_TRANSLATE_NOOP("Program", "Restoring was cancelled. The library is unchanged."))
        : QString::fromStdString(restored.error().sentence);
}

LaunchOptions restored(LaunchOptions options, const QString& backup)
{
    options = startedAgain(std::move(options));
    Language language; // the program's went with it
    language.use(options.language.isEmpty() ? Settings().language() : options.language);
    // Somebody who was waiting for the library may have it by now.
    options.claim = std::make_shared<InstanceClient>(libraryOf(options));
    const QDeadlineTimer patience = ownerPatience();
    std::optional<HandoffResult> handing;
    auto restored = restoredBackup(libraryOf(options), backup);
    while (!restored && restored.error().code == ErrorCode::Locked && !handing) {
        handing = requestLibrary(*options.claim, {}, patience);
        if (!handing)
            restored = restoredBackup(libraryOf(options), backup);
    }
    if (handing == HandoffResult::Taken)
        options.claim.reset(); // what became of the restoring is to be said by this window
    options.isGreetingBad = !restored && restored.error().code != ErrorCode::Cancelled;
    options.greeting = toldOf(restored);
    if (restored && restored->recovery)
        options.recovered = std::make_shared<const storage::RecoveryReport>(std::move(*restored->recovery));
    return options;
}

} // namespace

QString libraryOf(const LaunchOptions& options)
{
    return options.library.isEmpty() ? QString::fromStdString(storage::defaultLibraryPath()) : options.library;
}

ShowWindow handoverOf(const LaunchOptions& options)
{
    ShowWindow what{{}, options.isDemo};
    for (const QString& file : options.files)
        what.files.append(ui::wording::messageLinkIn(file) ? file : QFileInfo(file).absoluteFilePath());
    return what;
}

bool showInRunningInstance(LaunchOptions& options)
{
    // A picture, and a package, get a window of their own.
    if (!options.screenshot.isEmpty() || !options.package.isEmpty())
        return false;
    options.claim = std::make_shared<InstanceClient>(libraryOf(options));
    return options.claim->ask(handoverOf(options)) == HandoffResult::Taken;
}

QDeadlineTimer ownerPatience() { return QDeadlineTimer(std::chrono::seconds{2}); }

std::optional<HandoffResult> requestLibrary(InstanceClient& claim, const ShowWindow& what,
                                            const QDeadlineTimer& patience)
{
    const HandoffResult handing = claim.ask(what);
    if (handing == HandoffResult::Left)
        return std::nullopt;
    if (!claim.importing().isEmpty())
        return handing; // that takes its time
    constexpr unsigned long momentMs = 50;
    if (handing == HandoffResult::Nobody)
        QThread::msleep(momentMs);
    return handing == HandoffResult::Nobody && !patience.hasExpired() ? std::nullopt : std::optional(handing);
}

LaunchOptions optionsFor(const NextStart& next, LaunchOptions options)
{
    switch (next.kind) {
    case NextStart::Kind::Nothing:
        break;
    case NextStart::Kind::Again:
    case NextStart::Kind::Anew:
        options.greeting.clear(); // it told of the start before
        options.recovered.reset();
        options.isRecoveryWanted = false;
        options.isNewWanted = next.kind == NextStart::Kind::Anew;
        options.retries = next.isByItself ? options.retries + 1 : 0;
        break;
    case NextStart::Kind::Add:
        options.files = {std::exchange(options.package, {})};
        break;
    case NextStart::Kind::Recover:
        options = startedAgain(std::move(options));
        options.isRecoveryWanted = true;
        break;
    case NextStart::Kind::Restored:
        return restored(std::move(options), next.backup);
    }
    return options;
}

LaunchRequestHandler::LaunchRequestHandler(const QString& library, const Dependencies& surroundings)
    : QObject(&surroundings.window)
    , m_commands(surroundings.commands)
    , m_agents(surroundings.agents)
    , m_window(surroundings.window)
    , m_owner(library, InstanceServer::InstanceRole::Window)
{
    Engine& engine = surroundings.engine;
    m_owner.setLibrary(engine.library());
    engine.addPart([&](session::SessionHub& hub) {
        m_runs = new RunHost({hub, *m_commands.teams(), surroundings.models, engine.library(), engine.context()});
        return m_runs;
    });
    connect(&m_owner, &InstanceServer::asked, this, &LaunchRequestHandler::show);
    connect(&m_owner, &InstanceServer::importAsked, &m_commands.imports(), &ImportController::startFor);
    // A peer lives on this thread, not on the host's.
    connect(&m_owner, &InstanceServer::runAsked, this,
            [this](RunPeer& peer) { m_runs->serve(peer, agentProcessesOf(m_agents.gateway())); });
    connect(&m_owner, &InstanceServer::personAsked, this,
            [this, &engine](const PersonCommand& command, qint64 process, const auto& exchange) {
                session::post(engine.hub(),
                              [hub = engine.hub(), agents = agentProcessesOf(m_agents.gateway()), command, process,
                               exchange] { servePerson(*hub, command, process, agents(), exchange); });
            });
    connect(&m_owner, &InstanceServer::gatewayAsked, this, [this](InstancePeer& peer) {
        connect(&m_agents, &AgentsController::portChanged, &peer, [this, &peer] { tellPort(peer); });
        tellPort(peer);
    });
}

void LaunchRequestHandler::tellPort(InstancePeer& peer) const { peer.tell(GatewayListening{m_agents.port()}); }

void LaunchRequestHandler::show(const ShowWindow& what)
{
    if (m_window.isMinimized())
        m_window.showNormal();
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
    if (what.isDemo)
        m_commands.startDemo();
    if (!what.files.isEmpty())
        m_commands.open(what.files);
}

namespace {

/// The demo asks its first question within half a minute.
constexpr std::chrono::minutes limit{2};

QString sayOfPicture(const char* text) { return QCoreApplication::translate("Program", text); }

void leaveWithout(const QString& sentence) { QCoreApplication::exit(Console().fail(sentence)); }

} // namespace

ScreenshotJob::ScreenshotJob(QString file, ui::MainWindow& window, ui::MainController& workspace,
                             const WindowCommands& commands)
    : m_file(std::move(file))
    , m_window(window)
    , m_workspace(workspace)
{
    connect(&commands, &WindowCommands::nothingMade, this, &leaveWithout);
    QTimer::singleShot(limit, this, [] {
        leaveWithout(sayOfPicture(
            QT_TRANSLATE_NOOP("Program", "The window was not ready in time, so no screenshot was saved.")));
    });
}

/// Queued: the event loop that this ends is running by then.
void ScreenshotJob::giveUp(const QString& sentence)
{
    QTimer::singleShot(0, this, [sentence] { leaveWithout(sentence); });
}

void ScreenshotJob::save(Of what)
{
    const auto whenPainted = [this] { m_workspace.whenPainted([this](bool isPainted) { save(isPainted); }); };
    switch (what) {
    case Of::Window:
        return whenPainted();
    case Of::Session:
        connect(&m_workspace, &ui::MainController::sessionShown, this, whenPainted, Qt::SingleShotConnection);
        break;
    case Of::Question:
        connect(&m_workspace, &ui::MainController::questionShown, this, whenPainted, Qt::SingleShotConnection);
        break;
    }
}

void ScreenshotJob::save(bool isPainted)
{
    if (!isPainted)
        leaveWithout(
            sayOfPicture(QT_TRANSLATE_NOOP("Program", "The transcript was not drawn, so no screenshot was saved.")));
    else if (!m_window.grab().save(m_file))
        leaveWithout(
            sayOfPicture(QT_TRANSLATE_NOOP("Program", "The screenshot could not be saved as %1.")).arg(m_file));
    else
        QCoreApplication::exit(0);
}

} // namespace quarterdeck::app
