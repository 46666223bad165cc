#include "model/formats/agentscope/msg.h"

#include "model/formats/agentscope/blocks.h"
#include "model/formats/agentscope/msg_checks.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <QDateTime>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::formats::agentscope {

using nlohmann::json;

Content<std::optional<std::string>> textContent(const json& content, std::string_view separator)
{
    if (python_json::isText(content)) {
        return {content.get<std::string>(), {}};
    }
    std::vector<const json*> texts;
    for (const json& block : content) {
        if (!block.is_object()) {
            return {{}, ContentFault::NotAnObject};
        }
        if (block.value("type", json()) != "text") {
            continue;
        }
        const auto text = block.find("text");
        if (text == block.end()) {
            return {{}, ContentFault::NoText};
        }
        texts.push_back(&*text);
    }
    if (texts.empty()) {
        return {};
    }
    std::string joined;
    for (const json* text : texts) {
        if (!python_json::isText(*text)) {
            return {{}, ContentFault::TextNotText};
        }
        joined += (text == texts.front() ? std::string_view() : separator);
        joined += text->get_ref<const std::string&>();
    }
    return {joined, {}};
}

Content<std::vector<json>> contentBlocks(const json& content, const std::vector<std::string>& types)
{
    std::vector<json> blocks;
    if (content.is_string()) {
        blocks.push_back({{"type", "text"}, {"text", content}});
    } else if (content.is_array()) {
        blocks.assign(content.begin(), content.end());
    }
    if (types.empty()) {
        return {std::move(blocks), {}};
    }
    std::vector<json> chosen;
    for (json& block : blocks) {
        if (!block.is_object()) {
            return {{}, ContentFault::NotAnObject};
        }
        const auto type = block.find("type");
        if (type == block.end()) {
            return {{}, ContentFault::NoType};
        }
        if (std::ranges::any_of(types, [&](const std::string& one) { return *type == one; })) {
            chosen.push_back(std::move(block));
        }
    }
    return {std::move(chosen), {}};
}

std::string shortUuid(const std::array<std::uint8_t, 16>& random)
{
    // The alphabet of the package shortuuid: no characters that look alike.
    constexpr std::string_view alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    constexpr std::size_t length = 22;
    std::array<std::uint8_t, 16> number = random;
    std::string text(length, alphabet.front());
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit) {
        unsigned remainder = 0;
        for (std::uint8_t& byte : number) {
            const unsigned value = remainder * 256 + byte;
            byte = static_cast<std::uint8_t>(value / alphabet.size());
            remainder = static_cast<unsigned>(value % alphabet.size());
        }
        *digit = alphabet[remainder];
    }
    return text;
}

std::string timestampText(conversation::Timestamp time)
{
    return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"))
        .toStdString();
}

std::optional<conversation::Timestamp> timestampOf(std::string_view text)
{
    if (text.size() < 10 || text.size() > 40) {
        return std::nullopt;
    }
    QString iso = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    if (iso.size() > 10 && iso[10] == ' ') {
        iso[10] = 'T';
    }
    const QDateTime time = QDateTime::fromString(iso, Qt::ISODateWithMs);
    if (!time.isValid()) {
        return std::nullopt;
    }
    return conversation::Timestamp{time.toMSecsSinceEpoch()};
}

using conversation::JsonValue;
using conversation::Message;
using conversation::Result;

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
