#pragma once

#include "model/conversation/ids.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace quarterdeck::ui::wording {

/// Numbers as the window writes them. Pure; thread: any. The language is the application's.
[[nodiscard]] QString duration(std::int64_t milliseconds); ///< "14 s", "10 min", "2 h", "3 d": the largest whole unit
[[nodiscard]] QString tokens(std::int64_t count);          ///< "340 tok", "15.9k tok", "2.1M tok"
[[nodiscard]] QString count(std::int64_t count);           ///< "340", "15.9k", "2.1M"
[[nodiscard]] QString bytes(std::int64_t count);           ///< "512 B", "1.2 MB": of a thousand each
[[nodiscard]] QString money(double dollars);               ///< "$0.42"
[[nodiscard]] QString exactMoney(double dollars);          ///< "$0.042": for a single call
[[nodiscard]] QString clockTime(conversation::Timestamp time);            ///< "09:46" local
[[nodiscard]] QString clockTimeWithSeconds(conversation::Timestamp time); ///< "09:46:52" local
[[nodiscard]] QString dayOfYear(conversation::Timestamp time);            ///< "28 Jul" local
/// "28 Jul" this year, otherwise with the year.
[[nodiscard]] QString dayInList(conversation::Timestamp time, conversation::Timestamp now);
/// For the list of sessions: "now", "12 s", "18 min" within the hour, "08:12" today, "28 Jul" this year, otherwise with
/// the year.
[[nodiscard]] QString whenInList(conversation::Timestamp time, conversation::Timestamp now);

} // namespace quarterdeck::ui::wording

namespace quarterdeck::ui {

/// Dollars as a person writes them; below 0 = not a number, empty = no limit.
[[nodiscard]] std::optional<double> typedDollars(const QString& text);

inline constexpr int mostRounds = 10'000;
/// 0 = no limit, below 0 = not a number up to `mostRounds`.
[[nodiscard]] int typedRounds(const QString& text);

} // namespace quarterdeck::ui
