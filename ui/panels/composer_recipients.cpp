#include "ui/panels/composer_recipients.h"

#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace quarterdeck::ui {

namespace {
constexpr int chipWordGap = 4;
}

ChipButton::ChipButton(const theme::ThemeController& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("composerRecipients"));
    setFocusPolicy(Qt::TabFocus);
    setProperty("ownFocus", true); // the ring of the pill, not of its frame
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ChipButton::setChips(std::vector<theme::ChipStyle> chips)
{
    m_chips = std::move(chips);
    QStringList names;
    for (const theme::ChipStyle& chip : m_chips)
        names.append(chip.text);
    setAccessibleName(tr("Recipients: %1").arg(names.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

QSize ChipButton::sizeHint() const
{
    QSize size(0, m_theme.theme().px(22));
    for (const theme::ChipStyle& chip : m_chips) {
        const QSize one = theme::chipSize(m_theme.theme(), chip);
        size.rwidth() += one.width() + chipWordGap;
        size.setHeight(std::max(size.height(), one.height()));
    }
    return size;
}

void ChipButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    double x = 0;
    for (const theme::ChipStyle& chip : m_chips) {
        const QSize size = theme::chipSize(m_theme.theme(), chip);
        theme::paintChip(painter, m_theme.theme(),
                         QRectF(x, (height() - size.height()) / 2.0, size.width(), size.height()), chip);
        x += size.width() + chipWordGap;
    }
    if (hasFocus())
        theme::paintRowFocus(painter, m_theme.theme(), rect(), height() / 2.0);
}

namespace {
constexpr double laneOpacity = 0.34;
constexpr double lineWidth = 1.75;
constexpr double arrowLength = 7;
constexpr double arrowHalf = 4;
constexpr double userRadius = 4.5;
constexpr double ringRadius = 2.75;
constexpr double middleOfAvatar = 22; ///< 10 px padding and half of 24
} // namespace

ComposerRail::ComposerRail(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("composerRail"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void ComposerRail::setHues(std::vector<int> hues)
{
    m_hues = std::move(hues);
    chooseLanes();
}

void ComposerRail::setLanes(const theme::RailLanes& lanes)
{
    m_told = lanes;
    chooseLanes();
}

void ComposerRail::chooseLanes()
{
    m_lanes = m_told.lanes.empty() ? theme::firstLanes(m_theme.theme(), static_cast<int>(m_hues.size()) + 1) : m_told;
    update();
}

void ComposerRail::showRoute(const ComposerPreview& view)
{
    m_view = view;
    update();
}

const theme::RailLanes::Lane* ComposerRail::laneOf(int member) const
{
    const auto& lanes = m_lanes.lanes;
    const auto found = std::ranges::find(lanes, member, &theme::RailLanes::Lane::lane);
    if (found != lanes.end())
        return &*found;
    return !lanes.empty() && lanes.back().lane == theme::RailLanes::others ? &lanes.back() : nullptr;
}

double ComposerRail::middleOf(const theme::RailLanes::Lane& lane) const
{
    return lane.x * m_theme.theme().options().textScale;
}

int ComposerRail::wantedWidth() const { return qRound(m_lanes.width * m_theme.theme().options().textScale); }

QColor ComposerRail::laneColor(int lane) const
{
    const auto index = static_cast<std::size_t>(lane - 1);
    if (lane == theme::RailLanes::others)
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
    for (const theme::RailLanes::Lane& lane : m_lanes.lanes) {
        QColor color = laneColor(lane.lane);
        color.setAlphaF(static_cast<float>(laneOpacity));
        painter.fillRect(static_cast<int>(middleOf(lane)), 0, 1, height(), color);
    }
}

std::vector<double> ComposerRail::middlesOf(const std::vector<int>& members) const
{
    std::vector<double> middles;
    for (const int member : members) {
        const bool isMember = member > 0 && static_cast<std::size_t>(member) <= m_hues.size();
        if (const auto* lane = isMember ? laneOf(member) : nullptr)
            middles.push_back(middleOf(*lane));
    }
    return middles;
}

/// Extends to the farthest recipient: up to the arrow's back, or the ring's edge.
void ComposerRail::paintLine(QPainter& painter, const QColor& color, double start, double middle) const
{
    const double u = m_theme.theme().options().textScale;
    double end = start;
    for (const double x : middlesOf(m_view.lanes))
        end = std::max(end, x - arrowLength * u + 1);
    for (const double x : middlesOf(m_view.hearingLanes))
        end = std::max(end, x - ringRadius * u);
    if (end <= start)
        return;
    QPen pen(color, lineWidth * u, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3 / lineWidth, 2.5 / lineWidth});
    painter.setPen(pen);
    painter.drawLine(QPointF(start + userRadius * u, middle), QPointF(end, middle));
}

void ComposerRail::paintHeads(QPainter& painter, const QColor& color, double middle) const
{
    const double u = m_theme.theme().options().textScale;
    painter.setPen(QPen(color, 1.5 * u));
    painter.setBrush(m_theme.theme().color(theme::Color::BgCanvas));
    for (const double x : middlesOf(m_view.hearingLanes))
        painter.drawEllipse(QPointF(x, middle), ringRadius * u, ringRadius * u);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const double x : middlesOf(m_view.lanes))
        painter.drawPolygon(QPolygonF{QPointF(x, middle), QPointF(x - arrowLength * u, middle - arrowHalf * u),
                                      QPointF(x - arrowLength * u, middle + arrowHalf * u)});
}

void ComposerRail::paintRoute(QPainter& painter) const
{
    const theme::Theme& look = m_theme.theme();
    const double u = look.options().textScale;
    const double middle = look.px(middleOfAvatar) + 0.5;
    const QColor color = look.color(m_view.isPrivate ? theme::Color::PrivateEdge : theme::Color::You);
    const double start = m_lanes.lanes.empty() ? 0 : middleOf(m_lanes.lanes.front()); // the person's
    paintLine(painter, color, start, middle);
    paintHeads(painter, color, middle);
    painter.setPen(QPen(look.color(theme::Color::You), 1.5 * u));
    painter.setBrush(look.color(theme::Color::BgCanvas));
    painter.drawEllipse(QPointF(start, middle), userRadius * u, userRadius * u);
}

} // namespace quarterdeck::ui
