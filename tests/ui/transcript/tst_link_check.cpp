#include "tests/support/test.h"
#include "ui/transcript/link_check.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <map>

namespace tst_link_check {

using namespace quarterdeck::ui::transcript;
using Reasons = std::vector<LinkReason>;
class TestLinkCheck final : public QObject
{
    Q_OBJECT

private slots:
    void link_isRefused_data()
    {
        QTest::addColumn<QString>("address");
        for (const char* address : {"javascript:alert(1)",
                                    "JaVaScRiPt:alert(1)",
                                    "data:text/html,x",
                                    "file:///etc/passwd",
                                    "ftp://a.example/",
                                    "vbscript:x",
                                    "app://transcript/index.html",
                                    "about:blank",
                                    "blob:https://a.example/1",
                                    "//a.example/x",
                                    "/etc/passwd",
                                    "index.html",
                                    "",
                                    "https://",
                                    "https:///x",
                                    "http:a.example",
                                    "https://a.example\\@b.example/",
                                    "https://a.example/\tx",
                                    "https://a b.example/",
                                    "https://a.example\n.b.example/",
                                    "smb://a.example/x",
                                    "mailto:",
                                    "mailto:a@b.example?attach=/etc/passwd",
                                    "mailto:a@b.example?subject=x&%61ttachment=/etc/passwd",
                                    "mailto:a@b.example?subject=x%0D%0ABcc:c@d.example",
                                    "mailto:a@b.example%0AX-Attach:x",
                                    "intent://x",
                                    "ms-settings:x",
                                    "view-source:https://a.example",
                                    "ssh://a.example"})
            QTest::newRow(address) << QString::fromUtf8(address);
        QTest::newRow("direction") << QString::fromUtf16(u"https://a.example/\u202Egnp.exe");
        QTest::newRow("zero width") << QString::fromUtf16(u"https://a\u200B.example/");
    }

    void link_isRefused()
    {
        QFETCH(const QString, address);
        QVERIFY(!classifyLink(address, QStringLiteral("text")).has_value());
        bool opened = false;
        QVERIFY(!openLinkSafely({QUrl(address), address, {}, {}, {}}, [&](const QUrl&) { return opened = true; }));
        QVERIFY(!opened);
    }

    void link_isAskedAbout_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("text");
        QTest::addColumn<Reasons>("reasons");
        QTest::addColumn<QString>("host");
        using enum LinkReason;
        const auto row = [](const char* what, const char16_t* address, const char16_t* text, const Reasons& reasons,
                            const char* host) {
            QTest::newRow(what) << QString::fromUtf16(address) << QString::fromUtf16(text) << reasons
                                << QString::fromLatin1(host);
        };
        row("plain", u"https://a.example/x?y=1#z", u"the docs", {}, "a.example");
        row("same text", u"https://a.example/", u"https://a.example/", {}, "a.example");
        row("www", u"https://www.a.example/", u"a.example", {}, "www.a.example");
        row("mail", u"mailto:a@b.example", u"write", {}, "");
        row("other host", u"https://evil.example/", u"https://bank.example/login", {TextNamesAnotherHost},
            "evil.example");
        row("bare other host", u"https://evil.example/", u"bank.example", {TextNamesAnotherHost}, "evil.example");
        row("sub domain of another", u"https://bank.example.evil.example/", u"bank.example", {TextNamesAnotherHost},
            "bank.example.evil.example");
        row("user", u"https://bank.example@evil.example/", u"x", {UserInfo}, "evil.example");
        row("empty user", u"https://@evil.example/", u"x", {UserInfo}, "evil.example");
        row("mixed", u"https://p\u0430ypal.example/", u"x", {MixedScripts, EncodedName}, "xn--pypal-4ve.example");
        row("encoded", u"https://xn--pypal-4ve.example/", u"x", {MixedScripts, EncodedName}, "xn--pypal-4ve.example");
        row("chinese", u"https://\u4F8B\u5B50.example/", u"x", {EncodedName}, "xn--fsqu00a.example");
        row("ip", u"http://192.0.2.1/", u"x", {IpAddress}, "192.0.2.1");
        row("ip 6", u"http://[2001:db8::1]/", u"x", {IpAddress}, "2001:db8::1");
        row("localhost", u"http://localhost:8080/", u"x", {Local}, "localhost");
        row("its sub domain", u"http://x.localhost/", u"x", {Local}, "x.localhost");
        row("loopback", u"http://127.0.0.1/", u"x", {Local}, "127.0.0.1");
        row("loopback 6", u"http://[::1]/", u"x", {Local}, "::1");
        row("any", u"http://0.0.0.0/", u"x", {Local}, "0.0.0.0");
    }

    void link_isAskedAbout()
    {
        QFETCH(const QString, address);
        QFETCH(const QString, text);
        QFETCH(const Reasons, reasons);
        QFETCH(const QString, host);
        const auto link = classifyLink(address, text);
        QVERIFY(link.has_value());
        QCOMPARE(link->host, host);
        QVERIFY(link->reasons == reasons);
        for (const QChar c : link->address)
            QVERIFY2(c.unicode() < 0x80, qPrintable(link->address));
        for (const LinkReason reason : link->reasons)
            QVERIFY(!reasonText(reason).isEmpty());
    }

    /// The page's marking of links is held to the same table.
    void reasons_areThoseOfTheTable_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("reasons");
        QFile file(QStringLiteral(QUARTERDECK_TEST_DATA "/links.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray rows = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY(!rows.isEmpty());
        for (const QJsonValue& value : rows) {
            const QJsonObject row = value.toObject();
            QTest::newRow(qPrintable(row[u"what"].toString()))
                << row[u"address"].toString() << row[u"text"].toString() << row[u"reasons"].toVariant().toStringList();
        }
    }

    void reasons_areThoseOfTheTable()
    {
        QFETCH(const QString, address);
        QFETCH(const QString, text);
        QFETCH(QStringList, reasons);
        static const std::map<LinkReason, QString> words{
            {LinkReason::TextNamesAnotherHost, QStringLiteral("otherHost")},
            {LinkReason::TextNamesAnotherAddress, QStringLiteral("otherAddress")},
            {LinkReason::MoreRecipients, QStringLiteral("moreRecipients")},
            {LinkReason::UserInfo, QStringLiteral("userInfo")},
            {LinkReason::MixedScripts, QStringLiteral("mixedScripts")},
            {LinkReason::EncodedName, QStringLiteral("encodedName")},
            {LinkReason::IpAddress, QStringLiteral("ipAddress")},
            {LinkReason::Local, QStringLiteral("local")}};
        const auto link = classifyLink(address, text);
        QVERIFY(link.has_value());
        QStringList found;
        for (const LinkReason reason : link->reasons)
            found << words.at(reason);
        found.sort();
        reasons.sort();
        QCOMPARE(found, reasons);
        for (const LinkReason reason : link->reasons)
            QVERIFY(!reasonText(reason).isEmpty());
    }

    void textWithoutBlanks_isLookedThroughOnce()
    {
        const QUrl target(QStringLiteral("https://c.example/"));
        QCOMPARE(hostsNamedIn(QStringLiteral("a:").repeated(100'000), target), QStringList());
        QCOMPARE(hostsNamedIn(QStringLiteral("-").repeated(200'000) + u'a', target), QStringList());
        QCOMPARE(mailAddressesIn(QStringLiteral("a@").repeated(100'000)).size(), 1);
    }

    void halfACharacter_hidesNoHost()
    {
        const QString text = QString(QChar(0xD800)) + QStringLiteral(" github.com ") + QChar(0xDC00);
        const auto link = classifyLink(QStringLiteral("https://evil.example/"), text);
        QVERIFY(link && link->reasons == Reasons{LinkReason::TextNamesAnotherHost});
    }

    /// Browsers read these as addresses of this computer.
    void numbersAsHosts_areAskedAbout()
    {
        for (const char* address : {"http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://017700000001/",
                                    "http://1.2.3.4.5/", "http://a.0x1f/"}) {
            const auto link = classifyLink(QString::fromLatin1(address), QStringLiteral("x"));
            QVERIFY2(!link || !link->reasons.empty(), address);
        }
    }

    void refusal_saysWhy_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("why");
        QTest::newRow("scheme") << "javascript:alert(1)"
                                << "“javascript:”";
        QTest::newRow("file") << "file:///etc/passwd"
                              << "“file:”";
        QTest::newRow("control") << QStringLiteral("https://a.exam\u202eple/") << "not all programs read the same way";
        QTest::newRow("backslash") << "https://a.example\\@b.example/"
                                   << "not all programs read the same way";
        QTest::newRow("no host") << "https:///x"
                                 << "not a complete address";
        QTest::newRow("relative") << "x/y"
                                  << "not a complete address";
        QTest::newRow("an attachment") << "mailto:a@b.example?attach=x"
                                       << "more into an email";
        QTest::newRow("no mail") << "mailto:"
                                 << "not a complete address";
    }

    void refusal_saysWhy()
    {
        QFETCH(const QString, address);
        QFETCH(const QString, why);
        QVERIFY(!classifyLink(address, QStringLiteral("x")));
        QVERIFY2(refusalOf(address).contains(why), qPrintable(refusalOf(address)));
    }

    void warning_namesTheHostFirst()
    {
        const QString user(1900, u'a');
        const auto link =
            classifyLink(QStringLiteral("https://bank.example.%1@evil.example/login").arg(user), QStringLiteral("x"));
        QVERIFY(link);
        const LinkWarning warning = warningOf(*link);
        QCOMPARE(warning.where, QStringLiteral("This link goes to evil.example."));
        QVERIFY(warning.why.startsWith(reasonText(LinkReason::UserInfo)));
        QVERIFY(warning.why.endsWith(QStringLiteral("@evil.example/login")));
        QVERIFY(warning.why.size() < 400);
        LinkQuestion mail;
        mail.address = QStringLiteral("mailto:a@b.example");
        QVERIFY(warningOf(mail).where.contains(mail.address));
    }

    void whatWasShown_isOpened()
    {
        const auto link = classifyLink(QStringLiteral("https://a.example/x"), QStringLiteral("x"));
        QVERIFY(link);
        QUrl opened;
        const auto open = [&](const QUrl& url) {
            opened = url;
            return true;
        };
        QVERIFY(openLinkSafely(*link, open));
        QCOMPARE(opened, QUrl(QStringLiteral("https://a.example/x")));
        LinkQuestion forged = *link;
        forged.url = QUrl(QStringLiteral("file:///etc/passwd"));
        QVERIFY(openLinkSafely(forged, open));
        QCOMPARE(opened, QUrl(QStringLiteral("https://a.example/x")));
    }
};

} // namespace tst_link_check

QUARTERDECK_TEST(tst_link_check, TestLinkCheck)
#include "tst_link_check.moc"
