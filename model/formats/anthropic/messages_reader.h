#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Anthropic's Messages: requests `{system, messages, tools ..}`, alone, in a list, or one per line, are a session
/// each; a list of messages or responses (or one per line) is a single session.
class AnthropicReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "anthropic"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
