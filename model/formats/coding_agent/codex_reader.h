#pragma once

#include "formats/session_reader.h"

namespace quarterdeck::formats {

/// Rollouts of Codex (`~/.codex/sessions/<date>/rollout-*.jsonl`): `{timestamp, type, payload}` a line, of which
/// response_item is the conversation, in the items of OpenAI's Responses; session_meta and turn_context tell of the
/// session; event_msg repeats what items say, but for the tokens. In the older form the items stand bare.
class CodexReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "codex"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
