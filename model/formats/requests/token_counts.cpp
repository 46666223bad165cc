#include "model/formats/requests/token_counts.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

namespace {

using nlohmann::json;

/// No model takes or gives nearly as many: a server that claims so is wrong, and must not use up a budget.
constexpr std::int64_t mostBelieved = 100'000'000;

/// The first of these members that is a number, if any. Numbers that are too large stay too large.
std::optional<std::int64_t> countOf(const json& object, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        const auto number = object.find(name);
        if (number == object.end() || !number->is_number()) {
            continue;
        }
        const double value = number->get<double>();
        if (!(value > 0)) {
            return 0;
        }
        return value > static_cast<double>(mostBelieved) ? mostBelieved + 1 : static_cast<std::int64_t>(value);
    }
    return std::nullopt;
}

std::int64_t partCount(const json& usage, const char* details, const char* name)
{
    const auto part = usage.find(details);
    return part != usage.end() && part->is_object() ? countOf(*part, {name}).value_or(0) : 0;
}

} // namespace

std::optional<TokenCounts> tokenCountsOf(const StreamedReply& reply)
{
    const json& usage = reply.usage.json();
    if (!usage.is_object()) {
        return std::nullopt;
    }
    const auto wholePrompt = countOf(usage, {"prompt_tokens"});
    const auto prompt = wholePrompt ? wholePrompt : countOf(usage, {"input_tokens"});
    const auto completion = countOf(usage, {"completion_tokens", "output_tokens"});
    if (!prompt && !completion) {
        return std::nullopt;
    }
    TokenCounts counts;
    counts.prompt = prompt.value_or(0);
    counts.completion = completion.value_or(0);
    counts.cached = std::max({partCount(usage, "prompt_tokens_details", "cached_tokens"),
                              partCount(usage, "input_tokens_details", "cached_tokens"),
                              countOf(usage, {"prompt_cache_hit_tokens", "cache_read_input_tokens"}).value_or(0)});
    counts.cacheWritten = countOf(usage, {"cache_creation_input_tokens"}).value_or(0);
    const bool hasCache = usage.contains("cache_read_input_tokens") || usage.contains("cache_creation_input_tokens");
    if (hasCache && !wholePrompt) {
        counts.prompt += counts.cached + counts.cacheWritten; // Anthropic's input_tokens are those beside these
    }
    counts.reasoning = std::max(partCount(usage, "completion_tokens_details", "reasoning_tokens"),
                                partCount(usage, "output_tokens_details", "reasoning_tokens"));
    if (counts.prompt > mostBelieved || counts.completion > mostBelieved) {
        return std::nullopt;
    }
    counts.cached = std::min(counts.cached, counts.prompt);
    counts.cacheWritten = std::min(counts.cacheWritten, counts.prompt - counts.cached);
    counts.reasoning = std::min(counts.reasoning, counts.completion);
    return counts;
}

} // namespace quarterdeck::formats
