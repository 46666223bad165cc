#include "ui/transcript/stored_picture.h"

#include "ui/images/image_input.h"

#include <QBuffer>
#include <QImageReader>
#include <QSize>
#include <QtEndian>

namespace quarterdeck::ui::transcript {

namespace {

using namespace std::string_view_literals;

StillImage notTold() { return {false, {}}; }

quint32 littleNumber(std::string_view bytes, std::size_t at) { return qFromLittleEndian<quint32>(bytes.data() + at); }
quint32 bigNumber(std::string_view bytes, std::size_t at) { return qFromBigEndian<quint32>(bytes.data() + at); }

QByteArray copyOf(std::string_view bytes) { return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())); }

constexpr std::size_t riffHeader = 12;     ///< "RIFF", the size of all that follows, "WEBP"
constexpr std::size_t riffChunkHeader = 8; ///< a name, and how long the chunk is
constexpr std::size_t extendedHeader = 30; ///< both, and what VP8X says
constexpr std::size_t extendedFlags = 20;
constexpr std::size_t canvasWidth = 24;
constexpr std::size_t canvasHeight = 27;
constexpr unsigned char moves = 0x02; ///< engines look for frames only where this flag is set

bool isExtended(std::string_view webp)
{
    return webp.size() >= extendedHeader && webp.substr(riffHeader, 4) == "VP8X"sv;
}

/// Three bytes, storing one less.
int sideAt(std::string_view webp, std::size_t at)
{
    const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(webp[at + place]); };
    return 1 + (byte(0) | byte(1) << 8 | byte(2) << 16);
}

/// With a header that gives the new length.
QByteArray cutWebp(std::string_view webp)
{
    QByteArray cut = copyOf(webp);
    qToLittleEndian(static_cast<quint32>(cut.size() - 8), cut.data() + 4);
    return cut;
}

constexpr std::size_t pngSignature = 8;
constexpr std::size_t pngChunkHeader = 8; ///< how long the chunk is, and its name
constexpr std::size_t pngChunkFrame = 12; ///< both, and a check sum
const QByteArray pngEnd = QByteArray::fromHex("0000000049454e44ae426082");

/// Steps from chunk to chunk of a PNG.
class PngChunks
{
public:
    explicit PngChunks(std::string_view bytes) : m_bytes(bytes) { }

    /// Whether all of it is here.
    [[nodiscard]] bool isWhole() const { return isNamed() && m_bytes.size() - m_at >= size(); }
    [[nodiscard]] bool isNamed() const { return m_bytes.size() >= m_at + pngChunkHeader; }
    [[nodiscard]] std::string_view name() const { return m_bytes.substr(m_at + 4, 4); }
    [[nodiscard]] std::string_view chunk() const { return m_bytes.substr(m_at, size()); }
    void next() { m_at += size(); }

private:
    [[nodiscard]] std::size_t size() const { return pngChunkFrame + std::size_t{bigNumber(m_bytes, m_at)}; }

    std::string_view m_bytes;
    std::size_t m_at = pngSignature;
};

bool isOfMotion(std::string_view name) { return name == "acTL"sv || name == "fcTL"sv; }

} // namespace

StillImage stillWebp(std::string_view bytes)
{
    if (bytes.size() < extendedHeader)
        return notTold();
    if (!isExtended(bytes) || (static_cast<unsigned char>(bytes[extendedFlags]) & moves) == 0)
        return {};
    for (std::size_t at = riffHeader; bytes.size() - at >= riffChunkHeader;) {
        const std::size_t length = littleNumber(bytes, at + 4);
        const std::size_t end = at + riffChunkHeader + length + (length & 1U);
        if (end > bytes.size())
            return notTold();
        if (bytes.substr(at, 4) == "ANMF"sv)
            return {true, cutWebp(bytes.substr(0, end))};
        at = end;
    }
    return notTold();
}

/// The picture shown by programs without animation support. What follows it does not affect how it looks.
StillImage stillPng(std::string_view bytes)
{
    PngChunks chunks(bytes);
    QByteArray still = copyOf(bytes.substr(0, pngSignature));
    bool isMoving = false;
    for (; chunks.isNamed() && chunks.name() != "IDAT"sv; chunks.next()) {
        if (!chunks.isWhole())
            return notTold();
        if (chunks.name() == "acTL"sv)
            isMoving = true;
        if (!isOfMotion(chunks.name()))
            still += copyOf(chunks.chunk());
    }
    if (!chunks.isNamed())
        return notTold();
    if (!isMoving)
        return {};
    for (; chunks.isWhole() && chunks.name() == "IDAT"sv; chunks.next())
        still += copyOf(chunks.chunk());
    if (!chunks.isNamed() || chunks.name() == "IDAT"sv)
        return notTold();
    return {true, still + pngEnd};
}

QSize canvasOfWebp(std::string_view bytes)
{
    return isExtended(bytes) ? QSize(sideAt(bytes, canvasWidth), sideAt(bytes, canvasHeight)) : QSize();
}

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
