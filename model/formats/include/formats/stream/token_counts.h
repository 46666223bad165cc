#pragma once

#include "formats/stream/streamed_reply.h"

#include <cstdint>
#include <optional>

namespace quarterdeck::formats {

/// The tokens of one call, split by what servers price differently.
struct TokenCounts
{
    std::int64_t prompt = 0;       ///< all of the prompt, with the next two
    std::int64_t cached = 0;       ///< of the prompt, what the server had read before
    std::int64_t cacheWritten = 0; ///< of the prompt, what the server keeps for later calls
    std::int64_t completion = 0;   ///< all of the reply, with the next
    std::int64_t reasoning = 0;    ///< of the reply, what is thinking; 0 = not told
    friend bool operator==(const TokenCounts&, const TokenCounts&) = default;
};

/// What `usage` says, in OpenAI's, DeepSeek's or Anthropic's form; empty if it says nothing, or something impossible
/// (more than any model accepts). Parts are never larger than the whole.
[[nodiscard]] std::optional<TokenCounts> tokenCountsOf(const StreamedReply& reply);

} // namespace quarterdeck::formats
