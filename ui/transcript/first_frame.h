#pragma once

#include <QByteArray>
#include <QSize>
#include <string_view>

namespace quarterdeck::ui::transcript {

/// What can be shown of a picture so that nothing moves.
struct StillImage
{
    bool isTold = true; ///< otherwise more bytes are needed to tell
    QByteArray bytes;   ///< with only the first picture; empty: it is not animated, and can be used as it is
    friend bool operator==(const StillImage&, const StillImage&) = default;
};

/// Cuts a WebP or PNG that declares an animation after its first picture, without decoding it. Pure; thread: any.
[[nodiscard]] StillImage stillWebp(std::string_view bytes);
[[nodiscard]] StillImage stillPng(std::string_view bytes);

/// Of a WebP with an extended header (all animated ones have it), which Qt would read and allocate; otherwise empty.
[[nodiscard]] QSize canvasOfWebp(std::string_view bytes);

} // namespace quarterdeck::ui::transcript
