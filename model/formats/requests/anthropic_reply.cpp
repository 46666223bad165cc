#include "model/formats/requests/anthropic_reply.h"

#include "model/formats/json/json_text.h"
#include "model/formats/openai/tool_calls.h"
#include "model/formats/requests/surrogate_joiner.h"

#include <map>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::JsonValue;
using nlohmann::json;

namespace {

/// A content block while it grows.
struct GrowingBlock
{
    std::string type;
    json start;       ///< as it began
    std::string text; ///< of a text or thinking block
    std::string signature;
    std::size_t call = 0; ///< of a tool: its place among the reply's calls
    SurrogateJoiner half{};
};

class AnthropicReply final : public ReplyReader
{
public:
    [[nodiscard]] std::vector<ContentBlock> blocks() const override;

protected:
    void take(const json& object) override;
    void takeBody(const json& object) override;

private:
    void takeMessage(const json& message);
    void begin(std::int64_t index, const json& block);
    void extend(GrowingBlock& block, const json& delta);
    void mergeUsage(const json& usage);
    void append(GrowingBlock& block, const std::string& text);
    void end(const GrowingBlock& block);

    std::map<std::int64_t, GrowingBlock> m_blocks;
};

std::int64_t indexOf(const json& object)
{
    const auto index = object.find("index");
    return index != object.end() && index->is_number_integer() ? index->get<std::int64_t>() : 0;
}

void grow(std::optional<std::string>& whole, const std::string& piece)
{
    if (!whole) {
        whole.emplace();
    }
    *whole += piece;
}

void keep(std::optional<std::string>& known, const json& object, const char* key)
{
    if (const std::string text = textMember(object, key); !text.empty()) {
        known = text;
    }
}

void AnthropicReply::take(const json& object)
{
    const std::string type = textMember(object, "type");
    if (type == "message_start") {
        takeMessage(object.value("message", json::object()));
    } else if (type == "content_block_start") {
        begin(indexOf(object), object.value("content_block", json::object()));
    } else if (type == "content_block_delta") {
        extend(m_blocks[indexOf(object)], object.value("delta", json::object()));
    } else if (type == "content_block_stop") {
        end(m_blocks[indexOf(object)]);
    } else if (type == "message_delta") {
        keep(m_reply.finishReason, object.value("delta", json::object()), "stop_reason");
        mergeUsage(object.value("usage", json()));
    } else if (type == "message_stop") {
        m_reply.isDone = true;
    }
    // `ping` and future kinds require nothing.
}

void AnthropicReply::takeBody(const json& object)
{
    takeMessage(object);
    keep(m_reply.finishReason, object, "stop_reason");
    std::int64_t index = 0;
    if (const json content = object.value("content", json()); content.is_array()) {
        for (const json& block : content) {
            begin(index, block);
            end(m_blocks[index]);
            ++index;
        }
    }
    m_reply.isDone = m_reply.finishReason.has_value();
}

void AnthropicReply::takeMessage(const json& message)
{
    keep(m_reply.id, message, "id");
    keep(m_reply.model, message, "model");
    keep(m_reply.role, message, "role");
    if (message.is_object()) {
        mergeUsage(message.value("usage", json()));
    }
}

void AnthropicReply::begin(std::int64_t index, const json& block)
{
    GrowingBlock& growing = m_blocks[index];
    growing = {textMember(block, "type"), block, {}, textMember(block, "signature"), 0, {}};
    if (growing.type == "tool_use") {
        growing.call = m_reply.toolCalls.size();
        m_reply.toolCalls.push_back({textMember(block, "id"), textMember(block, "name"), {}});
        // A stream starts with an empty object and then sends the input as text.
        const json input = block.value("input", json());
        append(growing, input.empty() ? std::string() : textOfJson(input));
    } else {
        append(growing, textMember(block, growing.type == "thinking" ? "thinking" : "text"));
    }
}

void AnthropicReply::append(GrowingBlock& block, const std::string& text)
{
    if (block.type == "tool_use") {
        m_reply.toolCalls[block.call].arguments += text;
        return;
    }
    block.text += text;
    if (block.type == "text") {
        grow(m_reply.content, text);
    } else if (block.type == "thinking") {
        grow(m_reply.reasoning, text);
    }
}

void AnthropicReply::extend(GrowingBlock& block, const json& delta)
{
    if (block.type.empty()) {
        // A delta without a start: its content tells what kind it is.
        block.type = delta.contains("thinking") ? "thinking" : "text";
    }
    for (const char* key : {"text", "thinking", "partial_json"}) {
        append(block, block.half.take(memberOf(delta, key)));
    }
    block.signature += textMember(delta, "signature");
}

void AnthropicReply::end(const GrowingBlock& block)
{
    if (block.type == "tool_use" && m_reply.toolCalls[block.call].arguments.empty()) {
        m_reply.toolCalls[block.call].arguments = "{}";
    }
}

void AnthropicReply::mergeUsage(const json& usage)
{
    if (usage.is_object()) {
        json merged = m_reply.usage.isNull() ? json::object() : m_reply.usage.json();
        merged.update(usage);
        m_reply.usage = JsonValue(std::move(merged));
    }
}

std::vector<ContentBlock> AnthropicReply::blocks() const
{
    std::vector<ContentBlock> blocks;
    for (const auto& [index, block] : m_blocks) {
        if (block.type == "text") {
            blocks.emplace_back(conversation::TextBlock{block.text});
        } else if (block.type == "thinking") {
            blocks.emplace_back(conversation::ThinkingBlock{block.text, block.signature});
        } else if (block.type == "tool_use") {
            const StreamedToolCall& call = m_reply.toolCalls[block.call];
            blocks.emplace_back(toolUseOf(call.id.value_or(""), call.name.value_or(""), call.arguments));
        } else if (block.start.is_object()) {
            blocks.emplace_back(conversation::UnknownBlock{JsonValue(block.start)});
        }
    }
    return blocks;
}

} // namespace

std::unique_ptr<ReplyReader> anthropicReplyReader() { return std::make_unique<AnthropicReply>(); }

} // namespace quarterdeck::formats
