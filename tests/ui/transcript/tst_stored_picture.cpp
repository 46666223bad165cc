#include "support/pictures.h"
#include "transcript/stored_picture.h"

#include <QBuffer>
#include <QImageReader>
#include <QTest>

using namespace quarterdeck;
using ui::transcript::firstFrameOfGif;
using ui::transcript::PictureFit;
using ui::transcript::pictureFit;

Q_DECLARE_METATYPE(ui::transcript::PictureFit)

/// What of a stored picture the page is given.
class TestStoredPicture final : public QObject
{
    Q_OBJECT

private slots:
    void picture_fits_data();
    void picture_fits();
    void gif_standsStill();
    void gif_isCutWhereverItEnds_data();
    void gif_isCutWhereverItEnds();
};

namespace {

std::string_view viewOf(const QByteArray& bytes) { return {bytes.constData(), static_cast<std::size_t>(bytes.size())}; }

QByteArray number(int value) { return QByteArray(1, static_cast<char>(value & 0xFF)) + static_cast<char>(value >> 8); }

/// A GIF's header: its size, and two colours of which the second is the background's.
QByteArray gifHeader(int width, int height)
{
    return "GIF89a" + number(width) + number(height) + QByteArray::fromHex("800100")
        + QByteArray::fromHex("ff00000000ff");
}

/// One pixel of the first colour, or of the second.
QByteArray gifPicture(int width, int height, bool isSecond)
{
    return QByteArray::fromHex("2c00000000") + number(width) + number(height) + QByteArray::fromHex("00")
        + QByteArray::fromHex("02") + QByteArray::fromHex(isSecond ? "024c01" : "024401") + QByteArray::fromHex("00");
}

QByteArray delay() { return QByteArray::fromHex("21f904000a000000"); }
QByteArray forEver() { return QByteArray::fromHex("21ff0b") + "NETSCAPE2.0" + QByteArray::fromHex("0301000000"); }

int framesOf(QByteArray gif)
{
    QBuffer buffer(&gif);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "gif");
    int frames = 0;
    while (!reader.read().isNull())
        ++frames;
    return frames;
}

} // namespace

void TestStoredPicture::picture_fits_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isWhole");
    QTest::addColumn<PictureFit>("fit");
    const QByteArray jpeg = [] {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QImage image(8, 8, QImage::Format_RGB32);
        image.fill(Qt::green);
        image.save(&buffer, "JPEG");
        return bytes;
    }();
    QTest::newRow("a small one") << QByteArray("image/png") << test::png({4, 4}) << true << PictureFit::Good;
    QTest::newRow("64 megapixels") << QByteArray("image/png") << test::pngThatClaims(8'000) << true << PictureFit::Good;
    QTest::newRow("more") << QByteArray("image/png") << test::pngThatClaims(8'001) << true << PictureFit::Refused;
    QTest::newRow("more, of a large file")
        << QByteArray("image/png") << test::pngThatClaims(22'000) << false << PictureFit::Refused;
    QTest::newRow("more, of a GIF") << QByteArray("image/gif")
                                    << gifHeader(8'001, 8'000) + gifPicture(1, 1, false) + ';' << true
                                    << PictureFit::Refused;
    QTest::newRow("a JPEG") << QByteArray("image/jpeg") << jpeg << true << PictureFit::Good;
    QTest::newRow("the size comes later") << QByteArray("image/jpeg") << jpeg.left(30) << false << PictureFit::NotTold;
    QTest::newRow("no size at all") << QByteArray("image/jpeg") << jpeg.left(30) << true << PictureFit::Refused;
    QTest::newRow("a sound") << QByteArray("audio/mpeg") << QByteArray("ID3") << true << PictureFit::Good;
}

void TestStoredPicture::picture_fits()
{
    QFETCH(const QByteArray, type);
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isWhole);
    QFETCH(const PictureFit, fit);
    QCOMPARE(pictureFit(type, viewOf(bytes), isWhole), fit);
}

void TestStoredPicture::gif_standsStill()
{
    const QByteArray moving =
        gifHeader(1, 1) + forEver() + delay() + gifPicture(1, 1, false) + delay() + gifPicture(1, 1, true) + ';';
    QCOMPARE(framesOf(moving), 2);
    const auto still = firstFrameOfGif(viewOf(moving));
    QVERIFY(still);
    QCOMPARE(framesOf(*still), 1);
    QCOMPARE(QImage::fromData(*still, "gif").pixel(0, 0), QImage::fromData(moving, "gif").pixel(0, 0));
    QCOMPARE(QImage::fromData(*still, "gif").pixel(0, 0), qRgb(255, 0, 0));
    QCOMPARE(firstFrameOfGif(viewOf(*still)), still);
}

void TestStoredPicture::gif_isCutWhereverItEnds_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isTold");
    const QByteArray head = gifHeader(1, 1) + forEver() + delay();
    const QByteArray one = head + gifPicture(1, 1, false);
    QTest::newRow("a header's half") << head.left(9) << false;
    QTest::newRow("before the picture") << head << true;
    QTest::newRow("within the loop's words") << head.left(gifHeader(1, 1).size() + 9) << false;
    QTest::newRow("within the picture") << one.left(one.size() - 2) << false;
    QTest::newRow("after the picture") << one << true;
    QTest::newRow("no end") << one + delay() << true;
    QTest::newRow("an unknown block") << head + "?" + gifPicture(1, 1, false) << true;
    QTest::newRow("a picture larger than the header says")
        << gifHeader(1, 1) + gifPicture(65'535, 65'535, false) << true;
}

void TestStoredPicture::gif_isCutWhereverItEnds()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isTold);
    const auto still = firstFrameOfGif(viewOf(bytes));
    QCOMPARE(still.has_value(), isTold);
    if (still) {
        QVERIFY(still->endsWith(';'));
        QVERIFY(framesOf(*still) <= 1);
        QVERIFY(still->size() <= bytes.size() + 1);
    }
}

QTEST_GUILESS_MAIN(TestStoredPicture)
#include "tst_stored_picture.moc"
