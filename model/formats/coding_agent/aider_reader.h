#pragma once

#include "model/formats/session_reader.h"

#include <string>

namespace quarterdeck::formats {

/// Aider's `.aider.chat.history.md`: a Markdown file to which each chat is appended.
class AiderReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "aider"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
