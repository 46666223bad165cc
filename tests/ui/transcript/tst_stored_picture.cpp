#include "tests/support/moving_pictures.h"
#include "tests/support/pictures.h"
#include "tests/support/test.h"
#include "ui/transcript/stored_picture.h"

#include <QBuffer>
#include <QImageReader>
#include <QTest>

namespace tst_stored_picture {

using namespace quarterdeck;
using ui::transcript::firstFrameOfGif;
using ui::transcript::PictureFit;
using ui::transcript::pictureFit;
using ui::transcript::stillImage;
using ui::transcript::StillImage;

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
    void webp_standsStill();
    void png_standsStill();
    void whatDoesNotMove_isGoodAsItIs_data();
    void whatDoesNotMove_isGoodAsItIs();
    void beginning_isNotTaken_data();
    void beginning_isNotTaken();
};

namespace {

std::string_view viewOf(const QByteArray& bytes) { return {bytes.constData(), static_cast<std::size_t>(bytes.size())}; }

QByteArray number(int value) { return QByteArray(1, static_cast<char>(value & 0xFF)) + static_cast<char>(value >> 8); }

/// A GIF's header: its size, and two colours, the second of which is the background's.
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

int framesOf(QByteArray bytes, const char* format = "gif")
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, format);
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
    QTest::newRow("more, of a WebP that moves")
        << QByteArray("image/webp") << test::webpFile(test::webpCanvas({8'001, 8'000}, 2)) << false
        << PictureFit::Refused;
    QTest::newRow("the beginning of a WebP that moves")
        << QByteArray("image/webp") << test::movingWebp(QList<QImage>(2, test::filled({4, 4}, Qt::red))).left(60)
        << false << PictureFit::Good;
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

void TestStoredPicture::webp_standsStill()
{
    const QByteArray moving = test::movingWebp({test::filled({6, 4}, Qt::red), test::filled({6, 4}, Qt::green)});
    QCOMPARE(framesOf(moving, "webp"), 2);
    const StillImage still = stillImage("image/webp", viewOf(moving));
    QVERIFY(still.isTold);
    QCOMPARE(framesOf(still.bytes, "webp"), 1);
    const QImage shown = QImage::fromData(still.bytes, "webp");
    QCOMPARE(shown.size(), QSize(6, 4));
    QCOMPARE(shown.pixel(5, 3), qRgb(255, 0, 0));
    QCOMPARE(stillImage("image/webp", viewOf(still.bytes)), still);
    // What follows the first picture need not be there.
    QCOMPARE(stillImage("image/webp", viewOf(moving.chopped(1))), still);
}

void TestStoredPicture::png_standsStill()
{
    const QByteArray first = test::png({6, 4});
    const QByteArray moving = test::movingPng({first, test::png({6, 4}, Qt::green)});
    const StillImage still = stillImage("image/png", viewOf(moving));
    QVERIFY(still.isTold);
    for (const char* name : {"acTL", "fcTL", "fdAT"}) {
        QVERIFY(moving.contains(name));
        QVERIFY(!still.bytes.contains(name));
    }
    const QImage shown = QImage::fromData(still.bytes, "png");
    QCOMPARE(shown.size(), QSize(6, 4));
    QCOMPARE(shown.pixel(5, 3), qRgb(255, 0, 0));
    QVERIFY(stillImage("image/png", viewOf(still.bytes)).bytes.isEmpty()); // it does not move any more
    QCOMPARE(stillImage("image/png", viewOf(moving.left(moving.indexOf("fdAT")))), still);
}

void TestStoredPicture::whatDoesNotMove_isGoodAsItIs_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("bytes");
    const QImage image = test::filled({4, 4}, Qt::red);
    const QByteArray png = test::png({4, 4});
    QTest::newRow("PNG") << QByteArray("image/png") << png;
    QTest::newRow("the beginning of a PNG") << QByteArray("image/png") << png.left(png.indexOf("IDAT") + 8);
    QTest::newRow("PNG with the words of motion behind it")
        << QByteArray("image/png") << png.chopped(12) + test::pngChunk("acTL", QByteArray(8, '\1')) + png.right(12);
    QTest::newRow("WebP") << QByteArray("image/webp") << test::webpOf(image);
    QTest::newRow("WebP with an extended header")
        << QByteArray("image/webp") << test::webpFile(test::webpCanvas({4, 4}, 0) + test::webpOf(image).mid(12));
    QTest::newRow("JPEG") << QByteArray("image/jpeg") << QByteArray("\xff\xd8\xff");
    QTest::newRow("film") << QByteArray("video/webm") << QByteArray("\x1a\x45\xdf\xa3");
}

void TestStoredPicture::whatDoesNotMove_isGoodAsItIs()
{
    QFETCH(const QByteArray, type);
    QFETCH(const QByteArray, bytes);
    QCOMPARE(stillImage(type, viewOf(bytes)), StillImage());
}

void TestStoredPicture::beginning_isNotTaken_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("whole");
    QTest::addColumn<int>("told"); // from so many bytes on
    const QByteArray png = test::movingPng({test::png({6, 4}), test::png({6, 4}, Qt::green)});
    const QByteArray webp = test::movingWebp({test::filled({6, 4}, Qt::red), test::filled({6, 4}, Qt::green)});
    // The next chunk's name is needed: it may be another one of the picture.
    QTest::newRow("PNG") << QByteArray("image/png") << png << static_cast<int>(png.indexOf("fdAT") - 4 - 38 + 8);
    QTest::newRow("WebP") << QByteArray("image/webp") << webp << static_cast<int>(webp.lastIndexOf("ANMF"));
    QByteArray endless = webp;
    qToLittleEndian(quint32{0xffffffff}, endless.data() + webp.indexOf("ANIM") + 4);
    QTest::newRow("WebP with a part without end")
        << QByteArray("image/webp") << endless << static_cast<int>(webp.size()) + 1;
}

/// However it is cut: no step beyond the bytes, and no half a picture.
void TestStoredPicture::beginning_isNotTaken()
{
    QFETCH(const QByteArray, type);
    QFETCH(const QByteArray, whole);
    QFETCH(const int, told);
    for (int size = 0; size <= whole.size(); ++size) {
        const QByteArray bytes = whole.left(size); // a copy of its own: reading beyond it is noticed by the sanitiser
        const StillImage still = stillImage(type, viewOf(bytes));
        QCOMPARE(still.isTold, size >= told);
        QCOMPARE(still.bytes.isEmpty(), size < told);
    }
}

} // namespace tst_stored_picture

QUARTERDECK_TEST(tst_stored_picture, TestStoredPicture)
#include "tst_stored_picture.moc"
