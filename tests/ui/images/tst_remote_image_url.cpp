#include "tests/support/test.h"
#include "ui/images/remote_image_address.h"

#include <QTest>

namespace tst_remote_image_url {

using namespace quarterdeck::ui;

/// Which addresses are taken for those of pictures, and which of them may be loaded.
class TestRemoteImageUrl final : public QObject
{
    Q_OBJECT

private slots:
    void address_namesItsHost_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("host"); // empty = is not loaded
        const auto row = [](const char* written, const char* host) {
            QTest::newRow(written) << QString::fromUtf8(written) << QString::fromUtf8(host);
        };
        row("https://a.example/x.png", "a.example");
        row("HTTPS://A.Example/x.png?a=1&b=2#part", "a.example");
        row("https://a.example:8443/x.png", "a.example");
        row("https://bücher.example/x.png", "xn--bcher-kva.example");
        row("https://аpple.example/x.png", "xn--pple-43d.example");
        row("https://[2606:4700::1111]/x.png", "2606:4700::1111");
        row("https://127.0.0.1/x.png", "127.0.0.1"); // refused when it is checked, with a reason
        row("http://a.example/x.png", "");
        row("ftp://a.example/x.png", "");
        row("file:///etc/passwd", "");
        row("data:image/png;base64,AAAA", "");
        row("x.png", "");
        row("//a.example/x.png", "");
        row("https:///x.png", "");
        row("https://me@a.example/x.png", "");
        row("https://a.example@b.example/x.png", "");
        row("https://:@b.example/x.png", "");
        row("https://a.example\\@b.example/x.png", "");
        row("https://a.exam\u200bple/x.png", "");
        row("https://a.example/x .png", "");
        row("https://a.example/x\t.png", "");
        row("", "");
    }

    void address_namesItsHost()
    {
        QFETCH(const QString, written);
        QFETCH(const QString, host);
        const auto address = remoteImageUrl(written);
        QCOMPARE(address ? address->host : QString(), host);
        if (address)
            QVERIFY(!address->url.hasFragment() && address->key.size() == 64);
    }

    void longAddress_isRefused()
    {
        QVERIFY(!remoteImageUrl(QStringLiteral("https://a.example/") + QString(4'000, u'x')));
    }

    void key_isThatOfTheAddress()
    {
        const auto one = remoteImageUrl(QStringLiteral("https://a.example/1"));
        const auto two = remoteImageUrl(QStringLiteral("https://a.example/2"));
        QVERIFY(one->key != two->key);
        QCOMPARE(one->key, remoteImageUrl(QStringLiteral("https://a.example/1#x"))->key);
    }

    void markdown_isReadForPictures_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QStringList>("addresses");
        const auto row = [](const char* markdown, const QStringList& addresses) {
            QTest::newRow(markdown) << QString::fromUtf8(markdown) << addresses;
        };
        row("![a](https://a.example/1)", {"https://a.example/1"});
        row("![a](  <https://a.example/1 2> )", {"https://a.example/1"});
        row("![a](<https://a.example/(1>)", {"https://a.example/(1"});
        row("![a](https://a.example/(1).png \"title\") b", {"https://a.example/(1).png"});
        row("![a](https://a.example/1) ![b](https://a.example/1) ![c](https://b.example/2)",
            {"https://a.example/1", "https://b.example/2"});
        row("![a][one]\n\n[one]:\n  https://a.example/1", {"https://a.example/1"});
        row("![a](https://a.example/?x=1&amp;y=2)", {"https://a.example/?x=1&y=2"});
        row("[![a](https://a.example/1)](https://b.example/2)", {"https://a.example/1", "https://b.example/2"});
        row("[a](https://a.example/1) and https://b.example/2", {});
        row("![a](http://a.example/1)", {});
        row("! https://a.example/1 ![", {});
        row("", {});
    }

    void markdown_isReadForPictures()
    {
        QFETCH(const QString, markdown);
        QFETCH(const QStringList, addresses);
        QCOMPARE(pictureAddressesIn(markdown, 10), addresses);
    }

    void longAddress_isPassedOverWhole()
    {
        const QString within = QStringLiteral("](https://a.example/within)");
        const QString tail = QStringLiteral(" ![b](https://b.example/2)");
        const QString tooLong = QStringLiteral("![a](https://a.example/(") + within + QString(4'000, u'x');
        QCOMPARE(pictureAddressesIn(tooLong + tail, 10), QStringList{"https://b.example/2"});
    }

    void manyPictures_areBounded()
    {
        QString markdown;
        for (int i = 0; i < 100; ++i)
            markdown += QStringLiteral("![a](https://a.example/%1) ").arg(i);
        QCOMPARE(pictureAddressesIn(markdown, 60).size(), 60);
    }
};

} // namespace tst_remote_image_url

QUARTERDECK_TEST(tst_remote_image_url, TestRemoteImageUrl)
#include "tst_remote_image_url.moc"
