#pragma once

#include <string>
#include <string_view>

namespace quarterdeck::formats::html {

/// A picture for a page that is handed on: its pixels as they are, without what else a camera or a program put into the
/// file (where and when it was taken and by whom, thumbnails, comments, what is appended). Which way up it is stays,
/// and so do its colours and movement.
struct PlainPicture
{
    std::string bytes;       ///< empty: it is not to be put in
    bool isTooLarge = false; ///< it has more than 64 million pixels
};

/// Of a picture's bytes, by their media type (conversation::imageTypeOf). Of a damaged one, what
/// can be told apart stays. Empty for TIFF, which browsers do not show. Nothing is decoded. Linear in the size; copies
/// it once.
[[nodiscard]] PlainPicture plainPicture(std::string_view bytes, std::string_view type);

} // namespace quarterdeck::formats::html
