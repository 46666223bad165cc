#pragma once

#include "model/conversation/ids.h"

namespace quarterdeck::ui::transcript {

/// What of a channel is in the view, according to the page.
struct VisibleRows
{
    conversation::Ordinal first;
    conversation::Ordinal last;
    bool isAtEnd = true;
    double above = 0; ///< fraction of the first row's height that is above the view; 0 to 1, and 0 if it is too little
                      ///< for the scroll bar to show
    double below = 0; ///< likewise for the last row, below
};

} // namespace quarterdeck::ui::transcript
