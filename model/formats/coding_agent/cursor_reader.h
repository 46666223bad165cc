#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Conversations of Cursor, as model/transfer/import/cursor_source.h makes them of its databases: one a line,
/// `{"cursor_chat": {…}, "bubbles": [{type, text, thinking, toolFormerData …}]}`. That of a sub-agent is a session of
/// its own, in which nothing is the person's.
class CursorReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "cursor"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
