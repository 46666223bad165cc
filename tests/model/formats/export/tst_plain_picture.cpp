#include "html_pages.h"
#include "model/conversation/decide/image_paths.h"
#include "model/formats/export/plain_picture.h"
#include "tests/support/test.h"

#include <QRegularExpression>
#include <QTest>

namespace tst_plain_picture {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace std::string_literals;
using test::htmlOf;
using test::sessionOf;

namespace {

/// Bytes that a picture must lose, and those that it must keep.
const std::string secret = "GPS 52.5200 N 13.4050 E";
const std::string colours = "ICC_PROFILE\0"s + "\x01\x01 sRGB"s;

std::string highFirst(std::size_t value, int size)
{
    std::string bytes;
    for (int i = size - 1; i >= 0; --i)
        bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
    return bytes;
}

std::string lowFirst(std::size_t value, int size)
{
    const std::string bytes = highFirst(value, size);
    return {bytes.rbegin(), bytes.rend()};
}

/// Which way up, and where it was taken.
std::string exif(int orientation, bool isHighFirst = true)
{
    const auto number = [&](std::size_t value, int size) {
        return isHighFirst ? highFirst(value, size) : lowFirst(value, size);
    };
    return (isHighFirst ? "MM" : "II") + number(42, 2) + number(8, 4) + number(2, 2) + number(0x010F, 2) + number(2, 2)
        + number(secret.size(), 4) + number(38, 4) + number(0x0112, 2) + number(3, 2) + number(1, 4)
        + number(static_cast<std::size_t>(orientation), 2) + number(0, 2) + number(0, 4) + secret;
}

std::string segment(int code, const std::string& content)
{
    return "\xff" + std::string(1, static_cast<char>(code)) + highFirst(content.size() + 2, 2) + content;
}

std::string jpegFrame(int width, int height)
{
    return segment(0xC2,
                   "\x08" + highFirst(static_cast<std::size_t>(height), 2)
                       + highFirst(static_cast<std::size_t>(width), 2) + "\x01\x01\x11\0"s);
}

/// Of two scans, with what cameras and programs put into it.
std::string jpeg(int orientation = 6, bool isHighFirst = true)
{
    const std::string scan = segment(0xDA, "\x01\x01\0\0\x3f\0"s) + "drawn \xff\0 and \xff\xd0 drawn"s;
    return "\xff\xd8" + segment(0xE0, "JFIF\0\x01\x02\0\0\x01\0\x01\0\0"s) + segment(0xE0, "JFXX\0"s + secret)
        + segment(0xE1, "Exif\0\0"s + exif(orientation, isHighFirst))
        + segment(0xE1, "http://ns.adobe.com/xap/1.0/\0"s + secret) + segment(0xE2, colours)
        + segment(0xE2, "MPF\0"s + secret) + segment(0xED, "Photoshop 3.0\0"s + secret)
        + segment(0xEE, "Adobe\0d\0\0\0\0\x01"s) + segment(0xFE, secret) + segment(0xDB, std::string(65, '\x01'))
        + jpegFrame(40, 30) + scan + segment(0xC4, "codes") + scan + "\xff\xff\xd9" + secret;
}

std::string chunk(const char* name, const std::string& content)
{
    return highFirst(content.size(), 4) + name + content + "sums";
}

std::string png(std::size_t width = 40, std::size_t height = 30)
{
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", highFirst(width, 4) + highFirst(height, 4) + "\x08\x06\0\0\0"s)
        + chunk("iCCP", colours) + chunk("eXIf", exif(6)) + chunk("tEXt", "Author\0"s + secret)
        + chunk("iTXt", "XML:com.adobe.xmp\0"s + secret) + chunk("zTXt", secret) + chunk("tIME", secret)
        + chunk("prVt", secret) + chunk("tRNS", "clear") + chunk("acTL", "moves") + chunk("IDAT", "drawn")
        + chunk("fdAT", "drawn again") + chunk("IEND", "") + secret;
}

std::string gif(std::size_t width = 40, std::size_t height = 30)
{
    const auto pieces = [](const std::string& said) {
        return std::string(1, static_cast<char>(said.size())) + said + '\0';
    };
    return "GIF89a" + lowFirst(width, 2) + lowFirst(height, 2) + "\x80\0\0"s + "colors" + "!\xff" + "\x0bNETSCAPE2.0"
        + "\x03\x01\0\0"s + pieces(secret) + "!\xfe" + pieces(secret) + "!\xff" + "\x0bXMP DataXMP" + pieces(secret)
        + "!\xf9\x04\x01\x0a\0\0"s + pieces(secret) + "!\xff" + "\x0bNETSCAPE2.0" + pieces(secret) + "!\x01"
        + pieces(secret) + "," + lowFirst(0, 4) + lowFirst(width, 2) + lowFirst(height, 2) + "\x80" + "others" + "\x08"
        + pieces("drawn") + ";" + secret;
}

std::string riff(const char* name, const std::string& content)
{
    return name + lowFirst(content.size(), 4) + content + std::string(content.size() % 2, '\0');
}

std::string webp(std::size_t width = 40, std::size_t height = 30, int orientation = 6)
{
    const std::string picture =
        riff("VP8L", "\x2f" + lowFirst((width - 1) % 16384 | (height - 1) % 16384 << 14U, 4) + "drawn");
    const std::string frame = std::string(16, '\x02') + riff("ALPH", "clear") + picture + riff("mine", secret);
    const std::string body = riff("VP8X", "\x3e\0\0\0"s + lowFirst(width - 1, 3) + lowFirst(height - 1, 3))
        + riff("ICCP", colours) + riff("ANIM", "moves.") + riff("ANMF", frame) + picture
        + riff("EXIF", "Exif\0\0"s + exif(orientation)) + riff("XMP ", secret) + riff("mine", secret);
    return "RIFF" + lowFirst(body.size() + 4, 4) + "WEBP" + body + secret;
}

formats::html::PlainPicture plainOf(const std::string& bytes)
{
    return formats::html::plainPicture(bytes, imageTypeOf(bytes));
}

/// What a page has of it; empty: it is only named.
std::string insideOf(const std::string& bytes)
{
    const QString html = QString::fromStdString(htmlOf(sessionOf("a"), bytes));
    static const QRegularExpression picture(QStringLiteral("src=\"data:image/[a-z]+;base64,([^\"]*)\""));
    return QByteArray::fromBase64(picture.match(html).captured(1).toLatin1()).toStdString();
}

} // namespace

/// What of a picture's file leaves in a page: what is drawn, and nothing that says where or with what it was made.
class TestPlainPicture final : public QObject
{
    Q_OBJECT

private slots:
    static void pictures_sayNothingElse_data();
    static void pictures_sayNothingElse();
    static void pictures_keepTheWayUp_data();
    static void pictures_keepTheWayUp();
    static void pictures_stayAsTheyAre_data();
    static void pictures_stayAsTheyAre();
    static void largePictures_areNamed_data();
    static void largePictures_areNamed();
    static void cutPictures_areNoDanger();
};

void TestPlainPicture::pictures_sayNothingElse_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("kept");
    const QByteArray icc = QByteArray::fromStdString(colours);
    const auto row = [](const char* name, const std::string& bytes, const QByteArrayList& kept) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << kept;
    };
    row("JPEG", jpeg(), {icc, "JFIF", "Adobe", "drawn \xff", "codes"});
    row("JPEG in two parts", jpeg() + jpeg(), {icc, "drawn \xff"});
    row("PNG", png(), {icc, "drawn", "drawn again", "moves", "clear", "IEND"});
    row("GIF", gif(), {"NETSCAPE2.0", "drawn", "colors", "others"});
    row("WebP", webp(), {icc, "drawn", "moves.", "clear"});
}

void TestPlainPicture::pictures_sayNothingElse()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, kept);
    QVERIFY(bytes.contains("GPS"));
    const QByteArray inside = QByteArray::fromStdString(insideOf(bytes.toStdString()));
    QVERIFY(!inside.isEmpty());
    for (const char* gone :
         {"GPS", "Photoshop", "ns.adobe.com", "XMP", "tEXt", "eXIf", "tIME", "MPF", "JFXX", "mine", "prVt"})
        QVERIFY2(!inside.contains(gone), gone);
    for (const QByteArray& one : kept)
        QVERIFY2(inside.contains(one), one.constData());
    QCOMPARE(plainOf(inside.toStdString()).bytes, inside.toStdString()); // nothing more to take out
}

void TestPlainPicture::pictures_keepTheWayUp_data()
{
    QTest::addColumn<int>("orientation");
    QTest::addColumn<bool>("isHighFirst");
    for (int orientation = 0; orientation <= 9; ++orientation) {
        QTest::addRow("%d", orientation) << orientation << true;
        QTest::addRow("%d, the other way round", orientation) << orientation << false;
    }
}

void TestPlainPicture::pictures_keepTheWayUp()
{
    QFETCH(int, orientation);
    QFETCH(bool, isHighFirst);
    const bool isTurned = orientation > 1 && orientation < 9;
    const std::string tiff =
        "MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"s + static_cast<char>(orientation) + "\0\0\0\0\0\0"s;
    const std::string inside = insideOf(jpeg(orientation, isHighFirst));
    QCOMPARE(inside.find("Exif") != std::string::npos, isTurned);
    QCOMPARE(inside.find("\xff\xe1" + highFirst(tiff.size() + 8, 2) + "Exif\0\0"s + tiff) != std::string::npos,
             isTurned);
    const std::string other = insideOf(webp(40, 30, orientation));
    QCOMPARE(other.find(riff("EXIF", tiff)) != std::string::npos, isTurned);
    QCOMPARE(static_cast<unsigned char>(other.at(20)), isTurned ? 0x3AU : 0x32U); // what its head announces
    QCOMPARE(other.substr(4, 4), lowFirst(other.size() - 8, 4));
}

void TestPlainPicture::pictures_stayAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    row("JPEG", "\xff\xd8" + jpegFrame(40, 30) + segment(0xDA, "x") + "drawn" + "\xff\xd9");
    row("PNG",
        "\x89PNG\r\n\x1a\n" + chunk("IHDR", highFirst(4, 4) + highFirst(3, 4) + "\x08\x06\0\0\0"s)
            + chunk("IDAT", "drawn") + chunk("IEND", ""));
    row("GIF", "GIF87a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01x\0;"s);
    row("BMP",
        "BM" + lowFirst(60, 4) + std::string(8, '\0') + lowFirst(40, 4) + lowFirst(2, 4) + lowFirst(2, 4)
            + std::string(34, 'd'));
}

void TestPlainPicture::pictures_stayAsTheyAre()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(QByteArray::fromStdString(insideOf(bytes.toStdString())), bytes);
}

void TestPlainPicture::largePictures_areNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isInside");
    const auto row = [](const char* name, const std::string& bytes, bool isInside) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << isInside;
    };
    const auto jpegOf = [](int width, int height) {
        return "\xff\xd8" + jpegFrame(width, height) + segment(0xDA, "x") + "d";
    };
    const auto bmpOf = [](std::size_t width, std::size_t height) {
        return "BM" + lowFirst(60, 4) + std::string(8, '\0') + lowFirst(40, 4) + lowFirst(width, 4)
            + lowFirst(height, 4) + std::string(34, 'd');
    };
    row("PNG of 64 million", png(8'000, 8'000), true);
    row("PNG of more", png(8'001, 8'000), false);
    row("PNG of a number without end", png(0xFFFFFFFF, 0xFFFFFFFF), false);
    row("JPEG of 64 million", jpegOf(8'000, 8'000), true);
    row("JPEG of more", jpegOf(65'535, 1'000), false);
    row("GIF of more", gif(65'535, 1'000), false);
    row("WebP of more", webp(16'384, 4'000), false);
    row("BMP of 64 million", bmpOf(8'000, 8'000), true);
    row("BMP of more", bmpOf(8'000, 8'001), false);
    row("BMP from the top down", bmpOf(8'000, 0xFFFFFFFF - 8'001), false);
    row("TIFF, which no browser shows", "II*\0"s + exif(6, false).substr(4), false);
}

void TestPlainPicture::largePictures_areNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, isInside);
    const QString html = QString::fromStdString(htmlOf(sessionOf("a"), bytes.toStdString()));
    QCOMPARE(html.contains(QStringLiteral("<img")), isInside);
    const bool isTold = html.contains(QStringLiteral("<p class=\"tool\">[a] · more than 64 million pixels</p>"));
    QCOMPARE(isTold, !isInside && !bytes.startsWith("II"));
}

/// Wherever it ends, and whatever its numbers say.
void TestPlainPicture::cutPictures_areNoDanger()
{
    for (const std::string& whole : {jpeg(), png(), gif(), webp()}) {
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const std::string cut = whole.substr(0, size);
            const std::string type = imageTypeOf(whole);
            QVERIFY(formats::html::plainPicture(cut, type).bytes.size() <= cut.size() + 40);
            std::string other = whole;
            if (size < whole.size())
                other[size] = '\xff';
            const std::string plain = formats::html::plainPicture(other, type).bytes;
            QVERIFY(plain.size() <= other.size() + 40);
        }
    }
}

} // namespace tst_plain_picture

QUARTERDECK_TEST(tst_plain_picture, TestPlainPicture)
#include "tst_plain_picture.moc"
