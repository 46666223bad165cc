#pragma once

#include "ui/present/new_session.h"

#include <QDialog>

#include <functional>
#include <optional>

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace quarterdeck::ui {

class FolderField;
class ModelChoice;
class TeamSummary;
namespace theme {
class PaintedCheckBox;
class ThemeController;
} // namespace theme

/// A new session with a team on a model: which team, which model, what to do, and how far it may go. What is still
/// missing is shown beside the button. Non-modal. Thread: ui; `theme` must outlive it.
class NewSessionDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewSessionDialog)

public:
    using Teams = std::function<QList<view::TeamRow>()>;
    /// `teams` is asked again when the language changes, and by `refreshTeams`; at least one.
    NewSessionDialog(const theme::ThemeController& theme, Teams teams, QWidget* parent = nullptr);

    /// It goes on from this recording: the team is given, its members have no tools and so no folder, and there need be
    /// nothing to do at once. `isPublic`: as it was. Once.
    void setContinued(const QString& title, bool isPublic);
    /// The initial choice; an unknown one leaves the first.
    void chooseTeam(const QString& id);
    /// Teams may have changed; keeps the selection if it still exists.
    void refreshTeams();
    /// The available servers; keeps the selection if it still exists. `connection` and `model`: the initial choice.
    void setConnections(const QList<view::ConnectionRow>& connections, const QString& connection, const QString& model);
    /// Examines a folder that the person chooses.
    void setFolderCheck(view::FolderCheck check);
    /// Why a team (by id) cannot be given a task, in one sentence; empty = it can.
    using TaskCheck = std::function<QString(const QString& team, const QString& task)>;
    void setTaskCheck(TaskCheck check);
    /// Whether a model's price is known, so that a budget in money can be kept; asked again by `refreshPrices`.
    void setPriceCheck(std::function<bool(const QString& model)> isPriced);
    void refreshPrices();
    /// Empty while something is missing or not a number.
    [[nodiscard]] std::optional<view::NewSessionChoice> choice() const;

signals:
    void startChosen(const quarterdeck::ui::view::NewSessionChoice& choice);
    /// The person wants to add or change servers.
    void connectionsRequested();
    /// The person wants to create or change teams.
    void teamsRequested();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] bool isContinued() const { return !m_continued.isEmpty(); }
    QWidget* makeDetails();
    QWidget* makeNumbers();
    void start();
    void showTeam();
    void proposeModel();
    void refresh();
    void retranslate();
    [[nodiscard]] QString whatIsMissing() const;
    [[nodiscard]] const view::TeamRow& team() const;

    const theme::ThemeController& m_theme;
    Teams m_teamsNow;
    QList<view::TeamRow> m_teams;
    view::TeamRow m_shown; ///< in the right part
    QString m_continued;   ///< the recording's title; empty = it is a new session
    std::function<bool(const QString& model)> m_isPriced;
    TaskCheck m_taskCheck;
    QListWidget* m_list;
    QPushButton* m_editTeams;
    TeamSummary* m_team;
    QLabel* m_ideaLabel;
    QPlainTextEdit* m_idea;
    ModelChoice* m_model;
    QLabel* m_budgetLabel;
    QLineEdit* m_budget;
    QLabel* m_roundsLabel;
    QLineEdit* m_rounds;
    QLabel* m_noPrice; ///< beside the budget
    QLabel* m_hint;
    FolderField* m_folder;
    theme::PaintedCheckBox* m_public;
    QLabel* m_state;
    QPushButton* m_cancel;
    QPushButton* m_start;
};

} // namespace quarterdeck::ui
