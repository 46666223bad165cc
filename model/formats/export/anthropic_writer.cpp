#include "model/formats/anthropic/write_blocks.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/export/message_list_writer.h"
#include "model/formats/export/session_writer.h"
#include "model/formats/json/json_text.h"

#include <algorithm>

namespace quarterdeck::formats {

using conversation::ContentBlock;
using conversation::Message;
using conversation::ToolResultBlock;
using nlohmann::json;

namespace {

bool isResult(const ContentBlock& block) { return std::holds_alternative<ToolResultBlock>(block); }

/// The answers of tools on their own, and what is between them: in the message's order where a model calls and
/// continues, otherwise first in what the user says.
std::vector<Message> runsOf(const Message& message, bool isInOrder)
{
    std::vector<ContentBlock> blocks = message.content;
    if (!isInOrder) {
        std::stable_partition(blocks.begin(), blocks.end(), isResult); // clang 14 cannot read the one of std::ranges
    }
    std::vector<Message> runs;
    for (ContentBlock& block : blocks) {
        if (runs.empty() || isResult(runs.back().content.back()) != isResult(block)) {
            runs.push_back(message);
            runs.back().content.clear();
        }
        runs.back().content.push_back(std::move(block));
    }
    return runs;
}

/// Anthropic's Messages: the body of a request without model and tools. Leading instructions become the system's;
/// neighbours of one role become one message, whose blocks go out one by one. A session that was read from this format
/// goes out as it came, message by message.
class AnthropicWriter final : public MessageListWriter
{
public:
    explicit AnthropicWriter(WriterContext writing) : MessageListWriter(std::move(writing), "anthropic")
    {
        bringAnswersToCalls();
    }

    void end(std::string& out) override
    {
        releaseHeld(out);
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
    /// A block as it goes out; null for what is left out.
    [[nodiscard]] json writtenBlock(const ContentBlock& block, const anthropic::WriteBlocks& options);
    [[nodiscard]] json blocksOf(const Message& message, bool isAssistant, bool isVerbatim);
    void countPartsOf(const ContentBlock& block, const json& written);
    void openMessage(const json& fields, std::string& out);
    void closeMessage(std::string& out);
    void put(const json& blocks, std::string& out);
    void put(const std::string& role, const json& blocks, std::string& out);

    CallIds m_ids{true};
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
    counter().addIf(!isAssistant && !std::ranges::is_partitioned(message.content, isResult), LossKind::Order);
    bool hasSaid = false;
    for (const Message& run : runsOf(message, isAssistant)) {
        const bool isAnswer = isResult(run.content.front()); // what tools answered is the user's, whoever reports it
        const json blocks = blocksOf(run, isAssistant && !isAnswer, false);
        const bool isJoined = m_role == (isAssistant && !isAnswer ? "assistant" : "user");
        counter().addIf(isJoined && !hasSaid && !blocks.empty(), LossKind::Merged);
        put(isAssistant && !isAnswer ? "assistant" : "user", blocks, out);
        hasSaid = hasSaid || !blocks.empty();
    }
    counter().addIf(!hasSaid && !conversation::hasBlock<conversation::ThinkingBlock>(message), LossKind::Empty);
}

bool AnthropicWriter::takeSystem(const Said& said)
{
    const Message& message = said.message;
    if (said.source.is_null()) {
        counter().addIf(context().last.areTimesKnown(), LossKind::Times);
        counter().addIf(!message.metadata.isNull() || !message.invocationId.empty(), LossKind::Metadata);
        countChatRole(message);
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
        json block = writtenBlock(message.content[i], options);
        if (const json more = fields.is_object() ? fields.value(std::to_string(i), json()) : json();
            more.is_object() && block.is_object()) {
            block.update(more);
        }
        if (!block.is_null()) {
            blocks.push_back(std::move(block));
        }
    }
    return blocks;
}

json AnthropicWriter::writtenBlock(const ContentBlock& block, const anthropic::WriteBlocks& options)
{
    json written = anthropic::writeBlock(block, options);
    if (!options.isVerbatim) {
        countPartsOf(block, written);
    }
    if (const auto* use = std::get_if<conversation::ToolUseBlock>(&block)) {
        if (!options.isVerbatim && !options.isAssistant) { // a user calls no tools
            counter().add(LossKind::ToolCalls);
            return anthropic::textBlock(callText(*use));
        }
        if (options.isVerbatim) {
            m_ids.keep(*use);
        } else {
            written["id"] = m_ids.ofCall(*use);
        }
    }
    if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
        const std::string id = m_ids.ofResult(*result);
        if (!options.isVerbatim && !id.empty()) {
            written["tool_use_id"] = id;
        } else if (!options.isVerbatim && !context().isExcerpt) { // an answer to no call is refused
            counter().add(LossKind::ToolCalls);
            return anthropic::textBlock(result->output);
        }
    }
    return written;
}

/// Counts what a block loses although it goes out.
void AnthropicWriter::countPartsOf(const ContentBlock& block, const json& written)
{
    if (const auto* use = std::get_if<conversation::ToolUseBlock>(&block)) {
        counter().addIf(!use->input.json().is_object(), LossKind::ToolCalls);
    } else if (const auto* media = std::get_if<conversation::MediaBlock>(&block)) {
        counter().addIf(written.contains("source") && !media->source.name.empty(), LossKind::MediaNames);
    } else if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
        const bool isText = !result->outputBlocks.isNull() && memberOf(written, "content").is_string();
        countOutput(isText ? *result : ToolResultBlock());
    }
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
    if (role == "assistant" && !hasElements() && !context().isExcerpt) {
        counter().add(LossKind::Opening);
        put("user", json::array({anthropic::textBlock(anthropic::opening)}), out);
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
