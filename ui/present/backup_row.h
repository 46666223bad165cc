#pragma once

#include <QString>

#include <vector>

namespace quarterdeck::ui::view {

/// A copy of the library, as a list shows it.
struct BackupRow
{
    QString path;
    QString when;             ///< "22 Nov 2026 03:10 · daily"
    QString what;             ///< "14 sessions · 3204 events · 12.3 MB"
    bool isDamaged = false;   ///< choosing it recovers what is left of it
    bool hasReport = false;   ///< of what was recovered from it
    bool isInPart = false;    ///< it contains what was damaged at the time
    bool isAfterLoss = false; ///< it lacks what an earlier recovery had lost; `what` says so
    bool isNewer = false;     ///< from a newer version of the program, which alone can restore it
    bool operator==(const BackupRow&) const = default;
};

/// Newest first, damaged ones last.
using BackupRows = std::vector<BackupRow>;

} // namespace quarterdeck::ui::view
