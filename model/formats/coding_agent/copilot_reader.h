#pragma once

#include "model/formats/session_reader.h"

#include <string>

namespace quarterdeck::formats {

/// What GitHub's Copilot CLI records of a session (`events.jsonl`) and prints as JSON: an event a line.
class CopilotReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "copilot"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
