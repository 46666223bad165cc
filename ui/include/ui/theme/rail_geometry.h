#pragma once

#include "ui/theme/theme.h"

namespace quarterdeck::ui::theme {

/// Where the lanes of the rail stand: three numbers that the page and the widgets share.
struct RailGeometry
{
    int first = 16; ///< x of lane 0, the person
    int pitch = 15; ///< between lanes: 11 from seven lanes on
    int width = 106;

    [[nodiscard]] int laneX(int lane) const { return first + pitch * lane; }
};

/// `lanes` counts the person too. All lengths follow the text scale.
[[nodiscard]] RailGeometry railGeometry(const Theme& theme, int lanes);

} // namespace quarterdeck::ui::theme
