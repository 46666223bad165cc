#include "model/formats/agentscope/formatter.h"

#include "model/formats/agentscope/blocks.h"
#include "model/formats/agentscope/formatter_run.h"
#include "model/formats/agentscope/msg.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/python_json.h"

#include <algorithm>
#include <array>

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

using conversation::JsonValue;

namespace {

using Messages = std::vector<FormatterMessage>;

[[noreturn]] void raise(ContentFault fault)
{
    throw fault == ContentFault::NotAnObject ? PythonError{"TypeError", {}} : PythonError{"KeyError", "'type'"};
}

bool hasTools(const FormatterMessage& message)
{
    if (!message.content.json().is_array()) {
        return false; // a text, which is not to be copied for that
    }
    const auto blocks = agentscope::contentBlocks(message.content.json(), {"tool_use", "tool_result"});
    if (blocks.fault) {
        raise(*blocks.fault);
    }
    return !blocks.value.empty();
}

void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

/// What ends a line, here or for a model.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> lineBreaks = {{{"\r", "\\r"},
                                                                                      {"\n", "\\n"},
                                                                                      {"\v", "\\v"},
                                                                                      {"\f", "\\f"},
                                                                                      {"\u0085", "\\x85"},
                                                                                      {"\u2028", "\\u2028"},
                                                                                      {"\u2029", "\\u2029"}}};

bool isBlank(char one) { return one == ' ' || (one >= '\t' && one <= '\r'); }

/// The length of a tag `<history>` or `</history>` at that place, in any case and with blanks; 0 if there is none.
std::size_t tagLength(std::string_view text, std::size_t at)
{
    constexpr std::string_view name = "history";
    std::size_t end = at + 1;
    const auto skipBlanks = [&] {
        while (end < text.size() && isBlank(text[end])) {
            ++end;
        }
    };
    skipBlanks();
    if (end < text.size() && text[end] == '/') {
        ++end;
        skipBlanks();
    }
    for (const char expected : name) {
        if (end >= text.size() || (text[end] | 0x20) != expected) {
            return 0;
        }
        ++end;
    }
    skipBlanks();
    return end < text.size() && text[end] == '>' ? end + 1 - at : 0;
}

std::string withoutTags(std::string_view text)
{
    std::string result;
    std::size_t at = 0;
    for (std::size_t open = text.find('<'); open != std::string_view::npos; open = text.find('<', open)) {
        const std::size_t length = tagLength(text, open);
        if (length == 0) {
            ++open;
            continue;
        }
        result += text.substr(at, open - at);
        result += "&lt;" + std::string(text.substr(open + 1, length - 2)) + "&gt;";
        open += length;
        at = open;
    }
    result += text.substr(at);
    return result;
}

/// A line of the history, such that no name or text can end it or pass for another line.
std::string historyLine(const std::string& name, const json& text, const FormatterRun& run)
{
    std::string shownName = name;
    std::string shownText = pythonText(text);
    if (run.options().mends.escapesHistory) {
        for (std::string* part : {&shownName, &shownText}) {
            *part = withoutTags(*part);
            for (const auto& [from, to] : lineBreaks) {
                replaceAll(*part, from, to);
            }
        }
        replaceAll(shownName, ": ", ":\u00A0"); // where a name ends is told by the first
    }
    return shownName + ": " + shownText;
}

void addLine(std::optional<std::string>& lines, const std::string& line)
{
    if (lines) {
        *lines += '\n';
        *lines += line;
    } else {
        lines = line;
    }
}

/// OpenAI and DeepSeek: one text of all lines, then the media.
json textFirst(const Messages& group, const std::string& prompt, FormatterRun& run)
{
    const bool isOpenAi = run.options().target == Target::OpenAi;
    std::optional<std::string> lines;
    json images = json::array();
    json sounds = json::array();
    for (const FormatterMessage& message : group) {
        if (const json& content = message.content.json(); content.is_string()) {
            addLine(lines, historyLine(message.name, content, run)); // most are: none is copied into a block first
            continue;
        }
        for (const json& block : blocksOf(message)) {
            const json& type = item(block, "type");
            if (type == "text") {
                addLine(lines, historyLine(message.name, item(block, "text"), run));
            } else if (type == "image" && isOpenAi) {
                images.push_back(run.imagePart(block));
            } else if (type == "audio" && isOpenAi) {
                sounds.push_back(run.audioPart(item(block, "source")));
            }
        }
    }
    json content = json::array();
    if (lines) {
        const std::string history = prompt + "<history>\n" + *lines + "\n</history>";
        if (!isOpenAi) {
            return json::array({{{"role", "user"}, {"content", history}}});
        }
        content.push_back({{"type", "text"}, {"text", history}});
    }
    content.insert(content.end(), images.begin(), images.end());
    content.insert(content.end(), sounds.begin(), sounds.end());
    return content.empty() ? json::array() : json::array({{{"role", "user"}, {"content", std::move(content)}}});
}

bool hasText(const json& block) { return isTrue(block.value("text", json())); }

/// Anthropic: texts and pictures in their order, the tags at both ends.
json inOrder(const Messages& group, const std::string& prompt, FormatterRun& run)
{
    json content = json::array();
    std::optional<std::string> lines;
    const auto flush = [&] {
        if (lines) {
            content.push_back({{"type", "text"}, {"text", *lines}});
            lines.reset();
        }
    };
    for (const FormatterMessage& message : group) {
        for (const json& block : blocksOf(message)) {
            const json& type = item(block, "type");
            if (type == "text") {
                addLine(lines, historyLine(message.name, item(block, "text"), run));
            } else if (type == "image") {
                flush();
                content.push_back(run.anthropicImage(block));
            }
        }
    }
    flush();
    if (content.empty()) {
        return json::array();
    }
    const std::string opening = prompt + "<history>\n";
    if (hasText(content.front())) {
        content.front()["text"] = opening + joined(content.front()["text"]);
    } else {
        content.insert(content.begin(), json({{"type", "text"}, {"text", opening}}));
    }
    if (hasText(content.back())) {
        content.back()["text"] = joined(content.back()["text"]) + "\n</history>";
    } else {
        content.push_back({{"type", "text"}, {"text", "</history>"}});
    }
    return json::array({{{"role", "user"}, {"content", std::move(content)}}});
}

json formatChat(const Messages& messages, FormatterRun& run)
{
    switch (run.options().target) {
    case Target::OpenAi:
        return formatOpenAiChat(messages, run);
    case Target::Anthropic:
        return formatAnthropicChat(messages, run);
    case Target::DeepSeek:
        break;
    }
    return formatDeepSeekChat(messages, run);
}

json systemMessage(const FormatterMessage& message)
{
    const auto blocks = agentscope::contentBlocks(message.content.json(), {"text"});
    if (blocks.fault) {
        raise(*blocks.fault);
    }
    return {{"role", "system"}, {"content", blocks.value}};
}

} // namespace

json formatTeam(const Messages& messages, FormatterRun& run)
{
    json written = json::array();
    auto at = messages.begin();
    if (at != messages.end() && at->role == "system") {
        written.push_back(systemMessage(*at));
        ++at;
    }
    bool isFirst = true;
    while (at != messages.end()) {
        const bool areTools = hasTools(*at);
        const auto end = std::find_if(at, messages.end(),
                                      [&](const FormatterMessage& message) { return hasTools(message) != areTools; });
        const Messages group(at, end);
        at = end;
        const std::string prompt = isFirst ? run.options().historyPrompt : std::string();
        const json part = areTools                      ? formatChat(group, run)
            : run.options().target == Target::Anthropic ? inOrder(group, prompt, run)
                                                        : textFirst(group, prompt, run);
        isFirst = isFirst && areTools;
        written.insert(written.end(), part.begin(), part.end());
    }
    return written;
}

FormatterMessage formatterMessage(const conversation::Message& message, const WriteOptions& options)
{
    const json written = toDict(message, options);
    return {pythonText(written.at("name")), written.at("role").get<std::string>(), JsonValue(written.at("content"))};
}

conversation::Result<FormattedPrompt> formatPrompt(const Messages& messages, const FormatterOptions& options,
                                                   const FormatterContext& context)
{
    FormatterRun run(options, context);
    try {
        json written = options.scene == Scene::Chat ? formatChat(messages, run) : formatTeam(messages, run);
        run.result().messages = JsonValue(std::move(written));
        return std::move(run.result());
    } catch (const PythonError& raised) {
        if (!run.result().wanted.empty()) {
            return std::move(run.result()); // what is wanted may be what fails first
        }
        return tl::unexpected(errors::notFormatted(raised.type + ": " + raised.message));
    }
}

} // namespace quarterdeck::formats::agentscope
