#include "model/formats/export/markdown_html.h"

#include "model/conversation/text.h"
#include "model/formats/export/markdown_corrections.h"
#include "model/formats/export/markdown_work.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quarterdeck::formats::html {

/// How many formulas the window would typeset in Markdown without code blocks: $…$, $$…$$, \(…\) and \[…\]. Prices do
/// not count, nor does anything in a code span. Takes time linear in the text, whatever it contains.
[[nodiscard]] std::int64_t formulasIn(std::string_view markdown);

namespace {

constexpr auto npos = std::string_view::npos;

bool isSpace(char byte) { return std::string_view(" \t\r\n\v\f").find(byte) != npos; }
bool isDigit(char byte) { return byte >= '0' && byte <= '9'; }

constexpr std::array<std::string_view, 21> environments{
    "equation", "equation*", "align",     "align*",   "alignat", "alignat*", "gather",
    "gather*",  "aligned",   "alignedat", "gathered", "split",   "cases",    "array",
    "matrix",   "bmatrix",   "pmatrix",   "vmatrix",  "Vmatrix", "Bmatrix",  "CD"};
constexpr std::size_t longestBegin = 20; ///< of one, with what stands around its name

/// Follows the rules of the window's own parser, within lines that no empty line separates.
class Passage
{
public:
    explicit Passage(std::string_view text) : m_text(text) { }

    std::int64_t formulas()
    {
        std::int64_t count = 0;
        while (m_at < m_text.size()) {
            if (const std::size_t end = formulaEnd(); end != npos) {
                ++count;
                m_at = end;
            } else {
                m_at = afterOther();
            }
        }
        return count;
    }

private:
    /// Where the formula that begins here ends; npos if none does.
    std::size_t formulaEnd()
    {
        constexpr std::array pairs = {std::pair{"\\(", "\\)"}, std::pair{"\\[", "\\]"}, std::pair{"$$", "$$"}};
        const std::string_view rest = m_text.substr(m_at);
        if (const std::size_t end = environmentEnd(rest); end != npos)
            return end;
        for (const auto& [open, close] : pairs) {
            if (!rest.starts_with(open))
                continue;
            const std::size_t end = closing(close, m_at + 2);
            return end == npos || end == m_at + 2 ? npos : end + 2;
        }
        return rest.starts_with('$') && !rest.starts_with("$$") ? dollarEnd(m_at + 1) : npos;
    }

    /// An environment of LaTeX that has lines of its own needs no marks around it.
    std::size_t environmentEnd(std::string_view rest)
    {
        constexpr std::string_view begin = "\\begin{";
        const std::size_t nameEnd = rest.starts_with(begin) ? rest.substr(0, longestBegin).find('}') : npos;
        if (nameEnd == npos || !beginsLine())
            return npos;
        const std::string name(rest.substr(begin.size(), nameEnd - begin.size()));
        if (std::ranges::find(environments, name) == environments.end())
            return npos;
        const std::string mark = "\\end{" + name + "}";
        const std::size_t end = closing(mark, m_at);
        return end == npos ? npos : end + mark.size();
    }

    [[nodiscard]] bool beginsLine() const
    {
        const std::size_t last = m_text.substr(0, m_at).find_last_not_of("> \t");
        return last == npos || m_text[last] == '\n';
    }

    /// A mark that nothing closes is searched for only once.
    std::size_t closing(const std::string& mark, std::size_t from)
    {
        std::size_t& known = m_closings[mark];
        if (known < from)
            known = m_text.find(mark, from);
        return known;
    }

    /// A dollar sign opens before, and closes after, something other than a space; a price ("$5 and $6") is no formula.
    std::size_t dollarEnd(std::size_t from)
    {
        if (from >= m_text.size() || isSpace(m_text[from]) || m_isDollarEndless)
            return npos;
        std::size_t at = m_text.find('$', from);
        while (at != npos && m_text[at - 1] == '\\')
            at = m_text.find('$', at + 1);
        m_isDollarEndless = at == npos;
        if (at == npos || at == from || isSpace(m_text[at - 1]))
            return npos;
        return at + 1 < m_text.size() && isDigit(m_text[at + 1]) ? npos : at + 1;
    }

    /// Skips what is not a formula: an escaped character, a code span, a run of marks, a single letter.
    std::size_t afterOther()
    {
        const char first = m_text[m_at];
        if (first == '\\')
            return m_at + 2;
        if (first == '$')
            return m_at + (m_text.substr(m_at).starts_with("$$") ? 2 : 1);
        if (first != '`')
            return m_at + 1;
        const std::size_t begin = std::min(m_text.find_first_not_of('`', m_at), m_text.size());
        const std::size_t end = codeEnd(begin - m_at, begin);
        return end == npos ? begin : end;
    }

    /// After as many backticks as opened it; if nothing closes it, this is searched for only once.
    std::size_t codeEnd(std::size_t ticks, std::size_t from)
    {
        std::size_t begin = m_unclosed.contains(ticks) ? npos : m_text.find('`', from);
        while (begin != npos) {
            const std::size_t end = std::min(m_text.find_first_not_of('`', begin), m_text.size());
            if (end - begin == ticks)
                return end;
            begin = m_text.find('`', end);
        }
        m_unclosed.insert(ticks);
        return npos;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::map<std::string, std::size_t> m_closings;
    std::set<std::size_t> m_unclosed; ///< numbers of backticks
    bool m_isDollarEndless = false;
};

} // namespace

std::int64_t formulasIn(std::string_view markdown)
{
    std::int64_t count = 0;
    std::size_t begin = 0; // of the passage
    for (std::size_t at = 0; at < markdown.size();) {
        const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
        const bool isEmpty = markdown.substr(at, end - at).find_first_not_of("> \t\r") == npos;
        if (isEmpty) {
            count += Passage(markdown.substr(begin, at - begin)).formulas();
            begin = std::min(end + 1, markdown.size());
        }
        at = end + 1;
    }
    return count + Passage(markdown.substr(begin)).formulas();
}

namespace {

void freeText(char* text) { cmark_get_default_mem_allocator()->free(text); }
using Text = std::unique_ptr<char, Deleter<freeText>>;

void insertText(cmark_node* before, const std::string& text)
{
    cmark_node* node = cmark_node_new(CMARK_NODE_TEXT);
    cmark_node_set_literal(node, text.c_str());
    cmark_node_insert_before(before, node);
}

/// Shows HTML as the text that it is.
void showRawHtml(cmark_node* node)
{
    const bool isBlock = cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK;
    cmark_node* shown = cmark_node_new(isBlock ? CMARK_NODE_CODE_BLOCK : CMARK_NODE_TEXT);
    cmark_node_set_literal(shown, cmark_node_get_literal(node));
    cmark_node_insert_before(node, shown);
    cmark_node_free(node);
}

/// The only tag that is not shown as text, as in the window: nothing else ends a line in a table.
bool isBreak(std::string_view tag)
{
    if (tag.size() < 4 || tag.front() != '<' || (tag[1] | 0x20) != 'b' || (tag[2] | 0x20) != 'r')
        return false;
    tag.remove_prefix(3);
    const std::size_t blanks = tag.find_first_not_of(' ');
    return blanks <= 3 && (tag.substr(blanks) == ">" || tag.substr(blanks) == "/>");
}

/// How many breaks a line of HTML consists of, if of nothing else: one that stands alone is a block.
std::size_t breaksIn(std::string_view html)
{
    std::size_t count = 0;
    while (!html.empty()) {
        const std::size_t begin = html.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos)
            break;
        const std::size_t end = std::min(html.find('>', begin), html.size() - 1);
        if (!isBreak(html.substr(begin, end + 1 - begin)))
            return 0;
        html.remove_prefix(end + 1);
        ++count;
    }
    return count;
}

/// A cell takes no node that ends a line, so a mark stands for it. The end of a line that ends with a break ends
/// nothing more.
void breakLine(cmark_node* tag, const std::string& mark)
{
    cmark_node* next = cmark_node_next(tag);
    if (next != nullptr && cmark_node_get_type(next) == CMARK_NODE_SOFTBREAK)
        cmark_node_free(next);
    insertText(tag, mark);
    cmark_node_free(tag);
}

void breakLines(cmark_node* block, std::size_t count)
{
    cmark_node* lines = cmark_node_new(CMARK_NODE_PARAGRAPH);
    for (; count > 0; --count)
        cmark_node_append_child(lines, cmark_node_new(CMARK_NODE_LINEBREAK));
    cmark_node_insert_before(block, lines);
    cmark_node_free(block);
}

/// How lines end for which there is a tag.
struct Breaks
{
    std::string mark;         ///< within other words; empty: they do not
    std::size_t room = 5'000; ///< for so many more, as in the window
};

/// Ends as many lines as the tags in it say, if it is nothing else.
bool tookBreaks(cmark_node* node, Breaks& breaks)
{
    const std::size_t count = breaksIn(orEmpty(cmark_node_get_literal(node)));
    if (count == 0 || count > breaks.room || breaks.mark.empty())
        return false;
    breaks.room -= count;
    if (cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK)
        breakLines(node, count);
    else
        breakLine(node, breaks.mark);
    return true;
}

/// Turns a link or picture into its text, address and title.
void showAddress(cmark_node* node)
{
    const std::string address = orEmpty(cmark_node_get_url(node));
    const bool isPicture = cmark_node_get_type(node) == CMARK_NODE_IMAGE;
    const cmark_node* first = cmark_node_first_child(node);
    const bool isSaid = first != nullptr && address == orEmpty(cmark_node_get_literal(const_cast<cmark_node*>(first)));
    if (isPicture) {
        insertText(node, "[");
    }
    while (cmark_node* child = cmark_node_first_child(node)) {
        cmark_node_unlink(child);
        cmark_node_insert_before(node, child);
    }
    std::string behind = isSaid ? std::string() : address;
    if (const std::string title = orEmpty(cmark_node_get_title(node)); !title.empty())
        behind += (behind.empty() ? "\"" : " \"") + title + "\"";
    insertText(node, std::string(isPicture ? "]" : "") + (behind.empty() ? "" : " (" + behind + ")"));
    cmark_node_free(node);
}

void makeHarmless(cmark_node* document, Breaks breaks)
{
    std::vector<cmark_node*> raw;
    std::vector<cmark_node*> addresses; // children before their parents
    const Iterator iterator(cmark_iter_new(document));
    for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
        cmark_node* node = cmark_iter_get_node(iterator.get());
        const cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE) {
            raw.push_back(node);
        } else if (event == CMARK_EVENT_EXIT && (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)) {
            addresses.push_back(node);
        }
    }
    for (cmark_node* node : raw) {
        if (!tookBreaks(node, breaks))
            showRawHtml(node);
    }
    for (cmark_node* node : addresses) {
        showAddress(node);
    }
}

bool beginsItem(cmark_node* text)
{
    cmark_node* paragraph = cmark_node_parent(text);
    return cmark_node_get_type(text) == CMARK_NODE_TEXT && cmark_node_previous(text) == nullptr
        && cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH && cmark_node_previous(paragraph) == nullptr
        && cmark_node_get_type(cmark_node_parent(paragraph)) == CMARK_NODE_ITEM;
}

/// Draws "[x] done" in a list as a box. A page that is only read needs no input element.
void showBoxes(cmark_node* document)
{
    cmark_consolidate_text_nodes(document);
    const Iterator iterator(cmark_iter_new(document));
    for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
        cmark_node* node = cmark_iter_get_node(iterator.get());
        if (!beginsItem(node))
            continue;
        const std::string said = orEmpty(cmark_node_get_literal(node));
        const bool isDone = said.starts_with("[x] ") || said.starts_with("[X] ");
        if (isDone || said.starts_with("[ ] "))
            cmark_node_set_literal(node, ((isDone ? "☑" : "☐") + said.substr(3)).c_str());
    }
}

/// Makes visible whatever hides text or changes its direction, as the window does.
void showHidden(cmark_node* document)
{
    const Iterator iterator(cmark_iter_new(document));
    for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
        cmark_node* node = cmark_iter_get_node(iterator.get());
        const cmark_node_type type = cmark_node_get_type(node);
        if (type != CMARK_NODE_TEXT && type != CMARK_NODE_CODE && type != CMARK_NODE_CODE_BLOCK)
            continue;
        const QString said = QString::fromUtf8(cmark_node_get_literal(node));
        if (const QString shown = conversation::visibleText(said); shown != said)
            cmark_node_set_literal(node, shown.toUtf8().constData());
    }
}

bool isDiagram(cmark_node* code)
{
    const QString info = QString::fromUtf8(cmark_node_get_fence_info(code)).simplified();
    return info.section(QLatin1Char(' '), 0, 0).compare(QLatin1String("mermaid"), Qt::CaseInsensitive) == 0;
}

/// The text with code blocks replaced by empty lines, since they contain no formulas.
std::string withoutCode(std::string_view markdown, const std::vector<std::pair<int, int>>& code)
{
    std::string left;
    auto block = code.begin();
    for (int line = 1; !markdown.empty(); ++line) {
        const std::size_t size = std::min(markdown.find('\n'), markdown.size() - 1) + 1;
        while (block != code.end() && block->second < line)
            ++block;
        const bool isCode = block != code.end() && block->first <= line;
        left += isCode ? std::string_view("\n") : markdown.substr(0, size);
        markdown.remove_prefix(size);
    }
    return left;
}

/// Reads the document before anything in it is replaced.
void countWrittenOut(const std::string& markdown, cmark_node* document, SourceFallbacks& writtenOut)
{
    std::vector<std::pair<int, int>> code; // first and last lines
    const Iterator iterator(cmark_iter_new(document));
    for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
        cmark_node* node = cmark_iter_get_node(iterator.get());
        if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK)
            continue;
        code.emplace_back(cmark_node_get_start_line(node), cmark_node_get_end_line(node));
        writtenOut.diagrams += isDiagram(node) ? 1 : 0;
    }
    writtenOut.formulas += formulasIn(withoutCode(markdown, code));
}

Parser makeParser(int options, bool hasTables)
{
    Parser parser(cmark_parser_new(options));
    for (const char* name : {"table", "strikethrough"})
        if (hasTables || name != std::string_view("table")) // otherwise its rows stay as they were written
            cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension(name));
    return parser;
}

Node read(cmark_parser& parser, const std::string& markdown)
{
    cmark_parser_feed(&parser, markdown.data(), markdown.size());
    return Node(cmark_parser_finish(&parser));
}

} // namespace

std::string escaped(const QString& text) { return conversation::visibleText(text).toHtmlEscaped().toStdString(); }

std::string preformatted(const QString& text)
{
    constexpr qsizetype part = 20'000;
    if (text.size() <= part)
        return "<pre>" + escaped(text) + "</pre>\n";
    std::string out = "<pre>";
    for (qsizetype from = 0; from < text.size();) {
        qsizetype to = std::min(from + part, text.size());
        const qsizetype lineEnd = to < text.size() ? text.lastIndexOf(QLatin1Char('\n'), to - 1) : -1;
        const bool isLine = lineEnd > from;
        if (isLine)
            to = lineEnd + 1;
        else if (to < text.size() && text.at(to - 1).isHighSurrogate())
            --to;
        // Each part ends its own line.
        out += "<div class=\"part\">" + escaped(text.mid(from, to - from - (isLine ? 1 : 0))) + "</div>";
        from = to;
    }
    return out + "</pre>\n";
}

std::string htmlFromMarkdown(const std::string& markdown, SourceFallbacks& writtenOut)
{
    constexpr std::size_t most = 1'000'000;
    // Raw HTML and unsafe addresses stay off; line breaks are kept, as in the window.
    constexpr int options = CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_HARDBREAKS
        | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE; // "3~5, 7~9" are two spans of numbers
    if (markdown.size() > most || exceedsReferenceLimit(markdown) || makesTooMuchOfInlines(markdown)) {
        return preformatted(QString::fromStdString(markdown));
    }
    cmark_gfm_core_extensions_ensure_registered();
    const bool hasTables = !makesTooMuchOfTables(markdown);
    const SpacedWords words = spacedWords(markdown);
    Parser parser = makeParser(options, hasTables);
    Node document = read(*parser, words.text);
    countWrittenOut(markdown, document.get(), writtenOut);
    const std::string shown = withUnusedDefinitions(words.text, document.get());
    if (shown != words.text) {
        parser = makeParser(options, hasTables); // each reads once
        document = read(*parser, shown);
    }
    showMoreCells(shown, document.get());
    showBoxes(document.get());
    const std::string breakMark = unusedMark(words.text);
    makeHarmless(document.get(), {breakMark});
    showHidden(document.get());
    const Text html(cmark_render_html(document.get(), options, cmark_parser_get_syntax_extensions(parser.get())));
    return withFor(withFor(html.get(), words.mark, {}), breakMark, "<br />\n");
}

} // namespace quarterdeck::formats::html
