#include "tests/support/test.h"
#include "ui/transcript/page_profile.h"

#include <QFile>
#include <QTest>

namespace tst_page_files {

using namespace quarterdeck::ui::transcript;
using namespace std::string_literals;

class TestPageFiles final : public QObject
{
    Q_OBJECT

private slots:
    void file_isFoundByItsExactAddress_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QByteArray>("mediaType"); // empty = does not exist
        const auto row = [](const char* url, const char* mediaType) {
            QTest::newRow(url) << QString::fromLatin1(url) << QByteArray(mediaType);
        };
        row("app://transcript/index.html", "text/html");
        row("app://transcript/style.css", "text/css");
        row("app://transcript/tokens.css", "text/css");
        row("app://transcript/fonts/KaTeX_Main-Regular.woff2", "font/woff2");
        row("app://diagram/index.html", "text/html");
        row("app://diagram/tokens.css", "text/css");
        row("app://diagram/style.css", "");
        row("app://transcript/", "");
        row("app://transcript", "");
        row("app://transcript/diagram.html", "");
        row("app://transcript/transcript.js", "");
        row("app://transcript/index.html?x=1", "");
        row("app://transcript/index.html#x", "");
        row("app://transcript:1/index.html", "");
        row("app://me@transcript/index.html", "");
        row("app://other/index.html", "");
        row("https://transcript/index.html", "");
        row("app://transcript/./index.html", "");
        row("app://transcript/../index.html", "");
        row("app://transcript/fonts/../index.html", "");
        row("app://transcript/fonts/%2e%2e/index.html", "");
        row("app://transcript/fonts/KaTeX_No-Such.woff2", "");
        row("app://diagram/fonts/KaTeX_Main-Regular.woff2", "");
    }

    void file_isFoundByItsExactAddress()
    {
        QFETCH(const QString, url);
        QFETCH(const QByteArray, mediaType);
        const auto file = pageFile(QUrl(url));
        QCOMPARE(file ? file->mediaType : QByteArray(), mediaType);
        if (file)
            QVERIFY2(QFile::exists(file->resource), qPrintable(file->resource));
    }

    void attachment_isAHashAndNothingElse()
    {
        const QString hash(64, u'a');
        const QString base = QStringLiteral("app://transcript/attachment/");
        QCOMPARE(attachmentOf(QUrl(base + hash)).str(), hash.toStdString());
        for (const QString& other :
             {base + hash + u'a', base + hash.chopped(1), base + hash.toUpper(), base + hash + QStringLiteral("?x"),
              base + QStringLiteral("../") + hash, base + QStringLiteral("x/") + hash,
              QStringLiteral("app://diagram/attachment/") + hash,
              QStringLiteral("https://transcript/attachment/") + hash})
            QVERIFY2(attachmentOf(QUrl(other)).isEmpty(), qPrintable(other));
    }

    void picture_isAKeyAndNothingElse()
    {
        const QString key(64, u'a');
        const QString base = QStringLiteral("app://transcript/picture/");
        QCOMPARE(pictureOf(QUrl(base + key)), key);
        for (const QString& other :
             {base + key + u'a', base + key.chopped(1), base + key.toUpper(), base + key + QStringLiteral("?x"),
              base + QStringLiteral("../") + key, QStringLiteral("app://diagram/picture/") + key,
              QStringLiteral("https://transcript/picture/") + key, base + QStringLiteral("https://a.example")})
            QCOMPARE(pictureOf(QUrl(other)), QString());
    }

    void mediaType_isToldByTheBytes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("mediaType");
        QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n....") << QByteArray("image/png");
        QTest::newRow("jpeg") << QByteArray("\xff\xd8\xff\xe0...") << QByteArray("image/jpeg");
        QTest::newRow("gif") << QByteArray("GIF89a...") << QByteArray("image/gif");
        QTest::newRow("webp") << QByteArray("RIFF....WEBPVP8 ") << QByteArray("image/webp");
        QTest::newRow("wav") << QByteArray("RIFF....WAVEfmt ") << QByteArray("audio/wav");
        QTest::newRow("ogg") << QByteArray("OggS...") << QByteArray("application/ogg");
        QTest::newRow("mp3") << QByteArray("\xff\xfb\x90\x44") << QByteArray("audio/mpeg");
        QTest::newRow("mp3 with sums") << QByteArray("\xff\xfa\x90\x44") << QByteArray("audio/mpeg");
        QTest::newRow("mp3 of 24 kHz") << QByteArray("\xff\xf3\xe4\xc4") << QByteArray("audio/mpeg");
        QTest::newRow("mp3 of 16 kHz with sums") << QByteArray("\xff\xf2\xe4\xc4") << QByteArray("audio/mpeg");
        QTest::newRow("mp3 of 8 kHz") << QByteArray("\xff\xe3\x18\xc4") << QByteArray("audio/mpeg");
        QTest::newRow("aac") << QByteArray("\xff\xf1\x50\x80") << QByteArray("audio/aac");
        QTest::newRow("aac of MPEG-2") << QByteArray("\xff\xf9\x50\x80") << QByteArray("audio/aac");
        QTest::newRow("text of 16 bits") << QByteArray("\xff\xfe<\0s\0", 6) << QByteArray();
        QTest::newRow("no version") << QByteArray("\xff\xeb\x90\x44") << QByteArray();
        QTest::newRow("no layer") << QByteArray("\xff\xe0\x90\x44") << QByteArray();
        QTest::newRow("mp4") << QByteArray("....ftypisom") << QByteArray("video/mp4");
        QTest::newRow("svg") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg'/>") << QByteArray();
        QTest::newRow("html") << QByteArray("<!doctype html><script>") << QByteArray();
        QTest::newRow("half a png") << QByteArray("\x89PNG") << QByteArray();
        QTest::newRow("script before a png") << QByteArray("<script>\x89PNG\r\n\x1a\n") << QByteArray();
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }

    void mediaType_isToldByTheBytes()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QByteArray, mediaType);
        QCOMPARE(shownMediaType(bytes.toStdString()), mediaType);
    }
};

} // namespace tst_page_files

QUARTERDECK_TEST(tst_page_files, TestPageFiles)
#include "tst_page_files.moc"
