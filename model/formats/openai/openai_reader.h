#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// OpenAI chat: a list of messages (or one a line) is one session; `{messages}` or `{traj}` is a run with further
/// fields, alone, in a list, or one a line: each a session. So is an answer of the server, or a line of a batch.
class OpenAiReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "openai"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
