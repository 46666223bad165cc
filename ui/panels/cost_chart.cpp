#include "ui/panels/cost_chart.h"

#include "ui/present/quantities.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace quarterdeck::ui {

std::vector<double> valueTicks(double top, int wanted)
{
    if (!(top > 0) || !std::isfinite(top) || wanted < 1)
        return {0.0, 1.0};
    const double rough = top / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) {
            step = factor * power;
            break;
        }
    }
    std::vector<double> ticks{0.0};
    while (ticks.back() < top * (1 - 1e-9))
        ticks.push_back(step * static_cast<double>(ticks.size()));
    return ticks;
}

std::vector<std::int64_t> timeTicks(std::int64_t from, std::int64_t to, std::int64_t offsetMs, int most)
{
    constexpr std::int64_t second = 1'000;
    constexpr std::int64_t minute = 60 * second;
    constexpr std::int64_t hour = 60 * minute;
    constexpr std::int64_t day = 24 * hour;
    static constexpr std::array steps{second,  2 * second, 5 * second, 10 * second, 15 * second, 30 * second,
                                      minute,  2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
                                      hour,    2 * hour,   3 * hour,   6 * hour,    12 * hour,   day,
                                      2 * day, 7 * day,    14 * day,   30 * day,    90 * day,    365 * day};
    if (to <= from || most < 1)
        return {};
    std::int64_t step = steps.back();
    for (const std::int64_t one : steps) {
        if ((to - from) / one < most) {
            step = one;
            break;
        }
    }
    while ((to - from) / step >= most)
        step *= 2;
    std::vector<std::int64_t> ticks;
    const std::int64_t first = ((from + offsetMs) / step + 1) * step - offsetMs;
    for (std::int64_t at = first; at <= to; at += step)
        ticks.push_back(at);
    return ticks;
}

bool needSeconds(const std::vector<std::int64_t>& ticks)
{
    constexpr std::int64_t minute = 60'000; // in every time zone they begin together
    return std::ranges::any_of(ticks, [](std::int64_t tick) { return tick % minute != 0; });
}

using theme::Color;
using theme::TextRole;
using view::CostCurve;

namespace {

constexpr double chartHeight = 224;
constexpr double leftOf = 48;    // the amounts
constexpr double rightOf = 12;   // half of the last time
constexpr double aboveIt = 20;   // the rounds
constexpr double beneathIt = 24; // the times
constexpr int wantedAmounts = 5;
constexpr double betweenTimes = 76;
constexpr double betweenRounds = 64;
constexpr double areaOpacity = 0.75;

QDateTime local(std::int64_t time) { return QDateTime::fromMSecsSinceEpoch(time); }

} // namespace

struct CostChart::Scale
{
    QRectF plot;
    std::int64_t from = 0;
    std::int64_t to = 1;
    std::vector<double> amounts;

    [[nodiscard]] double x(std::int64_t time) const
    {
        return plot.left() + plot.width() * static_cast<double>(time - from) / static_cast<double>(to - from);
    }
    [[nodiscard]] double y(double amount) const { return plot.bottom() - plot.height() * amount / amounts.back(); }
};

CostChart::CostChart(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("costChart"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&theme, &theme::ThemeController::changed, this, [this] { updateGeometry(); });
    describe();
}

void CostChart::setCurve(const CostCurve& curve)
{
    m_curve = curve;
    describe();
    update();
}

void CostChart::setQuantity(Quantity quantity)
{
    m_quantity = quantity;
    describe();
    update();
}

QSize CostChart::sizeHint() const { return {m_theme.theme().px(600), m_theme.theme().px(chartHeight)}; }
QSize CostChart::minimumSizeHint() const { return {m_theme.theme().px(200), m_theme.theme().px(chartHeight)}; }

const std::vector<double>& CostChart::valuesOf(const CostCurve::Series& series) const
{
    return m_quantity == Quantity::Money ? series.dollars : series.tokens;
}

double CostChart::topOfAll() const
{
    double top = 0;
    for (const CostCurve::Series& series : m_curve.series)
        top += valuesOf(series).empty() ? 0.0 : valuesOf(series).back();
    return top;
}

QString CostChart::amount(double value) const
{
    if (m_quantity == Quantity::Tokens)
        return wording::count(static_cast<std::int64_t>(value));
    return topOfAll() < 0.1 && value > 0 ? wording::exactMoney(value) : wording::money(value);
}

CostChart::Scale CostChart::scale() const
{
    const theme::Theme& look = m_theme.theme();
    Scale scale;
    scale.plot = QRectF(rect()).adjusted(look.px(leftOf), look.px(aboveIt), -look.px(rightOf), -look.px(beneathIt));
    scale.from = m_curve.times.front();
    scale.to = std::max(m_curve.times.back(), scale.from + 1'000);
    scale.amounts = valueTicks(topOfAll(), wantedAmounts);
    return scale;
}

void CostChart::paintEvent(QPaintEvent*)
{
    if (m_curve.times.empty() || m_curve.series.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Scale scale = this->scale();
    paintGrid(painter, scale);
    paintAreas(painter, scale);
    paintRounds(painter, scale);
    paintBudget(painter, scale);
}

void CostChart::paintGrid(QPainter& painter, const Scale& scale) const
{
    const theme::Theme& look = m_theme.theme();
    const QFont font = look.font(TextRole::Meta);
    const QColor words = look.color(Color::Text3);
    const double line = look.px(theme::Measure::LhMeta);
    for (const double value : scale.amounts) {
        const double y = qRound(scale.y(value)) + 0.5;
        painter.setPen(QPen(look.color(value == 0 ? Color::Line2 : Color::Line1), 1));
        painter.drawLine(QPointF(scale.plot.left(), y), QPointF(scale.plot.right(), y));
        theme::paintText(painter, QRectF(0, y - line / 2, scale.plot.left() - look.px(8), line), amount(value), font,
                         words, Qt::AlignRight | Qt::AlignVCenter);
    }
    const std::int64_t offset = std::int64_t{local(scale.from).offsetFromUtc()} * 1'000;
    const int most = std::max(1, static_cast<int>(scale.plot.width() / look.px(betweenTimes)));
    const bool isLong = scale.to - scale.from > 2 * 86'400'000LL;
    const std::vector<std::int64_t> times = timeTicks(scale.from, scale.to, offset, most);
    const bool areClose = needSeconds(times);
    for (const std::int64_t time : times) {
        const conversation::Timestamp at{time};
        const QString text = isLong ? wording::dayOfYear(at)
            : areClose              ? wording::clockTimeWithSeconds(at)
                                    : wording::clockTime(at);
        const double half = look.px(betweenTimes) / 2.0;
        if (scale.x(time) + theme::textWidth(font, text) / 2 > width())
            continue; // it would be cut off
        theme::paintText(painter, QRectF(scale.x(time) - half, scale.plot.bottom() + look.px(4), 2 * half, line), text,
                         font, words, Qt::AlignHCenter | Qt::AlignVCenter);
    }
}

void CostChart::paintAreas(QPainter& painter, const Scale& scale) const
{
    const theme::Theme& look = m_theme.theme();
    std::vector<double> below(m_curve.times.size(), 0.0);
    for (const CostCurve::Series& series : m_curve.series) {
        const std::vector<double>& values = valuesOf(series);
        QPainterPath area;
        QPainterPath edge;
        for (std::size_t i = 0; i < below.size(); ++i) {
            const QPointF point(scale.x(m_curve.times[i]), scale.y(below[i] + values[i]));
            i == 0 ? edge.moveTo(point) : edge.lineTo(point);
        }
        area = edge;
        for (std::size_t i = below.size(); i-- > 0;)
            area.lineTo(scale.x(m_curve.times[i]), scale.y(below[i]));
        area.closeSubpath();
        painter.fillPath(area, look.color(theme::roleColor(series.hue, theme::RoleShade::Line), areaOpacity));
        painter.strokePath(edge, QPen(look.color(Color::BgCanvas), 1.5));
        for (std::size_t i = 0; i < below.size(); ++i)
            below[i] += values[i];
    }
}

void CostChart::paintRounds(QPainter& painter, const Scale& scale) const
{
    const theme::Theme& look = m_theme.theme();
    double free = scale.plot.left() - 1;
    for (const CostCurve::Round& round : m_curve.rounds) {
        const double x = qRound(scale.x(round.time)) + 0.5;
        if (x < free || x > scale.plot.right())
            continue; // there is no room for its name
        painter.setPen(QPen(look.color(Color::Text3), 1, Qt::DotLine));
        painter.drawLine(QPointF(x, look.px(2)), QPointF(x, scale.plot.bottom()));
        const QString text = tr("Round %1").arg(round.number);
        const QFont font = look.font(TextRole::Meta);
        theme::paintText(painter, QRectF(x + look.px(4), 0, look.px(120), look.px(aboveIt - 4)), text, font,
                         look.color(Color::Text2));
        free = x + std::max<double>(look.px(betweenRounds), theme::textWidth(font, text) + look.px(12));
    }
}

void CostChart::paintBudget(QPainter& painter, const Scale& scale) const
{
    if (m_quantity != Quantity::Money || !m_curve.budget || *m_curve.budget > scale.amounts.back())
        return;
    const theme::Theme& look = m_theme.theme();
    const double y = qRound(scale.y(*m_curve.budget)) + 0.5;
    painter.setPen(QPen(look.color(Color::AskEdge), 1.5, Qt::DashLine));
    painter.drawLine(QPointF(scale.plot.left(), y), QPointF(scale.plot.right(), y));
    theme::paintText(painter, QRectF(scale.plot.left(), y - look.px(18), scale.plot.width() - look.px(4), look.px(16)),
                     tr("budget %1").arg(wording::money(*m_curve.budget)), look.font(TextRole::Meta),
                     look.color(Color::AskText), Qt::AlignRight | Qt::AlignVCenter);
}

void CostChart::describe()
{
    setAccessibleName(m_quantity == Quantity::Money ? tr("Cost over time, by member")
                                                    : tr("Tokens over time, by member"));
    QStringList parts;
    for (const CostCurve::Series& series : m_curve.series)
        if (!valuesOf(series).empty())
            parts.append(tr("%1: %2").arg(series.name, amount(valuesOf(series).back())));
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
}

void CostChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        describe();
    QWidget::changeEvent(event);
}

/// Shows the time under the pointer, and what each had used by then.
bool CostChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_curve.times.size() < 2)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const Scale scale = this->scale();
    const auto later =
        std::ranges::find_if(m_curve.times, [&](std::int64_t time) { return scale.x(time) > help->pos().x(); });
    const auto place = static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - m_curve.times.begin() - 1, 0));
    QStringList lines{wording::clockTimeWithSeconds({m_curve.times[place]})};
    for (const CostCurve::Series& series : m_curve.series)
        if (valuesOf(series)[place] > 0)
            lines.append(tr("%1: %2").arg(series.name, amount(valuesOf(series)[place])));
    QToolTip::showText(help->globalPos(), lines.join(u'\n').toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")),
                       this);
    return true;
}

} // namespace quarterdeck::ui
