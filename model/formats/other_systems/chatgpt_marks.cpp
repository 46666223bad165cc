#include "model/formats/other_systems/chatgpt_marks.h"

#include "model/formats/json/json_text.h"

#include <functional>
#include <map>
#include <string_view>

namespace quarterdeck::formats::chatgpt {

using nlohmann::json;

namespace {

// In UTF-8, U+E200 to U+E206.
constexpr std::string_view begin = "\xee\x88\x80";
constexpr std::string_view end = "\xee\x88\x81";
constexpr std::string_view separator = "\xee\x88\x82";
constexpr std::string_view common = "\xee\x88"; ///< how each begins
constexpr char lastOfThem = '\x86';

bool isMarkCharacter(std::string_view text)
{
    return text.size() >= 3 && text.starts_with(common) && text[2] >= begin[2] && text[2] <= lastOfThem;
}

std::string linkTo(const json& item)
{
    const std::string url = textMember(item, "url");
    const std::string title = textMember(item, "title");
    return url.empty() ? title : "[" + (title.empty() ? url : title) + "](" + url + ")";
}

/// What a reference stands for; empty = nothing to be read.
std::string wordsOf(const json& reference)
{
    if (const json& words = memberOf(reference, "alt"); words.is_string()) {
        return words.get<std::string>();
    }
    if (const std::string name = textMember(reference, "name"); !name.empty()) {
        return name;
    }
    constexpr std::size_t mostLinks = 20;
    std::string links;
    std::size_t count = 0;
    for (const char* list : {"items", "sources"}) {
        for (const json& item : memberOf(reference, list)) {
            if (const std::string link = linkTo(item); !link.empty() && ++count <= mostLinks) {
                links += (links.empty() ? "(" : ", ") + link;
            }
        }
    }
    return links.empty() ? links : links + ")";
}

/// What a mark says without a reference: "entity", a separator and `["people","Ada Vance",0]`, or "url" and a title.
std::string wordsInside(std::string_view mark)
{
    const std::size_t first = mark.find(separator);
    const std::string_view kind = mark.substr(0, first);
    if (first == std::string_view::npos || (kind != "entity" && kind != "url")) {
        return {};
    }
    std::string_view given = mark.substr(first + separator.size());
    if (kind == "url") {
        return std::string(given.substr(0, given.find(separator)));
    }
    const json named = json::parse(given, nullptr, false);
    const bool isNamed = named.is_array() && named.size() > 1 && named[1].is_string();
    return isNamed ? named[1].get<std::string>() : std::string();
}

/// The references by what stands for them in the text.
std::map<std::string, std::string, std::less<>> wordsByMark(const json& references)
{
    std::map<std::string, std::string, std::less<>> words;
    for (const json& reference : references.is_array() ? references : json::array()) {
        const std::string mark = textMember(reference, "matched_text");
        if (mark.starts_with(begin) && mark.ends_with(end)) { // others stand for themselves
            words[mark.substr(begin.size(), mark.size() - begin.size() - end.size())] = wordsOf(reference);
        }
    }
    return words;
}

/// Without the blank before a mark that has gone, where none was meant: "opened. ."
void closeGap(std::string& text, std::string_view rest)
{
    constexpr std::string_view closing = " \n.,;:!?)";
    if (text.ends_with(' ') && (rest.empty() || closing.find(rest.front()) != std::string_view::npos)) {
        text.pop_back();
    }
}

} // namespace

std::string withoutMarks(const std::string& text, const json& references)
{
    if (text.find(common) == std::string::npos) {
        return text;
    }
    const auto words = wordsByMark(references);
    std::string shown;
    std::string_view rest = text;
    std::size_t close = 0; ///< of the next end, so that it is not looked for again and again
    while (!rest.empty()) {
        const std::size_t place = rest.find(common);
        shown += rest.substr(0, place);
        if (place == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(place);
        if (!isMarkCharacter(rest)) {
            shown += rest.substr(0, common.size());
            rest.remove_prefix(common.size());
            continue;
        }
        const std::size_t here = text.size() - rest.size();
        if (close != std::string::npos && close <= here) {
            close = text.find(end, here);
        }
        if (!rest.starts_with(begin) || close == std::string::npos) {
            rest.remove_prefix(begin.size()); // a mark's character alone: what it surrounds stays
            continue;
        }
        const std::string_view mark = rest.substr(begin.size(), close - here - begin.size());
        rest.remove_prefix(close - here + end.size());
        const auto known = words.find(mark);
        const std::string stood = known != words.end() ? known->second : wordsInside(mark);
        if (stood.empty()) {
            closeGap(shown, rest);
        }
        shown += stood;
    }
    return shown;
}

} // namespace quarterdeck::formats::chatgpt
