#include "ui/images/picked_image.h"

#include "ui/images/decode_image.h"
#include "ui/images/image_text.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>

namespace quarterdeck::ui {

namespace {

using conversation::Error;
using conversation::ErrorCode;

constexpr int thumbnailSide = 256;

tl::unexpected<Error> refuse(ErrorCode code, const QString& sentence)
{
    return tl::make_unexpected(Error{code, sentence.toStdString(), {}});
}

} // namespace

conversation::Result<PickedImage> checkImage(const QByteArray& bytes, const QString& name)
{
    const conversation::Result<DecodedImage> decoded = decodeImage(bytes, name);
    if (!decoded)
        return tl::make_unexpected(decoded.error());
    const QImage& image = decoded->image;
    return PickedImage{bytes, name, decoded->mediaType, image.size(),
                       image.scaled(thumbnailSide, thumbnailSide, Qt::KeepAspectRatio, Qt::SmoothTransformation)};
}

conversation::Result<PickedImage> encodeImage(const QImage& image, const QString& name)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return checkImage(bytes, name); // which refuses what could not be encoded, too
}

conversation::Result<PickedImage> readImageFile(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!file.exists())
        return refuse(ErrorCode::NotFound, Images::tr("There is no file “%1”.").arg(path));
    if (QFileInfo(path).isDir())
        return refuse(ErrorCode::UnreadableImage, Images::tr("“%1” is a folder, not an image.").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return refuse(ErrorCode::Io, Images::tr("“%1” cannot be read: %2.").arg(name, file.errorString()));
    return checkImage(file.read(maxImageBytes + 1), name);
}

} // namespace quarterdeck::ui
