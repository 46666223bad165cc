#include "model/formats/recording/usage_fields.h"

#include "model/formats/requests/token_counts.h"

#include <utility>

namespace quarterdeck::formats {

using conversation::Usage;
using nlohmann::json;

std::optional<Usage> usageFrom(const json& usage, std::string model)
{
    StreamedReply reply;
    reply.usage = conversation::JsonValue(usage);
    const auto counts = tokenCountsOf(reply);
    if (!counts || (counts->prompt == 0 && counts->completion == 0)) {
        return std::nullopt;
    }
    Usage told;
    told.model = std::move(model);
    told.promptTokens = counts->prompt;
    told.completionTokens = counts->completion;
    told.cachedTokens = counts->cached;
    told.reasoningTokens = counts->reasoning;
    return told;
}

std::optional<Usage> usageOf(const UsageFields& counts, std::string model)
{
    const json usage{{"prompt_tokens", counts.prompt},
                     {"completion_tokens", counts.completion},
                     {"prompt_tokens_details", {{"cached_tokens", counts.cached}}},
                     {"completion_tokens_details", {{"reasoning_tokens", counts.reasoning}}}};
    return usageFrom(usage, std::move(model));
}

} // namespace quarterdeck::formats
