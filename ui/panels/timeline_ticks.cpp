#include "ui/panels/timeline_ticks.h"

#include "ui/present/quantities.h"

#include <QDateTime>
#include <algorithm>
#include <array>

namespace quarterdeck::ui {

namespace {

constexpr std::int64_t secondMs = 1000;
constexpr std::int64_t dayMs = 86'400 * secondMs;
constexpr std::int64_t withSecondsBelow = 5 * 60 * secondMs;
constexpr std::int64_t daysFrom = 2 * dayMs;
/// Steps in seconds that make round times.
constexpr std::array<std::int64_t, 22> steps{1,     2,     5,      10,     15,      30,      60,    120,
                                             300,   600,   900,    1800,   3600,    7200,    10800, 21600,
                                             43200, 86400, 172800, 604800, 2592000, 31536000};

QString labelOf(conversation::Timestamp time, std::int64_t length, std::int64_t step)
{
    if (length < withSecondsBelow)
        return wording::clockTimeWithSeconds(time);
    if (length < daysFrom)
        return wording::clockTime(time);
    return step >= dayMs ? wording::dayOfYear(time)
                         : wording::dayOfYear(time) + QLatin1Char(' ') + wording::clockTime(time);
}

std::int64_t stepFor(std::int64_t length, int most)
{
    const std::int64_t wanted = length / std::max(1, most);
    const auto* step = std::ranges::find_if(steps, [wanted](std::int64_t s) { return s * secondMs >= wanted; });
    return (step == steps.end() ? steps.back() : *step) * secondMs;
}

} // namespace

std::vector<TimelineTick> timelineTicks(conversation::Timestamp start, conversation::Timestamp end, int most)
{
    const std::int64_t length = end.msSinceEpoch - start.msSinceEpoch;
    if (length <= 0)
        return {{start, wording::clockTimeWithSeconds(start)}};
    const std::int64_t step = stepFor(length, most);
    std::vector<TimelineTick> ticks{{start, labelOf(start, length, step)}};
    // Round in local time: steps of six hours are at 00:00, 06:00 ... here, not in Greenwich.
    const std::int64_t offset = QDateTime::fromMSecsSinceEpoch(start.msSinceEpoch).offsetFromUtc() * secondMs;
    for (std::int64_t at = ((start.msSinceEpoch + offset) / step + 1) * step - offset; at < end.msSinceEpoch;
         at += step)
        ticks.push_back({{at}, labelOf({at}, length, step)});
    ticks.push_back({end, labelOf(end, length, step)});
    // The start of a second and the time within it at which the run began read the same.
    for (auto tick = std::next(ticks.begin()); tick != ticks.end() && std::next(tick) != ticks.end();)
        tick = tick->label == std::prev(tick)->label || tick->label == ticks.back().label ? ticks.erase(tick)
                                                                                          : std::next(tick);
    if (ticks.size() == 2 && ticks.front().label == ticks.back().label)
        ticks.pop_back();
    return ticks;
}

} // namespace quarterdeck::ui
