#include "html/markdown_html.h"

#include "conversation/visible_text.h"
#include "html/document_parts.h"
#include "html/hidden_words.h"
#include "html/reference_room.h"
#include "html/written_formulas.h"

#include <algorithm>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace quarterdeck::formats::html {

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

void makeHarmless(cmark_node* document)
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
void countWrittenOut(const std::string& markdown, cmark_node* document, WrittenOut& writtenOut)
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

/// The number of columns in the line below a table's head; 0 if it is not one. It may be inside a quotation.
std::size_t columnsOf(std::string_view line)
{
    const std::size_t begin = std::min(line.find_first_not_of("> \t"), line.size());
    line.remove_prefix(begin);
    if (line.find_first_not_of("|-: \t\v\f") != std::string_view::npos || line.find('-') == std::string_view::npos)
        return 0;
    return static_cast<std::size_t>(std::ranges::count(line, '|')) + 1;
}

/// Every row is padded to the table's width, so a short text could demand millions of cells.
bool hasTooManyCells(std::string_view markdown)
{
    constexpr std::size_t most = 20'000;
    std::size_t cells = 0;
    std::size_t columns = 0; // of the table that the line may be in
    while (!markdown.empty() && cells <= most) {
        const std::string_view line = markdown.substr(0, markdown.find_first_of("\r\n"));
        const std::size_t end = markdown.substr(line.size()).starts_with("\r\n") ? 2 : 1;
        markdown.remove_prefix(std::min(line.size() + end, markdown.size()));
        if (line.find_first_not_of("> \t") == std::string_view::npos)
            columns = 0;
        else
            columns = std::max(columns, columnsOf(line));
        cells += columns;
    }
    return cells > most;
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

std::string ofMarkdown(const std::string& markdown, WrittenOut& writtenOut)
{
    constexpr std::size_t most = 1'000'000;
    // Raw HTML and unsafe addresses stay off; line breaks are kept, as in the window.
    constexpr int options = CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_HARDBREAKS;
    if (markdown.size() > most || makesTooMuchOfReferences(markdown)) {
        return preformatted(QString::fromStdString(markdown));
    }
    cmark_gfm_core_extensions_ensure_registered();
    const bool hasTables = !hasTooManyCells(markdown);
    Parser parser = makeParser(options, hasTables);
    Node document = read(*parser, markdown);
    countWrittenOut(markdown, document.get(), writtenOut);
    const std::string shown = withUnusedDefinitions(markdown, document.get());
    if (shown != markdown) {
        parser = makeParser(options, hasTables); // each reads once
        document = read(*parser, shown);
    }
    showMoreCells(shown, document.get());
    showBoxes(document.get());
    makeHarmless(document.get());
    showHidden(document.get());
    const Text html(cmark_render_html(document.get(), options, cmark_parser_get_syntax_extensions(parser.get())));
    return html.get();
}

} // namespace quarterdeck::formats::html
