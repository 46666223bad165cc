#include "model/transfer/import/usage_parts.h"

#include "model/conversation/saturating.h"

#include <algorithm>
#include <array>

namespace quarterdeck::transfer {

using conversation::Usage;

namespace {

constexpr std::array counts = {&Usage::promptTokens, &Usage::completionTokens, &Usage::cachedTokens,
                               &Usage::reasoningTokens, &Usage::durationMs};

} // namespace

void addPart(std::optional<Usage>& counted, const std::optional<Usage>& part)
{
    if (!counted || !part) {
        counted = part ? part : counted;
        return;
    }
    for (const auto count : counts) {
        (*counted).*count = conversation::saturatingSum((*counted).*count, (*part).*count);
    }
    if (part->cost) {
        counted->cost = counted->cost.value_or(0) + *part->cost;
    }
}

void subtract(std::optional<Usage>& usage, const std::optional<Usage>& counted)
{
    if (!usage || !counted) {
        return;
    }
    constexpr std::int64_t none = 0;
    for (const auto count : counts) {
        (*usage).*count = std::max((*usage).*count - (*counted).*count, none);
    }
    if (usage->cost && counted->cost) {
        usage->cost = std::max(*usage->cost - *counted->cost, 0.0);
    }
}

bool isNothing(const std::optional<Usage>& usage)
{
    constexpr double leastCost = 1e-9;
    return !usage || (usage->totalTokens() == 0 && usage->cost.value_or(0) < leastCost);
}

} // namespace quarterdeck::transfer
