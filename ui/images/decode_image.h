#pragma once

#include "model/conversation/error.h"

#include <QByteArray>
#include <QImage>
#include <QString>

namespace quarterdeck::ui {

/// The largest image accepted, whoever made it.
inline constexpr qint64 maxImageBytes = 64ll * 1024 * 1024;
inline constexpr qint64 maxImagePixels = 64'000'000;

struct DecodedImage
{
    QImage image; ///< an animation's first frame
    QString mediaType;
};

/// Decodes a PNG, JPEG, WebP or GIF, recognised by content rather than name. The size is read from the header and
/// checked before anything is decoded. `name` is for the error sentence. Errors: UnreadableImage. Thread: any but ui;
/// takes as long as decoding does.
[[nodiscard]] conversation::Result<DecodedImage> decodeImage(const QByteArray& bytes, const QString& name);

} // namespace quarterdeck::ui
