#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace quarterdeck::formats::chatgpt {

/// ChatGPT writes its references into the text as marks between private characters (U+E200 to U+E206): "cite" and the
/// turn it was found in, "entity" and a name, and many more; a list beside the text says what each stands for. The text
/// as the person saw it: with links or names in their place, and nothing for a mark that stands for no words.
/// `references`: the message's `content_references`; may be missing or anything.
[[nodiscard]] std::string withoutMarks(const std::string& text, const nlohmann::json& references);

} // namespace quarterdeck::formats::chatgpt
