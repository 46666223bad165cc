#pragma once

#include "model/conversation/message.h"

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::conversation {

/// How image paths are found in a text.
enum class ImageSyntax {
    Mgx,         ///< `[^\s]+\.(?:png|jpe?g|gif|bmp|tiff)` in lower or UPPER case, as MetaGPT's extract_image_paths
    Quarterdeck, ///< also webp, and the target of Markdown's `![text](path)`
};

/// Paths as written, in order, including duplicates. Linear in the text's length, whatever it contains. The caller of
/// `decide` reads those that it may (only below the session's folder; never for gateway or imported messages) into
/// DecideContext::files.
[[nodiscard]] std::vector<std::string> imagePathsIn(std::string_view text, ImageSyntax syntax);

/// The media type indicated by the first bytes ("image/png" ...); empty if it is no picture that can be shown.
[[nodiscard]] std::string imageTypeOf(std::string_view bytes);

/// Whether a drawing in SVG begins here, after what XML allows before it. It is a program in a text's clothes, so no
/// picture by `imageTypeOf`: whoever shows it draws it where nothing in it can load or run, or shows its source.
[[nodiscard]] bool isSvg(std::string_view bytes);

} // namespace quarterdeck::conversation
