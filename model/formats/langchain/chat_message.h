#pragma once

#include <nlohmann/json.hpp>

/// LangChain's messages in the words of an OpenAI chat, which `ChatSession` reads.
namespace quarterdeck::formats::langchain {

/// One whose kind is unknown has no role, so that ChatSession refuses it. What the chat has no place for stands in
/// `further`.
[[nodiscard]] nlohmann::json chatMessageOf(nlohmann::json message);

} // namespace quarterdeck::formats::langchain
