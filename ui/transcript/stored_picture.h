#pragma once

#include <QByteArray>
#include <QSize>

#include <optional>
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

/// May bytes with this beginning be given to the page? Not a picture whose header declares more pixels than allowed, or
/// cannot be read.
enum class PictureFit {
    Good,
    Refused,
    NotTold, ///< by so few bytes
};

/// `mediaType`: of `bytes`, according to `shownMediaType`; anything but a picture is fine. `isWhole`: nothing follows.
/// Decodes nothing. Thread: any.
[[nodiscard]] PictureFit pictureFit(const QByteArray& mediaType, std::string_view bytes, bool isWhole);

/// A GIF reduced to its first picture, so that nothing moves, without decoding it. A broken one ends where it breaks,
/// and before a picture larger than the declared canvas, for which engines would allocate memory. Empty if the picture
/// continues after `bytes`. Pure; thread: any.
[[nodiscard]] std::optional<QByteArray> firstFrameOfGif(std::string_view bytes);

/// What the page gets of a GIF, WebP or PNG, whose content tells whether it is animated; other types are not. Pure;
/// thread: any.
[[nodiscard]] StillImage stillImage(const QByteArray& mediaType, std::string_view bytes);

} // namespace quarterdeck::ui::transcript
