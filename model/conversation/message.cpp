#include "model/conversation/message.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

std::optional<std::string> textContent(const Message& message)
{
    std::optional<std::string> text;
    for (const TextBlock& block : blocksOf<TextBlock>(message)) {
        text = text ? *text + "\n" + block.text : block.text;
    }
    return text;
}

std::string textOf(const Message& message) { return textContent(message).value_or(std::string()); }

std::vector<ContentBlock> textBlocks(std::string text) { return {TextBlock{std::move(text)}}; }

std::optional<std::string> metadataAgent(const Message& message)
{
    const nlohmann::json& metadata = message.metadata.json();
    if (!metadata.is_object()) {
        return {};
    }
    const auto agent = metadata.find("agent");
    if (agent == metadata.end() || !agent->is_string()) {
        return {};
    }
    return agent->get<std::string>();
}

} // namespace quarterdeck::conversation
