#include "model/formats/other_systems/ui_messages_reader.h"

#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/answer_steps.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace quarterdeck::formats::ai_sdk {

/// UIMessages of Vercel's AI SDK as an OpenAI chat, which `ChatRecordingBuilder` reads.

/// What `{id, role, parts}` says, step by step: results of tools are messages of their own. An invalid message becomes
/// one that ChatRecordingBuilder refuses with the right reason.
[[nodiscard]] ChatMessages chatMessagesOf(nlohmann::json message);

using nlohmann::json;

namespace {

/// A use of a tool, in either of the forms that there have been.
struct ToolUse
{
    std::string id;
    std::string name;
    json input;
    json output; ///< null = not there yet
    bool hasFailed = false;
};

std::optional<ToolUse> toolUseIn(const json& part)
{
    constexpr std::string_view prefix = "tool-";
    const std::string type = textMember(part, "type");
    const bool isOlder = type == "tool-invocation";
    if (!isOlder && type != "dynamic-tool" && !type.starts_with(prefix)) {
        return std::nullopt;
    }
    const json& told = isOlder ? memberOf(part, "toolInvocation") : part;
    ToolUse use;
    use.id = textMember(told, "toolCallId");
    use.name = textMember(told, "toolName");
    if (use.name.empty() && type.starts_with(prefix)) {
        use.name = type.substr(prefix.size());
    }
    use.input = memberOf(told, isOlder ? "args" : "input");
    use.input = use.input.is_null() ? memberOf(told, "rawInput") : use.input;
    use.output = memberOf(told, isOlder ? "result" : "output");
    const std::string state = textMember(told, "state");
    use.hasFailed = state == "output-error" || state == "output-denied";
    if (use.hasFailed && use.output.is_null()) {
        const std::string text = textMember(told, "errorText");
        use.output = text.empty() ? state : text;
    }
    return use;
}

std::string thoughtIn(const json& part)
{
    const std::string text = textMember(part, "text");
    return text.empty() ? textMember(part, "reasoning") : text;
}

json filePart(const json& part)
{
    const std::string newer = textMember(part, "mediaType");
    std::string mediaType = newer.empty() ? textMember(part, "mimeType") : newer;
    mediaType += mediaType.find('/') == std::string::npos ? "/" : ""; // "image" alone
    const std::string address = textMember(part, "url");
    const std::string data = textMember(part, "data");
    if (address.empty() && data.empty()) {
        return part;
    }
    json made = address.empty() ? dataPart(mediaType, data) : mediaPart(mediaType, address);
    if (const std::string name = textMember(part, "filename"); !name.empty()) {
        made[textMember(made, "type")]["filename"] = name;
    }
    return made;
}

void addUse(const ToolUse& use, AnswerSteps& steps)
{
    steps.call(use.id, use.name, use.input);
    if (!use.output.is_null()) {
        steps.answer(use.id, use.name, use.output.is_string() ? use.output : json(textOfJson(use.output)),
                     use.hasFailed);
    }
}

void addPart(const json& part, AnswerSteps& steps)
{
    const std::string type = textMember(part, "type");
    if (const auto use = toolUseIn(part)) {
        addUse(*use, steps);
    } else if (type == "step-start") {
        steps.end();
    } else if (type == "reasoning") {
        steps.think(thoughtIn(part));
    } else if (type == "text") {
        steps.addPart({{"type", "text"}, {"text", memberOf(part, "text")}});
    } else {
        steps.addPart(type == "file" || type == "reasoning-file" ? filePart(part) : part); // others: as JSON
    }
}

/// In its metadata a program may note what the answer took.
std::optional<conversation::Usage> usageIn(const json& metadata)
{
    const std::string model = textMember(metadata, "model");
    for (const char* key : {"totalUsage", "usage"}) {
        const json& told = memberOf(metadata, key);
        if (auto usage = usageOf({memberOf(told, "inputTokens"), memberOf(told, "outputTokens"),
                                  memberOf(told, "cachedInputTokens"), memberOf(told, "reasoningTokens")},
                                 model)) {
            return usage;
        }
    }
    return std::nullopt;
}

} // namespace

ChatMessages chatMessagesOf(json message)
{
    const json parts = memberOf(message, "parts");
    if (!parts.is_array()) {
        ChatMessages wrong;
        wrong.emplace_back(std::move(message),
                           MessageNotes()); // an older one, of one text, is a chat's message as it is
        return wrong;
    }
    AnswerSteps steps(textMember(message, "role"));
    for (const json& part : parts) {
        addPart(part, steps);
    }
    ChatMessages said = steps.take();
    if (said.empty()) {
        return said;
    }
    const json& metadata = memberOf(message, "metadata");
    const std::string told = textMember(metadata, "createdAt");
    const std::string time = told.empty() ? textMember(message, "createdAt") : told;
    for (auto& [one, notes] : said) {
        notes.time = time;
    }
    said.front().second.usage = usageIn(metadata);
    for (const char* key : {"role", "parts", "content"}) {
        message.erase(key);
    }
    said.front().first["further"] = std::move(message);
    return said;
}

} // namespace quarterdeck::formats::ai_sdk

namespace quarterdeck::formats {

namespace {

bool areMessages(const JsonShape& shape)
{
    return shape.has("id") && shape.has("role") && shape.listHas("parts", "type");
}

bool areRuns(const JsonShape& shape)
{
    const auto holds = [&](const char* key) { return shape.listHas("messages", key); };
    return holds("id") && holds("role") && holds("parts")
        && shape.hasTypeOf({"text", "step-start", "reasoning", "file", "dynamic-tool", "tool-invocation"});
}

void addUiMessage(ChatRecordingBuilder& session, nlohmann::json message, const SourceLocation& place)
{
    for (auto& [one, notes] : ai_sdk::chatMessagesOf(std::move(message))) {
        session.add(std::move(one), place, std::move(notes));
    }
}

} // namespace

bool UiMessagesReader::recognises(const JsonShape& shape) const { return areMessages(shape) || areRuns(shape); }

Result<std::size_t> UiMessagesReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    ChatFile file(source, sink, limits, kind(), addUiMessage);
    return areRuns(shape) ? file.readRuns(shape.layout, "messages") : file.readMessages(shape.layout);
}

} // namespace quarterdeck::formats
