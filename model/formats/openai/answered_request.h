#pragma once

#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

struct JsonShape;

/// Whether the file holds requests to OpenAI's servers, or what they answered: chat completions, responses, and the
/// lines of a batch, which hold either.
[[nodiscard]] bool isOfRequests(const JsonShape& shape);
/// Such a record as a run: its messages in `messages`, and beside them what else it says. One that is none stays as it
/// is.
[[nodiscard]] nlohmann::json runOfRequest(nlohmann::json record);

/// Whether it is an item of the Responses API without a role: a call, its output or reasoning. Programs keep such items
/// in lists beside messages, to send them again.
[[nodiscard]] bool isItemOfResponse(const nlohmann::json& record);
/// Such an item as a chat message; an item with a role is returned unchanged.
[[nodiscard]] nlohmann::json messageOfItem(nlohmann::json item);

} // namespace quarterdeck::formats
