#include "ui/present/markdown_marks.h"

#include <algorithm>

namespace quarterdeck::ui::present {

namespace {

constexpr std::string_view ofRules = "|-: ";
constexpr std::size_t mostAsterisks = 3;
constexpr std::size_t mostOfHeading = 6;

/// What is next to a run of marks: nothing, a blank or a sign, as opposed to a letter of any language or a digit.
bool isEdge(std::string_view line, std::size_t at)
{
    if (at >= line.size()) // also what would be before the first
        return true;
    const auto byte = static_cast<unsigned char>(line[at]);
    return byte < 0x80
        && std::string_view("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz").find(line[at])
        == std::string_view::npos;
}

/// A letter of a language that may be written without blanks.
bool isForeign(std::string_view line, std::size_t at)
{
    return at < line.size() && static_cast<unsigned char>(line[at]) >= 0x80;
}

bool isBlank(std::string_view line, std::size_t at) { return at >= line.size() || line[at] == ' '; }

bool isMark(std::string_view line, std::size_t begin, std::size_t end)
{
    const std::size_t length = end - begin;
    const std::size_t before = begin - 1; // at the beginning: beyond the end
    switch (line[begin]) {
    case '`':
        return true;
    case '*':
        return length <= mostAsterisks
            && (isEdge(line, before) != isEdge(line, end)
                || (length > 1 && (isForeign(line, before) || isForeign(line, end))));
    case '~':
        return length == 2 && isEdge(line, before) != isEdge(line, end);
    case '#':
        return length <= mostOfHeading && isBlank(line, before) && isBlank(line, end);
    default:
        return false;
    }
}

/// A table row that merely draws a rule.
std::size_t endOfRule(std::string_view line, std::size_t begin)
{
    const std::size_t end = std::min(line.find_first_not_of(ofRules, begin), line.size());
    const std::string_view rule = line.substr(begin, end - begin);
    return rule.find("---") != std::string_view::npos && rule.find('|') != std::string_view::npos ? end : begin;
}

} // namespace

std::vector<session::TextRange> markdownMarks(std::string_view line)
{
    std::vector<session::TextRange> marks;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t ruled = line[at] == '|' ? endOfRule(line, at) : at;
        std::size_t end = ruled > at ? ruled : std::min(line.find_first_not_of(line[at], at), line.size());
        if (ruled > at || isMark(line, at, end)) {
            if (line[at] == '#')
                end = std::min(end + 1, line.size()); // with the blank that belongs to it
            marks.push_back({at, end});
        }
        at = end;
    }
    return marks;
}

} // namespace quarterdeck::ui::present
