#include "ui/panels/session_delegate.h"

#include "ui/panels/session_list_model.h"
#include "ui/present/sessions.h"
#include "ui/theme/icons.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>
#include <QTextBoundaryFinder>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

class QPainter;

namespace quarterdeck::ui {

namespace theme {
class Theme;
}

/// A search result: who and where in one line, then two lines of the text with the matches marked.
[[nodiscard]] int foundMessageHeight(const theme::Theme& theme);
void paintFoundMessage(QPainter& painter, const theme::Theme& theme, const QRectF& row,
                       const view::FoundMessage& message, const QString& when);

namespace {

/// A line may break after "…" unless it is joined to what follows; it would be alone before a long word.
const QString cut = QStringLiteral("…\u2060");

/// The excerpt from there on, starting at a whole character.
ShownExcerpt from(const view::FoundMessage& message, int begin)
{
    QString text = message.excerpt;
    if (begin > 0) {
        QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, message.excerpt);
        finder.setPosition(begin);
        if (!finder.isAtBoundary())
            begin = static_cast<int>(finder.toPreviousBoundary());
        text = cut + message.excerpt.mid(begin);
    } else if (text.startsWith(QChar(0x2026))) {
        text = cut + text.mid(1);
    }
    const auto shift = static_cast<int>(text.size() - message.excerpt.size());
    ShownExcerpt shown{text, message.marks};
    for (view::MarkedPart& mark : shown.marks)
        mark.begin += shift;
    return shown;
}

/// Ends the last line with "…" if more follows; returns how much of the text is left.
qsizetype elide(QString& text, const QFont& font, double width, int lines)
{
    QTextLayout layout(text, font);
    const int lastBegin = layOutLines(layout, width, lines, 0);
    const QString rest = text.mid(lastBegin);
    const QString last = QFontMetricsF(font).elidedText(rest, Qt::ElideRight, width);
    text = text.left(lastBegin) + last;
    return last == rest ? text.size() : text.size() - 1;
}

} // namespace

ShownExcerpt shownExcerpt(const view::FoundMessage& message, const QFont& font, double width, int lines)
{
    const int sought = message.marks.empty() ? 0 : message.marks.front().begin;
    for (int before = sought;; before /= 2) {
        ShownExcerpt shown = from(message, sought - before);
        const qsizetype visible = elide(shown.text, font, width, lines);
        const bool isSeen = shown.marks.empty() || shown.marks.front().begin + shown.marks.front().length <= visible;
        if (isSeen || before == 0)
            return shown;
    }
}

int layOutLines(QTextLayout& layout, double width, int lines, double lineHeight)
{
    QTextOption wrapping(Qt::AlignLeft);
    wrapping.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(wrapping);
    int lastBegin = 0;
    layout.beginLayout();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        line.setPosition({0, i * lineHeight + (lineHeight - line.height()) / 2});
        lastBegin = line.textStart();
    }
    layout.endLayout();
    return lastBegin;
}

using theme::Color;
using theme::Icon;
using theme::Measure;
using theme::TextRole;

namespace {

constexpr int excerptLines = 2;

QList<QTextLayout::FormatRange> formatsOf(const theme::Theme& theme, const std::vector<view::MarkedPart>& marks)
{
    QTextCharFormat marked;
    marked.setBackground(theme.color(Color::SearchHit));
    marked.setForeground(theme.color(Color::Text1));
    QList<QTextLayout::FormatRange> formats;
    for (const view::MarkedPart& mark : marks)
        formats.append({mark.begin, mark.length, marked});
    return formats;
}

/// At most two lines, including what was searched for.
void paintExcerpt(QPainter& painter, const theme::Theme& theme, const QRectF& area, const view::FoundMessage& message)
{
    const QFont font = theme.font(TextRole::Meta);
    const ShownExcerpt shown = shownExcerpt(message, font, area.width(), excerptLines);
    QTextLayout layout(shown.text, font);
    layout.setFormats(formatsOf(theme, shown.marks));
    layOutLines(layout, area.width(), excerptLines, theme.px(Measure::LhMeta));
    painter.setPen(theme.color(Color::Text2));
    layout.draw(&painter, area.topLeft());
}

} // namespace

int foundMessageHeight(const theme::Theme& theme)
{
    return theme.px(5) + theme.px(Measure::LhUi) + excerptLines * theme.px(Measure::LhMeta) + theme.px(7);
}

void paintFoundMessage(QPainter& painter, const theme::Theme& theme, const QRectF& row,
                       const view::FoundMessage& message, const QString& when)
{
    const QFont meta = theme.font(TextRole::Meta);
    const QFont ui = theme.font(TextRole::Ui, QFont::Medium);
    const double left = row.left() + theme.px(8);
    const double right = row.right() - theme.px(8);
    QRectF head(left, row.top() + theme.px(5), right - left, theme.px(Measure::LhUi));
    theme::paintTabular(painter, head.translated(0, 1), when, meta, theme.color(Color::Text3),
                        Qt::AlignRight | Qt::AlignVCenter);
    if (const double width = theme::tabularWidth(meta, when); width > 0)
        head.setRight(head.right() - width - theme.px(8));
    if (message.isPrivate) {
        const double side = theme.px(12);
        theme::paintIcon(painter, Icon::Lock, QRectF(head.left(), head.center().y() - side / 2, side, side),
                         static_cast<int>(side), theme.color(Color::PrivateText));
        head.setLeft(head.left() + side + theme.px(4));
    }
    if (!message.speaker.isEmpty()) {
        constexpr double mostOfTheLine = 0.6; // the session's title has a place too
        QRectF speaker = head;
        speaker.setWidth(std::min(head.width() * mostOfTheLine, theme::textWidth(ui, message.speaker) + 1));
        head.setLeft(head.left() + theme::paintText(painter, speaker, message.speaker, ui, theme.color(Color::Text1))
                     + theme.px(6));
    }
    theme::paintText(painter, head.translated(0, 1), message.title, meta, theme.color(Color::Text3));
    const double top = row.top() + theme.px(5) + theme.px(Measure::LhUi);
    paintExcerpt(painter, theme, QRectF(left, top, right - left, excerptLines * theme.px(Measure::LhMeta)), message);
}

namespace {

constexpr int rowSide = 6; ///< beside what a row paints
constexpr int noteSide = 8;
constexpr int noteTop = 4;

SessionListModel::Kind kindOf(const QModelIndex& index)
{
    return static_cast<SessionListModel::Kind>(index.data(SessionListModel::KindRole).toInt());
}

// The end of a file name says more than its middle.
Qt::TextElideMode elideFor(const QString& title)
{
    return title.contains(QLatin1Char('.')) && !title.contains(QLatin1Char(' ')) ? Qt::ElideMiddle : Qt::ElideRight;
}

} // namespace

SessionDelegate::SessionDelegate(const theme::ThemeController& theme, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
{ }

QSize SessionDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    switch (kindOf(index)) {
    case SessionListModel::Kind::NeedsYou:
    case SessionListModel::Kind::Heading:
        return {0, look.px(32)};
    case SessionListModel::Kind::Message:
        return {0, foundMessageHeight(look)};
    case SessionListModel::Kind::Note:
        return {0, noteHeight(option, index)};
    case SessionListModel::Kind::Session:
        break;
    }
    return {0, look.px(Measure::HSessionRow)};
}

void SessionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const QRectF row = QRectF(option.rect).adjusted(look.px(rowSide), 0, -look.px(rowSide), 0);
    const auto kind = kindOf(index);
    if (kind == SessionListModel::Kind::Heading) {
        paintHeading(*painter, row, index);
        return;
    }
    if (kind == SessionListModel::Kind::Note) {
        paintNote(*painter, row, index);
        return;
    }
    theme::paintRowBackground(*painter, look, row, index.data(SessionListModel::CurrentRole).toBool(),
                              option.state.testFlag(QStyle::State_MouseOver), look.measure(Measure::R2));
    if (kind == SessionListModel::Kind::NeedsYou)
        paintNeedsYou(*painter, row, index);
    else if (kind == SessionListModel::Kind::Message)
        paintFoundMessage(*painter, look, row, index.data(SessionListModel::MessageRole).value<view::FoundMessage>(),
                          index.data(SessionListModel::WhenRole).toString());
    else
        paintSession(*painter, row, index);
    if (showsKeyboard(option, index))
        theme::paintRowFocus(*painter, look, row, look.measure(Measure::R2));
}

/// Shown to mouse users as well if it is not the open session: otherwise nothing would show which row the keys act
/// on.
bool SessionDelegate::showsKeyboard(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (!option.state.testFlag(QStyle::State_HasFocus) || option.state.testFlag(QStyle::State_KeyboardFocusChange))
        return option.state.testFlag(QStyle::State_HasFocus);
    return kindOf(index) == SessionListModel::Kind::Session && !index.data(SessionListModel::CurrentRole).toBool()
        && index.data(SessionListModel::RowRole).value<view::SessionRow>().id != m_clicked;
}

void SessionDelegate::paintNeedsYou(QPainter& painter, const QRectF& row, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const double glyph = look.px(14);
    theme::paintStateGlyph(painter, look, QRectF(row.left() + look.px(8), row.center().y() - glyph / 2, glyph, glyph),
                           theme::StateGlyph::Waiting);
    const QString count = QString::number(index.data(SessionListModel::CountRole).toInt());
    const QSize badge = theme::badgeSize(look, count);
    const double right = row.right() - look.px(8);
    theme::paintBadge(
        painter, look,
        QRectF(right - badge.width(), row.center().y() - badge.height() / 2.0, badge.width(), badge.height()), count);
    const double left = row.left() + look.px(30);
    theme::paintText(painter, QRectF(left, row.top(), right - badge.width() - look.px(8) - left, row.height()),
                     index.data().toString(), look.font(TextRole::Ui, QFont::Medium), look.color(Color::Text1));
}

void SessionDelegate::paintHeading(QPainter& painter, const QRectF& row, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const QRectF text(row.left() + look.px(8), row.bottom() - look.px(20), row.width() - look.px(16), look.px(16));
    theme::paintText(painter, text, index.data().toString(), look.font(TextRole::Micro, QFont::DemiBold),
                     look.color(Color::Text3));
}

/// As wide as the list; a sentence may take several lines.
int SessionDelegate::noteHeight(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view != nullptr ? view->viewport()->width() : option.rect.width();
    const int room = width - 2 * look.px(rowSide + noteSide);
    const QFontMetrics metrics(look.font(TextRole::Meta));
    const QRect words =
        metrics.boundingRect(QRect(0, 0, std::max(room, 1), 0), Qt::TextWordWrap, index.data().toString());
    return std::max(look.px(40), words.height() + look.px(noteTop + noteSide));
}

void SessionDelegate::paintNote(QPainter& painter, const QRectF& row, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    painter.setFont(look.font(TextRole::Meta));
    painter.setPen(look.color(Color::Text3));
    painter.drawText(row.adjusted(look.px(noteSide), look.px(noteTop), -look.px(noteSide), 0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, index.data().toString());
}

void SessionDelegate::paintSession(QPainter& painter, const QRectF& row, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const auto session = index.data(SessionListModel::RowRole).value<view::SessionRow>();
    const bool isCurrent = index.data(SessionListModel::CurrentRole).toBool();
    const QColor quiet = look.color(isCurrent ? Color::Text2 : Color::Text3);
    const double glyph = look.px(14);
    theme::paintStateGlyph(painter, look, QRectF(row.left() + look.px(8), row.top() + look.px(8), glyph, glyph),
                           session.glyph, isCurrent ? Color::BgSelected : Color::BgWindow, m_turn);
    const double left = row.left() + look.px(30);
    const double right = row.right() - look.px(8);

    const QFont meta = look.font(TextRole::Meta);
    const QString when = index.data(SessionListModel::WhenRole).toString();
    const double whenWidth = theme::tabularWidth(meta, when);
    const QRectF first(left, row.top() + look.px(5), right - left, look.px(Measure::LhUi));
    // One pixel lower, small text sits on the same baseline as the larger text beside it.
    theme::paintTabular(painter, first.translated(0, 1), when, meta, quiet, Qt::AlignRight | Qt::AlignVCenter);
    theme::paintText(painter, first.adjusted(0, 0, -(whenWidth > 0 ? whenWidth + look.px(8) : 0), 0), session.title,
                     look.font(TextRole::Ui, QFont::Medium), look.color(Color::Text1), Qt::AlignLeft | Qt::AlignVCenter,
                     elideFor(session.title));

    QRectF second(left, first.bottom(), right - left, look.px(Measure::LhMeta));
    if (session.questions > 0) {
        const QString count = QString::number(session.questions);
        const QSize badge = theme::badgeSize(look, count);
        theme::paintBadge(painter, look, QRectF(right - badge.width(), second.top(), badge.width(), badge.height()),
                          count);
        second.setRight(right - badge.width() - look.px(8));
    }
    paintDetail(painter, second.translated(0, 1), session, session.hasFailed ? look.color(Color::DangerText) : quiet);
}

/// The tags are the person's own words: the program's text makes room for them, down to a third of the line.
void SessionDelegate::paintDetail(QPainter& painter, const QRectF& line, const view::SessionRow& session,
                                  const QColor& color) const
{
    const theme::Theme& look = m_theme.theme();
    const QFont meta = look.font(TextRole::Meta);
    if (session.tags.isEmpty()) {
        theme::paintText(painter, line, session.detail, meta, color);
        return;
    }
    const QString tags = QStringLiteral("#") + session.tags.join(QStringLiteral(" #"));
    const double gap = look.px(8);
    const double left = std::max(line.width() / 3, line.width() - gap - std::ceil(theme::textWidth(meta, tags)) - 1);
    const double detail = std::min(left, std::ceil(theme::textWidth(meta, session.detail)) + 1);
    theme::paintText(painter, QRectF(line.left(), line.top(), detail, line.height()), session.detail, meta, color);
    theme::paintText(painter, line.adjusted(detail + gap, 0, 0, 0), tags, meta, look.color(Color::Text2));
}

} // namespace quarterdeck::ui
