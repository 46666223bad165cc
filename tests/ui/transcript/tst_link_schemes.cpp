#include "tests/support/test.h"
#include "ui/transcript/link_check.h"

#include <QTest>
#include <set>

namespace tst_link_schemes {

using namespace quarterdeck::ui::transcript;

namespace {

/// What else is in use besides short ones, as a desktop may know it.
const std::set<QString>& longSchemes()
{
    static const QString names =
        QStringLiteral("http https mailto file data blob about javascript vbscript view-source chrome filesystem qrc "
                       "resource http+unix httpx https2 shttp mailto2 news nntp gopher sftp ftps tftp ldap ldaps smb "
                       "cifs nfs webdav webdavs davs rsync magnet irc ircs xmpp sips callto facetime skype slack "
                       "msteams zoommtg telnet rlogin ssh git svn+ssh steam intent market android-app itms ms-msdt "
                       "ms-settings ms-word ms-officecmd search-ms shell calculator vscode jetbrains idea zed cursor "
                       "bitcoin ethereum openpgp4fpr geo maps sms mms webcal feed ipfs dweb ws wss cid mid urn tag jar "
                       "wyciwyg quarterdeck apps");
    const QStringList list = names.split(u' ');
    static const std::set<QString> schemes(list.begin(), list.end());
    return schemes;
}

/// All of up to three letters.
std::set<QString> shortSchemes()
{
    std::set<QString> schemes;
    for (char a = 'a'; a <= 'z'; ++a) {
        const QString one(QLatin1Char{a});
        schemes.insert(one);
        for (char b = 'a'; b <= 'z'; ++b) {
            const QString two = one + QLatin1Char(b);
            schemes.insert(two);
            for (char c = 'a'; c <= 'z'; ++c)
                schemes.insert(two + QLatin1Char(c));
        }
    }
    return schemes;
}

} // namespace

class TestLinkSchemes final : public QObject
{
    Q_OBJECT

private slots:
    /// Everything that a desktop may have a program for.
    void threeAreOpened()
    {
        std::set<QString> schemes = shortSchemes();
        schemes.insert(longSchemes().begin(), longSchemes().end());
        std::set<QString> opened;
        for (const QString& scheme : schemes)
            for (const char* rest : {"a@b.example", "//a.example/x", "x", "///etc/passwd"}) {
                const QString address = scheme + u':' + QString::fromLatin1(rest);
                const bool isOpened =
                    openLinkSafely({QUrl(address), address, {}, {}, {}}, [](const QUrl&) { return true; });
                QCOMPARE(isOpened, classifyLink(address, {}).has_value());
                if (isOpened)
                    opened.insert(scheme);
            }
        QVERIFY(opened
                == std::set<QString>({QStringLiteral("http"), QStringLiteral("https"), QStringLiteral("mailto")}));
    }
};

} // namespace tst_link_schemes

QUARTERDECK_TEST(tst_link_schemes, TestLinkSchemes)
#include "tst_link_schemes.moc"
