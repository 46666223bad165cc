#pragma once

#include "ui/present/team_member.h"

#include <QStyledItemDelegate>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Paints the rows of TeamListModel, 44 px: avatar, name and profile above glyph and state; at the right mail and money
/// above tokens.
class TeamDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamDelegate)

public:
    TeamDelegate(const theme::ThemeController& theme, QObject* parent);

    void setTurn(double turn) { m_turn = turn; }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    double paintUsage(QPainter& painter, const QRectF& row, const view::TeamMember& member) const;
    void paintNames(QPainter& painter, const QRectF& line, const view::TeamMember& member) const;
    void paintState(QPainter& painter, const QRectF& line, const view::TeamMember& member, const QString& words) const;

    const theme::ThemeController& m_theme;
    double m_turn = 0;
};

} // namespace quarterdeck::ui
