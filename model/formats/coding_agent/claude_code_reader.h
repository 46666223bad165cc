#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Transcripts of Claude Code (`~/.claude/projects/<project>/<session>.jsonl`), and what `claude -p` prints as JSON. Of
/// the records, one per line or in a list, those of type user and assistant contain a message in Anthropic's form; a
/// result alone is an answer. What the person typed goes to `Claude`; sub-agents (sidechains) are members named after
/// their kind; bookkeeping records are skipped.
class ClaudeCodeReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "claude_code"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
