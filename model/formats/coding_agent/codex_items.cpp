#include "model/formats/coding_agent/codex_items.h"

#include "model/formats/coding_agent/injected_text.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/openai/message_parts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace quarterdeck::formats::codex {

using conversation::JsonValue;
using conversation::MediaBlock;
using conversation::TextBlock;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using conversation::UnknownBlock;
using nlohmann::json;

namespace {

conversation::ContentBlock readPart(const json& part, const ReadLimits& limits, ParsedItem& item)
{
    const std::string type = textMember(part, "type");
    if (type == "input_text" || type == "output_text" || type == "text") {
        return TextBlock{textMember(part, "text")};
    }
    const std::string address = type == "input_image" ? textMember(part, "image_url") : std::string();
    if (address.empty()) {
        return UnknownBlock{JsonValue(part)};
    }
    MediaBlock media;
    media.source.url = address;
    if (address.starts_with("data:")) {
        auto data = readDataUrl(address, limits.maxAttachmentBytes);
        if (!data) {
            item.hasBrokenImage = true;
            return UnknownBlock{JsonValue(part)};
        }
        media.source = {data->hash, {}, data->mediaType, {}, static_cast<std::int64_t>(data->bytes.size()), 0, 0};
        item.attachments.push_back(std::move(*data));
    }
    return media;
}

bool addParts(const json& content, const ReadLimits& limits, ParsedItem& item)
{
    if (auto text = python_json::shownText(content)) {
        item.blocks.emplace_back(TextBlock{std::move(*text)});
        return true;
    }
    if (!content.is_array()) {
        return content.is_null();
    }
    for (const json& part : content) {
        item.blocks.push_back(readPart(part, limits, item));
    }
    return true;
}

/// The summary of what a model thought, and the thought where it is not encrypted.
void addReasoning(const json& source, ParsedItem& item)
{
    std::string text;
    for (const char* list : {"summary", "content"}) {
        const json parts = memberOf(source, list);
        if (!parts.is_array()) {
            continue;
        }
        for (const json& part : parts) {
            const std::string one = textMember(part, "text");
            text += (text.empty() || one.empty() ? "" : "\n\n") + one;
        }
    }
    if (!text.empty()) {
        item.blocks.emplace_back(conversation::ThinkingBlock{text, {}});
    }
}

/// What tools and the program write before an output, line by line, up to "Output:".
struct Preamble
{
    std::size_t bytes = 0; ///< 0 = there is none
    std::optional<bool> hasFailed{};
    std::string running{}; ///< the line that says that it goes on
};

/// The exit code behind a line's words; empty if the line has others.
std::optional<bool> failureIn(std::string_view line)
{
    for (const std::string_view words : {"Process exited with code ", "Exit code: "}) {
        if (line.starts_with(words)) {
            return line.substr(words.size()) != "0";
        }
    }
    return line == "Script failed" ? std::optional(true) : std::nullopt;
}

Preamble preambleOf(std::string_view text)
{
    constexpr std::array known = {"Chunk ID:", "Wall time",           "Process ", "Exit code:", "Original token count:",
                                  "Script ",   "Total output lines:", "Output:"};
    constexpr int mostLines = 10;
    Preamble preamble;
    std::size_t at = 0;
    for (int i = 0; i < mostLines && at < text.size(); ++i) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (std::ranges::none_of(known, [&](const char* words) { return line.starts_with(words); })) {
            return {};
        }
        at = std::min(end + 1, text.size());
        if (line == "Output:") {
            preamble.bytes = at;
            return preamble;
        }
        if (const auto failed = failureIn(line)) {
            preamble.hasFailed = failed;
        } else if (line.starts_with("Process running") || line.starts_with("Script running")) {
            preamble.running = line;
        }
    }
    return {};
}

/// What Codex answers in place of a tool that it could not use.
bool isRefusal(const std::string& text)
{
    constexpr std::array beginnings = {"unsupported call",
                                       "failed to parse function arguments",
                                       "exec_command failed",
                                       "write_stdin failed",
                                       "apply_patch verification failed",
                                       "execution error",
                                       "aborted by user",
                                       "command timed out"};
    return std::ranges::any_of(beginnings, [&](const char* words) { return text.starts_with(words); });
}

/// Codex writes some outputs as JSON text `{"output", "metadata": {"exit_code"}}`, others behind a preamble.
void setOutput(ToolResultBlock& result, const std::string& text, const ReadLimits& limits, ParsedItem& item)
{
    const json parsed = text.starts_with("{\"output\"") ? parseText(text, limits).value_or(json()) : json();
    if (memberOf(parsed, "output").is_string()) {
        result.output = parsed["output"].get<std::string>();
        const json exitCode = memberOf(memberOf(parsed, "metadata"), "exit_code");
        result.isError = exitCode.is_number() && exitCode != 0;
        item.isExitKnown = exitCode.is_number();
        return;
    }
    const Preamble preamble = preambleOf(text);
    result.output = text.substr(preamble.bytes);
    result.output = result.output.empty() ? preamble.running : result.output;
    item.isExitKnown = preamble.hasFailed.has_value() || isRefusal(text);
    result.isError = result.isError || preamble.hasFailed.value_or(isRefusal(text));
}

void addResult(const json& source, const ReadLimits& limits, ParsedItem& item)
{
    ToolResultBlock result;
    result.id = textMember(source, "call_id");
    json output = memberOf(source, "output");
    if (output.is_object()) {
        result.isError = memberOf(output, "success") == false;
        output = memberOf(output, "content");
    }
    if (const auto text = python_json::shownText(output)) {
        setOutput(result, *text, limits, item);
        item.blocks.emplace_back(std::move(result));
        return;
    }
    ParsedItem parts;
    std::string whole;
    if (!addParts(output, limits, parts)) {
        whole = textOfJson(output);
    }
    for (const auto& block : parts.blocks) {
        if (const auto* text = std::get_if<TextBlock>(&block)) {
            whole += (whole.empty() ? "" : "\n") + text->text;
        }
    }
    setOutput(result, whole, limits, item);
    item.blocks.emplace_back(std::move(result));
    std::erase_if(parts.blocks, [](const auto& block) { return std::holds_alternative<TextBlock>(block); });
    item.blocks.insert(item.blocks.end(), parts.blocks.begin(), parts.blocks.end());
    item.attachments = std::move(parts.attachments);
    item.hasBrokenImage = parts.hasBrokenImage;
}

std::string idOf(const json& source)
{
    const std::string id = textMember(source, "call_id");
    return id.empty() ? textMember(source, "id") : id;
}

/// A call of a built-in tool: its action is its input.
ToolUseBlock actionOf(const json& source, const std::string& type)
{
    ToolUseBlock use;
    use.id = idOf(source);
    use.name = type.substr(0, type.size() - std::string_view("_call").size());
    for (const char* input : {"action", "arguments", "input"}) {
        if (const json& given = memberOf(source, input); !given.is_null()) {
            use.input = JsonValue(given);
            return use;
        }
    }
    use.input = JsonValue(memberOf(source, "action"));
    return use;
}

/// The tools that a search found, by name.
void addFoundTools(const json& source, ParsedItem& item)
{
    ToolResultBlock result;
    result.id = idOf(source);
    for (const json& tool : memberOf(source, "tools")) {
        std::string inner;
        for (const json& one : memberOf(tool, "tools")) {
            inner += (inner.empty() ? ": " : ", ") + textMember(one, "name");
        }
        result.output += (result.output.empty() ? "" : "\n") + textMember(tool, "name") + inner;
    }
    item.blocks.emplace_back(std::move(result));
}

/// The picture that a model made.
void addMadeImage(const json& source, const ReadLimits& limits, ParsedItem& item)
{
    ToolUseBlock use;
    use.id = idOf(source);
    use.name = "image_generation";
    use.input = JsonValue(json{{"prompt", memberOf(source, "revised_prompt")}});
    item.blocks.emplace_back(std::move(use));
    if (const std::string data = textMember(source, "result"); !data.empty()) {
        const json part{{"type", "input_image"}, {"image_url", "data:image/png;base64," + data}};
        item.blocks.push_back(readPart(part, limits, item));
    }
}

bool isKeptBack(const std::string& type)
{
    return type == "ghost_snapshot" || type == "compaction" || type == "compaction_summary"
        || type == "compaction_trigger" || type == "context_compaction";
}

} // namespace

std::optional<ParsedItem> readItem(const json& source, const ReadLimits& limits)
{
    ParsedItem item;
    const std::string type = textMember(source, "type");
    item.isAnswer = true;
    if (type == "message") {
        item.isAnswer = textMember(source, "role") == "assistant";
        return addParts(memberOf(source, "content"), limits, item) ? std::optional(std::move(item)) : std::nullopt;
    }
    if (type == "reasoning") {
        addReasoning(source, item);
    } else if (type == "function_call" || type == "custom_tool_call") {
        const char* input = type == "function_call" ? "arguments" : "input";
        item.blocks.emplace_back(
            toolUseOf(textMember(source, "call_id"), textMember(source, "name"), textMember(source, input), limits));
    } else if (type == "image_generation_call") {
        addMadeImage(source, limits, item);
    } else if (type.ends_with("_call")) { // local_shell, web_search, tool_search …
        item.blocks.emplace_back(actionOf(source, type));
    } else if (type == "tool_search_output") {
        item.isAnswer = false;
        item.isResult = true;
        addFoundTools(source, item);
    } else if (type.ends_with("_call_output")) {
        item.isAnswer = false;
        item.isResult = true;
        addResult(source, limits, item);
    } else if (!isKeptBack(type)) {
        item.blocks.emplace_back(UnknownBlock{JsonValue(source)});
    }
    return item;
}

std::string textsIn(const json& item)
{
    std::string text;
    for (const json& part : memberOf(item, "content")) {
        text += textMember(part, "text");
    }
    return text;
}

std::size_t keyOf(std::string_view text)
{
    std::string letters;
    std::ranges::copy_if(text, std::back_inserter(letters),
                         [](char byte) { return byte != ' ' && byte != '\n' && byte != '\r' && byte != '\t'; });
    return letters.empty() ? 0 : std::max<std::size_t>(std::hash<std::string>()(letters), 1);
}

namespace {

bool isPicture(const json& parts, std::size_t at)
{
    return at < parts.size() && textMember(parts[at], "type") == "input_image";
}

/// Codex puts tags around a picture.
bool isAroundPicture(const json& parts, std::size_t at, const std::string& text)
{
    const std::string_view said = trimmedText(text);
    return (said.starts_with("<image") && said.ends_with('>') && isPicture(parts, at + 1))
        || (said == "</image>" && at > 0 && isPicture(parts, at - 1));
}

} // namespace

UserItem splitUser(const json& item)
{
    UserItem split;
    const json& content = memberOf(item, "content");
    const json parts = content.is_string() ? json::array({{{"type", "input_text"}, {"text", content}}}) : content;
    const json& kinds = memberOf(memberOf(item, "internal_chat_message_metadata_passthrough"), "content_item_kinds");
    const auto kindOf = [&](std::size_t i) {
        const json none;
        const json& kind = kinds.is_array() && i < kinds.size() ? kinds[i] : none;
        return kind.is_string() && kind != "unknown" ? kind.get<std::string>() : std::string();
    };
    std::string whole;
    std::string rest;
    split.isSure = parts.is_array() && !parts.empty();
    for (std::size_t i = 0; parts.is_array() && i < parts.size(); ++i) {
        const std::string text = textMember(parts[i], "text");
        if (isAroundPicture(parts, i, text)) {
            continue;
        }
        const std::string kind = kindOf(i);
        split.isSure = split.isSure && !kind.empty();
        whole += text;
        if (kind.empty() ? isInjected(text) : !kind.starts_with("user.")) {
            split.program.push_back(parts[i]);
        } else {
            split.rest.push_back(parts[i]);
            rest += text;
        }
    }
    split.wholeKey = keyOf(whole);
    split.restKey = keyOf(rest);
    return split;
}

std::string typedIn(const json& event)
{
    const std::string type = textMember(event, "type");
    if (type == "user_message") {
        const std::string kind = textMember(event, "kind"); // earlier versions told what they injected, too
        return kind.empty() || kind == "plain" ? textMember(event, "message") : std::string();
    }
    const json& item = memberOf(event, "item");
    const bool isTyped = type == "item_completed" && textMember(item, "type") == "UserMessage";
    return isTyped ? textsIn(item) : std::string();
}

std::string toldIn(const json& agentMessage)
{
    std::string text;
    std::string hidden;
    for (const json& part : memberOf(agentMessage, "content")) {
        text += textMember(part, "text");
        hidden += textMember(part, "encrypted_content");
    }
    constexpr std::size_t longWord = 64; // what is encrypted is one word
    text += hidden.size() >= longWord && hidden.find_first_of(" \n") == std::string::npos ? std::string() : hidden;
    constexpr std::string_view mark = "Payload:";
    const std::size_t payload = text.starts_with("Message Type:") ? text.find("\n" + std::string(mark)) : text.npos;
    const std::string_view told =
        payload == text.npos ? std::string_view(text) : std::string_view(text).substr(payload + 1 + mark.size());
    return std::string(trimmedText(trimmedText(told).empty() ? std::string_view(text) : told));
}

std::string agentOfPath(const std::string& path)
{
    constexpr std::string_view root = "/root";
    if (path == root) {
        return {};
    }
    return path.starts_with("/root/") ? path.substr(root.size() + 1) : path;
}

} // namespace quarterdeck::formats::codex
