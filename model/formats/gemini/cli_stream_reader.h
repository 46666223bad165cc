#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// What Gemini CLI prints: with `--output-format stream-json`, one record per line (init, message, tool_use,
/// tool_result, error, result); with `--output-format json`, one object with the answer.
class GeminiStreamReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "gemini_cli"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
