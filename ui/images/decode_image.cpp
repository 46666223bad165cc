#include "ui/images/decode_image.h"

#include "model/conversation/decide/image_paths.h"
#include "ui/images/image_text.h"

#include <QBuffer>
#include <QImageReader>
#include <QStringList>
#include <mutex>

namespace quarterdeck::ui {

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

} // namespace quarterdeck::ui
