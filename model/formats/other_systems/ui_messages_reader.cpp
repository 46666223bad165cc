#include "model/formats/other_systems/ui_messages_reader.h"

#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace quarterdeck::formats::ai_sdk {

/// UIMessages of Vercel's AI SDK as an OpenAI chat, which `ChatRecordingBuilder` reads.

/// What `{id, role, parts}` says, step by step: results of tools are messages of their own. An invalid message becomes
/// one that ChatRecordingBuilder refuses with the right reason.
[[nodiscard]] std::vector<std::pair<nlohmann::json, MessageNotes>> chatMessagesOf(nlohmann::json message);

using nlohmann::json;

namespace {

using Said = std::vector<std::pair<json, MessageNotes>>;

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

/// Puts the parts of one message together.
class Steps
{
public:
    explicit Steps(std::string role) : m_role(std::move(role)) { }

    void add(const json& part)
    {
        const std::string type = textMember(part, "type");
        if (const auto use = toolUseIn(part)) {
            addUse(*use);
        } else if (type == "step-start") {
            end();
        } else {
            addSaid(part, type);
        }
    }
    [[nodiscard]] Said take()
    {
        end();
        return std::move(m_said);
    }

private:
    void addUse(const ToolUse& use)
    {
        const json function{{"name", use.name}, {"arguments", use.input}};
        m_calls.push_back({{"id", use.id}, {"type", "function"}, {"function", function}});
        if (!use.output.is_null()) {
            MessageNotes notes;
            notes.hasFailed = use.hasFailed;
            const json content = use.output.is_string() ? use.output : json(textOfJson(use.output));
            m_results.emplace_back(
                json{{"role", "tool"}, {"tool_call_id", use.id}, {"name", use.name}, {"content", content}},
                std::move(notes));
        }
    }
    void addSaid(const json& part, const std::string& type)
    {
        if (!m_results.empty()) {
            end(); // it speaks again, knowing them
        }
        if (type == "reasoning") {
            m_thinking += (m_thinking.empty() ? "" : "\n") + thoughtIn(part);
        } else if (type == "text") {
            m_parts.push_back({{"type", "text"}, {"text", memberOf(part, "text")}});
        } else {
            m_parts.push_back(type == "file" || type == "reasoning-file" ? filePart(part) : part); // others: as JSON
        }
    }
    void end()
    {
        if (!m_parts.empty() || !m_calls.empty() || !m_thinking.empty()) {
            json message{{"role", m_role}, {"content", nullptr}};
            if (!m_parts.empty()) {
                const bool isOneText = m_parts.size() == 1 && textMember(m_parts[0], "type") == "text";
                message["content"] = isOneText ? m_parts[0]["text"] : m_parts;
            }
            if (!m_thinking.empty()) {
                message["reasoning_content"] = m_thinking;
            }
            if (!m_calls.empty()) {
                message["tool_calls"] = m_calls;
            }
            m_said.emplace_back(std::move(message), MessageNotes());
        }
        for (auto& result : m_results) {
            m_said.push_back(std::move(result));
        }
        m_results.clear();
        m_parts = m_calls = json::array();
        m_thinking.clear();
    }

    std::string m_role;
    std::string m_thinking;
    json m_parts = json::array();
    json m_calls = json::array();
    Said m_results; ///< of the calls
    Said m_said;
};

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

std::vector<std::pair<json, MessageNotes>> chatMessagesOf(json message)
{
    const json parts = memberOf(message, "parts");
    if (!parts.is_array()) {
        Said wrong;
        wrong.emplace_back(std::move(message),
                           MessageNotes()); // an older one, of one text, is a chat's message as it is
        return wrong;
    }
    Steps steps(textMember(message, "role"));
    for (const json& part : parts) {
        steps.add(part);
    }
    Said said = steps.take();
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
