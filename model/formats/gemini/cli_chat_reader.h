#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// What Gemini CLI keeps of a session (`~/.gemini/tmp/<project>/chats/session-*`): a document
/// `{sessionId, projectHash, messages}`, or, since 2026, a line for what is beside the messages, one per message, and
/// one per change.
class GeminiCliReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "gemini_cli"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
