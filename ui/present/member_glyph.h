#pragma once

#include "ui/theme/paint.h"

#include <QString>

namespace quarterdeck::ui {

/// A member as a folded dock shows it.
struct MemberGlyph
{
    QString name; ///< with the state in words, for the tooltip: "Bob: waiting for you"
    theme::AvatarStyle avatar;
    theme::StateGlyph state = theme::StateGlyph::Idle;

    bool operator==(const MemberGlyph&) const = default;
};

} // namespace quarterdeck::ui
