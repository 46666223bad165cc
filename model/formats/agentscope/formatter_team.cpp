#include "model/formats/agentscope/blocks.h"
#include "model/formats/agentscope/content.h"
#include "model/formats/agentscope/formatter_run.h"
#include "model/formats/format_errors.h"

#include <algorithm>
#include <array>

namespace quarterdeck::formats::agentscope {

using conversation::JsonValue;
using nlohmann::json;

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
