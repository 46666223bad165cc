#pragma once

#include "model/conversation/error.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

class QMimeData;

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

/// The images in a paste or a drop. Thread: ui.

/// Whether it contains an image, or files on this computer.
[[nodiscard]] bool holdsImages(const QMimeData& data);
/// Stricter for drags: of files, only those named like images. Their content is examined when they are dropped.
[[nodiscard]] bool isImageDrop(const QMimeData& data);
/// Whether a paste means its images. Text takes precedence if both are there, since office programs add a picture of
/// copied text.
[[nodiscard]] bool isImagePaste(const QMimeData& data);

} // namespace quarterdeck::ui
