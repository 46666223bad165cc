#pragma once

#include "ui/present/new_session.h"

#include <QWidget>

#include <functional>

class QGridLayout;
class QLabel;
class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
} // namespace theme

/// What a team is for and who is in it. Thread: ui; `theme` must outlive it.
class TeamSummary final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamSummary)

public:
    explicit TeamSummary(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setTeam(const view::TeamRow& team);

private:
    void showMembers(const QList<view::TeamMemberRow>& members);

    const theme::ThemeController& m_theme;
    QLabel* m_description;
    QGridLayout* m_members;
};

namespace theme {
class PaintedCheckBox;
class TextLabel;
} // namespace theme

/// The folder a team works on: one of its own, the last one, or a chosen one; and whether its changes there are
/// committed. Thread: ui; `theme` must outlive it.
class FolderField final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderField)

public:
    explicit FolderField(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// Examines a folder. Until it is set, none can be chosen.
    void setCheck(view::FolderCheck check);
    /// Offered, but not chosen. Empty = there is none.
    void setLastFolder(const QString& path);
    /// Empty = one of the session's own.
    void choose(const QString& path);
    /// It may have changed.
    void lookAgain() { choose(m_finding.path); }
    void retranslate();

    [[nodiscard]] const view::FolderFinding& finding() const { return m_finding; }
    [[nodiscard]] bool isArchived() const;

signals:
    void changed();

private:
    void openChooser();
    void refresh();

    const theme::ThemeController& m_theme;
    view::FolderCheck m_check;
    view::FolderFinding m_finding;
    QString m_last;
    QLabel* m_label;
    theme::TextLabel* m_path;
    QPushButton* m_useLast;
    QPushButton* m_useOwn;
    QPushButton* m_choose;
    theme::PaintedCheckBox* m_archive;
};

} // namespace quarterdeck::ui
