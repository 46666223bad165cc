#include "tests/support/test.h"
#include "ui/transcript/isolated_page.h"
#include "ui/transcript/rendering.h"

#include <QTest>
#include <QWebEngineUrlScheme>
#include <set>

namespace tst_page_policy {

using namespace quarterdeck::ui::transcript;
using Info = QWebEngineUrlRequestInfo;
using S = QWebEngineSettings;

class TestPagePolicy final : public QObject
{
    Q_OBJECT

private slots:
    void settings_areOnOnlyWhereThePageNeedsThem()
    {
        std::set<S::WebAttribute> on;
        std::set<S::WebAttribute> named;
        for (const PageSetting& setting : pageSettings()) {
            QVERIFY2(named.insert(setting.attribute).second, "named twice");
            if (setting.isOn)
                on.insert(setting.attribute);
        }
        const std::set<S::WebAttribute> wanted{
            S::JavascriptEnabled,           S::AutoLoadImages, S::WebRTCPublicInterfacesOnly,
            S::PlaybackRequiresUserGesture, S::ShowScrollBars, S::LinksIncludedInFocusChain};
        QVERIFY(on == wanted);
        // All that Qt 6.4 has: a new attribute needs a decision.
        for (int attribute = S::AutoLoadImages; attribute <= S::NavigateOnDropEnabled; ++attribute)
            QVERIFY2(named.contains(static_cast<S::WebAttribute>(attribute)), qPrintable(QString::number(attribute)));
    }

    /// With one stroke or two, and with any value, as Chromium reads them.
    void switches_openNoDoor()
    {
        for (const char* one : {"--remote-debugging-port=9333", "-remote-debugging-port=9333",
                                "---remote-allow-origins=*", "--disable-web-security", "-renderer-cmd-prefix=x"})
            QCOMPARE(withoutRemoteControl(QByteArray("--disable-gpu ") + one), QByteArray("--disable-gpu"));
        for (const char* one : {"--no-sandbox", "-no-sandbox", "--no-sandbox=1", "--disable-gpu --single-process"}) {
            QVERIFY2(isSandboxOff(one, false, false), one);
            QVERIFY2(!isSandboxOff(one, false, true), one); // root has none anyway
        }
        QVERIFY(!isSandboxOff("--disable-gpu no-sandbox", false, false));
        QVERIFY(isSandboxOff({}, true, false));
    }

    void scheme_hasTheFlagsItNeeds()
    {
        registerTranscriptScheme();
        const QWebEngineUrlScheme scheme = QWebEngineUrlScheme::schemeByName(QByteArrayLiteral("app"));
        QCOMPARE(scheme.name(), QByteArrayLiteral("app"));
        QCOMPARE(scheme.flags(),
                 QWebEngineUrlScheme::Flags(QWebEngineUrlScheme::SecureScheme | QWebEngineUrlScheme::CorsEnabled));
        QCOMPARE(scheme.syntax(), QWebEngineUrlScheme::Syntax::Host);
        QCOMPARE(scheme.defaultPort(), static_cast<int>(QWebEngineUrlScheme::PortUnspecified));
    }

    /// Also those that a newer Qt names: 255 is what it has no name for.
    void request_isAllowedForFiveTypes()
    {
        std::set<int> own;
        std::set<int> drawn;
        for (int type = 0; type <= 255; ++type) {
            const auto kind = static_cast<Info::ResourceType>(type);
            const QUrl page(QStringLiteral("app://transcript"));
            if (mayRequest(QUrl(QStringLiteral("app://transcript/index.html")), page, kind))
                own.insert(type);
            if (mayRequest(QUrl(QStringLiteral("blob:app://transcript/1-2")), page, kind))
                drawn.insert(type);
            for (const char* address : {"https://canary.invalid/", "file:///etc/passwd", "qrc:/web/transcript.js",
                                        "data:text/html,x", "blob:https://canary.invalid/1-2", "filesystem:app://x"})
                QVERIFY2(!mayRequest(QUrl(QString::fromLatin1(address)), page, kind), address);
        }
        QVERIFY(own
                == std::set<int>({Info::ResourceTypeMainFrame, Info::ResourceTypeStylesheet, Info::ResourceTypeImage,
                                  Info::ResourceTypeFontResource, Info::ResourceTypeMedia}));
        QVERIFY(drawn == std::set<int>({Info::ResourceTypeImage}));
    }

    void request_isAllowedByTable_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("initiator");
        QTest::addColumn<int>("type");
        QTest::addColumn<bool>("allowed");
        const QString own = QStringLiteral("app://transcript");
        const auto row = [&](const char* name, const char* url, const QString& initiator, int type, bool allowed) {
            QTest::newRow(name) << QString::fromLatin1(url) << initiator << type << allowed;
        };
        row("page", "app://transcript/index.html", {}, Info::ResourceTypeMainFrame, true);
        row("style", "app://transcript/style.css", own, Info::ResourceTypeStylesheet, true);
        row("image", "app://transcript/attachment/00", own, Info::ResourceTypeImage, true);
        row("font", "app://transcript/fonts/x.woff2", own, Info::ResourceTypeFontResource, true);
        row("media", "app://transcript/attachment/00", own, Info::ResourceTypeMedia, true);
        row("diagram picture", "blob:app://transcript/1-2", own, Info::ResourceTypeImage, true);
        row("script", "app://transcript/x.js", own, Info::ResourceTypeScript, false);
        row("frame", "app://transcript/index.html", own, Info::ResourceTypeSubFrame, false);
        row("worker", "app://transcript/x.js", own, Info::ResourceTypeWorker, false);
        row("xhr", "app://transcript/index.html", own, Info::ResourceTypeXhr, false);
        row("ping", "app://transcript/index.html", own, Info::ResourceTypePing, false);
        row("object", "app://transcript/index.html", own, Info::ResourceTypeObject, false);
        row("prefetch", "app://transcript/index.html", own, Info::ResourceTypePrefetch, false);
        row("page of another", "app://transcript/index.html", QStringLiteral("https://x.example"),
            Info::ResourceTypeMainFrame, false);
        row("blob page", "blob:app://transcript/1-2", own, Info::ResourceTypeMainFrame, false);
        row("blob of another", "blob:https://x.example/1-2", own, Info::ResourceTypeImage, false);
        row("https image", "https://canary.invalid/a.png", own, Info::ResourceTypeImage, false);
        row("http loopback", "http://127.0.0.1:80/a.png", own, Info::ResourceTypeImage, false);
        row("file", "file:///etc/passwd", own, Info::ResourceTypeImage, false);
        row("resource", "qrc:/web/transcript.js", own, Info::ResourceTypeImage, false);
        row("data", "data:image/png;base64,AAAA", own, Info::ResourceTypeImage, false);
        row("web socket", "ws://127.0.0.1/", own, Info::ResourceTypeWebSocket, false);
        row("chrome", "chrome://version", {}, Info::ResourceTypeMainFrame, false);
        row("alike scheme", "apps://transcript/index.html", {}, Info::ResourceTypeMainFrame, false);
    }

    void request_isAllowedByTable()
    {
        QFETCH(const QString, url);
        QFETCH(const QString, initiator);
        QFETCH(const int, type);
        QFETCH(const bool, allowed);
        QCOMPARE(mayRequest(QUrl(url), QUrl(initiator), static_cast<Info::ResourceType>(type)), allowed);
    }

    void navigation_isToTheOwnPageOnly_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("isMainFrame");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("itself") << "app://transcript/index.html" << true << true;
        QTest::newRow("itself in a frame") << "app://transcript/index.html" << false << false;
        QTest::newRow("fragment") << "app://transcript/index.html#x" << true << false;
        QTest::newRow("query") << "app://transcript/index.html?x" << true << false;
        QTest::newRow("diagram page") << "app://diagram/index.html" << true << false;
        QTest::newRow("attachment") << "app://transcript/attachment/00" << true << false;
        QTest::newRow("https") << "https://example.com/" << true << false;
        QTest::newRow("javascript") << "javascript:alert(1)" << true << false;
        QTest::newRow("data") << "data:text/html,x" << true << false;
        QTest::newRow("blank") << "about:blank" << true << false;
        QTest::newRow("nothing") << "" << true << false;
    }

    void navigation_isToTheOwnPageOnly()
    {
        QFETCH(const QString, url);
        QFETCH(const bool, isMainFrame);
        QFETCH(const bool, allowed);
        QCOMPARE(mayNavigate(QUrl(url), QUrl(QStringLiteral("app://transcript/index.html")), isMainFrame), allowed);
    }
};

} // namespace tst_page_policy

QUARTERDECK_TEST(tst_page_policy, TestPagePolicy)
#include "tst_page_policy.moc"
