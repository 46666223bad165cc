#pragma once

#include <nlohmann/json.hpp>

#include <vector>

namespace quarterdeck::formats {

/// Whether it is an item of the Responses API without a role: a call, its output or reasoning. Programs keep such items
/// in lists beside messages, to send them again.
[[nodiscard]] bool isItemOfResponse(const nlohmann::json& record);

/// An item in the words of a chat.
struct ItemMessage
{
    nlohmann::json message;
    bool hasFailed = false; ///< the tool whose result it is
};

/// Such an item as chat messages; one with a role is returned unchanged. A call of a tool that the server runs by
/// itself (search, code, MCP, pictures …) contains its result: that becomes a message of its own. None for reasoning
/// that shows no word.
[[nodiscard]] std::vector<ItemMessage> messagesOfItem(nlohmann::json item);

} // namespace quarterdeck::formats
