#include "picture_bomb.h"

#include <QByteArray>
#include <QtEndian>
#include <array>
#include <cstdint>

namespace quarterdeck::hostile {

namespace {

std::array<std::uint32_t, 256> checksumTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1U) != 0 ? 0xedb88320U ^ (value >> 1U) : value >> 1U;
        table[byte] = value;
    }
    return table;
}

std::uint32_t checksum(const QByteArray& bytes)
{
    static const std::array<std::uint32_t, 256> table = checksumTable();
    std::uint32_t value = 0xffffffffU;
    for (const char byte : bytes)
        value = table[(value ^ static_cast<unsigned char>(byte)) & 0xffU] ^ (value >> 8U);
    return ~value;
}

QByteArray number(std::uint32_t value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray chunk(const char* kind, const QByteArray& data)
{
    const QByteArray named = kind + data;
    return number(static_cast<std::uint32_t>(data.size())) + named + number(checksum(named));
}

} // namespace

std::string pictureBomb(int width, int height)
{
    constexpr int greyOfOneBit = 0x01000000;
    QByteArray head = number(static_cast<std::uint32_t>(width)) + number(static_cast<std::uint32_t>(height));
    head += number(greyOfOneBit) + '\0';
    const QByteArray rows(qsizetype{1 + (width + 7) / 8} * height, '\0');
    constexpr int lengthBefore = 4; // Qt's own, before the stream
    const QByteArray stream = qCompress(rows, 9).mid(lengthBefore);
    const QByteArray png =
        QByteArray("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", head) + chunk("IDAT", stream) + chunk("IEND", {});
    return png.toStdString();
}

} // namespace quarterdeck::hostile
