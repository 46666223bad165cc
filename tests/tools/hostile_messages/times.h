#pragma once

#include <QtGlobal>
#include <algorithm>

namespace quarterdeck::hostile {

/// How long a case kept the page and the window in one go.
struct Times
{
    qint64 pageMs = 0;
    qint64 uiMs = 0;
};

/// How long it may: as long as that may take on a machine that is quiet, and so much longer as a harmless message takes
/// longer on this one now.
struct TimeLimits
{
    qint64 pageMs = 2'000;
    qint64 uiMs = 200;

    /// What a harmless message takes on a quiet machine.
    static constexpr Times usual{80, 25};

    /// `patience`: this many times as long is acceptable, if a machine has other things to do.
    [[nodiscard]] static TimeLimits after(const Times& harmless, int patience)
    {
        const auto scaled = [patience](qint64 limit, qint64 taken, qint64 usually) {
            return patience * std::max(limit, limit * taken / usually);
        };
        const TimeLimits quiet;
        return {scaled(quiet.pageMs, harmless.pageMs, usual.pageMs), scaled(quiet.uiMs, harmless.uiMs, usual.uiMs)};
    }

    [[nodiscard]] bool areKeptBy(const Times& times) const { return times.pageMs <= pageMs && times.uiMs <= uiMs; }
};

} // namespace quarterdeck::hostile
