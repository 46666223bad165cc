#include "model/formats/agentscope/blocks.h"
#include "model/formats/agentscope/formatter_run.h"
#include "model/formats/json/python_json.h"

namespace quarterdeck::formats::agentscope {

using nlohmann::json;

namespace {

json toolCall(const json& block)
{
    return {{"id", get(block, "id")},
            {"type", "function"},
            {"function",
             {{"name", get(block, "name")}, {"arguments", python_json::text(get(block, "input", json::object()))}}}};
}

json toolMessage(const json& block, const json& text)
{
    return {{"role", "tool"}, {"tool_call_id", get(block, "id")}, {"content", text}, {"name", get(block, "name")}};
}

json textBlock(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

/// The pictures of a tool's result as a message of their own, since most servers allow none in a result.
std::optional<FormatterMessage> promoted(const json& block, const ToolOutput& output, const FormatterRun& run)
{
    json blocks = json::array();
    for (const auto& [address, medium] : output.media) {
        if (medium.value("type", json()) == "image" && run.options().promotesToolPictures) {
            blocks.push_back(textBlock("\n- The image from '" + address + "': "));
            const json& source = medium.at("source");
            const json url = source.value("type", json()) == "url" ? source.at("url") : json(address);
            blocks.push_back({{"type", "image"}, {"source", {{"type", "url"}, {"url", url}}}});
        }
    }
    if (blocks.empty()) {
        return std::nullopt;
    }
    const std::string name = pythonText(item(block, "name"));
    blocks.insert(
        blocks.begin(),
        textBlock("<system-info>The following are the image contents from the tool result of '" + name + "':"));
    blocks.push_back(textBlock("</system-info>"));
    return FormatterMessage{"user", "user", conversation::JsonValue(std::move(blocks))};
}

/// One message for OpenAI; what it gives besides goes into `messages` and `next`.
class OpenAiMessage
{
public:
    OpenAiMessage(FormatterRun& run, json& messages) : m_run(run), m_messages(messages) { }

    void add(const json& block)
    {
        const json type = get(block, "type");
        if (type == "text") {
            m_content.push_back(block);
        } else if (type == "tool_use") {
            m_calls.push_back(toolCall(block));
        } else if (type == "tool_result") {
            const ToolOutput output = toolOutput(item(block, "output"), m_run);
            m_messages.push_back(toolMessage(block, output.text));
            if (auto message = promoted(block, output, m_run)) {
                m_promoted.push_back(std::move(*message));
            }
        } else if (type == "image") {
            m_content.push_back(m_run.imagePart(block));
        } else if (type == "audio") {
            m_content.push_back(m_run.audioPart(item(block, "source")));
        } else {
            m_run.leaveOut(type);
        }
    }
    void finish(const FormatterMessage& message)
    {
        if (m_content.empty() && m_calls.empty()) {
            return;
        }
        json written{
            {"role", message.role}, {"name", message.name}, {"content", m_content.empty() ? json() : m_content}};
        if (!m_calls.empty()) {
            written["tool_calls"] = m_calls;
        }
        m_messages.push_back(std::move(written));
    }
    [[nodiscard]] std::vector<FormatterMessage>& promotedMessages() { return m_promoted; }

private:
    FormatterRun& m_run;
    json& m_messages;
    json m_content = json::array();
    json m_calls = json::array();
    std::vector<FormatterMessage> m_promoted;
};

json anthropicResult(const json& block)
{
    json output = get(block, "output");
    if (!output.is_array()) {
        output = json::array({{{"type", "text"}, {"text", output.is_null() ? json() : json(pythonText(output))}}});
    }
    return {
        {"role", "user"},
        {"content",
         json::array({{{"type", "tool_result"}, {"tool_use_id", get(block, "id")}, {"content", std::move(output)}}})}};
}

std::string linesOf(const std::vector<json>& blocks, const char* key)
{
    std::string lines;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        lines += (i == 0 ? "" : "\n") + joined(get(blocks[i], key, ""));
    }
    return lines;
}

} // namespace

json formatOpenAiChat(std::vector<FormatterMessage> messages, FormatterRun& run)
{
    json written = json::array();
    for (std::size_t i = 0; i < messages.size(); ++i) {
        OpenAiMessage one(run, written);
        const FormatterMessage message = messages[i];
        for (const json& block : blocksOf(message)) {
            one.add(block);
        }
        one.finish(message);
        // AgentScope inserts each right after the message, so the last comes first.
        std::vector<FormatterMessage>& next = one.promotedMessages();
        if (!run.options().mends.keepsPicturesInOrder) {
            std::reverse(next.begin(), next.end());
        }
        messages.insert(messages.begin() + static_cast<std::ptrdiff_t>(i) + 1, next.begin(), next.end());
    }
    return written;
}

json formatAnthropicChat(const std::vector<FormatterMessage>& messages, FormatterRun& run)
{
    json written = json::array();
    bool isFirst = true;
    for (const FormatterMessage& message : messages) {
        json content = json::array();
        for (const json& block : blocksOf(message)) {
            const json type = get(block, "type");
            if (type == "image") {
                content.push_back(run.anthropicImage(block));
            } else if (type == "thinking" || type == "text") {
                content.push_back(block);
            } else if (type == "tool_use") {
                content.push_back({{"id", get(block, "id")},
                                   {"type", "tool_use"},
                                   {"name", get(block, "name")},
                                   {"input", get(block, "input", json::object())}});
            } else if (type == "tool_result") {
                written.push_back(anthropicResult(block));
            } else {
                run.leaveOut(type);
            }
        }
        if (!content.empty()) {
            // Only the first message may be a system message.
            const std::string role = message.role == "system" && !isFirst ? "user" : message.role;
            written.push_back({{"role", role}, {"content", std::move(content)}});
        }
        isFirst = false;
    }
    return written;
}

json formatDeepSeekChat(const std::vector<FormatterMessage>& messages, FormatterRun& run)
{
    json written = json::array();
    for (const FormatterMessage& message : messages) {
        std::vector<json> texts;
        std::vector<json> thoughts;
        json calls = json::array();
        for (const json& block : blocksOf(message)) {
            const json type = get(block, "type");
            if (type == "text") {
                texts.push_back(block);
            } else if (type == "thinking") {
                thoughts.push_back(block);
            } else if (type == "tool_use") {
                calls.push_back(toolCall(block));
            } else if (type == "tool_result") {
                written.push_back(toolMessage(block, toolOutput(get(block, "output"), run).text));
            } else {
                run.leaveOut(type);
            }
        }
        const std::string text = linesOf(texts, "text");
        const std::string thinking = linesOf(thoughts, "thinking");
        json one{{"role", message.role}, {"content", text.empty() ? json() : json(text)}};
        if (!thinking.empty()) {
            one["reasoning_content"] = thinking;
        }
        if (!calls.empty()) {
            one["tool_calls"] = calls;
        }
        if (!text.empty() || !calls.empty()) {
            written.push_back(std::move(one));
        }
    }
    return written;
}

} // namespace quarterdeck::formats::agentscope
