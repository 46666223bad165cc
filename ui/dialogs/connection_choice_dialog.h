#pragma once

#include "ui/present/new_session.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace quarterdeck::ui {

class ModelChoice;

namespace theme {
class ThemeController;
} // namespace theme

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
