#pragma once

#include "ui/theme/theme.h"

#include <QString>
#include <QStringList>

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

} // namespace quarterdeck::ui::theme
