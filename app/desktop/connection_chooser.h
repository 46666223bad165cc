#pragma once

#include "model/conversation/ids.h"

#include <QObject>
#include <QString>

namespace quarterdeck::ui::theme {
class ThemeController;
}

namespace quarterdeck::app {

class ModelServers;
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
