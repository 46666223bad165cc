#include "export/anthropic_blocks.h"
#include "export/message_list_writer.h"
#include "export/writers.h"
#include "json/json_text.h"

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::Message;
using conversation::ToolResultBlock;
using nlohmann::json;

namespace {

constexpr int maxTokens = 4096; // a request must name some

/// Anthropic's Messages: the body of a request but for the model and the tools. Instructions at the beginning are the
/// system's; neighbours of one role become one message, whose blocks go out one by one.
class AnthropicWriter final : public MessageListWriter
{
public:
    explicit AnthropicWriter(WriterContext writing) : MessageListWriter(std::move(writing), "anthropic") { }

    void end(std::string& out) override
    {
        putHead(out);
        out += m_role.empty() ? "\n]}\n" : "]}\n]}\n";
    }

protected:
    void open(const json&, std::string&) override { }
    void message(const Said& said, std::string& out) override;

private:
    void putHead(std::string& out);
    void put(const std::string& role, const json& blocks, std::string& out);

    std::string m_system;
    bool m_hasHead = false;
    std::string m_role; ///< of the message that is open; empty = none
};

void AnthropicWriter::message(const Said& said, std::string& out)
{
    countLosses(said);
    const Message& message = said.message;
    counter().addIf(context().last.areTimesKnown(), LossKind::Times);
    counter().addIf(!message.metadata.isNull(), LossKind::Metadata);
    if (message.role == "system" && !m_hasHead) {
        m_system += (m_system.empty() ? "" : "\n") + plainText(message, counter());
        return;
    }
    putHead(out);
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
    put(isAssistant ? "assistant" : "user", anthropicBlocks(spoken, isAssistant, context(), counter()), out);
    put("user", anthropicBlocks(answered, false, context(), counter()), out);
}

void AnthropicWriter::putHead(std::string& out)
{
    if (m_hasHead) {
        return;
    }
    m_hasHead = true;
    out += "{\"max_tokens\":" + std::to_string(maxTokens) + ",\n";
    if (!m_system.empty()) {
        out += "\"system\":" + textOfJson(m_system) + ",\n";
    }
    out += "\"messages\":[";
}

void AnthropicWriter::put(const std::string& role, const json& blocks, std::string& out)
{
    for (const json& block : blocks) {
        if (role == m_role) {
            out += ",\n  " + textOfJson(block);
            continue;
        }
        out += m_role.empty() ? "" : "]}";
        m_role = role;
        putElement("{\"role\":" + textOfJson(role) + ",\"content\":[" + textOfJson(block), out);
    }
}

} // namespace

std::unique_ptr<SessionWriter> anthropicWriter(WriterContext context)
{
    return std::make_unique<AnthropicWriter>(std::move(context));
}

} // namespace quarterdeck::formats
