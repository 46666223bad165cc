#pragma once

#include "formats/session_reader.h"

namespace quarterdeck::formats {

/// Transcripts of Claude Code (`~/.claude/projects/<project>/<session>.jsonl`): a record a line, of which those of type
/// user and assistant hold a message of Anthropic's. What the person typed goes to `Claude`; sub-agents (sidechains)
/// are members under the name of their kind; records that only keep the program's books are passed over.
class ClaudeCodeReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "claude_code"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
