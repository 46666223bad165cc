#include "ui/shell/banner_text.h"

#include "ui/present/visible_text.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"
#include "ui/theme/tool_tip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

using theme::Measure;
using theme::TextRole;

namespace {
constexpr int linesAtMost = 6;
constexpr qsizetype charactersAtMost = 2000; ///< of either part: a sentence may quote what a file holds
constexpr double widthAtLeast = 120;

QString fitToShow(const QString& text) { return wording::visibleText(text.left(charactersAtMost)).simplified(); }
} // namespace

BannerText::BannerText(const theme::ThemeController& theme, const QString& what, const QString& meaning,
                       QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_what(fitToShow(what))
    , m_meaning(fitToShow(meaning))
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &theme::ThemeController::changed, this, [this] { updateGeometry(); });
}

void BannerText::setTexts(const QString& what, const QString& meaning)
{
    m_what = fitToShow(what);
    m_meaning = fitToShow(meaning);
    updateGeometry();
    update();
}

QString BannerText::text() const { return m_meaning.isEmpty() ? m_what : m_what + QStringLiteral("  ") + m_meaning; }

int BannerText::breakLines(QTextLayout& layout, double width) const
{
    const theme::Theme& look = m_theme.theme();
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QTextLayout::FormatRange strong;
    strong.start = 0;
    strong.length = static_cast<int>(m_what.size());
    strong.format.setFont(look.font(TextRole::Ui, QFont::DemiBold));
    layout.setFormats({strong});
    const double height = look.pxF(Measure::LhUi);
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        line.setPosition({0, y + (height - line.height()) / 2});
        y += height;
    }
    layout.endLayout();
    return std::min(linesAtMost, layout.lineCount());
}

QSize BannerText::sizeHint() const
{
    const theme::Theme& look = m_theme.theme();
    const double width = theme::textWidth(look.font(TextRole::Ui, QFont::DemiBold), text());
    return {static_cast<int>(std::ceil(width)), look.px(Measure::LhUi)};
}

QSize BannerText::minimumSizeHint() const
{
    return {m_theme.theme().px(widthAtLeast), m_theme.theme().px(Measure::LhUi)};
}

int BannerText::heightForWidth(int width) const
{
    QTextLayout layout(text(), m_theme.theme().font(TextRole::Ui));
    return static_cast<int>(std::ceil(breakLines(layout, width) * m_theme.theme().pxF(Measure::LhUi)));
}

void BannerText::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QTextLayout layout(text(), look.font(TextRole::Ui));
    const int lines = breakLines(layout, width());
    const double lineHeight = look.pxF(Measure::LhUi);
    const double top = std::max(0.0, (height() - lines * lineHeight) / 2);
    const QColor ink = look.color(theme::Color::Text1);
    QPainter painter(this);
    painter.setPen(ink);
    const bool isCut = lines < layout.lineCount();
    for (int i = 0; i < lines - (isCut ? 1 : 0); ++i)
        layout.lineAt(i).draw(&painter, {0, top});
    if (!isCut)
        return;
    const int start = layout.lineAt(lines - 1).textStart();
    const QFont font = look.font(TextRole::Ui, start < m_what.size() ? QFont::DemiBold : QFont::Normal);
    theme::paintText(painter, QRectF(0, top + (lines - 1) * lineHeight, width(), lineHeight), text().mid(start), font,
                     ink);
}

bool BannerText::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        QTextLayout layout(text(), m_theme.theme().font(TextRole::Ui));
        if (breakLines(layout, width()) < layout.lineCount())
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), theme::plainToolTip(text()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace quarterdeck::ui
