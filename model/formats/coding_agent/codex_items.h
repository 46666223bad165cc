#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_sink.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

/// Items of OpenAI's Responses, as Codex' rollouts have them.
namespace quarterdeck::formats::codex {

/// The name of a search done by the model's server itself.
inline constexpr std::string_view webSearch = "web_search";

struct ParsedItem
{
    std::vector<conversation::ContentBlock> blocks;
    std::vector<RecordedAttachment> attachments;
    bool isAnswer = false; ///< by the model: thinking, text, a call
    bool isResult = false; ///< by a tool
    bool hasBrokenImage = false;
};

/// Empty for a malformed item. An unknown kind becomes an unknown block; what the program keeps for itself (copies of
/// files, encrypted stand-ins for a long conversation) yields no block.
[[nodiscard]] std::optional<ParsedItem> readItem(const nlohmann::json& item, const ReadLimits& limits);

} // namespace quarterdeck::formats::codex
