#include "model/formats/coding_agent/copilot_usage.h"

#include "model/formats/json/json_text.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::formats {

using conversation::Usage;
using nlohmann::json;

namespace {

/// What was read from the cache is within the input.
std::optional<Usage> copilotCounts(const json& told, std::string model)
{
    return usageOf({memberOf(told, "inputTokens"), memberOf(told, "outputTokens"), memberOf(told, "cacheReadTokens"),
                    memberOf(told, "reasoningTokens")},
                   std::move(model));
}

} // namespace

void CopilotUsage::note(const json& usage)
{
    constexpr std::size_t mostCalls = 1'000'000;
    auto counts = copilotCounts(usage, textMember(usage, "model"));
    const std::string id = textMember(usage, "apiCallId");
    if (counts && m_noted.size() < mostCalls && m_noted.insert(id).second) {
        m_waiting.emplace(id, std::move(*counts));
    }
}

void CopilotUsage::noteTotal(const json& shutdown, const Usage& told)
{
    const json& models = memberOf(shutdown, "modelMetrics");
    std::optional<Usage> total;
    if (!models.is_object()) {
        return;
    }
    for (const auto& [name, metrics] : models.items()) {
        if (auto counts = copilotCounts(memberOf(metrics, "usage"), name)) {
            total = sumOf(total, std::move(*counts));
        }
    }
    const auto reduce = [](std::int64_t& all, std::int64_t part) { all = std::max<std::int64_t>(0, all - part); };
    if (total) {
        reduce(total->promptTokens, told.promptTokens);
        reduce(total->completionTokens, told.completionTokens);
        reduce(total->cachedTokens, told.cachedTokens);
        reduce(total->reasoningTokens, told.reasoningTokens);
        m_rest = total->totalTokens() > 0 ? total : std::nullopt;
    }
}

std::optional<Usage> CopilotUsage::take(const json& answer)
{
    const auto found = m_waiting.find(textMember(answer, "apiCallId"));
    if (found != m_waiting.end()) {
        Usage usage = std::move(found->second);
        m_waiting.erase(found);
        return usage;
    }
    const std::int64_t output = countMember(answer, "outputTokens"); // all that earlier versions tell of one call
    if (output == 0 || m_noted.contains(textMember(answer, "apiCallId"))) {
        return std::nullopt;
    }
    Usage usage;
    usage.model = textMember(answer, "model");
    usage.completionTokens = output;
    return usage;
}

} // namespace quarterdeck::formats
