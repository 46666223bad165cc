#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Our own JSONL. Strict: a log with a gap or a damaged line is refused as a whole.
class JsonlReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "quarterdeck"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
