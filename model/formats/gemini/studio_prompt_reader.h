#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Prompts that Google AI Studio saved: `{runSettings, systemInstruction, chunkedPrompt: {chunks}}`, one is a session.
class StudioPromptReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "ai_studio"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
