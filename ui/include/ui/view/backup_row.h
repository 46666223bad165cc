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
    bool isDamaged = false;   ///< what is left of it is recovered when it is chosen
    bool hasReport = false;   ///< of what was recovered of it
    bool isInPart = false;    ///< what was damaged then is in it
    bool isAfterLoss = false; ///< it lacks what a recovery before it had lost; `what` says so
    bool isNewer = false;     ///< of a newer version of the program, which alone can restore it
    bool operator==(const BackupRow&) const = default;
};

/// Newest first, damaged ones last.
using BackupRows = std::vector<BackupRow>;

} // namespace quarterdeck::ui::view
