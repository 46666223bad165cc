#pragma once

#include "ui/present/sessions.h"

#include <QStyledItemDelegate>
#include <QTextLayout>

namespace quarterdeck::ui {

/// As much of an excerpt as fits into its lines.
struct ShownExcerpt
{
    QString text;
    std::vector<view::MarkedPart> marks;
};

/// Including the first mark: text before it is cut if the lines would end first, as inside a tool's arguments, which
/// have no blanks.
[[nodiscard]] ShownExcerpt shownExcerpt(const view::FoundMessage& message, const QFont& font, double width, int lines);
/// Lays out up to `lines` lines of that height; returns where the last of them begins in the text.
int layOutLines(QTextLayout& layout, double width, int lines, double lineHeight);

namespace theme {
class ThemeController;
}

/// Paints the rows of SessionListModel: 46 px for a session, 32 for "Needs you", headings above their group, messages
/// with two lines of their text.
class SessionDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionDelegate)

public:
    SessionDelegate(const theme::ThemeController& theme, QObject* parent);

    /// 0 ... 1: the position of the thinking glyph's arc.
    void setTurn(double turn) { m_turn = turn; }
    /// The session that was clicked and is about to open; empty = none.
    void setClicked(const QString& id) { m_clicked = id; }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    bool showsKeyboard(const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintNeedsYou(QPainter& painter, const QRectF& row, const QModelIndex& index) const;
    void paintHeading(QPainter& painter, const QRectF& row, const QModelIndex& index) const;
    int noteHeight(const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintNote(QPainter& painter, const QRectF& row, const QModelIndex& index) const;
    void paintSession(QPainter& painter, const QRectF& row, const QModelIndex& index) const;
    void paintDetail(QPainter& painter, const QRectF& line, const view::SessionRow& session, const QColor& color) const;

    const theme::ThemeController& m_theme;
    double m_turn = 0;
    QString m_clicked;
};

} // namespace quarterdeck::ui
