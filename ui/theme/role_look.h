#pragma once

#include "ui/theme/theme.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace quarterdeck::ui::theme {

inline constexpr int roleHueCount = 12;

/// Hue 1 … 12 of the role hired as number `hireIndex` (0 = first). From the thirteenth on they repeat.
constexpr int hueOfHire(int hireIndex) { return hireIndex % roleHueCount + 1; }

/// Text = the name, Fill and On = avatar, Line = lane, dot and arrow.
enum class RoleShade { Text, Fill, On, Line };

/// `hue` 1 … 12; any other (a stranger, or nobody) gets the neutral colours.
Color roleColor(int hue, RoleShade shade);

/// Initials for a team in hire order: the first letter, two letters if several share it. They are distinct as long as
/// the names' letters allow it. ("Alice", "Bob", "Alex" give "Al", "B", "Ax".)
QStringList initialsFor(const QStringList& names);

/// What an avatar shows. Agents are rounded squares in their hue, the person is an ink circle.
struct AvatarStyle
{
    QString initials;
    int hue = 0;
    bool isPerson = false;
    bool isLeader = false;  ///< a helm at the corner (only at 24 px and more)
    bool isUnknown = false; ///< a "?" without role colour, for a name that only looks like a member's

    bool operator==(const AvatarStyle&) const = default;
};

/// Where the lanes of the rail are: three numbers that the page and the widgets share.
struct RailGeometry
{
    int first = 16; ///< x of lane 0, the person
    int pitch = 15; ///< between lanes: 11 from seven lanes on
    int width = 106;

    [[nodiscard]] int laneX(int lane) const { return first + pitch * lane; }
};

/// The lanes of a rail from the left, as lengths at 100 % text. None: there is no rail.
struct RailLanes
{
    static constexpr int others = -1;       ///< instead of a lane: the grey one for all without one of their own
    static constexpr std::size_t most = 10; ///< nine, and the grey one
    struct Lane
    {
        int lane = 0; ///< 0 is the person's, which comes first
        double x = 0; ///< its middle
        friend bool operator==(const Lane&, const Lane&) = default;
    };
    std::vector<Lane> lanes;
    double width = 0;
    friend bool operator==(const RailLanes&, const RailLanes&) = default;
};

/// Those of the first members, until the page says who is in view. `lanes` counts the person too.
[[nodiscard]] RailLanes firstLanes(const Theme& theme, int lanes);

/// Whose lanes a rail has.
enum class RailMode {
    All,
    InView, ///< the person's, and those of speakers and addressees around what is in sight
    None,
};

/// What fits into a window of this width, in pixels: page and composer do the same.
[[nodiscard]] RailMode railModeFor(const Theme& theme, int windowWidth);

/// `lanes` counts the person too. All lengths follow the text scale.
[[nodiscard]] RailGeometry railGeometry(const Theme& theme, int lanes);

} // namespace quarterdeck::ui::theme
