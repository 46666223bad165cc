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
    QString what; ///< recovered: "all 120 messages", "80 of 120 events", "nothing"
    bool operator==(const RecoveredRow&) const = default;
};

/// What came back of a damaged library.
struct RecoveryReport
{
    QString summary;                ///< how many sessions were
    std::vector<RecoveredRow> rows; ///< incomplete ones first
    QString kept;                   ///< where the previous file is; may be empty
    QString text;                   ///< all of it, for copying
};

} // namespace quarterdeck::ui::view
