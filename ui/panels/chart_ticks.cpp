#include "ui/panels/chart_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace quarterdeck::ui {

std::vector<double> valueTicks(double top, int wanted)
{
    if (!(top > 0) || !std::isfinite(top) || wanted < 1)
        return {0.0, 1.0};
    const double rough = top / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) {
            step = factor * power;
            break;
        }
    }
    std::vector<double> ticks{0.0};
    while (ticks.back() < top * (1 - 1e-9))
        ticks.push_back(step * static_cast<double>(ticks.size()));
    return ticks;
}

std::vector<std::int64_t> timeTicks(std::int64_t from, std::int64_t to, std::int64_t offsetMs, int most)
{
    constexpr std::int64_t second = 1'000;
    constexpr std::int64_t minute = 60 * second;
    constexpr std::int64_t hour = 60 * minute;
    constexpr std::int64_t day = 24 * hour;
    static constexpr std::array steps{second,  2 * second, 5 * second, 10 * second, 15 * second, 30 * second,
                                      minute,  2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
                                      hour,    2 * hour,   3 * hour,   6 * hour,    12 * hour,   day,
                                      2 * day, 7 * day,    14 * day,   30 * day,    90 * day,    365 * day};
    if (to <= from || most < 1)
        return {};
    std::int64_t step = steps.back();
    for (const std::int64_t one : steps) {
        if ((to - from) / one < most) {
            step = one;
            break;
        }
    }
    while ((to - from) / step >= most)
        step *= 2;
    std::vector<std::int64_t> ticks;
    const std::int64_t first = ((from + offsetMs) / step + 1) * step - offsetMs;
    for (std::int64_t at = first; at <= to; at += step)
        ticks.push_back(at);
    return ticks;
}

bool needSeconds(const std::vector<std::int64_t>& ticks)
{
    constexpr std::int64_t minute = 60'000; // in every time zone they begin together
    return std::ranges::any_of(ticks, [](std::int64_t tick) { return tick % minute != 0; });
}

} // namespace quarterdeck::ui
