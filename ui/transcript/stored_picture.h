#pragma once

#include "transcript/first_frame.h"

#include <QByteArray>
#include <optional>
#include <string_view>

namespace quarterdeck::ui::transcript {

/// Is what these bytes begin good to be given to the page? A picture is not when its header says more pixels than any
/// may have, or says nothing that can be read.
enum class PictureFit {
    Good,
    Refused,
    NotTold, ///< by so few bytes
};

/// `mediaType`: of `bytes`, as `shownMediaType` tells it; what is no picture is good. `isWhole`: nothing comes after
/// them. Decodes nothing. Thread: any.
[[nodiscard]] PictureFit pictureFit(const QByteArray& mediaType, std::string_view bytes, bool isWhole);

/// A GIF of the first picture alone, so that nothing moves; it is not decoded for that. What is broken ends where it
/// breaks, and before a picture that is larger than the file says it is: engines make room for that. Nothing when the
/// picture goes on after `bytes`. Pure; thread: any.
[[nodiscard]] std::optional<QByteArray> firstFrameOfGif(std::string_view bytes);

/// What the page gets of a GIF, WebP or PNG, whose content says whether it moves; other kinds do not. Pure; thread:
/// any.
[[nodiscard]] StillPicture stillPicture(const QByteArray& mediaType, std::string_view bytes);

} // namespace quarterdeck::ui::transcript
