#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Qwen Code: its chats (`~/.qwen/projects/<folder>/chats/<session>.jsonl`), the files of sub-agents beside them
/// (`subagents/<session>/agent-<id>.jsonl`), and what it prints with `--output-format stream-json` or `json`. The chats
/// have the envelope of Claude Code's transcripts around the parts of Gemini's contents; what is printed is like
/// Claude Code's.
class QwenReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "qwen_code"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
