#include "model/formats/export/markdown_corrections.h"

#include <QString>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace quarterdeck::formats::html {

namespace {

using Address = std::pair<std::string, std::string>; // and its title
using Lines = std::vector<std::string_view>;

/// A longer label says something that appears nowhere else, so it is shown, as in the window.
constexpr qsizetype longestLabel = 40;
/// No definition that people write is this long.
constexpr std::size_t longestDefinition = 4'000;

/// Including their line ends.
Lines linesOf(std::string_view markdown)
{
    Lines lines;
    while (!markdown.empty()) {
        std::size_t end = std::min(markdown.find_first_of("\r\n"), markdown.size());
        end += markdown.substr(end).starts_with("\r\n") ? 2U : 1U;
        lines.push_back(markdown.substr(0, end));
        markdown.remove_prefix(lines.back().size());
    }
    return lines;
}

/// Strips the marks of the blocks around it.
std::string_view wordsOf(std::string_view line, const char* marks)
{
    line.remove_prefix(std::min(line.find_first_not_of(marks), line.size()));
    return line.substr(0, line.find_last_not_of("\r\n") + 1);
}

Address addressOf(cmark_node* link) { return {orEmpty(cmark_node_get_url(link)), orEmpty(cmark_node_get_title(link))}; }

/// What a line that starts a definition defines, and what it is called.
struct Definition
{
    QString label;
    Address address;
};

/// Finds definitions that no link of the document uses.
class UnusedDefinitions
{
public:
    explicit UnusedDefinitions(cmark_node* document)
    {
        forEach(document, [this](cmark_node* node) {
            const cmark_node_type type = cmark_node_get_type(node);
            if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
                m_used.insert(addressOf(node));
            else if (type == CMARK_NODE_CODE_BLOCK || type == CMARK_NODE_HTML_BLOCK)
                for (int line = cmark_node_get_start_line(node); line <= cmark_node_get_end_line(node); ++line)
                    m_verbatim.insert(static_cast<std::size_t>(line) - 1);
        });
    }

    /// The position of a definition's opening bracket in that line; npos if none starts there.
    [[nodiscard]] std::size_t in(const Lines& lines, std::size_t line)
    {
        const std::string_view words = wordsOf(lines[line], marks);
        if (!words.starts_with('[') || m_verbatim.contains(line))
            return std::string_view::npos;
        const auto found = definitionAt(lines, line);
        if (!found)
            return std::string_view::npos;
        const bool isFirst = m_labels.insert(found->label).second; // links go by the first one with its label
        const bool isSeen = isFirst && found->label.size() <= longestLabel && m_used.contains(found->address);
        return isSeen ? std::string_view::npos : lines[line].find('[');
    }

private:
    static constexpr const char* marks = "> \t-*+0123456789.)";

    /// The line, with those that may continue it.
    [[nodiscard]] static std::string written(const Lines& lines, std::size_t line)
    {
        std::string text(wordsOf(lines[line], marks));
        while (++line < lines.size() && text.size() < longestDefinition) {
            const std::string_view words = wordsOf(lines[line], "> \t");
            if (words.empty() || words.starts_with('['))
                break;
            text.append("\n").append(words);
        }
        return text;
    }

    /// Parsed on its own, followed by a link to its label.
    [[nodiscard]] static std::optional<Definition> definitionAt(const Lines& lines, std::size_t line)
    {
        const std::string text = written(lines, line);
        const std::size_t end = text.find("]:");
        if (end == std::string::npos || text.size() > longestDefinition)
            return std::nullopt;
        const std::string label = text.substr(1, end - 1);
        const std::string read = text + "\n\n[" + label + "]\n";
        const Node document(cmark_parse_document(read.data(), read.size(), CMARK_OPT_DEFAULT));
        cmark_node* link = cmark_node_first_child(cmark_node_last_child(document.get()));
        if (link == nullptr || cmark_node_get_type(link) != CMARK_NODE_LINK)
            return std::nullopt;
        return Definition{QString::fromStdString(label).simplified().toCaseFolded(), addressOf(link)};
    }

    std::set<Address> m_used;
    std::set<std::size_t> m_verbatim; ///< lines of code and HTML, from 0
    std::set<QString> m_labels;
};

/// An escaped bar is part of a cell.
std::vector<std::string> cellsOf(std::string_view row)
{
    std::vector<std::string> cells(1);
    for (std::size_t at = row.starts_with('|') ? 1 : 0; at < row.size(); ++at) {
        if (row.substr(at).starts_with("\\|"))
            cells.back() += row[++at];
        else if (row[at] != '|')
            cells.back() += row[at];
        else if (at + 1 < row.size())
            cells.emplace_back();
    }
    return cells;
}

void showMoreCells(std::string_view line, cmark_node* row, std::size_t columns)
{
    const std::string_view words = wordsOf(line, "> \t");
    const std::vector<std::string> cells = cellsOf(words.substr(0, words.find_last_not_of(" \t") + 1));
    std::string more;
    for (std::size_t cell = columns; cell < cells.size(); ++cell)
        more += " | " + QString::fromStdString(cells[cell]).trimmed().toStdString();
    if (more.empty())
        return;
    cmark_node* text = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(text, more.c_str());
    cmark_node_append_child(cmark_node_last_child(row), text);
}

std::size_t columnsOf(cmark_node* row)
{
    std::size_t columns = 0;
    for (cmark_node* cell = cmark_node_first_child(row); cell != nullptr; cell = cmark_node_next(cell))
        ++columns;
    return columns;
}

} // namespace

std::string withUnusedDefinitions(std::string_view markdown, cmark_node* document)
{
    std::string shown;
    if (markdown.find("]:") == std::string_view::npos)
        return std::string(markdown);
    UnusedDefinitions unused(document);
    const Lines lines = linesOf(markdown);
    for (std::size_t line = 0; line < lines.size(); ++line) {
        const std::size_t bracket = unused.in(lines, line);
        shown += lines[line];
        if (bracket != std::string_view::npos)
            shown.insert(shown.size() - lines[line].size() + bracket, 1, '\\');
    }
    return shown;
}

void showMoreCells(std::string_view markdown, cmark_node* document)
{
    std::vector<cmark_node*> tables;
    forEach(document, [&](cmark_node* node) {
        if (cmark_node_get_type_string(node) == std::string_view("table"))
            tables.push_back(node);
    });
    const Lines lines = tables.empty() ? Lines() : linesOf(markdown);
    for (cmark_node* table : tables) {
        cmark_node* head = cmark_node_first_child(table);
        const std::size_t columns = columnsOf(head);
        for (cmark_node* row = cmark_node_next(head); row != nullptr; row = cmark_node_next(row))
            if (const int line = cmark_node_get_start_line(row); line > 0 && std::cmp_less_equal(line, lines.size()))
                showMoreCells(lines[static_cast<std::size_t>(line) - 1], row, columns);
    }
}

namespace {

struct Mark
{
    std::string_view sign;
    std::string_view hexadecimal; ///< as an entity may have it
    std::string_view decimal;
};

/// Punctuation of scripts that hardly anybody writes.
constexpr std::array marks{Mark{"\uA874", "a874", "43124"}, Mark{"\u1C3B", "1c3b", "7227"},
                           Mark{"\uA4FE", "a4fe", "42238"}, Mark{"\u1400", "1400", "5120"},
                           Mark{"\u1805", "1805", "6149"}};

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20) : letter; }

bool isUsed(std::string_view text, const Mark& mark)
{
    const auto isSame = [](char one, char other) { return lower(one) == other; };
    const auto has = [&](std::string_view number) {
        return std::search(text.begin(), text.end(), number.begin(), number.end(), isSame) != text.end();
    };
    if (text.find(mark.sign) != std::string_view::npos)
        return true;
    return text.find("&#") != std::string_view::npos && (has(mark.hexadecimal) || has(mark.decimal));
}

/// As in the window (`markdown/unspaced_words.ts`).
bool isUnspaced(char32_t c)
{
    if ((c >= 0x3001 && c <= 0x303f) || (c >= 0xfe30 && c <= 0xfe4f) || (c >= 0xff01 && c <= 0xffef))
        return true;
    switch (QChar::script(c)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Bopomofo:
    case QChar::Script_Hangul:
        return true;
    default:
        return false;
    }
}

/// As CommonMark has it: all of ASCII's signs, and what Unicode says of the others.
bool isPunctuation(char32_t c)
{
    if (c < 0x80)
        return c > 0x20 && c < 0x7f && !QChar::isLetterOrNumber(c);
    return QChar::isPunct(c);
}

char32_t before(const QString& text, qsizetype at)
{
    if (at == 0)
        return U' ';
    const bool isPair = at > 1 && text[at - 1].isLowSurrogate() && text[at - 2].isHighSurrogate();
    return isPair ? QChar::surrogateToUcs4(text[at - 2], text[at - 1]) : text[at - 1].unicode();
}

char32_t behind(const QString& text, qsizetype at)
{
    if (at >= text.size())
        return U' ';
    const bool isPair = text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
    return isPair ? QChar::surrogateToUcs4(text[at], text[at + 1]) : text[at].unicode();
}

enum class Side { None, Before, Behind };

/// On which side of a run, which is between these, a mark is wanted: the one where no punctuation is.
Side wantedSide(char32_t last, char32_t next)
{
    const bool isWithin = !QChar::isSpace(last) && !QChar::isSpace(next);
    if (!isWithin || last == U'\\' || !(isUnspaced(last) || isUnspaced(next)))
        return Side::None;
    if (isPunctuation(last) == isPunctuation(next))
        return Side::None;
    return isPunctuation(last) ? Side::Behind : Side::Before;
}

} // namespace

std::string unusedMark(std::string_view text)
{
    const auto mark = std::ranges::find_if(marks, [&](const Mark& one) { return !isUsed(text, one); });
    return mark == marks.end() ? std::string() : std::string(mark->sign);
}

std::string withFor(const std::string& text, const std::string& mark, std::string_view other)
{
    if (mark.empty())
        return text;
    std::string made;
    made.reserve(text.size());
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t at = text.find(mark, from);
        made.append(text, from, at - from);
        if (at == std::string::npos)
            break;
        made += other;
        from = at + mark.size();
    }
    return made;
}

SpacedWords spacedWords(const std::string& markdown)
{
    if (markdown.find_first_of("*~") == std::string::npos)
        return {markdown, {}};
    const QString text = QString::fromStdString(markdown);
    const std::string mark = unusedMark(markdown);
    if (mark.empty())
        return {markdown, {}};
    const QString between = QString::fromStdString(mark);
    QString spaced;
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = at + 1;
        if (text[at] != u'*' && text[at] != u'~') {
            spaced += text[at];
            at = end;
            continue;
        }
        while (end < text.size() && text[end] == text[at])
            ++end;
        const Side side = wantedSide(before(text, at), behind(text, end));
        if (side == Side::Before)
            spaced += between;
        spaced += QStringView(text).mid(at, end - at);
        if (side == Side::Behind)
            spaced += between;
        at = end;
    }
    if (spaced.size() == text.size())
        return {markdown, {}};
    return {spaced.toStdString(), mark};
}

} // namespace quarterdeck::formats::html
