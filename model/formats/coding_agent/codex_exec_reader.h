#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// What `codex exec --json` prints: a record per line for each item that begins, changes or is complete. What was asked
/// is not among them.
class CodexExecReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "codex"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
