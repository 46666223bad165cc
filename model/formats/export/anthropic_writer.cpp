#include "anthropic/write_blocks.h"
#include "export/message_list_writer.h"
#include "export/writers.h"
#include "json/json_text.h"

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::Message;
using conversation::ToolResultBlock;
using nlohmann::json;

namespace {

/// A member of a message's metadata that the reader put there; null where there is none.
json markOf(const Message& message, const char* key)
{
    const json& metadata = message.metadata.json();
    return metadata.is_object() ? metadata.value(key, json()) : json();
}

/// Anthropic's Messages: the body of a request but for the model and the tools. Instructions at the beginning are the
/// system's; neighbours of one role become one message, whose blocks go out one by one. A session that was read from
/// this format goes out as it came, message by message.
class AnthropicWriter final : public MessageListWriter
{
public:
    explicit AnthropicWriter(WriterContext writing) : MessageListWriter(std::move(writing), "anthropic") { }

    void end(std::string& out) override
    {
        putHead(out);
        closeMessage(out);
        out += m_isList ? "\n]\n" : "\n]}\n";
    }

protected:
    void open(const json& fields, std::string&) override { m_fields = fields; }
    void message(const Said& said, std::string& out) override;

private:
    void putHead(std::string& out);
    void putAsItCame(const Said& said, std::string& out);
    [[nodiscard]] bool takeSystem(const Said& said);
    [[nodiscard]] json blocksOf(const Message& message, bool isAssistant, bool isVerbatim);
    void openMessage(const json& fields, std::string& out);
    void closeMessage(std::string& out);
    void put(const json& blocks, std::string& out);
    void put(const std::string& role, const json& blocks, std::string& out);

    json m_fields; ///< of the request as it came; null for a session of another format
    json m_system;
    bool m_hasHead = false;
    bool m_isList = false; ///< messages alone
    std::string m_role;    ///< of the message that is open; empty = none
    bool m_hasBlocks = false;
};

void AnthropicWriter::message(const Said& said, std::string& out)
{
    countLosses(said);
    if (takeSystem(said)) {
        return;
    }
    putHead(out);
    if (!said.source.is_null()) {
        putAsItCame(said, out);
        return;
    }
    const Message& message = said.message;
    counter().addIf(message.role == "system", LossKind::Instructions);
    counter().addIf(context().last.roles().size() > 1 && !message.sentFrom.isEmpty(), LossKind::Names);
    const bool isAssistant = message.role == "assistant"
        || (message.role != "user" && message.role != "system" && message.role != "tool"
            && !message.sentFrom.isEmpty());
    // What tools answered is the user's, whoever reports it.
    Message spoken = message;
    Message answered = message;
    const auto isResult = [](const ContentBlock& block) { return std::holds_alternative<ToolResultBlock>(block); };
    std::erase_if(spoken.content, isResult);
    std::erase_if(answered.content, std::not_fn(isResult));
    put(isAssistant ? "assistant" : "user", blocksOf(spoken, isAssistant, false), out);
    put("user", blocksOf(answered, false, false), out);
}

bool AnthropicWriter::takeSystem(const Said& said)
{
    const Message& message = said.message;
    if (said.source.is_null()) {
        counter().addIf(context().last.areTimesKnown(), LossKind::Times);
        counter().addIf(!message.metadata.isNull(), LossKind::Metadata);
    }
    if (message.role != "system" || m_hasHead) {
        return false;
    }
    if (said.source.is_null()) {
        const std::string before = m_system.is_string() ? m_system.get<std::string>() + "\n" : std::string();
        m_system = before + plainText(message, counter());
        return true;
    }
    m_system = blocksOf(message, false, true);
    const bool isPlain = m_system.size() == 1 && m_system[0].size() == 2 && m_system[0].contains("text");
    m_system = isPlain ? m_system[0]["text"] : m_system;
    return true;
}

json AnthropicWriter::blocksOf(const Message& message, bool isAssistant, bool isVerbatim)
{
    anthropic::WriteBlocks options{isAssistant, isVerbatim, context().bytesOf, {}, {}};
    options.onRefused = [this](const ContentBlock& block, anthropic::Refused what) -> json {
        if (what == anthropic::Refused::Thinking) {
            counter().add(LossKind::Thinking);
            return nullptr;
        }
        if (const auto* unknown = std::get_if<conversation::UnknownBlock>(&block)) {
            counter().add(LossKind::UnknownBlocks);
            return anthropic::textBlock(textOfJson(unknown->value.json()));
        }
        counter().add(LossKind::Media);
        return anthropic::textBlock(placeholderText(std::get<conversation::MediaBlock>(block).source));
    };
    const json fields = isVerbatim ? markOf(message, "fields") : json();
    json blocks = json::array();
    for (std::size_t i = 0; i < message.content.size(); ++i) {
        json written = anthropic::writeBlock(message.content[i], options);
        if (const json more = fields.is_object() ? fields.value(std::to_string(i), json()) : json();
            more.is_object() && written.is_object()) {
            written.update(more);
        }
        if (!written.is_null()) {
            blocks.push_back(std::move(written));
        }
    }
    return blocks;
}

void AnthropicWriter::putHead(std::string& out)
{
    if (m_hasHead) {
        return;
    }
    m_hasHead = true;
    m_isList = m_fields.is_object() && m_fields.empty() && m_system.is_null();
    if (!m_isList) {
        out += "{";
        out += m_fields.is_object() ? membersText(m_fields)
                                    : "\"max_tokens\":" + std::to_string(anthropic::defaultMaxTokens) + ",\n";
        out += m_system.is_null() ? std::string() : "\"system\":" + textOfJson(m_system) + ",\n";
        out += "\"messages\":";
    }
    out += "[";
}

void AnthropicWriter::putAsItCame(const Said& said, std::string& out)
{
    const json blocks = blocksOf(said.message, textMember(said.source, "role") == "assistant", true);
    const bool isPlain = markOf(said.message, "plain") == true && blocks.size() == 1 && blocks[0].contains("text");
    if (isPlain) {
        closeMessage(out);
        json written = said.source;
        written["content"] = blocks[0]["text"];
        return putElement(textOfJson(written), out);
    }
    if (markOf(said.message, "part").is_null() || m_role.empty()) {
        openMessage(said.source, out);
    }
    put(blocks, out);
}

void AnthropicWriter::openMessage(const json& fields, std::string& out)
{
    closeMessage(out);
    m_role = textMember(fields, "role");
    std::string text = "{";
    for (const auto& [key, value] : fields.items()) {
        text += textOfJson(key) + ":" + textOfJson(value) + ",";
    }
    putElement(text + "\"content\":[", out);
}

void AnthropicWriter::closeMessage(std::string& out)
{
    out += m_role.empty() ? "" : "]}";
    m_role.clear();
    m_hasBlocks = false;
}

void AnthropicWriter::put(const json& blocks, std::string& out)
{
    for (const json& block : blocks) {
        out += (m_hasBlocks ? ",\n  " : "") + textOfJson(block);
        m_hasBlocks = true;
    }
}

void AnthropicWriter::put(const std::string& role, const json& blocks, std::string& out)
{
    if (blocks.empty()) {
        return;
    }
    if (role != m_role) {
        openMessage({{"role", role}}, out);
    }
    put(blocks, out);
}

} // namespace

std::unique_ptr<SessionWriter> anthropicWriter(WriterContext context)
{
    return std::make_unique<AnthropicWriter>(std::move(context));
}

} // namespace quarterdeck::formats
