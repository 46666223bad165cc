#include "model/conversation/state/cost_ledger.h"

#include "model/conversation/message.h"
#include "model/conversation/speaker.h"

#include <algorithm>
#include <cmath>

namespace quarterdeck::conversation {

namespace {

/// Beyond this, a time axis has no room for the names of rounds anyway.
constexpr std::size_t mostRounds = 1'000;

bool isPriced(const Usage& usage) { return usage.cost && std::isfinite(*usage.cost); }

/// The more expensive first; at the same price, or without any, the longer.
bool isLarger(const CostCall& a, const CostCall& b)
{
    const double costOfA = isPriced(a.usage) ? *a.usage.cost : 0.0;
    const double costOfB = isPriced(b.usage) ? *b.usage.cost : 0.0;
    return costOfA != costOfB ? costOfA > costOfB : a.usage.totalTokens() > b.usage.totalTokens();
}

/// `time` may be anything that a log claims.
std::int64_t startOf(std::int64_t time, std::int64_t width)
{
    constexpr std::int64_t farthest = std::int64_t{1} << 60;
    const std::int64_t within = std::clamp(time, -farthest, farthest);
    const std::int64_t rest = within % width;
    return within - (rest < 0 ? rest + width : rest);
}

void addTo(std::vector<UsageSum>& sums, std::size_t place, const UsageSum& more)
{
    if (sums.size() <= place)
        sums.resize(place + 1);
    sums[place].add(more);
}

} // namespace

void UsageSum::add(const Usage& usage)
{
    UsageSum one;
    one.promptTokens = usage.promptTokens;
    one.completionTokens = usage.completionTokens;
    one.cachedTokens = usage.cachedTokens;
    one.reasoningTokens = usage.reasoningTokens;
    one.cost = isPriced(usage) ? *usage.cost : 0.0;
    one.unpricedCalls = isPriced(usage) || usage.totalTokens() == 0 ? 0 : 1;
    one.calls = 1;
    add(one);
}

void UsageSum::add(const UsageSum& other)
{
    promptTokens = saturatingSum(promptTokens, other.promptTokens);
    completionTokens = saturatingSum(completionTokens, other.completionTokens);
    cachedTokens = saturatingSum(cachedTokens, other.cachedTokens);
    reasoningTokens = saturatingSum(reasoningTokens, other.reasoningTokens);
    cost = finiteSum(cost, other.cost);
    unpricedCalls += other.unpricedCalls;
    calls += other.calls;
}

void CostLedger::take(const Event& event, const ConversationState& state)
{
    if (!m_begin)
        m_begin = event.time;
    m_end = std::max(m_end, event.time);
    if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
        const Message& message = published->message;
        if (!message.usage || published->route.release) // what was held was counted then
            return;
        const RoleState* speaker = speakerOf(state, message);
        const RoleName role = speaker != nullptr ? speaker->role.name : RoleName(message.sentFrom.str());
        add({event.seq, event.time, role, message.causeBy.str(), *message.usage});
    } else if (const auto* recorded = std::get_if<UsageRecorded>(&event.body)) {
        add({{}, event.time, recorded->role, {}, recorded->usage});
    } else if (const auto* round = std::get_if<RoundStarted>(&event.body); round && m_rounds.size() < mostRounds) {
        m_rounds.push_back({event.time, round->number});
    }
}

void CostLedger::add(CostCall call)
{
    m_total.add(call.usage);
    lineOf(call.role, call.usage.model).sum.add(call.usage);
    addToSlices(call.time, placeOf(call.role), call.usage);
    if (m_largest.size() == mostLargest && !isLarger(call, m_largest.back()))
        return;
    const auto place = std::ranges::upper_bound(m_largest, call, isLarger);
    m_largest.insert(place, std::move(call));
    if (m_largest.size() > mostLargest)
        m_largest.pop_back();
}

std::size_t CostLedger::placeOf(const RoleName& role)
{
    const auto known = std::ranges::find(m_roles, role);
    if (known != m_roles.end())
        return static_cast<std::size_t>(known - m_roles.begin());
    if (m_roles.size() + 1 >= mostLines && !role.str().empty())
        return placeOf(RoleName());
    m_roles.push_back(role);
    return m_roles.size() - 1;
}

CostLine& CostLedger::lineOf(const RoleName& role, const std::string& model)
{
    const auto of = [&](const CostLine& line) { return line.role == role && line.model == model; };
    if (const auto known = std::ranges::find_if(m_lines, of); known != m_lines.end())
        return *known;
    if (m_lines.size() + 1 >= mostLines && !(role.str().empty() && model.empty()))
        return lineOf(RoleName(), {});
    // Its place beside the other models of this role.
    auto place =
        std::ranges::find_if(m_lines.rbegin(), m_lines.rend(), [&](const CostLine& line) { return line.role == role; });
    return *m_lines.insert(place == m_lines.rend() ? m_lines.end() : place.base(), CostLine{role, model, {}});
}

void CostLedger::addToSlices(Timestamp time, std::size_t role, const Usage& usage)
{
    // Times before the last slice (a clock was set back) count in it: the log's order takes precedence.
    std::int64_t from = startOf(time.msSinceEpoch, m_sliceMs);
    if (!m_slices.empty())
        from = std::max(from, m_slices.back().from.msSinceEpoch);
    if (m_slices.empty() || m_slices.back().from.msSinceEpoch != from)
        m_slices.push_back({{from}, {}});
    UsageSum one;
    one.add(usage);
    addTo(m_slices.back().byRole, role, one);
    while (m_slices.size() > mostSlices)
        widen();
}

void CostLedger::widen()
{
    m_sliceMs *= 2;
    std::vector<CostSlice> wider;
    for (const CostSlice& slice : m_slices) {
        const Timestamp from{startOf(slice.from.msSinceEpoch, m_sliceMs)};
        if (wider.empty() || wider.back().from != from)
            wider.push_back({from, {}});
        for (std::size_t role = 0; role < slice.byRole.size(); ++role)
            addTo(wider.back().byRole, role, slice.byRole[role]);
    }
    m_slices = std::move(wider);
}

} // namespace quarterdeck::conversation
