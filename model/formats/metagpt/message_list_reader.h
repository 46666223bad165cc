#pragma once

#include "formats/session_reader.h"

namespace quarterdeck::formats {

/// Messages of MetaGPT without their team: a list of them, one a line, one alone, or a memory's `{"storage": [..]}`. Of
/// the copies that an environment makes of one for its members it stands once.
class MessageListReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "metagpt_messages"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
