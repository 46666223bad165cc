#pragma once

#include <QString>
#include <cstdint>

namespace quarterdeck::ui::view {

/// How many rows were found so far, and which of them is selected, at which of its matches.
struct FindCount
{
    bool isAsked = false;      ///< a search is on
    bool isWhole = true;       ///< the whole channel was searched
    bool hasFailed = false;    ///< the rest of it cannot be
    std::int64_t total = 0;    ///< rows
    std::int64_t place = 0;    ///< the selected one's number, from 1; 0 = none
    int here = 0;              ///< the selected match in that row, from 1
    int places = 0;            ///< in that row; 0 = unknown
    bool isOutOfSight = false; ///< the selected row shows none of its matches
    QString hint;              ///< why nothing was found, if known
    bool operator==(const FindCount&) const = default;
};

} // namespace quarterdeck::ui::view
