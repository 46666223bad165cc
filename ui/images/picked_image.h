#pragma once

#include "model/conversation/error.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

namespace quarterdeck::ui {

/// An image the person gave, checked by content: PNG, JPEG, WebP or GIF, at most 64 megapixels and 64 MB.
struct PickedImage
{
    QByteArray bytes; ///< as given; not re-encoded
    QString name;
    QString mediaType;
    QSize size;       ///< pixels
    QImage thumbnail; ///< at most 256 px a side
};

/// Checks bytes that should be an image; `name` is for the sentence. Errors: UnreadableImage. Thread: any; takes as
/// long as decoding takes.
[[nodiscard]] conversation::Result<PickedImage> checkImage(const QByteArray& bytes, const QString& name);
/// Makes a PNG of pasted pixels and checks it as above. Thread: any but ui.
[[nodiscard]] conversation::Result<PickedImage> encodeImage(const QImage& image, const QString& name);
/// Reads and checks a file. Errors: NotFound, Io, UnreadableImage. Thread: any but ui.
[[nodiscard]] conversation::Result<PickedImage> readImageFile(const QString& path);

} // namespace quarterdeck::ui
