#include "ui/theme/rail_geometry.h"

#include <algorithm>

namespace quarterdeck::ui::theme {

namespace {
constexpr int lanesAtFullPitch = 6;
constexpr double narrowPitch = 11;
constexpr int fullPitch = 15; // what is left free beside the last lane
// px of window, at 100 % text
constexpr double notAllBelow = 820;
constexpr double noneBelow = 740;
} // namespace

RailLanes firstLanes(const Theme& theme, int lanes)
{
    const int count = std::min(lanes, static_cast<int>(RailLanes::most));
    Theme::Options options = theme.options();
    options.textScale = 1.0;
    const RailGeometry geometry = railGeometry(Theme(options), lanes);
    RailLanes rail;
    for (int index = 0; index < count; ++index) {
        const bool isOthers = index + 1 == count && count < lanes;
        rail.lanes.push_back({isOthers ? RailLanes::others : index, geometry.laneX(index) + 0.5});
    }
    const int needed = geometry.laneX(count - 1) + fullPitch;
    rail.width = std::max(geometry.width, needed);
    return rail;
}

RailMode railModeFor(const Theme& theme, int windowWidth)
{
    if (windowWidth < theme.px(noneBelow))
        return RailMode::None;
    return windowWidth < theme.px(notAllBelow) ? RailMode::InView : RailMode::All;
}

RailGeometry railGeometry(const Theme& theme, int lanes)
{
    const int pitch = lanes > lanesAtFullPitch ? theme.px(narrowPitch) : theme.px(Measure::LanePitch);
    return {theme.px(Measure::LaneFirst), pitch, theme.px(Measure::WRail)};
}

} // namespace quarterdeck::ui::theme
