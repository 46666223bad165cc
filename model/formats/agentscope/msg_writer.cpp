#include "model/formats/agentscope/blocks.h"

namespace quarterdeck::formats::agentscope {

using conversation::Message;
using nlohmann::json;

namespace {

/// The message as it was before any change, with what it was read from; empty if it was made here.
std::optional<ParsedMsg> asItCame(const WriteOptions& options, const Message& message)
{
    if (!options.original.json().is_object()) {
        return std::nullopt;
    }
    ReadOptions reading;
    reading.idIfMissing = message.id.str();
    reading.timeIfMissing = message.timestamp;
    auto read = readMsg(options.original.json(), reading);
    return read ? std::optional(std::move(*read)) : std::nullopt;
}

json writeContent(const Message& message, const WriteOptions& options, const std::optional<ParsedMsg>& before)
{
    const json came = before ? before->original.json().at("content") : json();
    if (before && before->message.content == message.content) {
        return came;
    }
    const bool isOneText =
        message.content.size() == 1 && std::holds_alternative<conversation::TextBlock>(message.content.front());
    if (isOneText && !came.is_array()) {
        return std::get<conversation::TextBlock>(message.content.front()).text;
    }
    json blocks = json::array();
    for (std::size_t i = 0; i < message.content.size(); ++i) {
        const bool isSame = came.is_array() && i < came.size() && before->message.content[i] == message.content[i];
        blocks.push_back(isSame ? came[i] : writeBlock(message.content[i], options));
    }
    return blocks;
}

std::string roleOf(const Message& message)
{
    // AgentScope's system says what tools answered; any other role is somebody who speaks.
    return message.role == "user" || message.role == "assistant" ? message.role
        : message.role == "system" || message.role == "tool"     ? "system"
                                                                 : "assistant";
}

std::string nameOf(const Message& message) { return message.name.empty() ? message.sentFrom.str() : message.name; }

/// The text that came, if it is of AgentScope's form, else the time in that form.
std::string timeOf(const Message& message)
{
    const auto time = timestampOf(message.timestampText);
    const bool isOwnForm = time && timestampText(*time) == message.timestampText;
    return isOwnForm ? message.timestampText : timestampText(message.timestamp);
}

} // namespace

json toDict(const Message& message, const WriteOptions& options)
{
    const auto before = asItCame(options, message);
    const json came = before ? before->original.json() : json::object();
    // Each field goes out as it came while it still means the same, otherwise as the message has it now.
    const auto field = [&](const char* key, bool isUnchanged, const json& now) {
        return isUnchanged && came.contains(key) ? came.at(key) : now;
    };
    const std::string name = nameOf(message);
    const bool isTimeUnchanged =
        before && isTrue(came.value("timestamp", json())) && before->message.timestampText == message.timestampText;
    json written{
        {"id", field("id", before && before->message.id == message.id, message.id.str())},
        {"name", field("name", before && nameOf(before->message) == name, name)},
        {"role", roleOf(message)},
        {"content", writeContent(message, options, before)},
        {"metadata",
         field("metadata", before && before->message.metadata == message.metadata, message.metadata.json())},
        {"timestamp", field("timestamp", isTimeUnchanged, timeOf(message))},
    };
    if (options.hasInvocationId && !message.invocationId.empty()) {
        written["invocation_id"] = field(
            "invocation_id", before && before->message.invocationId == message.invocationId, message.invocationId);
    }
    return written;
}

} // namespace quarterdeck::formats::agentscope
