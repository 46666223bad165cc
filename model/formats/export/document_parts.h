#pragma once

#include <cmark-gfm.h>
#include <memory>
#include <string>

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

} // namespace quarterdeck::formats::html
