#pragma once

#include "pictures.h"

#include <QBuffer>
#include <QByteArray>
#include <QImage>
#include <QList>
#include <QtEndian>
#include <array>

/// Pictures of one size whose frames follow one another for ever, a tenth of a second each.
namespace quarterdeck::test {

template <typename Number>
[[nodiscard]] QByteArray bigEndian(Number number)
{
    std::array<char, sizeof(Number)> bytes{};
    qToBigEndian(number, bytes.data());
    return {bytes.data(), sizeof(Number)};
}

[[nodiscard]] inline QByteArray pngChunk(const QByteArray& name, const QByteArray& data)
{
    const QByteArray checked = name + data;
    quint32 crc = 0xffffffff;
    for (const char byte : checked) {
        crc ^= static_cast<quint8>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
    }
    return bigEndian(static_cast<quint32>(data.size())) + checked + bigEndian(~crc);
}

/// The contents of the chunks with this name, one after the other.
[[nodiscard]] inline QByteArray pngData(const QByteArray& png, const char* name)
{
    QByteArray data;
    for (qsizetype at = 8; at + 12 <= png.size();) {
        const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(png.constData() + at));
        if (png.mid(at + 4, 4) == name)
            data += png.mid(at + 8, length);
        at += length + 12;
    }
    return data;
}

/// A picture of motion as PNG (APNG): the first frame is what programs show that know nothing of it.
[[nodiscard]] inline QByteArray movingPng(const QList<QByteArray>& frames)
{
    const QByteArray header = pngData(frames.front(), "IHDR");
    QByteArray bytes = frames.front().left(8) + pngChunk("IHDR", header);
    bytes += pngChunk("acTL", bigEndian(static_cast<quint32>(frames.size())) + bigEndian(quint32{0}));
    quint32 number = 0;
    for (const QByteArray& frame : frames) {
        const bool isFirst = &frame == &frames.front();
        bytes += pngChunk("fcTL",
                          bigEndian(number++) + header.left(8) + QByteArray(8, '\0') + bigEndian(quint16{1})
                              + bigEndian(quint16{10}) + QByteArray(2, '\0'));
        const QByteArray data = pngData(frame, "IDAT");
        bytes += isFirst ? pngChunk("IDAT", data) : pngChunk("fdAT", bigEndian(number++) + data);
    }
    return bytes + pngChunk("IEND", {});
}

[[nodiscard]] inline QByteArray littleEndian(int number, int bytes)
{
    QByteArray text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>((number >> (8 * i)) & 0xFF);
    return text;
}

[[nodiscard]] inline QByteArray webpChunk(const QByteArray& name, const QByteArray& data)
{
    return name + littleEndian(static_cast<int>(data.size()), 4) + data + QByteArray(data.size() % 2, '\0');
}

[[nodiscard]] inline QByteArray webpFile(const QByteArray& chunks)
{
    return "RIFF" + littleEndian(static_cast<int>(chunks.size()) + 4, 4) + "WEBP" + chunks;
}

[[nodiscard]] inline QByteArray webpOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "WEBP", 100);
    return bytes;
}

/// flags: 2 = it moves.
[[nodiscard]] inline QByteArray webpCanvas(const QSize& size, int flags)
{
    return webpChunk("VP8X",
                     littleEndian(flags, 4) + littleEndian(size.width() - 1, 3) + littleEndian(size.height() - 1, 3));
}

[[nodiscard]] inline QByteArray movingWebp(const QList<QImage>& frames)
{
    const QSize size = frames.front().size();
    QByteArray chunks = webpCanvas(size, 2) + webpChunk("ANIM", QByteArray(6, '\0'));
    for (const QImage& frame : frames)
        chunks += webpChunk("ANMF",
                            littleEndian(0, 6) + littleEndian(size.width() - 1, 3) + littleEndian(size.height() - 1, 3)
                                + littleEndian(100, 3) + QByteArray(1, '\0') + webpOf(frame).mid(12));
    return webpFile(chunks);
}

[[nodiscard]] inline QImage filled(const QSize& size, const QColor& color)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(color);
    return image;
}

} // namespace quarterdeck::test
