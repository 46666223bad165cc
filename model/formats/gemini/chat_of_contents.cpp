#include "model/formats/gemini/chat_of_contents.h"

#include "model/formats/json/json_text.h"
#include "model/formats/openai/media_part.h"
#include "model/formats/recording/usage_fields.h"

#include <utility>

namespace quarterdeck::formats::gemini {

using nlohmann::json;

namespace {

/// What Gemini runs by itself, as a tool.
constexpr const char* codeExecution = "code_execution";

std::string mediaTypeOf(const json& media)
{
    const json& type = memberOf(media, "mimeType", "mime_type");
    return type.is_string() ? type.get<std::string>() : std::string();
}

/// What a tool gave: the one text in `{"result": "…"}`, or else the whole object as JSON.
json outputOf(const json& response)
{
    const bool isOneText = response.is_object() && response.size() == 1 && response.front().is_string();
    return isOneText ? response.front() : response.is_null() ? json("") : json(textOfJson(response));
}

/// Puts the parts of one content together.
class ChatMessages
{
public:
    explicit ChatMessages(const std::string& role) : m_role(role == "model" ? "assistant" : "user") { }

    void add(const json& part);
    [[nodiscard]] std::vector<json> take()
    {
        endMessage();
        return std::move(m_messages);
    }

private:
    bool addKnown(const json& part);
    void addText(const json& part);
    void addCall(const json& id, const json& name, const json& arguments);
    void addResult(const json& id, const json& name, json output);
    void endMessage();

    std::string m_role;
    std::string m_thinking;
    json m_parts = json::array();
    json m_calls = json::array();
    std::vector<json> m_messages;
};

void ChatMessages::add(const json& part)
{
    if (part.is_string()) {
        m_parts.push_back({{"type", "text"}, {"text", part}});
    } else if (memberOf(part, "text", "text").is_string()) {
        addText(part);
    } else if (!addKnown(part)) {
        m_parts.push_back(part); // shown as JSON
    }
}

void ChatMessages::addText(const json& part)
{
    if (part.value("thought", json()) == true) {
        m_thinking += (m_thinking.empty() ? "" : "\n") + textMember(part, "text");
    } else {
        m_parts.push_back({{"type", "text"}, {"text", part["text"]}});
    }
}

bool ChatMessages::addKnown(const json& part)
{
    if (const json& data = memberOf(part, "inlineData", "inline_data"); data.is_object()) {
        m_parts.push_back(dataPart(mediaTypeOf(data), textMember(data, "data")));
        return true;
    }
    if (const json& file = memberOf(part, "fileData", "file_data"); file.is_object()) {
        const json& address = memberOf(file, "fileUri", "file_uri");
        m_parts.push_back(mediaPart(mediaTypeOf(file), address.is_string() ? address.get<std::string>() : ""));
        return true;
    }
    if (const json& call = memberOf(part, "functionCall", "function_call"); call.is_object()) {
        addCall(call.value("id", json()), call.value("name", json()), call.value("args", json::object()));
        return true;
    }
    if (const json& answer = memberOf(part, "functionResponse", "function_response"); answer.is_object()) {
        addResult(answer.value("id", json()), answer.value("name", json()), outputOf(answer.value("response", json())));
        return true;
    }
    if (const json& code = memberOf(part, "executableCode", "executable_code"); code.is_object()) {
        addCall(code.value("id", json()), codeExecution, code);
        return true;
    }
    if (const json& answer = memberOf(part, "codeExecutionResult", "code_execution_result"); answer.is_object()) {
        addResult(answer.value("id", json()), codeExecution, answer.value("output", json()));
        return true;
    }
    return false;
}

void ChatMessages::addCall(const json& id, const json& name, const json& arguments)
{
    m_calls.push_back({{"id", id}, {"type", "function"}, {"function", {{"name", name}, {"arguments", arguments}}}});
}

void ChatMessages::addResult(const json& id, const json& name, json output)
{
    endMessage(); // what the model ran by itself answers in the middle of what it says
    m_messages.push_back({{"role", "tool"}, {"tool_call_id", id}, {"name", name}, {"content", std::move(output)}});
}

void ChatMessages::endMessage()
{
    if (m_parts.empty() && m_calls.empty() && m_thinking.empty()) {
        return;
    }
    json message{{"role", m_role}, {"content", nullptr}};
    const bool isOneText = m_parts.size() == 1 && textMember(m_parts[0], "type") == "text";
    if (!m_parts.empty()) {
        message["content"] = isOneText ? m_parts[0]["text"] : m_parts;
    }
    if (!m_thinking.empty()) {
        message["reasoning_content"] = std::exchange(m_thinking, {});
    }
    if (!m_calls.empty()) {
        message["tool_calls"] = std::exchange(m_calls, json::array());
    }
    m_parts = json::array();
    m_messages.push_back(std::move(message));
}

} // namespace

const json& memberOf(const json& object, const char* camelCase, const char* snakeCase)
{
    const json& member = formats::memberOf(object, camelCase);
    return member.is_null() ? formats::memberOf(object, snakeCase) : member;
}

json partsOf(const json& content)
{
    const json& parts = formats::memberOf(content, "parts");
    return parts.is_array() || parts.is_null() ? parts : json::array({parts});
}

std::vector<json> messagesOf(const json& content)
{
    const json parts = partsOf(content);
    if (parts.is_null()) {
        const json wrong{{"role", "user"}, {"content", content}}; // neither text nor a list
        return std::vector<json>(1, content.is_object() ? wrong : content);
    }
    ChatMessages messages(textMember(content, "role"));
    for (const json& part : parts) {
        messages.add(part);
    }
    return messages.take();
}

std::optional<conversation::Usage> usageOf(const json& response)
{
    const json& told = memberOf(response, "usageMetadata", "usage_metadata");
    const auto count = [&](const char* camelCase, const char* snakeCase) {
        const json& number = memberOf(told, camelCase, snakeCase);
        return number.is_number() ? number.get<double>() : 0;
    };
    // What tools made of the prompt, and what the model thought, are counted beside the others.
    const double thoughts = count("thoughtsTokenCount", "thoughts_token_count");
    const double prompt = count("promptTokenCount", "prompt_token_count")
        + count("toolUsePromptTokenCount", "tool_use_prompt_token_count");
    const double completion = count("candidatesTokenCount", "candidates_token_count") + thoughts;
    const json& model = memberOf(response, "modelVersion", "model_version");
    return formats::usageOf(
        {prompt, completion, count("cachedContentTokenCount", "cached_content_token_count"), thoughts},
        model.is_string() ? model.get<std::string>() : std::string());
}

} // namespace quarterdeck::formats::gemini
