#pragma once

#include "app/services/model_servers.h"
#include "model/agents/provider/model_connection.h"
#include "model/conversation/ids.h"
#include "ui/present/new_session.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <vector>

namespace quarterdeck::app {

/// In the form in which dialogs offer them.
[[nodiscard]] QList<ui::view::ConnectionRow> rowsOf(const std::vector<team::ModelConnection>& connections);

} // namespace quarterdeck::app

namespace quarterdeck::ui::theme {
class ThemeController;
}

namespace quarterdeck::app {

class WindowCommands;

/// Asks the person for another model for a session's team, whose own cannot be used. Thread: ui; everything it is given
/// must outlive it.
class ConnectionChooser final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionChooser)
public:
    /// A child of `window`, above which the dialog appears.
    ConnectionChooser(const ModelServers& servers, WindowCommands& commands, const ui::theme::ThemeController& theme,
                      QWidget& window);

    /// `title`: of the session; `failure`: why it is asked, empty = not said.
    void open(const conversation::SessionId& session, const QString& title, const QString& failure);

signals:
    void connectionsWanted();

private:
    const ModelServers& m_servers;
    WindowCommands& m_commands;
    const ui::theme::ThemeController& m_theme;
    QWidget& m_window;
};

} // namespace quarterdeck::app

namespace quarterdeck::ui {
class ConnectionsDialog;
class PricesDialog;
} // namespace quarterdeck::ui

namespace quarterdeck::app {

/// Shows the connections and the prices, tests and saves what the person made of them. Thread: ui. A child of the
/// window; the servers must outlive it.
class ConnectionsController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionsController)
public:
    ConnectionsController(ModelServers& servers, const ui::theme::ThemeController& theme, QWidget& window);

    void open();

private:
    void makeDialog();
    void openPrices();
    void save();

    ModelServers& m_servers;
    const ui::theme::ThemeController& m_theme;
    QWidget& m_window;
    QPointer<ui::ConnectionsDialog> m_dialog;
    QPointer<ui::PricesDialog> m_prices;
};

} // namespace quarterdeck::app
