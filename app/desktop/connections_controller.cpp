#include "app/desktop/connections_controller.h"

#include "app/desktop/window_commands.h"
#include "app/services/model_servers.h"
#include "model/agents/run/session_notes.h"
#include "ui/dialogs/connections_dialog.h"
#include "ui/dialogs/model_choice.h"
#include "ui/dialogs/prices_dialog.h"

namespace quarterdeck::app {

QList<ui::view::ConnectionRow> rowsOf(const std::vector<team::ModelConnection>& connections)
{
    QList<ui::view::ConnectionRow> rows;
    for (const team::ModelConnection& one : connections) {
        QStringList models;
        for (const std::string& model : one.models)
            models.append(QString::fromStdString(model));
        rows.append({QString::fromStdString(one.id), QString::fromStdString(one.name), models});
    }
    return rows;
}

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

namespace {

void bring(QWidget& window)
{
    window.show();
    window.raise();
    window.activateWindow();
}

} // namespace

ConnectionsController::ConnectionsController(ModelServers& servers, const ui::theme::ThemeController& theme,
                                             QWidget& window)
    : QObject(&window)
    , m_servers(servers)
    , m_theme(theme)
    , m_window(window)
{ }

void ConnectionsController::open()
{
    if (!m_dialog)
        makeDialog();
    bring(*m_dialog);
}

void ConnectionsController::makeDialog()
{
    m_dialog = new ui::ConnectionsDialog(m_theme, &m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog->setConnections(m_servers.connections());
    if (!m_servers.problem().empty())
        m_dialog->setFailure(QString::fromStdString(m_servers.problem()));
    connect(m_dialog, &QDialog::finished, this, [this] { m_dialog.clear(); }); // it goes a little later
    connect(m_dialog, &ui::ConnectionsDialog::saveRequested, this, &ConnectionsController::save);
    connect(m_dialog, &ui::ConnectionsDialog::pricesRequested, this, &ConnectionsController::openPrices);
    connect(m_dialog, &ui::ConnectionsDialog::testRequested, this,
            [this] { m_servers.test(m_dialog->current(), m_dialog->currentKey(), m_dialog->currentModel()); });
    connect(m_dialog, &ui::ConnectionsDialog::testCancelled, this, [this] { m_servers.cancelTest(); });
    connect(&m_servers, &ModelServers::tested, m_dialog, &ui::ConnectionsDialog::setReport);
}

void ConnectionsController::save()
{
    // The keyring may prompt the person first, and the dialog may be closed by then.
    m_servers.save(m_dialog->connections(), m_dialog->typedKeys(),
                   [dialog = m_dialog](const conversation::Result<void>& saved) {
                       if (dialog && saved)
                           dialog->accept();
                       else if (dialog)
                           dialog->setFailure(QString::fromStdString(saved.error().sentence));
                   });
}

void ConnectionsController::openPrices()
{
    if (!m_prices) {
        m_prices = new ui::PricesDialog(m_theme, team::PriceTable::builtIn(), m_servers.changes(), m_dialog);
        m_prices->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_prices, &QDialog::finished, this, [this] { m_prices.clear(); });
        connect(m_prices, &ui::PricesDialog::saveRequested, this, [this] {
            const auto saved = m_servers.savePrices(m_prices->changes());
            if (saved)
                m_prices->accept();
            else
                m_prices->setFailure(QString::fromStdString(saved.error().sentence));
        });
    }
    bring(*m_prices);
}

} // namespace quarterdeck::app
