#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// Chats that Open WebUI exported, one or all of them: `[{title, chat: {history: {messages, currentId}}}]`. Of branches
/// the current one is imported; where several models answered side by side, all of them.
class OpenWebUiReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "open_webui"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
