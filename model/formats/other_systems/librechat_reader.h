#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// A conversation that LibreChat exported as JSON: a list of messages that name the one they follow, or such messages
/// inside each other ("recursive"). Of branches the one that it shows is imported.
class LibreChatReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "librechat"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
