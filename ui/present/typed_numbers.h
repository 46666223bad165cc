#pragma once

#include <QString>
#include <optional>

namespace quarterdeck::ui {

/// Dollars as a person writes them; below 0 = not a number, empty = no limit.
[[nodiscard]] std::optional<double> typedDollars(const QString& text);

inline constexpr int mostRounds = 10'000;
/// 0 = no limit, below 0 = not a number up to `mostRounds`.
[[nodiscard]] int typedRounds(const QString& text);

} // namespace quarterdeck::ui
