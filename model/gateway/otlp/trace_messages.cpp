#include "otlp/trace_messages.h"

#include "conversation/attachments.h"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::otlp {

using conversation::Message;
using nlohmann::json;

namespace {

/// What counts of a block when messages are compared; two texts, one behind the other, are one.
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
    /// Its tool is named by some programs and not by others; the id says which call it is of.
    void operator()(const conversation::ToolResultBlock& block)
    {
        parts.push_back({{"id", block.id}, {"output", block.output}});
    }
    void operator()(const conversation::UnknownBlock& block) { parts.push_back({{"unknown", block.value.json()}}); }
};

std::string essenceOf(const ToldMessage& message)
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

void nameSpeaker(Message& message, const ToldMessage& told, const std::string& speaker)
{
    if (told.role == "user" && told.name.empty()) {
        message.causeBy = conversation::action::userRequirement;
        return;
    }
    const std::string otherwise = told.role == "system" ? "System" : speaker;
    message.sentFrom = conversation::Address(told.name.empty() ? otherwise : told.name);
}

} // namespace

std::vector<Message> recordedMessages(const ToldSpan& told, const std::string& speaker)
{
    const conversation::Span& span = told.span;
    std::map<std::string, int> said;
    bool hasUsage = false;
    std::vector<Message> messages;
    for (const ToldMessage& one : told.messages) {
        const std::string essence = essenceOf(one);
        Message message;
        message.id = idOf(essence, ++said[essence]);
        message.role = one.role;
        message.content = one.content;
        nameSpeaker(message, one, speaker);
        // A trace names no recipients.
        message.sendTo = {conversation::address::none};
        message.timestamp = {(span.startUs + (one.isAnswer ? span.durationUs : 0)) / 1'000};
        message.metadata = conversation::JsonValue(json{{"otlp", {{"trace", span.trace}, {"span", span.id}}}});
        if (one.isAnswer && !std::exchange(hasUsage, true) && span.usage.totalTokens() > 0)
            message.usage = span.usage;
        messages.push_back(std::move(message));
    }
    return messages;
}

} // namespace quarterdeck::gateway::otlp
