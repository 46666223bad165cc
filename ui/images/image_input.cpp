#include "ui/images/image_input.h"

#include "model/conversation/decide/image_paths.h"
#include "ui/present/names_and_links.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QMimeData>
#include <QMimeDatabase>
#include <QStringList>

#include <algorithm>
#include <mutex>

namespace quarterdeck::ui {

/// The translation context of sentences about images that cannot be accepted.
struct Images
{
    Q_DECLARE_TR_FUNCTIONS(Images)
};

namespace {

using conversation::Error;
using conversation::ErrorCode;

constexpr int megabytesOfLargest = 520; ///< 64 megapixels of 8 bytes, and what rows are padded with

tl::unexpected<Error> refuse(const QString& sentence)
{
    return tl::make_unexpected(Error{ErrorCode::UnreadableImage, sentence.toStdString(), {}});
}

/// The reader's own detection would try every plugin, including SVG and TIFF.
QByteArray formatOf(const QString& mediaType)
{
    static const QStringList shown{QStringLiteral("image/png"), QStringLiteral("image/jpeg"),
                                   QStringLiteral("image/webp"), QStringLiteral("image/gif")};
    return shown.contains(mediaType) ? mediaType.section(u'/', 1).toLatin1() : QByteArray();
}

/// Qt's limit of 128 MB is less than 64 megapixels need.
void allowTheLargest()
{
    static std::once_flag once;
    std::call_once(once, [] { QImageReader::setAllocationLimit(megabytesOfLargest); });
}

} // namespace

conversation::Result<DecodedImage> decodeImage(const QByteArray& bytes, const QString& name)
{
    const QString type =
        QString::fromStdString(conversation::imageTypeOf({bytes.constData(), static_cast<std::size_t>(bytes.size())}));
    const QByteArray format = formatOf(type);
    if (format.isEmpty())
        return refuse(Images::tr("“%1” is not a PNG, JPEG, WebP or GIF image.").arg(name));
    if (bytes.size() > maxImageBytes)
        return refuse(Images::tr("The image “%1” is larger than 64 MB.").arg(name));
    allowTheLargest();
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, format);
    reader.setAutoDetectImageFormat(false);
    reader.setAutoTransform(true); // a photograph stands upright
    const QSize size = reader.size();
    if (!size.isValid())
        return refuse(Images::tr("The image “%1” is damaged and cannot be read.").arg(name));
    if (qint64{size.width()} * size.height() > maxImagePixels)
        return refuse(Images::tr("The image “%1” has more than 64 megapixels.").arg(name));
    QImage image = reader.read();
    if (image.isNull())
        return refuse(Images::tr("The image “%1” is damaged and cannot be read.").arg(name));
    return DecodedImage{std::move(image), type};
}

namespace {

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

namespace {

bool areNamedLikeImages(const QStringList& paths)
{
    const QMimeDatabase types;
    return std::ranges::all_of(paths, [&](const QString& path) {
        return types.mimeTypeForFile(path, QMimeDatabase::MatchExtension).name().startsWith(QStringLiteral("image/"));
    });
}

} // namespace

bool holdsImages(const QMimeData& data) { return data.hasImage() || !view::localFiles(data).isEmpty(); }

bool isImageDrop(const QMimeData& data)
{
    const QStringList files = view::localFiles(data);
    return files.isEmpty() ? data.hasImage() : areNamedLikeImages(files);
}

bool isImagePaste(const QMimeData& data) { return holdsImages(data) && (!data.hasText() || data.hasUrls()); }

} // namespace quarterdeck::ui
