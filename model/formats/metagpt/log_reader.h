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

} // namespace quarterdeck::formats
