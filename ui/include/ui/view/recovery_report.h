#pragma once

#include <QString>

#include <vector>

namespace quarterdeck::ui::view {

/// A session of a damaged library, as a list shows it.
struct RecoveredRow
{
    enum class Fate { Nothing, InPart, Whole };
    Fate fate = Fate::Whole;
    QString title;
    QString what; ///< came back: "all 120 messages", "80 of 120 events", "nothing"
    bool operator==(const RecoveredRow&) const = default;
};

/// What came back of a damaged library.
struct RecoveryReport
{
    QString summary;                ///< how many sessions did
    std::vector<RecoveredRow> rows; ///< those that are not whole first
    QString kept;                   ///< where the file is that was there before; may be empty
    QString text;                   ///< all of it, to be copied
};

} // namespace quarterdeck::ui::view
