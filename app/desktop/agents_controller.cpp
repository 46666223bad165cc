#include "app/desktop/agents_controller.h"

#include "model/gateway/gateway.h"
#include "model/gateway/program_access.h"
#include "model/session/post.h"
#include "storage/open_library.h"
#include "ui/controllers/main_controller.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLoggingCategory>

#include <utility>

namespace quarterdeck::app {

QString adaptersFolder(const QString& programFolder)
{
    return QDir::cleanPath(QDir(programFolder).absoluteFilePath(QStringLiteral("../share/quarterdeck/adapters")));
}

namespace {

Q_LOGGING_CATEGORY(logDoor, "quarterdeck.app.agents")

const QString gatewayNotice = QStringLiteral("gateway");
const QString tokenNotice = QStringLiteral("gateway.token");
constexpr int mostTried = 50;

} // namespace

GatewayController::GatewayController(Engine& engine, ui::NoticeBoard& notices, std::uint16_t port,
                                     gateway::TokenlessAccess studio, std::string localAddress)
    : m_engine(engine)
    , m_notices(notices)
    , m_studio(studio)
    , m_localAddress(std::move(localAddress))
    , m_wanted(port)
{ }

/// The old listener is closed only once the new one works.
session::Result<std::uint16_t> GatewayController::listen(std::uint16_t port)
{
    session::Result<std::uint16_t> listening = 0;
    gateway::Gateway* const before = m_gateway;
    m_engine.addPart([&](session::SessionHub& hub) -> QObject* {
        auto started = gateway::Gateway::start(hub, port, m_token, m_studio);
        if (!started) {
            listening = tl::unexpected(std::move(started.error()));
            return nullptr;
        }
        listening = (*started)->port();
        if (!m_localAddress.empty())
            if (const auto local = (*started)->listenAt(m_localAddress); !local)
                qCWarning(logDoor).noquote() << QString::fromStdString(local.error().sentence);
        const gateway::Gateway* made = started->get();
        connect(made, &gateway::Gateway::programsChanged, this,
                [this, number = ++m_gateways](const gateway::ConnectedClients& programs) {
                    if (number == m_gateways) // what the one before it said is on its way still
                        take(programs);
                });
        connect(made, &gateway::Gateway::userNotified, this, &GatewayController::userNotified);
        m_gateway = started->release();
        return m_gateway;
    });
    if (!listening)
        return listening;
    if (before != nullptr)
        m_engine.removePart(before);
    m_port = *listening;
    m_traces = {};
    if (port != 0) // with any port nobody is expected who was told nothing
        listenForTraces();
    emit portChanged();
    take({}); // who was connected has to come again
    return listening;
}

/// Another collector may already use that port; programs can send to our own port instead. The previous gateway may
/// have held it until just now.
void GatewayController::listenForTraces()
{
    m_engine.addPart([this](session::SessionHub&) -> QObject* {
        const auto listening = m_gateway->listenForTraces(gateway::tracePort);
        m_traces = listening ? TracePort{*listening, {}} : TracePort{0, listening.error().sentence};
        return nullptr;
    });
}

void GatewayController::open()
{
    if (auto token = gateway::accessTokenAt(gateway::accessTokenPath()))
        m_token = std::move(*token);
    else
        m_notices.post({tokenNotice,
                        ui::view::NoticeTone::Limit,
                        QString::fromStdString(token.error().sentence),
                        tr("Only programs that need no token can connect to this window."),
                        {}});
    listenOrTell(m_wanted);
}

void GatewayController::listenOrTell(std::uint16_t port)
{
    const auto listening = listen(port);
    if (listening)
        return;
    const bool isTaken = listening.error().code == conversation::ErrorCode::Locked;
    m_notices.post({gatewayNotice,
                    ui::view::NoticeTone::Limit,
                    QString::fromStdString(listening.error().sentence),
                    tr("Agents cannot connect to this window on that port."),
                    {isTaken ? tr("Use another port") : QString(), [this] { openElsewhere(); }}});
}

session::Result<void> GatewayController::changePort(std::uint16_t port)
{
    if (port == m_port)
        return {};
    auto listening = listen(port);
    if (listening)
        return {};
    const QString meaning =
        m_port == 0 ? tr("Agents cannot connect to this window.") : tr("Agents still connect to port %1.").arg(m_port);
    listening.error().sentence += ' ' + meaning.toStdString();
    return tl::unexpected(std::move(listening.error()));
}

/// Shuts the door for a moment, so that no connection opened with the old token outlives it.
void GatewayController::renewToken()
{
    auto token = gateway::newAccessTokenAt(gateway::accessTokenPath());
    if (!token)
        return m_notices.post({tokenNotice,
                               ui::view::NoticeTone::Limit,
                               QString::fromStdString(token.error().sentence),
                               tr("The token has not changed."),
                               {}});
    m_token = std::move(*token);
    if (m_gateway == nullptr)
        return emit portChanged();
    m_engine.removePart(std::exchange(m_gateway, nullptr));
    m_wanted = std::exchange(m_port, std::uint16_t{0});
    take({});
    listenOrTell(m_wanted);
    emit portChanged();
}

void GatewayController::setStudio(gateway::TokenlessAccess access)
{
    m_studio = access;
    if (m_gateway != nullptr)
        session::post(m_gateway, [gateway = m_gateway, access] { gateway->setTokenlessAccess(access); });
}

void GatewayController::take(const gateway::ConnectedClients& programs)
{
    m_programs = programs;
    emit programsChanged();
}

void GatewayController::openElsewhere()
{
    if (m_port != 0)
        return;
    session::Result<std::uint16_t> listening = 0;
    for (int i = 1; i <= mostTried && m_port == 0 && m_wanted + i <= UINT16_MAX; ++i)
        listening = listen(static_cast<std::uint16_t>(m_wanted + i));
    if (m_port == 0)
        return m_notices.post(
            {gatewayNotice,
             ui::view::NoticeTone::Danger,
             listening ? tr("There is no free port.") : QString::fromStdString(listening.error().sentence),
             tr("Agents cannot connect to this window."),
             {}});
    m_notices.post({gatewayNotice,
                    ui::view::NoticeTone::Plain,
                    tr("Agents now connect to port %1.").arg(m_port),
                    tr("Set this in your agents: studio_url=\"http://localhost:%1\".").arg(m_port),
                    {}});
}

AgentsController::AgentsController(const Dependencies& surroundings) : m_around(surroundings) { }

AgentsController::~AgentsController() = default;

void AgentsController::welcome(quint16 port, gateway::TokenlessAccess studio)
{
    m_door = std::make_unique<GatewayController>(m_around.engine, m_around.notices, port, studio,
                                                 gateway::localAddress(m_around.library.toStdString()));
    ui::MainController* const workspace = &m_around.workspace;
    connect(m_door.get(), &GatewayController::userNotified, workspace, [this](const auto& notice) { tell(notice); });
    connect(m_door.get(), &GatewayController::portChanged, this, &AgentsController::portChanged);
    connect(m_door.get(), &GatewayController::programsChanged, workspace,
            [this] { m_around.workspace.setPrograms(m_door->programs()); });
    m_door->open();
}

void AgentsController::tell(const gateway::UserNotification& notice)
{
    using Level = gateway::UserNotification::Level;
    const auto tone = notice.level == Level::Error ? ui::view::NoticeTone::Danger
        : notice.level == Level::Warning           ? ui::view::NoticeTone::Limit
                                                   : ui::view::NoticeTone::Plain;
    m_around.workspace.notifyUser(notice.session, notice.program, notice.text, tone);
}

void AgentsController::open()
{
    auto* dialog = m_around.window.findChild<ui::ConnectDialog*>();
    if (dialog == nullptr)
        dialog = makeDialog();
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void AgentsController::showAddress(ui::ConnectDialog& dialog) const
{
    dialog.setAddress(port() != 0 ? QStringLiteral("http://localhost:%1").arg(port()) : QString());
    dialog.setToken(m_door ? QString::fromStdString(m_door->token()) : QString());
    dialog.setPort(port());
    if (m_door)
        dialog.setTraces(m_door->traces().port, QString::fromStdString(m_door->traces().problem));
    dialog.setStudio(m_door ? m_door->studio() : gateway::TokenlessAccess::Open);
}

void AgentsController::showPrograms(ui::ConnectDialog& dialog) const
{
    if (m_door)
        dialog.setPrograms(m_door->programs());
}

void AgentsController::connectDoor(ui::ConnectDialog& dialog)
{
    GatewayController* const door = m_door.get();
    connect(door, &GatewayController::portChanged, &dialog, [this, &dialog] { showAddress(dialog); });
    connect(door, &GatewayController::programsChanged, &dialog, [this, &dialog] { showPrograms(dialog); });
    connect(&dialog, &ui::ConnectDialog::portRequested, door, [this, &dialog](quint16 port) {
        if (const auto moved = m_door->changePort(port))
            m_around.settings.setAgentPort(port);
        else
            dialog.setPortProblem(QString::fromStdString(moved.error().sentence));
    });
    connect(&dialog, &ui::ConnectDialog::newTokenRequested, door, &GatewayController::renewToken);
    connect(&dialog, &ui::ConnectDialog::studioChosen, door, [this](gateway::TokenlessAccess access) {
        m_door->setStudio(access);
        m_around.settings.setTokenlessAccess(access);
    });
}

ui::ConnectDialog* AgentsController::makeDialog()
{
    auto* dialog = new ui::ConnectDialog(m_around.theme, &m_around.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_door)
        connectDoor(*dialog);
    connect(dialog, &ui::ConnectDialog::sessionRequested, &m_around.workspace, [this](const QString& session) {
        m_around.workspace.openSession(conversation::SessionId(session.toStdString()));
    });
    dialog->setTokenFile(QString::fromStdString(gateway::accessTokenPath()));
    const bool isUsual = m_around.library == QString::fromStdString(storage::defaultLibraryPath());
    dialog->setBridge(QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("quarterdeck-mcp")),
                      isUsual ? QString() : QFileInfo(m_around.library).absoluteFilePath());
    dialog->setAdapters(adaptersFolder(QCoreApplication::applicationDirPath()));
    showAddress(*dialog);
    showPrograms(*dialog);
    return dialog;
}

} // namespace quarterdeck::app
