#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// The `conversations.json` in Claude.ai's export of an account: each conversation is a session. Answers can be made
/// again and questions edited; of such branches the last is imported. What the person attached is in it as text only.
class ClaudeAiReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "claude_ai"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
