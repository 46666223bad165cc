#include "composer/composer_rail.h"

#include "ui/theme/rail_geometry.h"

#include <QPainter>
#include <algorithm>

namespace quarterdeck::ui {

namespace {
constexpr double laneOpacity = 0.34;
constexpr double lineWidth = 1.75;
constexpr double arrowLength = 7;
constexpr double arrowHalf = 4;
constexpr double personRadius = 4.5;
constexpr double ringRadius = 2.75;
constexpr double middleOfAvatar = 22; ///< 10 px padding and half of 24
constexpr int mostLanes = 9;          ///< the rest share a last, grey one
} // namespace

ComposerRail::ComposerRail(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("composerRail"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void ComposerRail::setHues(std::vector<int> hues)
{
    m_hues = std::move(hues);
    update();
}

void ComposerRail::showRoute(const SendView& view)
{
    m_view = view;
    update();
}

int ComposerRail::laneCount() const
{
    const int members = static_cast<int>(m_hues.size()) + 1;
    return members > mostLanes ? mostLanes + 1 : members;
}

double ComposerRail::laneX(int lane) const
{
    const int count = laneCount();
    return theme::railGeometry(m_theme.theme(), count).laneX(std::min(lane, count - 1)) + 0.5;
}

int ComposerRail::wantedWidth() const
{
    const theme::Theme& look = m_theme.theme();
    const int needed = static_cast<int>(laneX(laneCount() - 1)) + look.px(theme::Measure::LanePitch);
    return std::max(look.px(theme::Measure::WRail), needed);
}

QColor ComposerRail::laneColor(int lane) const
{
    const auto index = static_cast<std::size_t>(lane - 1);
    if (lane == mostLanes)
        return m_theme.theme().color(theme::Color::Line3);
    if (lane <= 0 || index >= m_hues.size())
        return m_theme.theme().color(theme::Color::You);
    return m_theme.theme().color(theme::roleColor(m_hues[index], theme::RoleShade::Line));
}

void ComposerRail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintLanes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    paintRoute(painter);
}

void ComposerRail::paintLanes(QPainter& painter) const
{
    for (int lane = 0; lane < laneCount(); ++lane) {
        QColor color = laneColor(lane);
        color.setAlphaF(static_cast<float>(laneOpacity));
        painter.fillRect(static_cast<int>(laneX(lane)), 0, 1, height(), color);
    }
}

std::vector<int> ComposerRail::drawn(std::vector<int> lanes) const
{
    const int count = static_cast<int>(m_hues.size()) + 1;
    std::erase_if(lanes, [count](int lane) { return lane <= 0 || lane >= count; });
    return lanes;
}

/// As far as whoever stands farthest: up to the arrow's back, or to the ring's edge.
void ComposerRail::paintLine(QPainter& painter, const QColor& color, double middle) const
{
    const double u = m_theme.theme().options().textScale;
    double end = laneX(0);
    for (const int lane : drawn(m_view.lanes))
        end = std::max(end, laneX(lane) - arrowLength * u + 1);
    for (const int lane : drawn(m_view.hearingLanes))
        end = std::max(end, laneX(lane) - ringRadius * u);
    if (end <= laneX(0))
        return;
    QPen pen(color, lineWidth * u, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3 / lineWidth, 2.5 / lineWidth});
    painter.setPen(pen);
    painter.drawLine(QPointF(laneX(0) + personRadius * u, middle), QPointF(end, middle));
}

void ComposerRail::paintHeads(QPainter& painter, const QColor& color, double middle) const
{
    const double u = m_theme.theme().options().textScale;
    painter.setPen(QPen(color, 1.5 * u));
    painter.setBrush(m_theme.theme().color(theme::Color::BgCanvas));
    for (const int lane : drawn(m_view.hearingLanes))
        painter.drawEllipse(QPointF(laneX(lane), middle), ringRadius * u, ringRadius * u);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const int lane : drawn(m_view.lanes))
        painter.drawPolygon(QPolygonF{QPointF(laneX(lane), middle),
                                      QPointF(laneX(lane) - arrowLength * u, middle - arrowHalf * u),
                                      QPointF(laneX(lane) - arrowLength * u, middle + arrowHalf * u)});
}

void ComposerRail::paintRoute(QPainter& painter) const
{
    const theme::Theme& look = m_theme.theme();
    const double u = look.options().textScale;
    const double middle = look.px(middleOfAvatar) + 0.5;
    const QColor color = look.color(m_view.isPrivate ? theme::Color::PrivateEdge : theme::Color::You);
    paintLine(painter, color, middle);
    paintHeads(painter, color, middle);
    painter.setPen(QPen(look.color(theme::Color::You), 1.5 * u));
    painter.setBrush(look.color(theme::Color::BgCanvas));
    painter.drawEllipse(QPointF(laneX(0), middle), personRadius * u, personRadius * u);
}

} // namespace quarterdeck::ui
