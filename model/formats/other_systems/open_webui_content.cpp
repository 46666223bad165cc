#include "model/formats/other_systems/open_webui_content.h"

#include "model/formats/json/json_text.h"
#include "model/formats/openai/message_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace quarterdeck::formats::open_webui {

using nlohmann::json;

namespace {

constexpr std::string_view spaces = " \t\r\n";

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(spaces), text.size());
    return text.substr(begin, text.find_last_not_of(spaces) + 1 - begin);
}

/// With the characters that HTML's references stand for.
std::string unescaped(std::string_view text)
{
    static constexpr std::array references = {
        std::pair{std::string_view("&quot;"), '"'},  std::pair{std::string_view("&amp;"), '&'},
        std::pair{std::string_view("&lt;"), '<'},    std::pair{std::string_view("&gt;"), '>'},
        std::pair{std::string_view("&#x27;"), '\''}, std::pair{std::string_view("&#39;"), '\''},
        std::pair{std::string_view("&apos;"), '\''}};
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const auto found =
            std::ranges::find_if(references, [&](const auto& one) { return text.starts_with(one.first); });
        const bool isReference = found != references.end();
        plain += isReference ? found->second : text.front();
        text.remove_prefix(isReference ? found->first.size() : 1);
    }
    return plain;
}

struct Details
{
    std::map<std::string, std::string, std::less<>> attributes;
    std::string_view body; ///< without the summary
    std::size_t size = 0;  ///< of the whole element

    [[nodiscard]] std::string attribute(std::string_view name) const
    {
        const auto found = attributes.find(name);
        return found == attributes.end() ? std::string() : found->second;
    }
};

/// Behind the attributes from there on, whose values are in quotes; npos if they do not end.
std::size_t endOfAttributes(std::string_view text, std::size_t at, Details& details)
{
    while (at < text.size() && text[at] != '>') {
        const std::size_t equals = text.find_first_of("=>", at);
        if (equals == std::string_view::npos || text[equals] == '>') {
            return equals == std::string_view::npos ? equals : equals + 1;
        }
        const char quote = equals + 1 < text.size() ? text[equals + 1] : '\0';
        if (quote != '"' && quote != '\'') {
            return std::string_view::npos;
        }
        const std::size_t end = text.find(quote, equals + 2);
        if (end == std::string_view::npos) {
            return end;
        }
        details.attributes.emplace(trimmed(text.substr(at, equals - at)),
                                   unescaped(text.substr(equals + 2, end - equals - 2)));
        at = end + 1;
    }
    return at < text.size() ? at + 1 : std::string_view::npos;
}

/// The element with which a text begins; empty if it is not all there.
std::optional<Details> detailsAt(std::string_view text)
{
    constexpr std::string_view start = "<details";
    constexpr std::string_view end = "</details>";
    constexpr std::string_view endOfSummary = "</summary>";
    Details details;
    const std::size_t body = endOfAttributes(text, start.size(), details);
    const std::size_t close = body == std::string_view::npos ? body : text.find(end, body);
    if (close == std::string_view::npos) {
        return std::nullopt;
    }
    details.body = trimmed(text.substr(body, close - body));
    if (details.body.starts_with("<summary>")) {
        const std::size_t summary = details.body.find(endOfSummary);
        details.body =
            summary == std::string_view::npos ? "" : trimmed(details.body.substr(summary + endOfSummary.size()));
    }
    details.size = close + end.size();
    return details;
}

/// A thought is shown as a quotation.
std::string thoughtOf(std::string_view body)
{
    const std::string quoted = unescaped(body);
    std::string thought;
    for (std::string_view rest = quoted; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, end);
        const std::size_t mark = line.find_first_not_of(spaces);
        if (mark != std::string_view::npos && line[mark] == '>') {
            line.remove_prefix(std::min(line.size(), line.substr(mark).starts_with("> ") ? mark + 2 : mark + 1));
        }
        thought += (thought.empty() ? "" : "\n") + std::string(line);
        rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    return thought;
}

/// An attribute holds a text as JSON, or as it is.
std::string textOfAttribute(const std::string& value, const ReadLimits& limits)
{
    const auto read = parseText(value, limits);
    return read && read->is_string() ? read->get<std::string>() : value;
}

json resultContent(const std::string& text, const json& files)
{
    json parts = json::array();
    for (const json& file : files.is_array() ? files : json::array()) {
        if (const std::string url = textMember(file, "url"); textMember(file, "type") == "image" && !url.empty()) {
            parts.push_back(mediaPart("image/", url));
        }
    }
    if (parts.empty()) {
        return text;
    }
    if (!text.empty()) {
        parts.insert(parts.begin(), json{{"type", "text"}, {"text", text}});
    }
    return parts;
}

/// What running code printed and gave.
std::string textOfRun(const json& output)
{
    std::string text;
    for (const char* key : {"stdout", "stderr", "result", "error"}) {
        const std::string one = textMember(output, key);
        text += (text.empty() || one.empty() || text.ends_with('\n') ? "" : "\n") + one;
    }
    return text;
}

/// Without the fence around it.
std::string codeOf(std::string_view body)
{
    constexpr std::string_view fence = "```";
    if (body.starts_with(fence) && body.find('\n') != std::string_view::npos) {
        body.remove_prefix(body.find('\n') + 1);
        body = body.substr(0, body.rfind(fence));
    }
    return std::string(trimmed(body));
}

void addRun(const std::string& id, const std::string& code, const json& output, AnswerSteps& steps)
{
    steps.goOn();
    steps.call(id, "code_interpreter", json{{"code", code}});
    if (!output.is_null()) {
        steps.answer(id, "code_interpreter", output.is_string() ? output : json(textOfRun(output)),
                     !textMember(output, "error").empty());
    }
}

void addDetails(const Details& details, std::size_t number, const ReadLimits& limits, AnswerSteps& steps)
{
    const std::string type = details.attribute("type");
    const std::string made = "call_" + std::to_string(number);
    if (type == "reasoning") {
        steps.think(thoughtOf(details.body));
    } else if (type == "code_interpreter") {
        const auto output = parseText(details.attribute("output"), limits);
        addRun(made, codeOf(details.body), output.value_or(json()), steps);
    } else {
        const std::string told = details.attribute("id");
        const std::string& id = told.empty() ? made : told;
        const std::string name = details.attribute("name");
        steps.goOn();
        steps.call(id, name, textOfAttribute(details.attribute("arguments"), limits));
        if (details.attribute("done") == "true") {
            const std::string result =
                details.attributes.contains("result") ? details.attribute("result") : unescaped(details.body);
            steps.answer(id, name,
                         resultContent(textOfAttribute(result, limits),
                                       parseText(details.attribute("files"), limits).value_or(json())),
                         false);
        }
    }
}

std::string textsIn(const json& parts)
{
    std::string text;
    for (const json& part : parts.is_array() ? parts : json::array()) {
        text += textMember(part, "text");
    }
    return text;
}

} // namespace

void addContent(const std::string& content, const ReadLimits& limits, AnswerSteps& steps)
{
    constexpr std::string_view start = "<details";
    const auto isKnown = [](const Details& details) {
        const std::string type = details.attribute("type");
        return type == "reasoning" || type == "tool_calls" || type == "code_interpreter";
    };
    std::string_view rest = content;
    std::size_t number = 0;
    for (std::size_t at = rest.find(start); at != std::string_view::npos; at = rest.find(start, at)) {
        const auto details = detailsAt(rest.substr(at));
        if (!details) {
            break; // the rest is text
        }
        if (isKnown(*details)) {
            steps.say(std::string(trimmed(rest.substr(0, at))));
            addDetails(*details, ++number, limits, steps);
            rest.remove_prefix(at + details->size);
            at = 0;
        } else {
            at += details->size;
        }
    }
    steps.say(std::string(trimmed(rest)));
}

void addOutput(const json& items, AnswerSteps& steps)
{
    std::map<std::string, std::string> names; // of the tools, by the ids of their calls
    for (const json& item : items.is_array() ? items : json::array()) {
        const std::string type = textMember(item, "type");
        const std::string id = textMember(item, "call_id");
        if (type == "message") {
            steps.say(std::string(trimmed(textsIn(memberOf(item, "content")))));
        } else if (type == "reasoning") {
            const std::string summary = textsIn(memberOf(item, "summary"));
            steps.think(summary.empty() ? textsIn(memberOf(item, "content")) : summary);
        } else if (type == "function_call") {
            names[id] = textMember(item, "name");
            steps.goOn();
            steps.call(id, names[id], memberOf(item, "arguments"));
        } else if (type == "function_call_output") {
            const json& output = memberOf(item, "output");
            const std::string text = output.is_string() ? output.get<std::string>() : textsIn(output);
            steps.answer(id, names[id], resultContent(text, memberOf(item, "files")),
                         textMember(item, "status") == "failed");
        } else if (type == "open_webui:code_interpreter") {
            addRun(textMember(item, "id"), textMember(item, "code"), memberOf(item, "output"), steps);
        } else {
            steps.addPart(item);
        }
    }
}

} // namespace quarterdeck::formats::open_webui
