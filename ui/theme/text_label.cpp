#include "ui/theme/text_label.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/tool_tip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui::theme {

namespace {

Measure lineHeightOf(TextRole role)
{
    switch (role) {
    case TextRole::Micro:
        return Measure::LhMicro;
    case TextRole::Meta:
        return Measure::LhMeta;
    case TextRole::Ui:
        return Measure::LhUi;
    case TextRole::Read:
        return Measure::LhRead;
    case TextRole::Head:
        return Measure::LhHead;
    case TextRole::Title:
        return Measure::LhTitle;
    case TextRole::Code:
        return Measure::LhCode;
    }
    return Measure::LhUi;
}

// The layout breaks lines only at these.
QString withLineSeparators(QString text) { return text.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator)); }

// Breaks the text into lines of `width`, `lineHeight` apart; returns their total height.
double breakLines(QTextLayout& layout, double width, double lineHeight)
{
    // Breaks words wider than the label, too, such as paths and addresses.
    QTextOption option = layout.textOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, y + (lineHeight - line.height()) / 2));
        y += lineHeight;
    }
    layout.endLayout();
    return y;
}

} // namespace

TextLabel::TextLabel(const ThemeController& theme, TextRole role, Color color, QFont::Weight weight, QWidget* parent)
    : QLabel(parent)
    , m_theme(theme)
    , m_role(role)
    , m_color(color)
    , m_weight(weight)
{
    setTextFormat(Qt::PlainText);
    dress();
    connect(&theme, &ThemeController::changed, this, &TextLabel::dress);
}

void TextLabel::setColor(Color color)
{
    m_color = color;
    dress();
}

void TextLabel::setWeight(QFont::Weight weight)
{
    m_weight = weight;
    dress();
}

void TextLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elide = mode;
    QSizePolicy policy = sizePolicy();
    policy.setHorizontalPolicy(mode == Qt::ElideNone ? QSizePolicy::Preferred : QSizePolicy::Maximum);
    setSizePolicy(policy);
    updateGeometry();
}

void TextLabel::dress()
{
    setFont(m_theme.theme().font(m_role, m_weight));
    QPalette own = palette();
    own.setColor(QPalette::WindowText, m_theme.theme().color(m_color));
    own.setColor(QPalette::Disabled, QPalette::WindowText, m_theme.theme().color(Color::TextDisabled));
    m_dressed = own;
    setPalette(m_dressed);
    update();
}

QSize TextLabel::minimumSizeHint() const
{
    if (wordWrap())
        return {fontMetrics().averageCharWidth() * 12, m_theme.theme().px(lineHeightOf(m_role))};
    const QSize whole = QLabel::minimumSizeHint();
    if (m_elide == Qt::ElideNone)
        return whole;
    return {std::min(whole.width(), fontMetrics().averageCharWidth() * 4), whole.height()};
}

QSize TextLabel::sizeHint() const
{
    const QSize whole = QLabel::sizeHint();
    return wordWrap() ? QSize(whole.width(), heightForWidth(whole.width())) : whole;
}

// QLabel sets lines as tightly as the font has them; the design gives each size its own line height.
int TextLabel::heightForWidth(int width) const
{
    if (!wordWrap())
        return QLabel::heightForWidth(width);
    const QMargins margins = contentsMargins();
    QTextLayout layout(withLineSeparators(text()), font());
    // A layout also asks for widths that the label will never have.
    const double inner = std::max(1, std::min(width, maximumWidth()) - margins.left() - margins.right());
    const double height = breakLines(layout, inner, m_theme.theme().pxF(lineHeightOf(m_role)));
    return static_cast<int>(std::ceil(height)) + margins.top() + margins.bottom();
}

void TextLabel::paintWrapped()
{
    QTextLayout layout(withLineSeparators(text()), font());
    layout.setTextOption(QTextOption(alignment() & Qt::AlignHorizontal_Mask));
    const double height = breakLines(layout, contentsRect().width(), m_theme.theme().pxF(lineHeightOf(m_role)));
    const double spare = contentsRect().height() - height;
    const double top = alignment().testFlag(Qt::AlignTop) ? 0 : std::max(0.0, spare / 2);
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText));
    layout.draw(&painter, QPointF(contentsRect().topLeft()) + QPointF(0, top));
}

void TextLabel::paintEvent(QPaintEvent* event)
{
    if (wordWrap()) {
        paintWrapped();
        return;
    }
    if (m_elide == Qt::ElideNone) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    paintText(painter, contentsRect(), text(), font(),
              palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::WindowText), alignment(),
              m_elide);
}

bool TextLabel::event(QEvent* event)
{
    // When the label gets another parent, a style sheet restores the palette it first saw.
    if (event->type() == QEvent::StyleChange && palette() != m_dressed)
        setPalette(m_dressed);
    if (event->type() == QEvent::ToolTip && m_elide != Qt::ElideNone && toolTip().isEmpty()
        && fontMetrics().horizontalAdvance(text()) > contentsRect().width()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(text()), this);
        return true;
    }
    // A frame lower than its margins forgets them when the style changes.
    const QMargins margins = contentsMargins();
    const bool isTaken = QLabel::event(event);
    if (event->type() == QEvent::StyleChange && contentsMargins() != margins)
        setContentsMargins(margins);
    return isTaken;
}

} // namespace quarterdeck::ui::theme
