#include "model/gateway/sent_bodies.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_uploaded_media {

using namespace quarterdeck::gateway;

namespace {

const std::string png("\x89PNG\r\n\x1a\n", 8);

} // namespace

/// Bytes that programs send, and their declared types.
class TestUploadedMedia final : public QObject
{
    Q_OBJECT
private slots:
    void bytesAreRead_data();
    void bytesAreRead();
    void typesAreToldByContentFirst_data();
    void typesAreToldByContentFirst();
    void picturesAreKnown();
    void typesAreServedWithoutHarm_data();
    void typesAreServedWithoutHarm();
};

void TestUploadedMedia::bytesAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isTaken");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("type");
    const auto row = [](const char* text, bool isTaken, const char* bytes = "", const char* type = "") {
        QTest::newRow(*text == 0 ? "nothing" : text)
            << QByteArray(text) << isTaken << QByteArray(bytes) << QByteArray(type);
    };
    row("", true);
    row("YQ==", true, "a");
    row("YQ", true, "a"); // without its padding
    row("YWJj", true, "abc");
    row("data:image/png;base64,YWJj", true, "abc", "image/png");
    row("data:;base64,YWJj", true, "abc");
    row("data:text/plain;charset=utf-8;base64,YQ==", true, "a", "text/plain;charset=utf-8");
    row("YWJjZ", false); // cut
    row("YW=j", false);
    row("YQ===", false);
    row("YW Jj", false);
    row("YW\nJj", false);
    row("-_-_", false); // of another alphabet
    row("data:image/png,abc", false);
    row("data:YWJj", false);
    row("/home/me/picture.png", false);
    row("https://canary.invalid/a.png", false);
}

void TestUploadedMedia::bytesAreRead()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isTaken);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, type);
    const auto sent = sentBytesIn(text.toStdString());
    QCOMPARE(sent.has_value(), isTaken);
    QCOMPARE(sent ? sent->bytes : "", bytes.toStdString());
    QCOMPARE(sent ? sent->mediaType : "", type.toStdString());
}

void TestUploadedMedia::typesAreToldByContentFirst_data()
{
    QTest::addColumn<bool>("isPicture");
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("type");
    const QByteArray bytes = "application/octet-stream";
    QTest::newRow("a picture") << true << QByteArray("text/html") << QByteArray("image/png");
    QTest::newRow("as said") << false << QByteArray("audio/mpeg") << QByteArray("audio/mpeg");
    QTest::newRow("in capitals, with more")
        << false << QByteArray("Audio/OGG ; codecs=opus") << QByteArray("audio/ogg");
    QTest::newRow("of one's own") << false << QByteArray("application/vnd.a+b-c_d")
                                  << QByteArray("application/vnd.a+b-c_d");
    for (const char* said : {"", "audio", "/mpeg", "audio/", "a b/c", "a/b/c", "a/b\r\nX: y", "*/*", "ä/b",
                             "application/x-www-form-urlencoded"})
        QTest::newRow(*said == 0 ? "nothing" : said) << false << QByteArray(said) << bytes;
    QTest::newRow("longest") << false << "a/" + QByteArray(127, 'b') << "a/" + QByteArray(127, 'b');
    QTest::newRow("too long") << false << "a/" + QByteArray(128, 'b') << bytes;
}

void TestUploadedMedia::typesAreToldByContentFirst()
{
    QFETCH(bool, isPicture);
    QFETCH(QByteArray, said);
    QFETCH(QByteArray, type);
    QCOMPARE(mediaTypeOf(isPicture ? png : "abc", said.toStdString()), type.toStdString());
    const auto attachment = attachmentOf(isPicture ? png : "abc", said.toStdString());
    QCOMPARE(attachment.mediaType, type.toStdString());
    QCOMPARE(attachment.hash.str().size(), std::size_t(64));
}

void TestUploadedMedia::picturesAreKnown()
{
    QVERIFY(isPicture(png, "image/png") && isPicture(png, "text/plain"));
    QVERIFY(isPicture("abc", "image/svg+xml") && isPicture("abc", "image/avif"));
    for (const char* type : {"image/png", "image/jpg", "text/plain", ""})
        QVERIFY(!isPicture("abc", type));
}

void TestUploadedMedia::typesAreServedWithoutHarm_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<bool>("isItself");
    for (const char* type : {"image/png", "image/webp", "audio/mpeg", "video/mp4", "image/vnd.a-b"})
        QTest::newRow(type) << QByteArray(type) << true;
    for (const char* type : {"image/svg+xml", "text/html", "application/pdf", "application/xhtml+xml", "image/", "",
                             "image/png\r\nX: y", "image/png; a=b", "IMAGE/png"})
        QTest::newRow(*type == 0 ? "nothing" : type) << QByteArray(type) << false;
}

void TestUploadedMedia::typesAreServedWithoutHarm()
{
    QFETCH(QByteArray, type);
    QFETCH(bool, isItself);
    QCOMPARE(responseMediaType(type.toStdString()), isItself ? type.toStdString() : "application/octet-stream");
}

} // namespace tst_uploaded_media

QUARTERDECK_TEST(tst_uploaded_media, TestUploadedMedia)
#include "tst_uploaded_media.moc"
