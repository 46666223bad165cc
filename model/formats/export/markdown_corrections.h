#pragma once

#include <cmark-gfm.h>

#include <memory>
#include <string>
#include <string_view>

namespace quarterdeck::formats::html {

template <auto Free>
struct Deleter
{
    template <typename T>
    void operator()(T* pointer) const
    {
        Free(pointer);
    }
};
using Parser = std::unique_ptr<cmark_parser, Deleter<cmark_parser_free>>;
using Node = std::unique_ptr<cmark_node, Deleter<cmark_node_free>>;
using Iterator = std::unique_ptr<cmark_iter, Deleter<cmark_iter_free>>;

inline std::string orEmpty(const char* text) { return text == nullptr ? std::string() : text; }

/// Calls `then` with each node after all of its children, in document order. `then` changes no node.
template <typename Then>
void forEach(cmark_node* document, const Then& then)
{
    const Iterator iterator(cmark_iter_new(document));
    for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
        cmark_node* node = cmark_iter_get_node(iterator.get());
        // A leaf is only entered.
        if (event == CMARK_EVENT_EXIT || cmark_node_first_child(node) == nullptr)
            then(node);
    }
}

// Shows what the Markdown parser drops from its document, as the window does: nothing that was written is hidden.

/// The text in which definitions that no link uses are turned into words, so that they appear as written. `document`:
/// the parsed text. Takes time linear in the text.
[[nodiscard]] std::string withUnusedDefinitions(std::string_view markdown, cmark_node* document);
/// Cells for which the table's head has no column go into the row's last one. `markdown`: the source of the document.
void showMoreCells(std::string_view markdown, cmark_node* document);

/// A sign that is not in the text, which counts as punctuation and is seen; empty: none is left of those that are
/// tried.
[[nodiscard]] std::string unusedMark(std::string_view text);

/// The text with something else in place of a mark, if that is not empty.
[[nodiscard]] std::string withFor(const std::string& text, const std::string& mark, std::string_view other);

/// A text in which CommonMark finds the emphasis that the window finds, beside Chinese, Japanese and Korean words.
struct SpacedWords
{
    std::string text;
    std::string mark; ///< what was put between, to be removed from what is made of it; may be empty
};

/// Asterisks and tildes between such a word and punctuation neither begin nor end anything without a space, which
/// nobody writes there: `**注意：**下面` would keep its asterisks. A mark takes its place, so that lines stay lines.
/// Pure.
[[nodiscard]] SpacedWords spacedWords(const std::string& markdown);

} // namespace quarterdeck::formats::html
