#pragma once

#include "model/conversation/event.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <set>

namespace quarterdeck::conversation {

/// What a run uses up in a minute of work.
struct BurnRate
{
    double tokensPerMinute = 0.0;
    std::optional<double> dollarsPerMinute; ///< nothing if a model used in these minutes has no known price
    friend bool operator==(const BurnRate&, const BurnRate&) = default;
};

/// Reads a log in order, starting anywhere, and knows what the last five minutes of work used up. Work is the time in
/// which somebody thinks or acts and the run is not paused; a clock that goes back adds none. A value; thread: any.
class BurnMeter
{
public:
    void add(const Event& event);
    /// Nothing before half a minute of work, or if it used up nothing.
    [[nodiscard]] std::optional<BurnRate> rate() const;

private:
    struct Use
    {
        std::int64_t atWorkMs = 0;
        std::int64_t tokens = 0;
        std::optional<double> cost;
    };
    [[nodiscard]] bool isWorking() const { return !m_isPaused && !m_busy.empty(); }
    void note(const Usage& usage);

    std::int64_t m_workMs = 0;
    std::optional<Timestamp> m_last;
    bool m_isPaused = false;
    std::set<RoleName> m_busy;
    std::deque<Use> m_uses; ///< of the last five minutes
};

/// Minutes of work until the budget is reached at this rate. Nothing without a budget or a price, if it is already
/// reached, or for more than a week.
[[nodiscard]] std::optional<double> minutesToBudget(const BurnRate& rate, std::optional<double> budget, double spent);

} // namespace quarterdeck::conversation
