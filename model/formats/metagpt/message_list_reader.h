#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// MetaGPT's messages without their team: a list, one per line, a single one, or a memory's `{"storage": [..]}`. The
/// copies that an environment makes of a message for its members count as one.
class MessageListReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "metagpt_messages"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
