#pragma once

#include "app/desktop/gateway_controller.h"
#include "app/desktop/settings.h"
#include "app/services/engine.h"

#include <QObject>
#include <memory>
#include <optional>

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
