#include "ui/transcript/first_frame.h"

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

} // namespace quarterdeck::ui::transcript
