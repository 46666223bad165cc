#pragma once

#include "conversation/error.h"

#include <QByteArray>
#include <QImage>
#include <QString>

namespace quarterdeck::ui {

/// What an image may be at most, whoever made it.
inline constexpr qint64 maxImageBytes = 64ll * 1024 * 1024;
inline constexpr qint64 maxImagePixels = 64'000'000;

struct DecodedImage
{
    QImage image; ///< of an animation the first frame
    QString mediaType;
};

/// Decodes a PNG, JPEG, WebP or GIF, told by its content and not by its name. The size is read from the header and
/// checked before anything is decoded. `name` is for the sentence. Errors: UnreadableImage. Thread: any but ui; takes
/// as long as decoding takes.
[[nodiscard]] conversation::Result<DecodedImage> decodeImage(const QByteArray& bytes, const QString& name);

} // namespace quarterdeck::ui
