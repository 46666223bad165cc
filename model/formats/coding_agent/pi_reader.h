#pragma once

#include "model/formats/session_reader.h"

#include <string>

namespace quarterdeck::formats {

/// Sessions of the coding agent pi: a header and a tree of entries, one a line, of which the last one ends the branch
/// that is shown. Also what `pi --mode json` prints.
class PiReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "pi"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
