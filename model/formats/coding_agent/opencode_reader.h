#pragma once

#include "model/formats/session_reader.h"

#include <string>

namespace quarterdeck::formats {

struct JsonShape;

/// OpenCode: what `opencode export` writes (`{info, messages: [{info, parts}]}`), what `opencode run --format json`
/// prints (a part a line, without the prompt), and the sessions of its database
/// (model/transfer/import/opencode_source.h): `{"opencode_sessions": [such exports]}` a line, of which the first is the
/// person's and the others are its sub-agents'. Only a text that is not `synthetic` is the person's.
class OpenCodeReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "opencode"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
