#pragma once

#include "ui/present/new_session.h"

#include <QWidget>

class QGridLayout;
class QLabel;

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

} // namespace quarterdeck::ui
