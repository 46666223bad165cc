#pragma once

#include <QBuffer>
#include <QByteArray>
#include <QImage>
#include <QtEndian>

namespace quarterdeck::test {

/// The bytes of a PNG.
[[nodiscard]] inline QByteArray pngOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

/// In one colour.
[[nodiscard]] inline QByteArray png(const QSize& size, const QColor& color = Qt::red)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(color);
    return pngOf(image);
}

/// A PNG whose header, sound in itself, says `side` × `side`.
[[nodiscard]] inline QByteArray pngThatClaims(quint32 side)
{
    QByteArray bytes = png({4, 4});
    qToBigEndian(side, bytes.data() + 16);
    qToBigEndian(side, bytes.data() + 20);
    quint32 crc = 0xffffffff;
    for (int i = 12; i < 29; ++i) {
        crc ^= static_cast<quint8>(bytes[i]);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
    }
    qToBigEndian(~crc, bytes.data() + 29);
    return bytes;
}

} // namespace quarterdeck::test
