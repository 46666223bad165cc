#pragma once

#include "model/conversation/message.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <optional>

/// LangChain's messages as an OpenAI chat, which `ChatRecordingBuilder` reads.
namespace quarterdeck::formats::langchain {

/// One of unknown kind has no role, so that ChatRecordingBuilder refuses it. What the chat has no place for is in
/// `further`.
[[nodiscard]] nlohmann::json chatMessageOf(nlohmann::json message);
/// The tokens that such a chat message tells there, if any.
[[nodiscard]] std::optional<conversation::Usage> usageOf(const nlohmann::json& chatMessage);

} // namespace quarterdeck::formats::langchain

namespace quarterdeck::formats {

/// LangChain's messages, as `messages_to_dict`, `dumpd` or the messages' own fields have them. A list of them (or one
/// per line) is one session; `{messages}`, or the state `{values: {messages}}` of a LangGraph graph, is one each.
class LangChainReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "langchain"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
