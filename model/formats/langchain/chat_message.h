#pragma once

#include <nlohmann/json.hpp>

/// LangChain's messages as an OpenAI chat, which `ChatSession` reads.
namespace quarterdeck::formats::langchain {

/// One of unknown kind has no role, so that ChatSession refuses it. What the chat has no place for is in
/// `further`.
[[nodiscard]] nlohmann::json chatMessageOf(nlohmann::json message);

} // namespace quarterdeck::formats::langchain
