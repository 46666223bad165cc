#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// What AgentScope 1.x saves: a session's state `{agent: {memory, name, ..}, ..}`, an agent's memory `{content: [Msg |
/// [Msg, marks]], _compressed_summary?}`, or just messages, in a list, or one per line. The memories of several agents
/// become one session: each message once, in order of time. Marks are in the message's metadata.
class SavedStateReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "agentscope"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

/// The runs of AgentScope Studio, as lines that whoever reads its database makes of its rows:
///
///     {"studio_run": {...}}                                the row of a run, which begins a session
///     {"studio_message": {...}, "id": "", "reply": {...}}  one of its messages; `reply` is the row of its reply
///
/// The message is what AgentScope's `to_dict` gives, without its id. Who hears one is not said there: all do.
class StudioReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "agentscope_studio"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
