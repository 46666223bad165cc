#pragma once

#include "ui/present/open_session.h"

#include <QAbstractListModel>
#include <QString>
#include <QStyledItemDelegate>

namespace quarterdeck::ui::team {

/// "Thinking · 14 s", "Waiting for you · 10 min", "RunCode", "Failed: the model refused the key". Ui thread.
QString stateWords(const view::TeamMember& member, conversation::Timestamp now);

/// The meaning of a member's mark; empty = it has none.
QString toolTip(const view::TeamMember& member);

/// The whole row for a screen reader: "Alice, Product Manager, Thinking · 14 s, 1 unread mail, $0.12, 14.2k tok".
QString accessibleWords(const view::TeamMember& member, conversation::Timestamp now);

} // namespace quarterdeck::ui::team

namespace quarterdeck::ui {

/// The team in hire order, one row each. Projects the value it was given; ui thread.
class TeamListModel final : public QAbstractListModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamListModel)

public:
    enum Role { MemberRole = Qt::UserRole, WordsRole };

    explicit TeamListModel(QObject* parent = nullptr);

    void setTeam(view::Team team);
    const view::Team& team() const { return m_team; }
    /// The time from which ages are measured.
    void setNow(conversation::Timestamp now);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    view::Team m_team;
    conversation::Timestamp m_now;
};

} // namespace quarterdeck::ui

Q_DECLARE_METATYPE(quarterdeck::ui::view::TeamMember)

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
