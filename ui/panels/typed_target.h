#pragma once

#include <QDateTime>
#include <QString>

#include <cstdint>
#include <optional>

namespace quarterdeck::ui {

/// Where somebody wants to go in a conversation: a row by number, or else a time, or a day, or both.
struct TypedTarget
{
    std::optional<std::int64_t> number; ///< 1 = the first row
    std::optional<QDate> date;
    std::optional<QTime> time;
    bool operator==(const TypedTarget&) const = default;
};

/// Parses what was typed: "1,234" and "#12"; "14:05", "14:05:09", "2:05 pm" and "下午2:05"; "2026-03-01", "2026/3/1"
/// and "2026年3月1日", optionally followed by a time. Full-width letters too. Empty if it is none of these.
[[nodiscard]] std::optional<TypedTarget> readTypedTarget(const QString& typed);

/// The time span of a conversation, and what a person is looking at now.
struct TimesAround
{
    QDateTime start;
    QDateTime end;
    QDateTime inSight;
};
/// The moment meant by a place with a time or a day. Without a day: of all days on which the conversation was going on
/// at that time, the one nearest to what is in sight; if there is none, the day in sight.
[[nodiscard]] QDateTime momentOf(const TypedTarget& place, const TimesAround& around);

} // namespace quarterdeck::ui
