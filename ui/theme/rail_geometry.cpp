#include "ui/theme/rail_geometry.h"

namespace quarterdeck::ui::theme {

namespace {
constexpr int lanesAtFullPitch = 6;
constexpr double narrowPitch = 11;
} // namespace

RailGeometry railGeometry(const Theme& theme, int lanes)
{
    const int pitch = lanes > lanesAtFullPitch ? theme.px(narrowPitch) : theme.px(Measure::LanePitch);
    return {theme.px(Measure::LaneFirst), pitch, theme.px(Measure::WRail)};
}

} // namespace quarterdeck::ui::theme
