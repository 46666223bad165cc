#pragma once

#include <QByteArray>
#include <QSize>
#include <string_view>

namespace quarterdeck::ui::transcript {

/// What of a picture may be shown so that nothing moves.
struct StillPicture
{
    bool isTold = true; ///< else what is to be known stands behind these bytes
    QByteArray bytes;   ///< with the first picture alone; empty: it does not move, and is good as it is
    friend bool operator==(const StillPicture&, const StillPicture&) = default;
};

/// A WebP or PNG that says of itself that it moves, cut behind its first picture; it is not decoded for that. Pure;
/// thread: any.
[[nodiscard]] StillPicture stillWebp(std::string_view bytes);
[[nodiscard]] StillPicture stillPng(std::string_view bytes);

/// Of a WebP with an extended header (all that move have one), which Qt would read and make room for; else empty.
[[nodiscard]] QSize canvasOfWebp(std::string_view bytes);

} // namespace quarterdeck::ui::transcript
