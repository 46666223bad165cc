#include "model/conversation/burn_meter.h"

#include <algorithm>
#include <cmath>

namespace quarterdeck::conversation {

namespace {

constexpr std::int64_t windowMs = 5 * 60'000;
constexpr std::int64_t leastMs = 30'000;
constexpr double msPerMinute = 60'000.0;

bool isWork(RoleActivity activity) { return activity == RoleActivity::Thinking || activity == RoleActivity::Acting; }

} // namespace

void BurnMeter::add(const Event& event)
{
    if (m_last && isWorking())
        m_workMs += std::max<std::int64_t>(0, event.time.msSinceEpoch - m_last->msSinceEpoch);
    m_last = event.time;
    if (const auto* changed = std::get_if<RunStateChanged>(&event.body)) {
        m_isPaused = changed->state == RunState::Paused || changed->state == RunState::Stopped;
    } else if (const auto* activity = std::get_if<RoleActivityChanged>(&event.body)) {
        if (isWork(activity->activity))
            m_busy.insert(activity->role);
        else
            m_busy.erase(activity->role);
    } else if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
        if (published->message.usage && !published->route.release) // what was held was counted then
            note(*published->message.usage);
    } else if (const auto* recorded = std::get_if<UsageRecorded>(&event.body)) {
        note(recorded->usage);
    }
    while (!m_uses.empty() && m_uses.front().atWorkMs <= m_workMs - windowMs)
        m_uses.pop_front();
}

/// Usage before the first work seen belongs to earlier work.
void BurnMeter::note(const Usage& usage)
{
    if (m_workMs == 0 || usage.totalTokens() <= 0)
        return;
    const bool hasCost = usage.cost && std::isfinite(*usage.cost);
    m_uses.push_back({m_workMs, usage.totalTokens(), hasCost ? usage.cost : std::nullopt});
}

std::optional<BurnRate> BurnMeter::rate() const
{
    if (m_workMs < leastMs || m_uses.empty())
        return std::nullopt;
    const double minutes = static_cast<double>(std::min(m_workMs, windowMs)) / msPerMinute;
    BurnRate rate;
    double dollars = 0.0;
    bool isKnown = true;
    for (const Use& use : m_uses) {
        rate.tokensPerMinute += static_cast<double>(use.tokens) / minutes;
        dollars += use.cost.value_or(0.0) / minutes;
        isKnown = isKnown && use.cost.has_value();
    }
    if (isKnown)
        rate.dollarsPerMinute = dollars;
    return rate;
}

std::optional<double> minutesToBudget(const BurnRate& rate, std::optional<double> budget, double spent)
{
    constexpr double longest = 7 * 24 * 60;
    if (!budget || *budget <= spent || rate.dollarsPerMinute.value_or(0.0) <= 0.0)
        return std::nullopt;
    const double minutes = (*budget - spent) / *rate.dollarsPerMinute;
    return minutes <= longest ? std::optional(minutes) : std::nullopt;
}

} // namespace quarterdeck::conversation
