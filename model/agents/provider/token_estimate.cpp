#include "model/agents/provider/token_estimate.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

using nlohmann::json;

namespace {

std::int64_t bytesOf(const conversation::ContentBlock& block)
{
    struct Sizes
    {
        std::size_t operator()(const conversation::TextBlock& text) const { return text.text.size(); }
        std::size_t operator()(const conversation::ThinkingBlock& thought) const { return thought.text.size(); }
        std::size_t operator()(const conversation::MediaBlock&) const { return 2400; }
        std::size_t operator()(const conversation::ToolUseBlock& use) const
        {
            return use.name.size()
                + std::max(use.rawInput.size(),
                           use.input.json().dump(-1, ' ', false, json::error_handler_t::replace).size());
        }
        std::size_t operator()(const conversation::ToolResultBlock& result) const { return result.output.size(); }
        std::size_t operator()(const conversation::UnknownBlock&) const { return 0; }
    };
    return static_cast<std::int64_t>(std::visit(Sizes{}, block));
}

} // namespace

std::int64_t estimatedTokens(const std::string& text) { return static_cast<std::int64_t>(text.size()) / 3 + 1; }

std::int64_t estimatedTokens(const conversation::Message& message)
{
    std::int64_t bytes = 0;
    for (const conversation::ContentBlock& block : message.content)
        bytes += bytesOf(block);
    constexpr std::int64_t frame = 8; // a message's role and marks
    return bytes / 3 + frame;
}

std::int64_t estimatedTokens(const conversation::ContentBlock& block) { return bytesOf(block) / 3 + 1; }

std::int64_t estimatedTokens(std::span<const conversation::Message> messages)
{
    std::int64_t tokens = 0;
    for (const conversation::Message& message : messages)
        tokens += estimatedTokens(message);
    return tokens;
}

std::int64_t estimatedTokens(std::span<const formats::Tool> tools)
{
    std::int64_t tokens = 0;
    for (const formats::Tool& tool : tools) {
        tokens += estimatedTokens(tool.name + tool.description.value_or(std::string()));
        for (const formats::ToolParameter& parameter : tool.parameters)
            tokens += estimatedTokens(parameter.name + parameter.description.value_or(std::string()));
    }
    return tokens;
}

} // namespace quarterdeck::team
