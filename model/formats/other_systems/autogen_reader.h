#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// What AutoGen's AgentChat (0.4 and later) saves: the state of a team, of a group chat's manager or of an agent, and
/// lists of its messages, such as a task's result. A team's conversation is its manager's; what an agent did between
/// its messages, and older versions keep with the agent only, comes before the message that it led to.
class AutoGenReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "autogen"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
