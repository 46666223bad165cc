#include "model/formats/requests/openai_reply.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/tool_calls.h"
#include "model/formats/requests/surrogate_joiner.h"
#include "model/formats/requests/tool_call_joiner.h"

#include <array>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using nlohmann::json;

namespace {

/// A text, or a list of text parts as some servers stream it; empty if it is neither.
std::optional<std::string> textOfContent(const json& object, const char* key, SurrogateJoiner& half)
{
    const auto content = object.find(key);
    if (content == object.end() || content->is_null()) {
        return std::nullopt;
    }
    if (python_json::isText(*content)) {
        return half.take(*content);
    }
    if (!content->is_array()) {
        return std::nullopt;
    }
    std::string text;
    for (const json& part : *content) {
        text += half.take(memberOf(part, "text"));
    }
    return text;
}

void append(std::optional<std::string>& whole, const std::optional<std::string>& piece)
{
    if (piece && whole) {
        *whole += *piece;
    } else if (piece) {
        whole = piece;
    }
}

/// The first text stays; empty ones count as missing (as in the opening chunk of Azure's streams).
void keepFirst(std::optional<std::string>& known, const json& object, const char* key)
{
    if (const std::string text = textMember(object, key); !known && !text.empty()) {
        known = text;
    }
}

class OpenAiReply final : public ReplyReader
{
public:
    [[nodiscard]] std::vector<ContentBlock> blocks() const override;

protected:
    void take(const json& object) override { takeChunk(object, "delta"); }
    void takeBody(const json& object) override
    {
        takeChunk(object, "message");
        m_reply.isDone = m_reply.finishReason.has_value();
    }

private:
    void takeChunk(const json& object, const char* part);
    void takeChoice(const json& choice, const char* part);
    void takeDelta(const json& delta);

    ToolCallJoiner m_calls{m_reply.toolCalls};
    std::array<SurrogateJoiner, 3> m_halves; ///< of content, reasoning, refusal
};

void OpenAiReply::takeChunk(const json& object, const char* part)
{
    keepFirst(m_reply.id, object, "id");
    keepFirst(m_reply.model, object, "model");
    if (const json usage = object.value("usage", json()); usage.is_object()) {
        m_reply.usage = conversation::JsonValue(usage);
    }
    const json choices = object.value("choices", json());
    if (!choices.is_array()) {
        return;
    }
    for (const json& choice : choices) {
        if (choice.is_object() && (!choice.contains("index") || choice["index"].is_null() || choice["index"] == 0)) {
            takeChoice(choice, part);
        }
    }
}

void OpenAiReply::takeChoice(const json& choice, const char* part)
{
    if (const json delta = choice.value(part, json()); delta.is_object()) {
        takeDelta(delta);
    }
    if (const std::string reason = textMember(choice, "finish_reason"); !reason.empty()) {
        m_reply.finishReason = reason;
    }
    if (const json usage = choice.value("usage", json()); usage.is_object() && m_reply.usage.isNull()) {
        m_reply.usage = conversation::JsonValue(usage);
    }
}

void OpenAiReply::takeDelta(const json& delta)
{
    keepFirst(m_reply.role, delta, "role");
    append(m_reply.content, textOfContent(delta, "content", m_halves[0]));
    const auto reasoning = textOfContent(delta, "reasoning_content", m_halves[1]);
    append(m_reply.reasoning, reasoning ? reasoning : textOfContent(delta, "reasoning", m_halves[1]));
    append(m_reply.refusal, textOfContent(delta, "refusal", m_halves[2]));
    if (const auto calls = delta.find("tool_calls"); calls != delta.end()) {
        m_calls.take(*calls);
    }
    if (const auto function = delta.find("function_call"); function != delta.end()) {
        m_calls.takeFunctionCall(*function);
    }
}

std::vector<ContentBlock> OpenAiReply::blocks() const
{
    std::vector<ContentBlock> blocks;
    if (const std::string thinking = m_reply.reasoning.value_or(""); !thinking.empty()) {
        blocks.emplace_back(conversation::ThinkingBlock{thinking, {}});
    }
    for (const auto& text : {m_reply.content, m_reply.refusal}) {
        if (text && !text->empty()) {
            blocks.emplace_back(conversation::TextBlock{*text});
        }
    }
    for (const StreamedToolCall& call : m_reply.toolCalls) {
        blocks.emplace_back(toolUseOf(call.id.value_or(""), call.name.value_or(""), call.arguments));
    }
    return blocks;
}

} // namespace

std::unique_ptr<ReplyReader> openAiReplyReader() { return std::make_unique<OpenAiReply>(); }

} // namespace quarterdeck::formats
