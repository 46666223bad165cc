#pragma once

#include "conversation/ids.h"

namespace quarterdeck::ui::transcript {

/// What of a channel is in the view, according to the page.
struct RowsInSight
{
    conversation::Ordinal first;
    conversation::Ordinal last;
    bool isAtEnd = true;
    double above = 0; ///< of the first row's height, that part is above the view; 0 to 1, and 0 where it is too little
                      ///< for the scroll bar to show
    double below = 0; ///< the same of the last row, below
};

} // namespace quarterdeck::ui::transcript
