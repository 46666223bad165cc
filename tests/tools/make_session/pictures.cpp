#include "pictures.h"

#include <QBuffer>
#include <QByteArray>
#include <QImage>
#include <array>
#include <utility>

namespace quarterdeck::test {

namespace {

constexpr std::array<std::pair<int, int>, 6> sizes{
    {{320, 180}, {640, 360}, {900, 600}, {400, 700}, {1280, 720}, {2200, 900}}};

/// Bars on a light ground: what tools of agents like to draw, and small as a file.
QImage chart(Random& random, int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(0xfff4f5f7);
    const int barWidth = width / 12;
    for (int left = barWidth; left + barWidth < width; left += barWidth + barWidth / 4) {
        const QRgb colour = qRgb(random.between(40, 220), random.between(60, 200), random.between(80, 230));
        for (int y = random.below(height); y < height; ++y)
            for (int x = left; x < left + barWidth; ++x)
                image.setPixel(x, y, colour);
    }
    return image;
}

} // namespace

std::vector<Picture> makePictures(Random& random)
{
    std::vector<Picture> pictures;
    for (const auto& [width, height] : sizes) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        chart(random, width, height).save(&buffer, "PNG");
        pictures.push_back(
            {bytes.toStdString(), "chart " + std::to_string(pictures.size() + 1) + ".png", width, height});
    }
    return pictures;
}

} // namespace quarterdeck::test
