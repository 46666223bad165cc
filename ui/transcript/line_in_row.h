#pragma once

namespace quarterdeck::ui::transcript {

/// A place inside a row, as the page counts: opaque, only to be given back to it.
struct LineInRow
{
    int part = 0;
    int characters = 0;
    int below = 0; ///< pixels from the view's upper edge down to the line's top; negative if it is cut
    friend bool operator==(const LineInRow&, const LineInRow&) = default;
};

} // namespace quarterdeck::ui::transcript
