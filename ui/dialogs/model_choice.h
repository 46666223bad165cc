#pragma once

#include "model/agents/definition/team_definition.h"
#include "ui/present/new_session.h"

#include <QDialog>
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

/// Which model on which server: the first entry leaves it to the next level. A server that does not exist here is kept.
/// Thread: ui; `theme` must outlive it.
class ModelField final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ModelField)

public:
    ModelField(const theme::ThemeController& theme, const QString& objectName, QWidget* parent = nullptr);

    void setConnections(const QList<view::ConnectionRow>& connections);
    void setChoice(const quarterdeck::team::ModelChoice& choice);
    [[nodiscard]] quarterdeck::team::ModelChoice choice() const;
    /// `name`: what is chosen here; `otherwise`: the entry that leaves it open; `noModel`: shown if none is named.
    void setWords(const QString& name, const QString& otherwise, const QString& noModel);

signals:
    void edited();

private:
    void fill();
    void fillModels();
    [[nodiscard]] int indexOf(const QString& connection) const;

    theme::ComboBox* m_connection;
    theme::ComboBox* m_model;
    QList<view::ConnectionRow> m_connections;
    quarterdeck::team::ModelChoice m_choice;
    QString m_otherwise;
    bool m_isFilling = false;
};

/// Through which model a session's team is to speak from now on: a connection of this computer, and a model there.
/// Non-modal. Thread: ui; `theme` must outlive it.
class ConnectionChoiceDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectionChoiceDialog)

public:
    ConnectionChoiceDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// Whose team it is, and why this is asked; either may be empty.
    void setSession(const QString& title, const QString& failure);
    /// The available ones; keeps the selection if it still exists.
    void setConnections(const QList<view::ConnectionRow>& connections);

signals:
    void chosen(const QString& connection, const QString& name, const QString& model);
    /// The person wants to add or change servers.
    void connectionsRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void choose();
    void refresh();
    void retranslate();
    [[nodiscard]] QString whatIsMissing() const;

    const theme::ThemeController& m_theme;
    QString m_title;
    QString m_failure;
    QLabel* m_explanation;
    QLabel* m_why;
    ModelChoice* m_model;
    QLabel* m_state;
    QPushButton* m_cancel;
    QPushButton* m_use;
};

} // namespace quarterdeck::ui
