#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Rollouts of Codex (`~/.codex/sessions/<date>/rollout-*.jsonl`): `{timestamp, type, payload}` per line. response_item
/// is the conversation, in the items of OpenAI's Responses; session_meta and turn_context describe the session;
/// event_msg tells which of the items the person typed, which were taken back and which failed, and some versions'
/// tokens. In the older form, items are bare. Sub-agents' rollouts are read with the session (joined_records.h).
class CodexReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "codex"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
