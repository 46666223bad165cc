#include "model/gateway/otlp/span_message_ids.h"

#include "model/conversation/attachments.h"

#include <map>
#include <nlohmann/json.hpp>

namespace quarterdeck::gateway::otlp {

using nlohmann::json;

namespace {

/// What counts of a block when messages are compared; two consecutive texts count as one.
struct Essence
{
    json parts = json::array();

    void operator()(const conversation::TextBlock& block)
    {
        if (!parts.empty() && parts.back().is_string())
            parts.back() = parts.back().get<std::string>() + block.text;
        else
            parts.push_back(block.text);
    }
    void operator()(const conversation::ThinkingBlock&) { }
    void operator()(const conversation::MediaBlock& block)
    {
        parts.push_back({{"hash", block.source.hash.str()}, {"url", block.source.url}});
    }
    void operator()(const conversation::ToolUseBlock& block)
    {
        parts.push_back(
            {{"id", block.id}, {"call", block.name}, {"input", block.input.json()}, {"raw", block.rawInput}});
    }
    /// Some programs name its tool and others do not; the id says which call it belongs to.
    void operator()(const conversation::ToolResultBlock& block)
    {
        parts.push_back({{"id", block.id}, {"output", block.output}});
    }
    void operator()(const conversation::UnknownBlock& block) { parts.push_back({{"unknown", block.value.json()}}); }
};

std::string essenceOf(const SpanMessage& message)
{
    Essence essence;
    for (const conversation::ContentBlock& block : message.content)
        std::visit(essence, block);
    return json{message.role, essence.parts}.dump(-1, ' ', false, json::error_handler_t::replace);
}

conversation::MessageId idOf(const std::string& essence, int occurrence)
{
    constexpr std::size_t digits = 32;
    const std::string hash = conversation::attachmentHash(essence + '\n' + std::to_string(occurrence)).str();
    return conversation::MessageId(hash.substr(0, digits));
}

} // namespace

void assignMessageIds(std::vector<SpanMessage>& messages)
{
    std::map<std::string, int> said;
    for (SpanMessage& message : messages) {
        const std::string essence = essenceOf(message);
        message.id = idOf(essence, ++said[essence]);
    }
}

} // namespace quarterdeck::gateway::otlp
