#pragma once

#include "model/conversation/message.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats::codex {

/// Items of OpenAI's Responses, as Codex' rollouts have them.

/// The name of a search done by the model's server itself.
inline constexpr std::string_view webSearch = "web_search";

struct ParsedItem
{
    std::vector<conversation::ContentBlock> blocks;
    std::vector<RecordedAttachment> attachments;
    bool isAnswer = false;    ///< by the model: thinking, text, a call
    bool isResult = false;    ///< by a tool
    bool isExitKnown = false; ///< the result tells whether the tool failed
    bool hasBrokenImage = false;
};

/// Empty for a malformed item. An unknown kind becomes an unknown block; what the program keeps for itself (copies of
/// files, encrypted stand-ins for a long conversation) yields no block.
[[nodiscard]] std::optional<ParsedItem> readItem(const nlohmann::json& item, const ReadLimits& limits);

/// What Codex puts into the role *user* although nobody typed it.

/// An item of the role *user*, by its parts.
struct UserItem
{
    nlohmann::json program = nlohmann::json::array(); ///< what the program put in
    nlohmann::json rest = nlohmann::json::array();    ///< without what only surrounds pictures
    bool isSure = false;                              ///< the record itself tells which is which
    std::size_t wholeKey = 0;                         ///< of all texts; 0 if there is none
    std::size_t restKey = 0;
};
[[nodiscard]] UserItem splitUser(const nlohmann::json& item);

/// The texts of an item's content, one after the other.
[[nodiscard]] std::string textsIn(const nlohmann::json& item);
/// Recognises a text that the program wrote down twice; 0 for one without a letter.
[[nodiscard]] std::size_t keyOf(std::string_view text);
/// The text that an event says the person typed; empty if it says nothing of the kind.
[[nodiscard]] std::string typedIn(const nlohmann::json& event);

/// What one agent told another, without the lines in front of it.
[[nodiscard]] std::string toldIn(const nlohmann::json& agentMessage);
/// The agent that such a path names, as a member: "look" for "/root/look". Empty for the main one.
[[nodiscard]] std::string agentOfPath(const std::string& path);

} // namespace quarterdeck::formats::codex
