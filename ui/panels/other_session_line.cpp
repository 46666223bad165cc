#include "ui/panels/other_session_line.h"

#include "ui/present/visible_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/state_glyph.h"
#include "ui/theme/tool_tip.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

namespace {
constexpr double sessionLineHeight = 24;
constexpr double sideInset = 6;
constexpr double glyphSide = 14;
constexpr double wordGap = 8;
} // namespace

OtherSessionLine::OtherSessionLine(const theme::ThemeController& theme, const OtherSessionView& other, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("needsYouOther"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_questions = other.questions;
    m_isMore = other.isMore;
    m_title = wording::visibleText(other.title);
    // The accessible name rather than the text, which would turn an "&" into a shortcut.
    setAccessibleName(wordsWith(m_title));
    const QString first = wording::visibleText(other.first);
    setToolTip(theme::plainToolTip(first.isEmpty() ? accessibleName() : accessibleName() + u'\n' + first));
    setAccessibleDescription(first);
}

QSize OtherSessionLine::sizeHint() const { return {m_theme.theme().px(120), m_theme.theme().px(sessionLineHeight)}; }

void OtherSessionLine::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    theme::paintRowBackground(painter, look, rect(), false, underMouse(), look.measure(theme::Measure::R2));
    const double glyph = look.px(glyphSide);
    const double left = look.px(sideInset);
    const double top = (height() - glyph) / 2;
    theme::paintStateGlyph(painter, look, QRectF(left, top, glyph, glyph), theme::StateGlyph::Waiting);
    const QRectF chevron(width() - left - glyph, top, glyph, glyph);
    theme::paintIcon(painter, theme::Icon::ChevronRight, chevron, look.px(glyphSide), look.color(theme::Color::Text3));
    const double start = left + glyph + look.px(wordGap);
    const QRectF words(start, 0, chevron.left() - look.px(wordGap) - start, height());
    const QFont font = look.font(theme::TextRole::Meta);
    const double room = words.width() - std::ceil(theme::textWidth(font, wordsWith(QString())));
    const QString title = QFontMetricsF(font).elidedText(m_title, Qt::ElideMiddle, std::max(room, 0.0));
    theme::paintText(painter, words, wordsWith(title), font, look.color(theme::Color::Text2));
}

/// The title is elided in the middle: its end distinguishes sessions with the same name.
QString OtherSessionLine::wordsWith(const QString& title) const
{
    return (m_isMore ? NeedsYouPanel::tr("%n more question(s) in “%1”", nullptr, m_questions)
                     : NeedsYouPanel::tr("%n question(s) in “%1”", nullptr, m_questions))
        .arg(title);
}

} // namespace quarterdeck::ui
