#pragma once

#include "model/formats/requests/streamed_reply.h"

#include <cstdint>
#include <optional>

namespace quarterdeck::formats {

/// The tokens of one call, split by what servers price differently.
struct TokenCounts
{
    std::int64_t prompt = 0;       ///< the whole prompt, including the next two
    std::int64_t cached = 0;       ///< the part of the prompt that the server had cached
    std::int64_t cacheWritten = 0; ///< the part of the prompt that the server keeps for later calls
    std::int64_t completion = 0;   ///< the whole reply, including the next
    std::int64_t reasoning = 0;    ///< the part of the reply that is thinking; 0 = unknown
    friend bool operator==(const TokenCounts&, const TokenCounts&) = default;
};

/// What `usage` says, in OpenAI's, DeepSeek's or Anthropic's form; empty if it says nothing, or something impossible
/// (more than any model accepts). Parts are never larger than the whole.
[[nodiscard]] std::optional<TokenCounts> tokenCountsOf(const StreamedReply& reply);

} // namespace quarterdeck::formats
