#pragma once

#include "model/formats/session_reader.h"

namespace quarterdeck::formats {

/// The `conversations.json` in ChatGPT's export of an account: each conversation is a session. One is a tree, since
/// questions can be edited and answers regenerated; the branch that was shown last is imported.
class ChatGptReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "chatgpt"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
