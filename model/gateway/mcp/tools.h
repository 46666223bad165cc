#pragma once

#include "model/conversation/question.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// The pictures that a client sends along. Pure; thread: any.

/// Those of the member "images", already checked against the tool's schema: a `data:` URL, or base64 with a media type.
/// Types are determined by content. The error is one English sentence for the calling model. Paths and addresses are
/// not accepted: an agent's text must not be able to name the person's files.
[[nodiscard]] tl::expected<std::vector<formats::RecordedAttachment>, std::string>
imagesIn(const nlohmann::json& arguments);
[[nodiscard]] conversation::MediaBlock blockOf(const formats::RecordedAttachment& image);

/// The tools that a client can call, and their arguments. Pure; thread: any, one at a time for readToolCall.

/// How long a call waits before it reports that nobody has answered yet; empty = until somebody has.
using Patience = std::optional<std::chrono::milliseconds>;

struct AskHuman
{
    conversation::Question question; ///< without id, asker and times
    std::optional<std::chrono::milliseconds> timeout;
    Patience patience;
    std::vector<formats::RecordedAttachment> images; ///< those in the question, to be stored first
    /// From a client that may send the call again, not knowing if it arrived: the question is asked once. May be empty.
    std::string key = {};
};
struct CheckAnswer
{
    conversation::QuestionId id;
    Patience patience = std::chrono::milliseconds(0);
};
struct NotifyHuman
{
    std::string text;
    std::string level; ///< "info", "warning", "error"
};
struct PostMessage
{
    std::string from;
    std::vector<std::string> to; ///< empty = to nobody in particular
    std::string text;
    std::vector<formats::RecordedAttachment> images;
};
using ToolCall = std::variant<AskHuman, CheckAnswer, NotifyHuman, PostMessage>;

/// Whether there is one of that name.
[[nodiscard]] bool isTool(const nlohmann::json& name);
/// The response to "tools/list". `isStructured`: with schemas of the results.
[[nodiscard]] nlohmann::json toolList(bool isStructured);

/// The error is one English sentence for the calling model, which should try again.
[[nodiscard]] tl::expected<ToolCall, std::string> readToolCall(const std::string& name, nlohmann::json arguments);

} // namespace quarterdeck::gateway::mcp
