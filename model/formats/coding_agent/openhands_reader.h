#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Events of OpenHands: a list of those of OpenHands 0.x (`trajectory.json`), or of its later SDK, as a list or a line
/// each; runs of a benchmark, with either under `history`.
class OpenHandsReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "openhands"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
