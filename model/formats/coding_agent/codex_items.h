#pragma once

#include "conversation/message.h"
#include "formats/read_limits.h"
#include "formats/session_sink.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

/// Items of OpenAI's Responses, as Codex' rollouts have them.
namespace quarterdeck::formats::codex {

/// What a search that the model's server does itself is called.
inline constexpr std::string_view webSearch = "web_search";

struct ReadItem
{
    std::vector<conversation::ContentBlock> blocks;
    std::vector<RecordedAttachment> attachments;
    bool isAnswer = false; ///< of the model: thinking, text, a call
    bool isResult = false; ///< of a tool
    bool hasBrokenImage = false;
};

/// Nothing for an item that is of a wrong shape. One of an unknown kind becomes an unknown block; of what the program
/// keeps for itself (copies of files, what it sends in place of a long talk, encrypted) no block is made.
[[nodiscard]] std::optional<ReadItem> readItem(const nlohmann::json& item, const ReadLimits& limits);

} // namespace quarterdeck::formats::codex
