#pragma once

#include "app/services/model_servers.h"

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace quarterdeck::ui {
class ConnectionsDialog;
class PricesDialog;
namespace theme {
class ThemeController;
}
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
