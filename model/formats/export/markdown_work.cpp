#include "model/formats/export/markdown_work.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace quarterdeck::formats::html {

namespace {

/// Passes the lines on, without their ends.
template <typename Call>
void forEachLine(std::string_view markdown, const Call& call)
{
    while (!markdown.empty()) {
        const std::string_view line = markdown.substr(0, markdown.find_first_of("\r\n"));
        const std::size_t end = markdown.substr(line.size()).starts_with("\r\n") ? 2 : 1;
        markdown.remove_prefix(std::min(line.size() + end, markdown.size()));
        call(line);
    }
}

/// Also between two paragraphs of a quotation. An indented mark of a quotation goes on with the paragraph before it.
bool isBlank(std::string_view line)
{
    constexpr std::size_t mostIndented = 3;
    std::size_t blanks = 0;
    std::size_t allowed = mostIndented;
    for (const char c : line) {
        if (c == '>' && blanks > allowed)
            return false;
        if (c != ' ' && c != '\t' && c != '>')
            return false;
        blanks = c == '>' ? 0 : blanks + (c == '\t' ? mostIndented + 1 : 1);
        allowed = c == '>' ? mostIndented + 1 : allowed; // one blank belongs to the mark
    }
    return true;
}

/// A line that begins like "- word" is no continuation of a paragraph, unless it is indented.
bool beginsItem(std::string_view line)
{
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view item = line.substr(begin);
    return begin < 4 && item.size() > 2 && (item[0] == '-' || item[0] == '+' || item[0] == '*') && item[1] == ' '
        && item[2] != ' ';
}

/// Passes on what may be one paragraph: cmark-gfm reads its words together.
template <typename Call>
void forEachParagraph(std::string_view markdown, const Call& call)
{
    const char* begin = markdown.data();
    const char* end = begin;
    forEachLine(markdown, [&](std::string_view line) {
        if (isBlank(line) || beginsItem(line)) {
            call(std::string_view(begin, static_cast<std::size_t>(end - begin)));
            begin = line.data();
        }
        end = line.data() + line.size();
    });
    call(std::string_view(begin, static_cast<std::size_t>(end - begin)));
}

/// Up to how many blocks the line may lie in: of quotations and lists, by what it begins with.
std::size_t depthOf(std::string_view line)
{
    std::size_t blocks = 0;
    std::size_t blanks = 0;
    while (!line.empty()) {
        const bool isBlankHere = line.front() == ' ' || line.front() == '\t';
        const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
        const std::string_view behind = line.substr(std::min(digits + 1, line.size()));
        const bool isMark = digits > 0 ? line.substr(digits).starts_with('.') || line.substr(digits).starts_with(')')
                                       : line.front() == '-' || line.front() == '+' || line.front() == '*';
        const bool isItem = isMark && (behind.empty() || behind.front() == ' ' || behind.front() == '\t');
        if (!isBlankHere && !isItem && line.front() != '>')
            break;
        blocks += isBlankHere ? 0U : 1U;
        if (isBlankHere)
            blanks += line.front() == '\t' ? 4U : 1U;
        line.remove_prefix(isItem ? digits + 1 : 1);
    }
    return blocks > 0 ? std::max(blocks, blanks / 2) : 0;
}

std::uint64_t countOf(std::string_view text, std::string_view wanted)
{
    std::uint64_t count = 0;
    for (std::size_t at = text.find(wanted); at != std::string_view::npos; at = text.find(wanted, at + wanted.size()))
        ++count;
    return count;
}

std::uint64_t runsOf(std::string_view text, char mark)
{
    std::uint64_t runs = 0;
    for (std::size_t at = 0; at < text.size(); ++at)
        runs += text[at] == mark && (at == 0 || text[at - 1] != mark) ? 1U : 0U;
    return runs;
}

/// Where a link ends, every picture that has begun and not ended is looked at, and every mark of emphasis before it.
std::uint64_t bracketSteps(std::string_view paragraph, std::string_view endOfLink)
{
    const std::uint64_t ends = countOf(paragraph, endOfLink);
    return ends == 0
        ? 0
        : ends * (countOf(paragraph, "![") + runsOf(paragraph, '*') + runsOf(paragraph, '_') + runsOf(paragraph, '~'));
}

/// A tag that does not end is looked for up to the paragraph's end.
std::uint64_t tagSteps(std::string_view paragraph)
{
    struct Tag
    {
        std::string_view begin;
        std::string_view end;
    };
    constexpr std::array tags = {Tag{"<?", "?>"}, Tag{"<![CDATA[", "]]>"}, Tag{"<!", ">"}, Tag{"<!--", "-->"}};
    std::uint64_t steps = 0;
    for (const Tag& tag : tags) {
        std::size_t end = 0; // of the tag that began last
        for (std::size_t at = paragraph.find(tag.begin); at != std::string_view::npos;
             at = paragraph.find(tag.begin, at + 1)) {
            if (end < at + tag.begin.size())
                end = std::min(paragraph.find(tag.end, at + tag.begin.size()), paragraph.size());
            steps += end - at;
        }
    }
    return steps;
}

/// The number of columns in the line below a table's head; 0 if it is not one. It may be inside a quotation or a list.
std::uint64_t columnsOf(std::string_view line)
{
    line.remove_prefix(std::min(line.find_first_not_of("> \t"), line.size()));
    if (line.find_first_not_of("|-: \t\v\f") != std::string_view::npos || line.find('-') == std::string_view::npos)
        return 0;
    return countOf(line, "|") + 1;
}

/// What tables take, line by line.
class TableSteps
{
public:
    void take(std::string_view line)
    {
        constexpr std::uint64_t stepsOfPair = 8; // in a row, each cell is put behind all before it
        if (isBlank(line)) {
            *this = TableSteps(m_steps, m_cells);
            return;
        }
        const std::uint64_t bars = countOf(line, "|");
        const std::uint64_t columns = columnsOf(line);
        if (columns > 0) // whatever is above it may be the head: all of the paragraph is read as rows
            m_steps += m_ofRows + (m_lines + 1) * m_bytes;
        m_columns = std::max(m_columns, columns);
        m_cells += m_columns;
        m_ofRows += stepsOfPair * bars * bars;
        m_steps += m_columns > 0 ? stepsOfPair * (bars * bars + m_columns * m_columns) : 0;
        ++m_lines;
        m_bytes += line.size() + 1;
        if (columns > 0 && line.find('|') == std::string_view::npos && line.find(':') == std::string_view::npos)
            m_lines = m_bytes = m_ofRows = 0; // it underlines a heading, or is a line across: the paragraph ends
    }
    [[nodiscard]] std::uint64_t steps() const { return m_steps; }
    [[nodiscard]] std::uint64_t cells() const { return m_cells; }

    explicit TableSteps(std::uint64_t steps = 0, std::uint64_t cells = 0) : m_steps(steps), m_cells(cells) { }

private:
    std::uint64_t m_steps;
    std::uint64_t m_cells;
    std::uint64_t m_columns = 0; ///< of the table that the line may be in
    // Of the paragraph so far:
    std::uint64_t m_lines = 0;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_ofRows = 0; ///< steps, if its lines are rows
};

} // namespace

bool makesTooMuchOfInlines(std::string_view markdown)
{
    constexpr std::uint64_t mostOfBrackets = 50'000'000;
    constexpr std::uint64_t mostOfTags = 500'000'000;
    // A text without definitions has only links that name their address.
    const std::string_view endOfLink = markdown.find("]:") == std::string_view::npos ? "](" : "]";
    constexpr std::size_t deepest = 100; // every word within is compared with all the blocks that it lies in
    bool isTooDeep = false;
    forEachLine(markdown, [&](std::string_view line) { isTooDeep = isTooDeep || depthOf(line) > deepest; });
    std::uint64_t brackets = 0;
    std::uint64_t tags = 0;
    forEachParagraph(markdown, [&](std::string_view paragraph) {
        brackets += bracketSteps(paragraph, endOfLink);
        tags += tagSteps(paragraph);
    });
    return isTooDeep || brackets > mostOfBrackets || tags > mostOfTags;
}

bool makesTooMuchOfTables(std::string_view markdown)
{
    constexpr std::uint64_t mostCells = 20'000;
    constexpr std::uint64_t mostSteps = 1'000'000'000;
    TableSteps table;
    forEachLine(markdown, [&](std::string_view line) {
        if (table.steps() <= mostSteps)
            table.take(line);
    });
    return table.cells() > mostCells || table.steps() > mostSteps;
}

namespace {

/// "[label]:", or a label that continues in the next line.
bool mayDefine(std::string_view line)
{
    const std::size_t end = line.find(']');
    return line.starts_with('[') && (end == std::string_view::npos || line.substr(end + 1).starts_with(':'));
}

} // namespace

bool exceedsReferenceLimit(std::string_view markdown)
{
    constexpr std::size_t most = 4'000'000;
    const auto links = static_cast<std::size_t>(std::count(markdown.begin(), markdown.end(), ']')); // at most
    std::size_t longest = 0;
    std::size_t definition = 0; // that may begin above the line
    while (!markdown.empty()) {
        const std::string_view line = markdown.substr(0, markdown.find_first_of("\r\n"));
        markdown.remove_prefix(std::min(line.size() + 1, markdown.size()));
        // After the marks of the blocks around it.
        const std::size_t begin = line.find_first_not_of("> \t-*+0123456789.)");
        if (begin == std::string_view::npos)
            definition = 0;
        else if (mayDefine(line.substr(begin)))
            definition = line.size();
        else if (definition > 0)
            definition += line.size();
        longest = std::max(longest, definition);
    }
    return links > 0 && longest > most / links;
}

} // namespace quarterdeck::formats::html
