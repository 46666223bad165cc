#include "app/desktop/connection_chooser.h"

#include "app/desktop/connection_rows.h"
#include "app/desktop/window_commands.h"
#include "app/services/model_servers.h"
#include "model/agents/run/session_notes.h"
#include "ui/dialogs/connection_choice_dialog.h"

namespace quarterdeck::app {

ConnectionChooser::ConnectionChooser(const ModelServers& servers, WindowCommands& commands,
                                     const ui::theme::ThemeController& theme, QWidget& window)
    : QObject(&window)
    , m_servers(servers)
    , m_commands(commands)
    , m_theme(theme)
    , m_window(window)
{
    connect(&commands, &WindowCommands::connectionChoiceRequested, this, &ConnectionChooser::open);
}

void ConnectionChooser::open(const conversation::SessionId& session, const QString& title, const QString& failure)
{
    if (auto* last = m_window.findChild<ui::ConnectionChoiceDialog*>())
        delete last; // of another session, perhaps
    auto* dialog = new ui::ConnectionChoiceDialog(m_theme, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setSession(title, failure);
    const auto showConnections = [this, dialog] { dialog->setConnections(rowsOf(m_servers.connections())); };
    showConnections();
    connect(&m_servers, &ModelServers::connectionsChanged, dialog, showConnections);
    connect(dialog, &ui::ConnectionChoiceDialog::connectionsRequested, this, &ConnectionChooser::connectionsWanted);
    connect(dialog, &ui::ConnectionChoiceDialog::chosen, this,
            [this, session](const QString& connection, const QString& name, const QString& model) {
                const team::ChosenModel chosen{connection.toStdString(), name.toStdString(), model.toStdString()};
                m_commands.speakThrough(session, chosen);
            });
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace quarterdeck::app
