#pragma once

#include "export/message_list_writer.h"

namespace quarterdeck::formats {

/// The content blocks of a message as Anthropic's Messages have them. What their API refuses is left out (empty texts,
/// thinking without a signature) or named (pictures that an assistant shows, other media), and counted.
[[nodiscard]] nlohmann::json anthropicBlocks(const conversation::Message& message, bool isAssistant,
                                             const WriterContext& context, LossCounter& losses);

} // namespace quarterdeck::formats
