#pragma once

#include "app/desktop/settings.h"
#include "app/services/engine.h"
#include "model/gateway/clients/connected_client.h"
#include "model/gateway/program_access.h"
#include "model/gateway/remote_session.h"
#include "ui/present/notice_board.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::app {

/// The folder of the adapters that connect other programs (role/, metagpt/), for a program in that folder: beside it,
/// in a build and in an installation. If they are missing, the place where they belong. Absolute.
[[nodiscard]] QString adaptersFolder(const QString& programFolder);

} // namespace quarterdeck::app

namespace quarterdeck::gateway {
class Gateway;
}

namespace quarterdeck::app {

/// Admits agents of other programs while the window is open: the gateway on the engine thread. If another program has
/// the port, says so and offers the next free one. Thread: ui.
class GatewayController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GatewayController)
public:
    /// The engine must outlive it. `localAddress`: where this user's programs connect without a token; empty = nowhere.
    GatewayController(Engine& engine, ui::NoticeBoard& notices, std::uint16_t port, gateway::TokenlessAccess studio,
                      std::string localAddress = {});

    /// Posts a notice if it fails.
    void open();
    /// From now on agents connect there, and those connected have to reconnect. If that fails, everything is as before,
    /// and the sentence says so.
    [[nodiscard]] session::Result<void> changePort(std::uint16_t port);
    /// From now on another token admits programs, and those connected have to reconnect. If it cannot be stored, the
    /// old one stays, and a notice says so.
    void renewToken();
    /// Takes effect at once.
    void setStudio(gateway::TokenlessAccess access);
    [[nodiscard]] gateway::TokenlessAccess studio() const { return m_studio; }
    /// Where agents connect; 0 = nowhere.
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    /// Where traces are accepted in addition; or why they are not, in a sentence (both may be missing).
    struct TracePort
    {
        std::uint16_t port = 0;
        std::string problem = {};
    };
    [[nodiscard]] const TracePort& traces() const { return m_traces; }
    /// To be used on the engine's thread; null = no port is open.
    [[nodiscard]] const gateway::Gateway* gateway() const { return m_gateway; }
    /// Admits programs where a token is needed; empty = nothing does.
    [[nodiscard]] const std::string& token() const { return m_token; }
    /// Who is connected, or was in the last few minutes.
    [[nodiscard]] const gateway::ConnectedClients& programs() const { return m_programs; }

signals:
    /// Where agents connect, or the token, has changed.
    void portChanged();
    /// At most once a second.
    void programsChanged();
    /// A program tells the person something.
    void userNotified(const quarterdeck::gateway::UserNotification& notice);

private:
    [[nodiscard]] session::Result<std::uint16_t> listen(std::uint16_t port);
    void listenForTraces();
    void listenOrTell(std::uint16_t port);
    void openElsewhere();
    void take(const gateway::ConnectedClients& programs);

    Engine& m_engine;
    ui::NoticeBoard& m_notices;
    int m_gateways = 0;                    ///< those started: an address may be used twice
    gateway::Gateway* m_gateway = nullptr; ///< lives on the engine's thread; null = no port is open
    gateway::TokenlessAccess m_studio;
    std::string m_token;
    const std::string m_localAddress;
    std::uint16_t m_wanted;
    std::uint16_t m_port = 0;
    TracePort m_traces;
    gateway::ConnectedClients m_programs;
};

} // namespace quarterdeck::app

namespace quarterdeck::ui {
class ConnectDialog;
class MainWindow;
class MainController;
} // namespace quarterdeck::ui

namespace quarterdeck::ui::theme {
class ThemeController;
}

namespace quarterdeck::app {

/// The window's view of other programs' agents: admits them, announces it, and shows how they connect. Thread: ui. What
/// it is given must outlive it, except for the window and its contents.
class AgentsController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AgentsController)
public:
    struct Dependencies
    {
        Engine& engine;
        Settings& settings;
        const ui::theme::ThemeController& theme;
        ui::MainWindow& window;
        ui::MainController& workspace;
        ui::NoticeBoard& notices;
        QString library; ///< its path
    };
    explicit AgentsController(const Dependencies& surroundings);
    ~AgentsController() override;

    /// From now on agents connect there.
    void welcome(quint16 port, gateway::TokenlessAccess studio);
    /// Shows the dialog, or brings it to the front.
    void open();
    /// Where agents connect; 0 = nowhere.
    [[nodiscard]] quint16 port() const { return m_door ? m_door->port() : quint16{0}; }
    /// As GatewayController's.
    [[nodiscard]] const gateway::Gateway* gateway() const { return m_door ? m_door->gateway() : nullptr; }

signals:
    void portChanged();

private:
    void tell(const gateway::UserNotification& notice);
    [[nodiscard]] ui::ConnectDialog* makeDialog();
    void connectDoor(ui::ConnectDialog& dialog);
    void showAddress(ui::ConnectDialog& dialog) const;
    void showPrograms(ui::ConnectDialog& dialog) const;

    const Dependencies m_around;
    std::unique_ptr<GatewayController> m_door; ///< null = agents are not let in
};

} // namespace quarterdeck::app
