#pragma once

#include "model/formats/requests/streamed_reply.h"

#include <memory>

namespace quarterdeck::formats {

/// Reads a reply of the protocol "Anthropic Messages", streamed as named events or whole. `content` and `reasoning` are
/// the joined texts of all blocks; blocks() keeps their order and the signatures.
[[nodiscard]] std::unique_ptr<ReplyReader> anthropicReplyReader();

} // namespace quarterdeck::formats
