#include "model/formats/export/plain_picture.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>

namespace quarterdeck::formats::html {

namespace {

using namespace std::string_view_literals;

/// Bytes of a file, read one after the other; beyond the end there are none.
class PictureBytes
{
public:
    explicit PictureBytes(std::string_view bytes) : m_bytes(bytes) { }

    [[nodiscard]] bool atEnd() const { return m_at >= m_bytes.size(); }
    [[nodiscard]] std::string_view rest() const { return m_bytes.substr(std::min(m_at, m_bytes.size())); }
    std::string_view take(std::size_t count)
    {
        const std::string_view taken = rest().substr(0, count);
        m_at += taken.size();
        return taken;
    }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

std::uint32_t highFirst(std::string_view bytes, std::size_t at, std::size_t size)
{
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < size; ++i)
        number = number << 8U | (at + i < bytes.size() ? static_cast<std::uint8_t>(bytes[at + i]) : 0U);
    return number;
}

std::uint32_t lowFirst(std::string_view bytes, std::size_t at, std::size_t size)
{
    std::uint32_t number = 0;
    for (std::size_t i = size; i > 0; --i)
        number = number << 8U | (at + i - 1 < bytes.size() ? static_cast<std::uint8_t>(bytes[at + i - 1]) : 0U);
    return number;
}

bool isTooLarge(std::uint64_t width, std::uint64_t height)
{
    constexpr std::uint64_t most = 64'000'000;
    return width > 0 && height > most / width;
}

/// 1 to 8, as TIFF counts the ways up; 1 if nothing is said.
std::uint32_t orientationIn(std::string_view tiff)
{
    constexpr std::uint32_t orientationTag = 0x0112;
    constexpr std::size_t entrySize = 12;
    const bool isHighFirst = tiff.starts_with("MM");
    const auto number = [&](std::size_t at, std::size_t size) {
        return isHighFirst ? highFirst(tiff, at, size) : lowFirst(tiff, at, size);
    };
    if (tiff.size() < 8 || (!isHighFirst && !tiff.starts_with("II")))
        return 1;
    const std::size_t list = number(4, 4);
    const std::size_t count = number(list, 2);
    for (std::size_t i = 0; i < count && list + 2 + (i + 1) * entrySize <= tiff.size(); ++i) {
        const std::size_t entry = list + 2 + i * entrySize;
        if (number(entry, 2) == orientationTag) {
            const std::uint32_t way = number(entry + 8, 2);
            return way >= 1 && way <= 8 ? way : 1;
        }
    }
    return 1;
}

/// TIFF's header and a list of one entry.
std::string tiffOf(std::uint32_t orientation)
{
    return std::string("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"sv) + static_cast<char>(orientation)
        + std::string("\0\0\0\0\0\0"sv);
}

constexpr std::string_view exifMark = "Exif\0\0"sv;

/// JPEG (ITU T.81): segments, and between them what is drawn.
class Jpeg
{
public:
    explicit Jpeg(std::string_view bytes) : m_bytes(bytes) { }

    PlainPicture plain()
    {
        PlainPicture picture;
        picture.bytes = m_bytes.take(2);
        while (!m_bytes.atEnd() && !m_isTooLarge && m_marker != end)
            takeSegment(picture.bytes);
        if (m_isTooLarge)
            picture.bytes.clear();
        picture.isTooLarge = m_isTooLarge;
        return picture;
    }

private:
    static constexpr int end = 0xD9;

    void takeSegment(std::string& out)
    {
        constexpr int startOfScan = 0xDA;
        const std::size_t begin = m_bytes.rest().find('\xff');
        (void)m_bytes.take(std::min(begin, m_bytes.rest().size())); // what is between segments is nothing
        (void)m_bytes.take(std::min(m_bytes.rest().find_first_not_of('\xff'), m_bytes.rest().size()));
        const std::string_view code = m_bytes.take(1);
        if (code.empty())
            return;
        m_marker = static_cast<std::uint8_t>(code.front());
        const bool isAlone = m_marker == end || m_marker == 0x01 || (m_marker >= 0xD0 && m_marker <= 0xD7);
        const std::string_view content = isAlone ? std::string_view() : segment();
        if (m_marker == 0x00 || !isKept(content, out))
            return;
        out += '\xff';
        out += code;
        out += m_marker == 0xE0 ? frameOf(content, "\0\0"sv)
            : m_marker == 0xEE  ? frameOf(content, {})
                                : std::string(content);
        if (m_marker == startOfScan)
            out += scan();
    }
    /// The first part of what JFIF or Adobe say of the picture, which has a fixed length, and what ends it. A smaller
    /// picture of it may follow, and whatever else a program wrote there.
    static std::string frameOf(std::string_view content, std::string_view tail)
    {
        constexpr std::size_t length = 12;
        const std::string said(content.substr(std::min<std::size_t>(content.size(), 2)).substr(0, length));
        std::string frame(1, '\0');
        frame += static_cast<char>(2 + length + tail.size());
        frame += said + std::string(length - said.size(), '\0');
        return frame.append(tail);
    }
    /// With its length.
    std::string_view segment() { return m_bytes.take(std::max<std::size_t>(highFirst(m_bytes.rest(), 0, 2), 2)); }

    bool isKept(std::string_view content, std::string& out)
    {
        constexpr int applications = 0xE0;
        constexpr int comment = 0xFE;
        const std::string_view said = content.substr(std::min<std::size_t>(content.size(), 2));
        const bool isFrame =
            m_marker >= 0xC0 && m_marker <= 0xCF && m_marker != 0xC4 && m_marker != 0xC8 && m_marker != 0xCC;
        if (isFrame)
            m_isTooLarge = isTooLarge(highFirst(said, 3, 2), highFirst(said, 1, 2));
        if (m_marker == applications + 1 && said.starts_with(exifMark) && !m_isTurned)
            turn(orientationIn(said.substr(exifMark.size())), out);
        if (m_marker < applications || (m_marker > applications + 0xF && m_marker != comment))
            return true;
        return (m_marker == applications && said.starts_with("JFIF\0"sv))
            || (m_marker == applications + 2 && said.starts_with("ICC_PROFILE\0"sv))
            || (m_marker == applications + 14 && said.starts_with("Adobe"));
    }
    void turn(std::uint32_t orientation, std::string& out)
    {
        if (orientation == 1)
            return;
        m_isTurned = true;
        const std::string tiff = tiffOf(orientation);
        const auto length = static_cast<char>(2 + exifMark.size() + tiff.size());
        out += std::string("\xff\xe1\0"sv) + length + std::string(exifMark) + tiff;
    }
    /// Up to the next segment. In it, a marker's first byte is followed by 0, or it counts pieces.
    std::string_view scan()
    {
        const std::string_view rest = m_bytes.rest();
        std::size_t at = rest.find('\xff');
        for (; at != std::string_view::npos && at + 1 < rest.size(); at = rest.find('\xff', at + 2)) {
            const auto code = static_cast<std::uint8_t>(rest[at + 1]);
            if (code != 0 && (code < 0xD0 || code > 0xD7))
                return m_bytes.take(at);
        }
        return m_bytes.take(rest.size());
    }

    PictureBytes m_bytes;
    int m_marker = 0;
    bool m_isTurned = false;
    bool m_isTooLarge = false;
};

/// PNG: chunks. What is only said has a name of its own; what programs make up is not known to be anything else.
PlainPicture plainPng(std::string_view bytes)
{
    constexpr std::array kept = {"IHDR"sv, "PLTE"sv, "IDAT"sv, "IEND"sv, "tRNS"sv, "gAMA"sv, "cHRM"sv, "sRGB"sv,
                                 "iCCP"sv, "cICP"sv, "sBIT"sv, "bKGD"sv, "pHYs"sv, "acTL"sv, "fcTL"sv, "fdAT"sv};
    constexpr std::size_t around = 12; // length, name and sum
    PictureBytes rest(bytes);
    PlainPicture picture;
    picture.bytes = rest.take(8);
    for (bool isFirst = true; rest.rest().size() >= around; isFirst = false) {
        const std::string_view name = rest.rest().substr(4, 4);
        const std::string_view chunk = rest.take(highFirst(rest.rest(), 0, 4) + around);
        if (isFirst != (name == "IHDR"))
            break;
        picture.isTooLarge =
            picture.isTooLarge || (isFirst && isTooLarge(highFirst(chunk, 8, 4), highFirst(chunk, 12, 4)));
        if (std::ranges::find(kept, name) != kept.end())
            picture.bytes += chunk;
        if (name == "IEND")
            break;
    }
    if (picture.isTooLarge)
        picture.bytes.clear();
    return picture;
}

/// GIF: what is not drawn stands in extensions, which name themselves.
class Gif
{
public:
    explicit Gif(std::string_view bytes) : m_bytes(bytes) { }

    PlainPicture plain()
    {
        constexpr std::size_t headSize = 13;
        const std::string_view head = m_bytes.take(headSize);
        m_picture.bytes = head;
        m_picture.isTooLarge = isTooLarge(lowFirst(head, 6, 2), lowFirst(head, 8, 2));
        m_picture.bytes += colours(head, headSize - 3);
        while (!m_bytes.atEnd() && !m_picture.isTooLarge && takeBlock()) { }
        m_picture.bytes += ';';
        if (m_picture.isTooLarge)
            m_picture.bytes.clear();
        return std::move(m_picture);
    }

private:
    /// The table that a head's byte announces.
    std::string_view colours(std::string_view head, std::size_t at)
    {
        const std::uint32_t flags = lowFirst(head, at, 1);
        return (flags & 0x80U) != 0 ? m_bytes.take(std::size_t{3} << ((flags & 7U) + 1)) : std::string_view();
    }
    /// Pieces up to an empty one.
    std::string_view pieces()
    {
        const std::string_view all = m_bytes.rest();
        std::size_t size = 0;
        while (size < all.size() && all[size] != '\0')
            size += static_cast<std::uint8_t>(all[size]) + std::size_t{1};
        return m_bytes.take(size + 1);
    }
    bool takeBlock()
    {
        const std::string_view kind = m_bytes.take(1);
        if (kind == "!")
            return takeExtension();
        if (kind != ",")
            return false; // its end
        const std::string_view place = m_bytes.take(9);
        m_picture.isTooLarge = isTooLarge(lowFirst(place, 4, 2), lowFirst(place, 6, 2));
        m_picture.bytes += kind;
        m_picture.bytes += place;
        m_picture.bytes += colours(place, 8);
        m_picture.bytes += m_bytes.take(1);
        m_picture.bytes += pieces();
        return true;
    }
    bool takeExtension()
    {
        const std::string_view label = m_bytes.take(1);
        const std::string_view said = pieces();
        constexpr std::size_t timingSize = 5;
        constexpr std::size_t loopSize = 16; // the name of its program, and how often
        const bool isTiming = label == "\xf9" && said.starts_with('\x04');
        const bool isLoop = label == "\xff"
            && (said.starts_with("\x0bNETSCAPE2.0\x03\x01")
                || said.starts_with("\x0b"
                                    "ANIMEXTS1.0\x03\x01"));
        const std::size_t needed = isTiming ? timingSize : isLoop ? loopSize : 0;
        if (needed > 0 && said.size() > needed) // further pieces could hold anything
            m_picture.bytes.append("!").append(label).append(said.substr(0, needed)).append(1, '\0');
        return true;
    }

    PictureBytes m_bytes;
    PlainPicture m_picture;
};

/// WebP: chunks in RIFF. The header of one with more than a picture says what there is, and its size.
class Webp
{
public:
    explicit Webp(std::string_view bytes) : m_bytes(bytes) { }

    PlainPicture plain()
    {
        constexpr std::size_t headSize = 12;
        std::string body;
        takeChunks(m_bytes.substr(std::min(headSize, m_bytes.size())), body, true);
        PlainPicture picture;
        picture.isTooLarge = m_isTooLarge;
        if (m_isTooLarge)
            return picture;
        if (m_orientation > 1 && m_flagsAt) {
            constexpr char hasExif = 0x08;
            body[*m_flagsAt] = static_cast<char>(body[*m_flagsAt] | hasExif);
            put("EXIF", tiffOf(m_orientation), body);
        }
        picture.bytes = "RIFF" + sizeText(body.size() + 4) + "WEBP" + body;
        return picture;
    }

private:
    static std::string sizeText(std::size_t size)
    {
        std::string text;
        for (unsigned i = 0; i < 4; ++i)
            text += static_cast<char>(size >> (8 * i) & 0xFFU);
        return text;
    }
    static void put(std::string_view name, std::string_view content, std::string& out)
    {
        out.append(name).append(sizeText(content.size())).append(content).append(content.size() % 2, '\0');
    }
    void takeChunks(std::string_view bytes, std::string& out, bool isOutermost)
    {
        PictureBytes rest(bytes);
        while (rest.rest().size() >= 8) {
            const std::string_view name = rest.take(4);
            const std::size_t size = lowFirst(rest.take(4), 0, 4);
            const std::string_view content = rest.take(size);
            (void)rest.take(size % 2);
            takeChunk(name, content, out, isOutermost);
        }
    }
    void takeChunk(std::string_view name, std::string_view content, std::string& out, bool isOutermost)
    {
        constexpr std::size_t frameHead = 16;
        if (name == "VP8X" && isOutermost && content.size() >= 10) {
            constexpr char withoutMetadata = static_cast<char>(~0x0C); // EXIF and XMP
            std::string head(content.substr(0, 10));
            head[0] = static_cast<char>(head[0] & withoutMetadata);
            m_flagsAt = out.size() + 8;
            see(lowFirst(head, 4, 3) + 1, lowFirst(head, 7, 3) + 1);
            put(name, head, out);
        } else if (name == "EXIF" && isOutermost) {
            m_orientation = orientationIn(content.starts_with(exifMark) ? content.substr(exifMark.size()) : content);
        } else if (name == "ANMF" && isOutermost && content.size() >= frameHead) {
            std::string frame(content.substr(0, frameHead));
            takeChunks(content.substr(frameHead), frame, false);
            put(name, frame, out);
        } else if (name == "VP8 " || name == "VP8L") {
            seeStream(name, content);
            put(name, content, out);
        } else if (name == "ALPH" || (isOutermost && (name == "ANIM" || name == "ICCP"))) {
            put(name, content, out);
        }
    }
    void see(std::uint64_t width, std::uint64_t height) { m_isTooLarge = m_isTooLarge || isTooLarge(width, height); }
    void seeStream(std::string_view name, std::string_view content)
    {
        if (name == "VP8 ") {
            see(lowFirst(content, 6, 2) & 0x3FFFU, lowFirst(content, 8, 2) & 0x3FFFU);
        } else {
            const std::uint32_t bits = lowFirst(content, 1, 4);
            see((bits & 0x3FFFU) + 1, (bits >> 14U & 0x3FFFU) + 1);
        }
    }

    std::string_view m_bytes;
    std::optional<std::size_t> m_flagsAt; ///< in the body
    std::uint32_t m_orientation = 1;
    bool m_isTooLarge = false;
};

/// BMP says nothing but what it shows, up to where its file ends.
PlainPicture plainBmp(std::string_view bytes)
{
    constexpr std::uint32_t oldHead = 12;
    const bool isOld = lowFirst(bytes, 14, 4) == oldHead;
    const auto side = [&](std::size_t at) {
        return isOld ? std::int64_t{lowFirst(bytes, at, 2)}
                     : std::abs(std::int64_t{static_cast<std::int32_t>(lowFirst(bytes, at, 4))});
    };
    PlainPicture picture;
    picture.isTooLarge =
        isTooLarge(static_cast<std::uint64_t>(side(18)), static_cast<std::uint64_t>(side(isOld ? 20 : 22)));
    const std::size_t size = lowFirst(bytes, 2, 4);
    if (!picture.isTooLarge)
        picture.bytes = bytes.substr(0, size > 26 ? size : bytes.size());
    return picture;
}

} // namespace

PlainPicture plainPicture(std::string_view bytes, std::string_view type)
{
    if (type == "image/jpeg")
        return Jpeg(bytes).plain();
    if (type == "image/png")
        return plainPng(bytes);
    if (type == "image/gif")
        return Gif(bytes).plain();
    if (type == "image/webp")
        return Webp(bytes).plain();
    return type == "image/bmp" ? plainBmp(bytes) : PlainPicture();
}

} // namespace quarterdeck::formats::html
