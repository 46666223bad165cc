#include "ui/panels/option_button.h"

#include "ui/theme/paint.h"
#include "ui/theme/tool_tip.h"

#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

namespace {
constexpr double leastOptionHeight = 26;
constexpr double sidePadding = 10;
constexpr double verticalPadding = 8;
constexpr double optionLineHeight = 18;
constexpr int optionLinesAtMost = 4;
} // namespace

OptionButton::OptionButton(const theme::ThemeController& theme, Look look, QWidget* parent)
    : QPushButton(parent)
    , m_theme(theme)
    , m_look(std::move(look))
{
    setObjectName(QStringLiteral("questionOption"));
    setProperty("tier", QStringLiteral("wrap")); // its height is its own, not the sheet's
    setAutoDefault(false);
    setAttribute(Qt::WA_Hover);
    setEnabled(!m_look.isPast);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum); // Fixed would hold it at one line
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setToolTip(theme::plainToolTip(m_look.label));
    // The accessible name rather than the text, which would turn each "&" of an agent into a shortcut.
    setAccessibleName(m_look.isDefault ? tr("%1 (default)").arg(m_look.label) : m_look.label);
}

QFont OptionButton::labelFont() const { return m_theme.theme().font(theme::TextRole::Ui, QFont::Medium); }

bool OptionButton::isWiderThan(int width) const
{
    return theme::textWidth(labelFont(), m_look.label) + m_theme.theme().px(2 * sidePadding) > width;
}

QSize OptionButton::sizeHint() const { return {m_theme.theme().px(60), m_theme.theme().px(leastOptionHeight)}; }

std::vector<QString> OptionButton::linesFor(int width) const
{
    QTextLayout layout(m_look.label, labelFont());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    std::vector<QString> lines;
    layout.beginLayout();
    while (static_cast<int>(lines.size()) < optionLinesAtMost) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        const bool isLast = static_cast<int>(lines.size()) + 1 == optionLinesAtMost;
        lines.push_back(isLast ? m_look.label.mid(line.textStart()) // elided when painted
                               : m_look.label.mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return lines;
}

int OptionButton::innerWidth(int width) const { return std::max(20, width - 2 * m_theme.theme().px(sidePadding)); }

int OptionButton::heightForWidth(int width) const
{
    const theme::Theme& look = m_theme.theme();
    const int lines = static_cast<int>(linesFor(innerWidth(width)).size());
    return std::max(look.px(leastOptionHeight), lines * look.px(optionLineHeight) + look.px(verticalPadding));
}

void OptionButton::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isMarked = m_look.isDefault && !m_look.isPast;
    const double line = isMarked ? 2 : 1;
    const theme::Color edge = m_look.isPast ? theme::Color::AskLine
        : isMarked                          ? theme::Color::AskEdge
                                            : theme::Color::Line2;
    const theme::Color fill = isDown() ? theme::Color::BgPressed
        : underMouse()                 ? theme::Color::BgHover
                                       : theme::Color::BgRaised;
    painter.setPen(QPen(look.color(edge), line));
    painter.setBrush(m_look.isPast ? QBrush(Qt::NoBrush) : QBrush(look.color(fill)));
    const double radius = look.measure(theme::Measure::R2);
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), radius, radius);
    const std::vector<QString> lines = linesFor(innerWidth(width()));
    const double height = lines.size() > 1 ? look.px(optionLineHeight) : QWidget::height();
    double top = (QWidget::height() - height * static_cast<double>(lines.size())) / 2;
    for (const QString& text : lines) {
        theme::paintText(painter, QRectF(look.px(sidePadding), top, innerWidth(width()), height), text, labelFont(),
                         look.color(m_look.isPast ? theme::Color::Text2 : theme::Color::Text1),
                         Qt::AlignVCenter | (lines.size() > 1 ? Qt::AlignLeft : Qt::AlignHCenter));
        top += height;
    }
}

} // namespace quarterdeck::ui
