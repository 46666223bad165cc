#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// UIMessages of Vercel's AI SDK, `{id, role, parts}`, as programs store their chats: a list of them (or one a line) is
/// one session; `{messages}` is one each.
class UiMessagesReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "ai_sdk"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
