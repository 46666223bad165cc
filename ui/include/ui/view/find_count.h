#pragma once

#include <QString>
#include <cstdint>

namespace quarterdeck::ui::view {

/// How many rows were found so far, and which of them is selected, at which of its matches.
struct FindCount
{
    bool isAsked = false;      ///< something is looked for
    bool isWhole = true;       ///< all of the channel was looked at
    bool hasFailed = false;    ///< the rest of it cannot be
    std::int64_t total = 0;    ///< rows
    std::int64_t place = 0;    ///< of the chosen one, from 1; 0 = none is
    int here = 0;              ///< the chosen place in that row, from 1
    int places = 0;            ///< of that row; 0 = not known
    bool isOutOfSight = false; ///< the chosen row shows none of its places
    QString hint;              ///< why nothing was found, if that can be told
    bool operator==(const FindCount&) const = default;
};

} // namespace quarterdeck::ui::view
