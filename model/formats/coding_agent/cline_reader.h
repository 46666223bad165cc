#pragma once

#include "model/formats/session_reader.h"

#include <string>

namespace quarterdeck::formats {

/// Tasks of Cline and of Roo Code, which has its files: what the model was told and said
/// (`api_conversation_history.json`), or else what the person saw (`ui_messages.json`); sessions of Cline's SDK and
/// command line (`….messages.json`).
class ClineReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "cline"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
