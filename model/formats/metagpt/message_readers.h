#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// The log of MetaGPT's runs, a session each: every line `<time> | <level> | <place> - publish_message: {..}` is a
/// message, addressed as in the log. Times are this machine's.
class MetaGptLogReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "metagpt_log"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

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
