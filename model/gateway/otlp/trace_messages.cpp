#include "model/gateway/otlp/trace_messages.h"

#include "model/conversation/outsiders.h"
#include "model/gateway/client_display_name.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::otlp {

using conversation::Message;
using nlohmann::json;

namespace {

void nameSpeaker(Message& message, const SpanMessage& told, const std::string& speaker)
{
    if (told.role == "user" && told.name.empty()) {
        message.causeBy = conversation::action::userRequirement;
        return conversation::setToldByProgram(message, "otlp");
    }
    const std::string otherwise = told.role == "system" ? "System" : told.role == "tool" ? "Tools" : speaker;
    message.sentFrom = conversation::Address(clientDisplayName(told.name.empty() ? otherwise : told.name));
}

} // namespace

std::vector<Message> newMessages(ParsedSpan& told, const std::string& speaker,
                                 const std::function<bool(const conversation::MessageId&)>& isNew)
{
    const conversation::Span& span = told.span;
    bool hasUsage = false;
    std::vector<Message> messages;
    for (SpanMessage& one : told.messages) {
        const bool isFirstAnswer = one.isAnswer && !std::exchange(hasUsage, true);
        if (!isNew(one.id))
            continue;
        Message message;
        message.id = one.id;
        message.role = one.role;
        message.content = std::move(one.content);
        nameSpeaker(message, one, speaker);
        // A trace names no recipients.
        message.sendTo = {conversation::address::none};
        message.timestamp = {(span.startUs + (one.isAnswer ? span.durationUs : 0)) / 1'000};
        message.metadata = conversation::JsonValue(json{{"otlp", {{"trace", span.trace}, {"span", span.id}}}});
        if (isFirstAnswer && span.usage.totalTokens() > 0)
            message.usage = span.usage;
        messages.push_back(std::move(message));
    }
    return messages;
}

} // namespace quarterdeck::gateway::otlp
