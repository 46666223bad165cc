#include "model/conversation/burn_meter.h"
#include "model/conversation/state/cost_ledger.h"
#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace quarterdeck::ui::present {

namespace {

using conversation::CostLedger;
using conversation::UsageSum;

struct CostWords
{
    Q_DECLARE_TR_FUNCTIONS(CostWords)
};

QString percent(double part) { return CostWords::tr("%1%").arg(qRound(part * 100)); }

QString nameOf(const conversation::RoleName& role)
{
    return role.str().empty() ? CostWords::tr("Others") : wording::visibleText(role.str());
}

std::optional<double> moneyOf(const UsageSum& sum)
{
    return sum.unpricedCalls == sum.calls && sum.totalTokens() > 0 ? std::nullopt : std::optional(sum.cost);
}

double shareOf(const UsageSum& sum, const UsageSum& total)
{
    if (total.cost > 0)
        return sum.cost / total.cost;
    const auto tokens = static_cast<double>(total.totalTokens());
    return tokens > 0 ? static_cast<double>(sum.totalTokens()) / tokens : 0.0;
}

view::CostLine lineOf(const UsageSum& sum, const UsageSum& total)
{
    view::CostLine line;
    line.prompt = sum.promptTokens;
    line.completion = sum.completionTokens;
    line.cached = sum.cachedTokens;
    line.reasoning = sum.reasoningTokens;
    line.dollars = moneyOf(sum);
    line.share = shareOf(sum, total);
    return line;
}

std::vector<view::CostLine> linesOf(const CostLedger& ledger, const Members& members)
{
    std::vector<view::CostLine> lines;
    for (const conversation::CostLine& one : ledger.lines()) {
        view::CostLine line = lineOf(one.sum, ledger.total());
        line.name = nameOf(one.role);
        line.avatar = lookOf(members, one.role);
        line.model = wording::visibleText(one.model);
        lines.push_back(std::move(line));
    }
    // The most expensive first; without a price, the one with the most tokens.
    std::ranges::stable_sort(lines, [](const view::CostLine& a, const view::CostLine& b) {
        return std::pair(a.dollars.value_or(-1.0), a.prompt + a.completion)
            > std::pair(b.dollars.value_or(-1.0), b.prompt + b.completion);
    });
    return lines;
}

std::vector<view::CostCall> largestOf(const CostLedger& ledger, const Members& members, bool areTimesKnown)
{
    std::vector<view::CostCall> calls;
    for (const conversation::CostCall& one : ledger.largest()) {
        view::CostCall call;
        call.seq = one.seq;
        call.name = nameOf(one.role);
        call.avatar = lookOf(members, one.role);
        call.time = areTimesKnown ? wording::clockTime(one.time) : QString();
        call.action = wording::visibleText(one.action).section(u'.', -1);
        call.prompt = one.usage.promptTokens;
        call.completion = one.usage.completionTokens;
        call.dollars = one.usage.cost;
        calls.push_back(std::move(call));
    }
    return calls;
}

void addSlice(view::CostCurve& curve, const conversation::CostSlice& slice)
{
    for (std::size_t role = 0; role < curve.series.size(); ++role) {
        view::CostCurve::Series& series = curve.series[role];
        const UsageSum more = role < slice.byRole.size() ? slice.byRole[role] : UsageSum();
        series.dollars.push_back((series.dollars.empty() ? 0.0 : series.dollars.back()) + more.cost);
        series.tokens.push_back((series.tokens.empty() ? 0.0 : series.tokens.back())
                                + static_cast<double>(more.totalTokens()));
    }
}

view::CostCurve curveOf(const CostLedger& ledger, const Members& members)
{
    view::CostCurve curve;
    for (const conversation::RoleName& role : ledger.roles())
        curve.series.push_back({nameOf(role), lookOf(members, role).hue, {}, {}});
    const std::int64_t begin = ledger.begin().value_or(conversation::Timestamp{}).msSinceEpoch;
    curve.times.push_back(begin);
    addSlice(curve, {});
    for (const conversation::CostSlice& slice : ledger.slices()) {
        // Usage within a slice counts at its end, but not after the moment shown.
        const std::int64_t at = std::min(slice.from.msSinceEpoch + ledger.sliceMs(), ledger.end().msSinceEpoch);
        curve.times.push_back(std::max(at, curve.times.back()));
        addSlice(curve, slice);
    }
    if (ledger.end().msSinceEpoch > curve.times.back()) {
        curve.times.push_back(ledger.end().msSinceEpoch);
        addSlice(curve, {});
    }
    for (const CostLedger::Round& round : ledger.rounds())
        curve.rounds.push_back({round.time.msSinceEpoch, round.number});
    return curve;
}

view::CostFigure moneyFigure(const UsageSum& total, std::optional<double> budget)
{
    if (!moneyOf(total))
        return {CostWords::tr("no price"), CostWords::tr("known for these models")};
    const QString value = wording::money(total.cost);
    if (total.unpricedCalls > 0) // a part of the budget would be too little
        return {value, CostWords::tr("and %n call(s) without a price", nullptr, static_cast<int>(total.unpricedCalls))};
    if (budget && *budget > 0)
        return {value, CostWords::tr("of %1, %2").arg(wording::money(*budget), percent(total.cost / *budget))};
    return {value, CostWords::tr("in total")};
}

view::CostFigure tokensFigure(const UsageSum& total)
{
    const QString value = wording::count(total.totalTokens());
    if (total.cachedTokens <= 0 || total.promptTokens <= 0)
        return {value, CostWords::tr("tokens")};
    const double part = static_cast<double>(total.cachedTokens) / static_cast<double>(total.promptTokens);
    return {value, CostWords::tr("tokens, %1 of prompt tokens from cache").arg(percent(std::min(part, 1.0)))};
}

/// What a minute of work uses, and how long the budget will last.
void addRate(std::vector<view::CostFigure>& figures, const conversation::BurnRate& rate,
             const conversation::ConversationState& state)
{
    const QString amount = rate.dollarsPerMinute ? wording::exactMoney(*rate.dollarsPerMinute)
                                                 : wording::count(static_cast<std::int64_t>(rate.tokensPerMinute));
    figures.push_back({amount,
                       rate.dollarsPerMinute ? CostWords::tr("per minute of work, recently")
                                             : CostWords::tr("tokens per minute of work, recently")});
    const auto minutes = conversation::minutesToBudget(rate, state.budget(), state.totalCost());
    if (minutes && state.runState() == conversation::RunState::Running)
        figures.push_back({wording::duration(static_cast<std::int64_t>(*minutes * 60'000)),
                           CostWords::tr("of work until the budget is reached")});
}

} // namespace

view::Cost cost(const CostLedger& ledger, const std::optional<conversation::BurnRate>& rate,
                const conversation::ConversationState& state, const Members& members)
{
    view::Cost cost;
    if (ledger.lines().empty())
        return cost;
    const UsageSum& total = ledger.total();
    cost.isMoneyKnown = moneyOf(total).has_value();
    cost.figures = {
        moneyFigure(total, state.budget()),
        tokensFigure(total),
        {QLocale().toString(total.calls), CostWords::tr("model call(s)", nullptr, static_cast<int>(total.calls))}};
    if (rate && state.areTimesKnown())
        addRate(cost.figures, *rate, state);
    if (state.areTimesKnown()) {
        cost.curve = curveOf(ledger, members);
        cost.curve.budget = state.budget();
    }
    cost.lines = linesOf(ledger, members);
    cost.total = lineOf(total, total);
    cost.largest = largestOf(ledger, members, state.areTimesKnown());
    return cost;
}

} // namespace quarterdeck::ui::present
