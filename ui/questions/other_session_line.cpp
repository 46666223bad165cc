#include "questions/other_session_line.h"

#include "ui/theme/icons.h"
#include "ui/theme/state_glyph.h"
#include "ui/theme/tool_tip.h"
#include "ui/wording/visible_text.h"

#include <QPainter>

namespace quarterdeck::ui {

namespace {
constexpr double lineHeight = 24;
constexpr double sideInset = 6;
constexpr double glyphSide = 14;
constexpr double gap = 8;
} // namespace

OtherSessionLine::OtherSessionLine(const theme::ThemeController& theme, const OtherSessionView& other, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setObjectName(QStringLiteral("needsYouOther"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    // Not its text: that would make a shortcut of a "&" in the title.
    setAccessibleName(
        NeedsYouPanel::tr("%n question(s) in “%1”", nullptr, other.questions).arg(wording::visibleText(other.title)));
    const QString first = wording::visibleText(other.first);
    setToolTip(theme::plainToolTip(first.isEmpty() ? accessibleName() : accessibleName() + u'\n' + first));
    setAccessibleDescription(first);
}

QSize OtherSessionLine::sizeHint() const { return {m_theme.theme().px(120), m_theme.theme().px(lineHeight)}; }

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
    const double start = left + glyph + look.px(gap);
    theme::paintText(painter, QRectF(start, 0, chevron.left() - look.px(gap) - start, height()), accessibleName(),
                     look.font(theme::TextRole::Meta), look.color(theme::Color::Text2));
}

} // namespace quarterdeck::ui
