#pragma once

#include "model/formats/requests/streamed_reply.h"

#include <memory>

namespace quarterdeck::formats {

/// Reads a reply of the protocol "OpenAI chat completions", streamed or whole: the first choice of it.
[[nodiscard]] std::unique_ptr<ReplyReader> openAiReplyReader();

} // namespace quarterdeck::formats
