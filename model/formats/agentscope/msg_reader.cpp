#include "model/formats/agentscope/blocks.h"
#include "model/formats/agentscope/msg_checks.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

namespace quarterdeck::formats::agentscope {

using conversation::JsonValue;
using conversation::Message;
using conversation::Result;
using nlohmann::json;

namespace {

/// Why AgentScope's from_dict would refuse it, in the order in which it looks; nothing when it would not.
std::optional<std::string> refusalOf(const json& msg)
{
    if (!msg.is_object()) {
        return "$: not an object";
    }
    for (const char* key : {"name", "content", "role"}) {
        if (!msg.contains(key)) {
            return "$." + std::string(key) + ": missing";
        }
    }
    if (!python_json::isText(msg["content"]) && !msg["content"].is_array()) {
        return "$.content: not a string or list";
    }
    const json& role = msg["role"];
    if (role != "user" && role != "assistant" && role != "system") {
        return "$.role: not one of user/assistant/system";
    }
    return std::nullopt;
}

/// A value as text, whatever it is: names and ids that are no texts are shown as JSON.
std::string anyText(const json& value)
{
    if (value.is_null()) {
        return {};
    }
    return value.is_string() ? python_json::shown(value.get<std::string>()) : python_json::text(value);
}

void readTime(const json& msg, const ReadOptions& options, Message& message)
{
    message.timestamp = options.timeIfMissing;
    for (const char* key : {"timestamp", "created_at"}) {
        if (const json value = msg.value(key, json()); isTrue(value)) {
            message.timestampText = anyText(value);
            message.timestamp = timestampOf(message.timestampText).value_or(options.timeIfMissing);
            return;
        }
    }
}

void readUsage(const json& msg, Message& message)
{
    const json usage = msg.value("usage", json());
    if (!usage.is_object()) {
        return;
    }
    const auto count = [&](const char* key) {
        const json number = usage.value(key, json());
        return number.is_number_integer() ? std::max<std::int64_t>(0, number.get<std::int64_t>()) : 0;
    };
    message.usage = conversation::Usage{};
    message.usage->promptTokens = count("input_tokens");
    message.usage->completionTokens = count("output_tokens");
}

} // namespace

bool isTrue(const json& value)
{
    if (value.is_string()) {
        return !value.get_ref<const std::string&>().empty();
    }
    return value.is_number() ? value != 0 : value.is_boolean() ? value.get<bool>() : !value.empty();
}

Result<ParsedMsg> readMsg(const json& msg, const ReadOptions& options)
{
    const auto refusal = refusalOf(msg);
    if (refusal && options.mode == Mode::Compatible) {
        return tl::unexpected(errors::notAMsg(*refusal));
    }
    ParsedMsg read;
    read.oddities = findingsIn(msg);
    if (options.mode == Mode::Strict && options.isMediaChecked && read.oddities.empty()) {
        read.oddities = findingsInMedia(msg, static_cast<std::size_t>(options.limits.maxAttachmentBytes));
    }
    if (options.mode == Mode::Strict && !read.oddities.empty()) {
        return tl::unexpected(errors::notAMsg(read.oddities.front()));
    }
    read.original = JsonValue(msg);
    Message& message = read.message;
    message.id = conversation::MessageId(msg.contains("id") ? anyText(msg["id"]) : options.idIfMissing);
    message.sentFrom = conversation::Address(anyText(msg["name"]));
    message.role = msg["role"].get<std::string>();
    message.invocationId = anyText(msg.value("invocation_id", json()));
    if (const json metadata = msg.value("metadata", json()); metadata.is_object()) {
        message.metadata = JsonValue(metadata);
    }
    readTime(msg, options, message);
    readUsage(msg, message);
    if (msg["content"].is_string()) {
        message.content = conversation::textBlocks(python_json::shown(msg["content"].get<std::string>()));
        return read;
    }
    for (const json& block : msg["content"]) {
        message.content.push_back(readBlock(block, options.limits, read.attachments));
    }
    return read;
}

Result<ParsedMsg> readMsgText(std::string_view text, const ReadOptions& options)
{
    const auto msg = python_json::parse(text, options.limits);
    return msg ? readMsg(*msg, options) : tl::unexpected(errors::notAMsg("$: invalid JSON"));
}

} // namespace quarterdeck::formats::agentscope
