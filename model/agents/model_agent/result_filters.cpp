#include "model/agents/model_agent/result_filters.h"

#include "model/conversation/text.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace quarterdeck::team {

namespace {

constexpr std::size_t longestOutput = 16'000; ///< bytes
constexpr std::size_t asTheyAre = std::string_view::npos;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool beginsWith(std::string_view text, std::string_view word)
{
    return text.size() >= word.size()
        && std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

std::string_view withoutIndent(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

/// The next line with its line break, removed from `text`.
std::string_view nextLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end == std::string_view::npos ? text.size() : end + 1);
    text.remove_prefix(line.size());
    return line;
}

/// How many backticks open a fenced block of one of these languages; 0 = the line opens none.
template <typename Languages>
std::size_t fenceOf(std::string_view line, const Languages& languages)
{
    const std::string_view fence = withoutIndent(line);
    const std::size_t ticks = std::min(fence.find_first_not_of('`'), fence.size());
    if (ticks < 3)
        return 0;
    std::string_view language = withoutIndent(fence.substr(ticks));
    language = language.substr(0, language.find_first_of(" \t\r\n{"));
    const bool isOne = std::ranges::any_of(
        languages, [&](std::string_view one) { return language.size() == one.size() && beginsWith(language, one); });
    return isOne ? ticks : 0;
}

bool closes(std::string_view line, std::size_t ticks)
{
    const std::string_view fence = withoutIndent(line);
    const std::size_t found = std::min(fence.find_first_not_of('`'), fence.size());
    return found >= ticks && withoutIndent(fence.substr(found)).find_first_not_of("\r\n") == asTheyAre;
}

/// Removes fenced blocks of some languages; an unclosed one extends to the end, as in Markdown.
template <typename Languages>
std::string withoutBlocks(std::string_view text, const Languages& languages, std::string_view note)
{
    std::string kept;
    kept.reserve(text.size());
    while (!text.empty()) {
        const std::string_view line = nextLine(text);
        const std::size_t ticks = fenceOf(line, languages);
        if (ticks == 0) {
            kept += line;
            continue;
        }
        while (!text.empty() && !closes(nextLine(text), ticks)) { }
        kept += note;
    }
    return kept;
}

std::string withoutControls(std::string_view text)
{
    std::string clean;
    clean.reserve(text.size());
    std::ranges::copy_if(text, std::back_inserter(clean), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return c == '\n' || c == '\t' || (byte >= 0x20 && byte != 0x7f);
    });
    return clean;
}

/// Removes `<script …>` up to `</script>`; an unclosed one extends to the end, as in a browser.
std::string withoutScriptElements(std::string_view text)
{
    constexpr std::string_view open = "<script";
    constexpr std::string_view close = "</script";
    std::string kept;
    kept.reserve(text.size());
    for (;;) {
        const auto isTag = [](char c) { return c == '<'; };
        auto at = std::ranges::find_if(text, isTag);
        const auto begins = [&](std::string_view tag) {
            const std::string_view rest = text.substr(static_cast<std::size_t>(at - text.begin()));
            const bool isName =
                rest.size() <= tag.size() || !std::isalnum(static_cast<unsigned char>(rest[tag.size()]));
            return beginsWith(rest, tag) && isName;
        };
        while (at != text.end() && !begins(open))
            at = std::find_if(at + 1, text.end(), isTag);
        kept += text.substr(0, static_cast<std::size_t>(at - text.begin()));
        if (at == text.end())
            return kept;
        while (at != text.end() && !begins(close))
            at = std::find_if(at + 1, text.end(), isTag);
        at = std::find(at, text.end(), '>');
        kept += "[script left out]";
        text.remove_prefix(static_cast<std::size_t>(at - text.begin()) + (at == text.end() ? 0 : 1));
    }
}

std::string withoutScripts(std::string_view text)
{
    constexpr std::array<std::string_view, 5> languages{"js", "javascript", "ts", "typescript", "jsx"};
    return withoutBlocks(withoutScriptElements(text), languages, "[script left out]\n");
}

std::string withoutYaml(std::string_view text)
{
    constexpr std::array<std::string_view, 2> languages{"yaml", "yml"};
    return withoutBlocks(text, languages, "[YAML left out]\n");
}

/// "[LOG] text @ https://…", with or without a list marker.
bool isConsoleLine(std::string_view line)
{
    constexpr std::array<std::string_view, 8> levels{"[log]",   "[error]",   "[warning]", "[warn]",
                                                     "[debug]", "[verbose]", "[info]",    "[trace]"};
    line = withoutIndent(line);
    if (beginsWith(line, "- "))
        line = withoutIndent(line.substr(2));
    return std::ranges::any_of(levels, [&](std::string_view level) { return beginsWith(line, level); });
}

/// Removes a section with such a title, as browser tools return it, and lone lines of that form.
std::string withoutConsole(std::string_view text)
{
    std::string kept;
    kept.reserve(text.size());
    bool isInSection = false;
    while (!text.empty()) {
        const std::string_view line = nextLine(text);
        const std::string_view words = withoutIndent(line);
        if (beginsWith(words, "#"))
            isInSection = beginsWith(words, "### new console messages") || beginsWith(words, "### console messages");
        if (!isInSection && !isConsoleLine(line))
            kept += line;
    }
    return kept;
}

std::string shortened(std::string_view text)
{
    if (text.size() <= longestOutput)
        return std::string(text);
    const std::string head = conversation::utf8::shortened(std::string(text), longestOutput / 2);
    std::size_t tail = text.size() - longestOutput / 2;
    while (tail < text.size() && (static_cast<unsigned char>(text[tail]) & 0xC0u) == 0x80u)
        ++tail;
    std::string kept = head + "\n[" + std::to_string(tail - std::min(tail, head.size())) + " bytes left out]\n";
    return kept += text.substr(tail);
}

} // namespace

const std::vector<ResultFilter>& resultFilters()
{
    static const std::vector<ResultFilter> all{
        {result_filter::controlCharacters, withoutControls},
        {result_filter::scriptBlocks, withoutScripts},
        {result_filter::consoleLines, withoutConsole},
        {result_filter::yamlBlocks, withoutYaml},
        {result_filter::size, shortened},
    };
    return all;
}

bool isResultFilter(std::string_view name)
{
    return std::ranges::any_of(resultFilters(), [&](const ResultFilter& one) { return one.name == name; });
}

const std::vector<std::string>& filtersFor(const TeamDefinition& team, const std::string& tool)
{
    static const std::vector<std::string> usual{result_filter::controlCharacters, result_filter::size};
    for (const std::string& name : {tool, std::string(result_filter::everyTool)})
        if (const auto found = team.resultFilters.find(name); found != team.resultFilters.end())
            return found->second;
    return usual;
}

std::string resultForPrompt(const TeamDefinition& team, const std::string& tool, const std::string& output)
{
    const std::vector<std::string>& wanted = filtersFor(team, tool);
    std::string text = output;
    for (const ResultFilter& one : resultFilters())
        if (std::ranges::find(wanted, one.name) != wanted.end())
            text = one.filtered(text);
    return text;
}

} // namespace quarterdeck::team
