#include "app/desktop/agents_controller.h"

#include "app/desktop/adapters_folder.h"
#include "model/gateway/access_token.h"
#include "model/gateway/local_address.h"
#include "storage/open_library.h"
#include "ui/controllers/main_controller.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme_controller.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace quarterdeck::app {

AgentsController::AgentsController(const Dependencies& surroundings) : m_around(surroundings) { }

AgentsController::~AgentsController() = default;

void AgentsController::welcome(quint16 port, gateway::TokenlessAccess studio)
{
    m_door = std::make_unique<GatewayController>(m_around.engine, port, studio,
                                                 gateway::localAddress(m_around.library.toStdString()));
    ui::MainController* const workspace = &m_around.workspace;
    connect(m_door.get(), &GatewayController::noticeRaised, workspace, &ui::MainController::showNotice);
    connect(workspace, &ui::MainController::noticeButtonClicked, m_door.get(), &GatewayController::handleNoticeButton);
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
