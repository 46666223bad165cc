#pragma once

#include "model/conversation/message.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <vector>

namespace quarterdeck::formats::gemini {

/// Gemini's contents as an OpenAI chat, which `ChatRecordingBuilder` reads.

/// A member by either of its names: their REST API writes `inlineData`, their Python library `inline_data`.
[[nodiscard]] const nlohmann::json& memberOf(const nlohmann::json& object, const char* camelCase,
                                             const char* snakeCase);
/// The parts of a content; a single one need not be in a list. Null if it has none.
[[nodiscard]] nlohmann::json partsOf(const nlohmann::json& content);
/// The messages equivalent to a content: results of tools are messages of their own. An invalid content becomes one
/// message that ChatRecordingBuilder refuses with the right reason.
[[nodiscard]] std::vector<nlohmann::json> messagesOf(const nlohmann::json& content);

/// The tokens that a response tells, if any.
[[nodiscard]] std::optional<conversation::Usage> usageOf(const nlohmann::json& response);

} // namespace quarterdeck::formats::gemini

namespace quarterdeck::formats {

/// Requests to Google's Gemini and its responses. A request `{contents, systemInstruction ..}` is a session: alone, in
/// a list, one a line, or within a line of a batch. A list of contents is one session; so are the responses
/// `{candidates}` of one file, since a streamed answer is a list of them.
class GeminiReader final : public SessionReader
{
public:
    [[nodiscard]] std::string kind() const override { return "gemini"; }
    [[nodiscard]] bool recognises(const JsonShape& shape) const override;
    [[nodiscard]] Result<std::size_t> read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const override;
};

} // namespace quarterdeck::formats
