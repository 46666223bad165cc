#include "tests/support/picture_server.h"
#include "tests/support/pictures.h"
#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"
#include "ui/images/remote_image_address.h"
#include "ui/images/remote_images.h"

#include <QScopeGuard>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <functional>
#include <optional>

namespace tst_remote_image_fetch {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::ui;

namespace {

using Fetched = conversation::Result<FetchedPicture>;

/// Its outcome; nothing if the address is invalid, or there was none in time.
std::optional<Fetched> fetch(const QString& address, const FetchServices& ways)
{
    const auto picture = remoteImageUrl(address);
    if (!picture)
        return std::nullopt;
    QThreadPool decoding;
    RemoteImageFetch fetch(*picture, ways, decoding);
    std::optional<Fetched> fetched;
    int answers = 0;
    QObject::connect(&fetch, &RemoteImageFetch::finished, [&](const Fetched& given) {
        fetched = given;
        ++answers;
    });
    fetch.start();
    (void)waitFor([&] { return fetched.has_value(); });
    return answers == 1 ? fetched : std::nullopt;
}

/// The sentence; empty if there is none.
QString refusal(const QString& address, const FetchServices& ways)
{
    const std::optional<Fetched> fetched = fetch(address, ways);
    return fetched && !*fetched ? QString::fromStdString(fetched->error().sentence) : QString();
}

QByteArray ok(const QByteArray& body) { return PictureServer::response("200 OK\r\nContent-Type: text/html", body); }

} // namespace

/// Fetching a picture, from a real server with TLS.
class TestRemoteImageFetch final : public QObject
{
    Q_OBJECT

private slots:
    void picture_comesAndIsMadeAnew()
    {
        PictureServer server;
        QImage image(QSize(40, 30), QImage::Format_RGB32);
        image.fill(Qt::green);
        image.setText(QStringLiteral("Secret"), QStringLiteral("written by its maker"));
        server.answers["/x.png?a=1"] = ok(pngOf(image) + "<script>behind it</script>");
        const auto fetched = fetch(server.address(QStringLiteral("x.png?a=1#part")), server.ways());
        QVERIFY(fetched && *fetched);
        QCOMPARE((*fetched)->size, QSize(40, 30));
        QCOMPARE((*fetched)->mediaType, QByteArray("image/png"));
        QCOMPARE((*fetched)->name, QStringLiteral("x.png"));
        QVERIFY(!(*fetched)->bytes.contains("script"));
        const QImage again = QImage::fromData((*fetched)->bytes);
        QCOMPARE(again.pixelColor(5, 5), QColor(Qt::green));
        QCOMPARE(again.textKeys(), QStringList());
    }

    void photograph_staysOne()
    {
        PictureServer server;
        QByteArray jpeg;
        QBuffer buffer(&jpeg);
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(QImage(QSize(8, 8), QImage::Format_RGB32).save(&buffer, "JPEG"));
        server.answers["/x"] = ok(jpeg);
        const auto fetched = fetch(server.address(QStringLiteral("x")), server.ways());
        QVERIFY(fetched && *fetched);
        QCOMPARE((*fetched)->mediaType, QByteArray("image/jpeg"));
    }

    /// The name leads nowhere in this world: only the address that was checked can have been connected to.
    void request_saysNothingOfThePerson()
    {
        PictureServer server;
        server.answers["/one"] = PictureServer::redirection(server.address(QStringLiteral("two"), "elsewhere.test"));
        server.answers["/two"] = ok(png({4, 4}));
        const auto fetched = fetch(server.address(QStringLiteral("one")), server.ways());
        QVERIFY(fetched && *fetched);
        QCOMPARE(server.resolved, (QStringList{"pictures.test", "elsewhere.test"})); // each once
        QCOMPARE(server.requests.size(), 2);
        const QByteArray port = QByteArray::number(QUrl(server.address({})).port());
        QVERIFY2(server.requests[0].contains("\r\nHost: pictures.test:" + port + "\r\n"), server.requests[0]);
        QVERIFY2(server.requests[1].contains("\r\nHost: elsewhere.test:" + port + "\r\n"), server.requests[1]);
        for (const QByteArray& head : server.requests) {
            const QByteArray lower = head.toLower();
            for (const char* said : {"cookie", "referer", "authorization", "origin", "127.0.0.1", "mozilla", "en-"})
                QVERIFY2(!lower.contains(said), head);
        }
    }

    void nameThatChanges_isAskedForOnce()
    {
        PictureServer server;
        server.answers["/x"] = ok(png({4, 4}));
        FetchServices ways = server.ways();
        int asked = 0;
        ways.isAllowed = [](const QHostAddress& address) { return address.isLoopback(); };
        ways.resolve = [&](const QString&, QObject*, const std::function<void(const QHostInfo&)>& done) {
            QHostInfo found;
            found.setAddresses({QHostAddress(++asked == 1 ? QStringLiteral("127.0.0.1") : QStringLiteral("10.0.0.1"))});
            done(found);
        };
        const auto fetched = fetch(server.address(QStringLiteral("x")), ways);
        QVERIFY(fetched && *fetched);
        QCOMPARE(asked, 1);
    }

    void addressThatIsNotPublic_isNotAsked_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<QStringList>("addresses");
        QTest::newRow("name of this computer") << "pictures.test" << QStringList{"127.0.0.1"};
        QTest::newRow("one of several") << "pictures.test" << QStringList{"8.8.8.8", "127.0.0.1"};
        QTest::newRow("mapped") << "pictures.test" << QStringList{"::ffff:127.0.0.1"};
        QTest::newRow("NAT64") << "pictures.test" << QStringList{"64:ff9b::7f00:1"};
        QTest::newRow("itself") << "127.0.0.1" << QStringList();
        QTest::newRow("in IPv6") << "[::1]" << QStringList();
    }

    void addressThatIsNotPublic_isNotAsked()
    {
        QFETCH(const QString, host);
        QFETCH(const QStringList, addresses);
        PictureServer server;
        FetchServices ways = server.ways();
        ways.isAllowed = isPublicAddress;
        ways.resolve = [&](const QString&, QObject*, const std::function<void(const QHostInfo&)>& done) {
            QHostInfo found;
            QList<QHostAddress> all;
            for (const QString& address : addresses)
                all.append(QHostAddress(address));
            found.setAddresses(all);
            done(found);
        };
        const QString said = refusal(server.address({}, host.toLatin1()), ways);
        QVERIFY2(said.contains(QStringLiteral("not a public internet address")), qPrintable(said));
        QCOMPARE(server.calls, 0);
    }

    void redirectionInside_isNotFollowed()
    {
        PictureServer server;
        server.answers["/x"] = PictureServer::redirection(server.address(QStringLiteral("y"), "127.0.0.1"));
        server.answers["/y"] = ok(png({4, 4}));
        FetchServices ways = server.ways();
        int asked = 0;
        ways.isAllowed = [&asked](const QHostAddress& address) { return ++asked == 1 || isPublicAddress(address); };
        const QString said = refusal(server.address(QStringLiteral("x")), ways);
        QCOMPARE(said, QStringLiteral("Not loaded: 127.0.0.1 is not a public internet address."));
        QCOMPARE(server.calls, 1);
    }

    void whatGoesWrong_isSaid_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const QByteArray& answer, const char* sentence) {
            QTest::newRow(name) << answer << QString::fromUtf8(sentence);
        };
        row("missing", PictureServer::response("404 Not Found", png({4, 4})),
            "pictures.test refused the image (status 404).");
        row("wants a password", PictureServer::response("401 No\r\nWWW-Authenticate: Basic realm=\"x\"", "x"),
            "pictures.test refused the image (status 401).");
        row("says that it is large", "HTTP/1.1 200 OK\r\nContent-Length: 10000001\r\n\r\nx",
            "Not loaded: the image from pictures.test is larger than 10 MB.");
        row("is large", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + QByteArray(10'000'001, 'x'),
            "Not loaded: the image from pictures.test is larger than 10 MB.");
        row("SVG", ok("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>"),
            "“pictures.test” is not a PNG, JPEG, WebP or GIF image.");
        row("empty", ok({}), "“pictures.test” is not a PNG, JPEG, WebP or GIF image.");
        row("cut short", ok(png({400, 400}).left(60)), "The image “pictures.test” is damaged and cannot be read.");
        row("bomb", ok(pngThatClaims(9'000)), "The image “pictures.test” has more than 64 megapixels.");
        row("in circles", PictureServer::redirection(QStringLiteral("/x")),
            "Not loaded: pictures.test redirects too many times.");
        row("on without TLS", PictureServer::redirection(QStringLiteral("http://pictures.test/x")),
            "Not loaded: pictures.test redirects to an address that is not allowed.");
        row("on to a file", PictureServer::redirection(QStringLiteral("file:///etc/passwd")),
            "Not loaded: pictures.test redirects to an address that is not allowed.");
        row("on with a name", PictureServer::redirection(QStringLiteral("https://me:you@pictures.test/x")),
            "Not loaded: pictures.test redirects to an address that is not allowed.");
    }

    void whatGoesWrong_isSaid()
    {
        QFETCH(const QByteArray, answer);
        QFETCH(const QString, sentence);
        PictureServer server;
        server.answers["/x"] = answer;
        QCOMPARE(refusal(server.address(QStringLiteral("x")), server.ways()), sentence);
        QVERIFY(server.calls <= 1 + RemoteImageFetch::mostRedirections);
    }

    void hostThatIsAnother_isNotBelieved()
    {
        PictureServer server;
        server.answers["/x"] = ok(png({4, 4}));
        const QString said = refusal(server.address(QStringLiteral("x"), "another.test"), server.ways());
        QCOMPARE(said, QStringLiteral("Not loaded: another.test could not prove its identity."));
        QCOMPARE(server.requests.size(), 0);
    }

    void proxy_meansThatNothingIsAsked()
    {
        PictureServer server;
        FetchServices ways = server.ways();
        ways.hasProxy = [](const QUrl&) { return true; };
        QVERIFY(refusal(server.address(QStringLiteral("x")), ways).contains(QStringLiteral("proxy")));
        QCOMPARE(server.resolved, QStringList());
        QCOMPARE(server.calls, 0);
    }

    void systemProxy_isFound()
    {
        const FetchServices ways = publicWays();
        const QUrl url(QStringLiteral("https://a.example/x"));
        qunsetenv("https_proxy");
        qunsetenv("all_proxy");
        QVERIFY(!ways.hasProxy(url));
        qputenv("https_proxy", "http://proxy.example:3128");
        const bool isFound = ways.hasProxy(url);
        qunsetenv("https_proxy");
        QVERIFY(isFound);
    }

    void unknownHost_isSaid()
    {
        PictureServer server;
        QCOMPARE(refusal(QStringLiteral("https://nowhere.invalid/x"), server.ways()),
                 QStringLiteral("The host nowhere.invalid was not found."));
    }

    void silence_ends()
    {
        PictureServer server; // answers nothing
        FetchServices ways = server.ways();
        ways.silenceMs = 200;
        QCOMPARE(refusal(server.address(QStringLiteral("x")), ways),
                 QStringLiteral("pictures.test did not answer in time."));
        ways.silenceMs = 60'000;
        ways.limitMs = 200;
        QCOMPARE(refusal(server.address(QStringLiteral("x")), ways),
                 QStringLiteral("pictures.test did not answer in time."));
    }

    void theSameTwice_isOneRequest()
    {
        PictureServer server;
        server.answers["/x"] = ok(png({4, 4}));
        RemoteImages pictures(server.ways());
        QSignalSpy loaded(&pictures, &RemoteImages::loaded);
        const auto address = *remoteImageUrl(server.address(QStringLiteral("x")));
        pictures.load(address);
        pictures.load(address);
        QVERIFY(waitFor([&] { return !loaded.empty(); }));
        pictures.load(address);
        QCOMPARE(server.requests.size(), 1);
        QCOMPARE(loaded.count(), 1);
        QVERIFY(pictures.find(address.key) != nullptr);
    }

    void decoding_waitsForItsThread()
    {
        PictureServer server;
        server.answers["/x"] = ok(png({4, 4}));
        QSemaphore gate;
        QThreadPool decoding;
        decoding.setMaxThreadCount(1);
        decoding.start([&] { gate.acquire(); }); // another picture
        const auto opened = qScopeGuard([&] { gate.release(2); });
        RemoteImageFetch fetch(*remoteImageUrl(server.address(QStringLiteral("x"))), server.ways(), decoding);
        QSignalSpy finished(&fetch, &RemoteImageFetch::finished);
        fetch.start();
        QVERIFY(waitFor([&] { return !server.requests.empty(); }));
        (void)waitFor([] { return false; }, 150);
        QVERIFY(finished.empty());
        gate.release();
        QVERIFY(waitFor([&] { return finished.size() == 1; }));
    }

    void manyInSight_waitTheirTurn()
    {
        PictureServer server; // answers nothing
        RemoteImages pictures(server.ways());
        QSignalSpy failed(&pictures, &RemoteImages::failed);
        for (int i = 0; i < 500; ++i)
            pictures.load(*remoteImageUrl(server.address(QString::number(i))));
        QCOMPARE(failed.count(), 0);
        QVERIFY(pictures.isUnderWay(remoteImageUrl(server.address(QStringLiteral("0")))->key));
        QVERIFY(pictures.isUnderWay(remoteImageUrl(server.address(QStringLiteral("499")))->key));
    }

    void many_areLoadedAFewAtATime()
    {
        PictureServer server; // answers nothing
        RemoteImages pictures(server.ways());
        QSignalSpy failed(&pictures, &RemoteImages::failed);
        for (std::size_t i = 0; i <= RemoteImages::mostAtOnce + RemoteImages::mostWaiting; ++i)
            pictures.load(*remoteImageUrl(server.address(QString::number(i))));
        QCOMPARE(failed.count(), 1); // the one that waited longest
        QVERIFY(waitFor([&] { return server.requests.size() == int{RemoteImages::mostAtOnce}; }));
        pictures.stop();
        QVERIFY(!pictures.isUnderWay(remoteImageUrl(server.address(QStringLiteral("0")))->key));
    }
};

} // namespace tst_remote_image_fetch

QUARTERDECK_WIDGETS_TEST(tst_remote_image_fetch, TestRemoteImageFetch)
#include "tst_remote_image_fetch.moc"
