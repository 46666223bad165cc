#include "ui/transcript/stored_picture.h"

#include "ui/images/decode_image.h"

#include <QBuffer>
#include <QImageReader>
#include <QSize>

namespace quarterdeck::ui::transcript {

namespace {

constexpr std::size_t gifHeader = 13;
constexpr unsigned char extension = 0x21;
constexpr unsigned char picture = 0x2C;
constexpr char end = 0x3B;

/// Steps from block to block. Ends up beyond the data if that stops inside a block.
class GifBlocks
{
public:
    explicit GifBlocks(std::string_view bytes) : m_bytes(bytes), m_at(gifHeader) { m_at += coloursAfter(10); }

    [[nodiscard]] bool isBeyond() const { return m_at > m_bytes.size(); }
    [[nodiscard]] QSize size() const { return {static_cast<int>(numberAt(6)), static_cast<int>(numberAt(8))}; }
    [[nodiscard]] std::string_view sofar() const { return m_bytes.substr(0, std::min(m_at, m_bytes.size())); }
    /// The kind of the block that starts here; 0 at the end of the data.
    [[nodiscard]] unsigned char kind() const { return byteAt(m_at); }

    /// Whether the frame that starts here lies within the size given by the header.
    [[nodiscard]] bool isWithinSize() const
    {
        return numberAt(m_at + 1) + numberAt(m_at + 5) <= numberAt(6)
            && numberAt(m_at + 3) + numberAt(m_at + 7) <= numberAt(8);
    }

    void skipExtension()
    {
        m_at += 2;
        skipParts();
    }

    void skipPicture()
    {
        const std::size_t flags = m_at + 9;
        m_at += 11; // its place and size, its flags, and how its colours are written
        m_at += coloursAfter(flags);
        skipParts();
    }

private:
    [[nodiscard]] unsigned char byteAt(std::size_t place) const
    {
        return place < m_bytes.size() ? static_cast<unsigned char>(m_bytes[place]) : 0;
    }

    [[nodiscard]] unsigned int numberAt(std::size_t place) const
    {
        return byteAt(place) | static_cast<unsigned int>(byteAt(place + 1)) << 8U;
    }

    /// The size of the colour table announced by the flags.
    [[nodiscard]] std::size_t coloursAfter(std::size_t flags) const
    {
        const unsigned char byte = byteAt(flags);
        return (byte & 0x80U) != 0 ? std::size_t{3} << ((byte & 7U) + 1U) : 0;
    }

    void skipParts()
    {
        while (byteAt(m_at) != 0)
            m_at += 1U + byteAt(m_at);
        m_at += 1;
    }

    std::string_view m_bytes;
    std::size_t m_at;
};

QByteArray ended(std::string_view bytes)
{
    return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())) + end;
}

/// From the header. Qt reports the size of a GIF's first frame, whereas engines allocate the whole canvas; to tell the
/// size of an animated WebP, Qt itself allocates all of it.
QSize sizeOf(const QByteArray& mediaType, std::string_view bytes)
{
    if (mediaType == "image/gif")
        return GifBlocks(bytes).size();
    if (const QSize canvas = mediaType == "image/webp" ? canvasOfWebp(bytes) : QSize(); !canvas.isEmpty())
        return canvas;
    QByteArray read = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
    QBuffer buffer(&read);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, mediaType.mid(mediaType.indexOf('/') + 1));
    reader.setAutoDetectImageFormat(false); // the reader's own guess would try every plugin
    return reader.size();
}

} // namespace

PictureFit pictureFit(const QByteArray& mediaType, std::string_view bytes, bool isWhole)
{
    if (!mediaType.startsWith("image/"))
        return PictureFit::Good;
    const QSize size = sizeOf(mediaType, bytes);
    if (size.isEmpty())
        return isWhole ? PictureFit::Refused : PictureFit::NotTold;
    return qint64{size.width()} * size.height() <= maxImagePixels ? PictureFit::Good : PictureFit::Refused;
}

std::optional<QByteArray> firstFrameOfGif(std::string_view bytes)
{
    GifBlocks blocks(bytes);
    while (!blocks.isBeyond() && blocks.kind() == extension)
        blocks.skipExtension();
    if (!blocks.isBeyond() && blocks.kind() == picture && blocks.isWithinSize())
        blocks.skipPicture();
    if (blocks.isBeyond())
        return std::nullopt;
    return ended(blocks.sofar());
}

StillImage stillImage(const QByteArray& mediaType, std::string_view bytes)
{
    if (mediaType == "image/webp")
        return stillWebp(bytes);
    if (mediaType == "image/png")
        return stillPng(bytes);
    if (mediaType != "image/gif")
        return {};
    const auto frame = firstFrameOfGif(bytes);
    return {frame.has_value(), frame.value_or(QByteArray())};
}

} // namespace quarterdeck::ui::transcript
