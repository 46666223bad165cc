#pragma once

#include "ui/present/new_session.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class ComboBox;
class ThemeController;
} // namespace theme

/// Which server, and which of its models: one from its list, or any name. Thread: ui; `theme` must outlive it.
class ModelChoice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ModelChoice)

public:
    /// `place` prefixes the object names of its parts: "newSession".
    ModelChoice(const theme::ThemeController& theme, QString place, QWidget* parent = nullptr);

    /// The available servers; keeps the selection if it still exists. `connection` and `model`: the initial choice.
    void setConnections(const QList<view::ConnectionRow>& connections, const QString& connection, const QString& model);
    /// Selects them if there is such a server; an empty model leaves the server's first.
    void propose(const QString& connection, const QString& model);
    void retranslate();

    [[nodiscard]] bool hasConnections() const { return !m_connections.isEmpty(); }
    [[nodiscard]] QString connection() const; ///< an id
    [[nodiscard]] QString connectionName() const;
    [[nodiscard]] QString model() const; ///< a name; empty = none given

signals:
    void changed();
    /// The person wants to add or change servers.
    void connectionsRequested();

private:
    void showModels();

    const theme::ThemeController& m_theme;
    const QString m_place;
    QList<view::ConnectionRow> m_connections;
    QLabel* m_label;
    theme::ComboBox* m_connection;
    theme::ComboBox* m_model;
    QPushButton* m_add;
};

} // namespace quarterdeck::ui
