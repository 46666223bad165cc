#include "model/gateway/program_access.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <barrier>
#include <set>
#include <thread>
#include <vector>

namespace tst_access_token {

using namespace quarterdeck;
using namespace quarterdeck::gateway;

namespace {

constexpr auto ofOwner = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
const QByteArray good(64, 'a');

} // namespace

/// The file that lets programs in.
class TestAccessToken final : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("data/gateway.token"));
    }
    void isMadeOnce();
    void isMadeAnewWhenWanted();
    void isTheSameForAllWhoMakeIt();
    void whatIsUnfitIsMadeAnew_data();
    void whatIsUnfitIsMadeAnew();
    void whereNothingCanBeKeptItIsSaid();
    void tokens_data();
    void tokens();

private:
    [[nodiscard]] std::string token() const { return accessTokenAt(m_path.toStdString()).value_or("none"); }
    [[nodiscard]] QByteArray content() const
    {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

void TestAccessToken::isMadeOnce()
{
    const std::string made = token();
    QCOMPARE(made.size(), std::size_t(64));
    QCOMPARE(content().trimmed().toStdString(), made);
    QVERIFY((QFile::permissions(m_path) & ~ofOwner) == QFile::Permissions());
    QCOMPARE(token(), made);
    const QStringList left = QFileInfo(m_path).dir().entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(left, QStringList{QStringLiteral("gateway.token")});
    QVERIFY(QFile::remove(m_path));
    QVERIFY(token() != made);
}

void TestAccessToken::isMadeAnewWhenWanted()
{
    const std::string before = token();
    const auto made = newAccessTokenAt(m_path.toStdString());
    QVERIFY(made && *made != before && made->size() == 64);
    QCOMPARE(token(), *made);
    QVERIFY((QFile::permissions(m_path) & ~ofOwner) == QFile::Permissions());
    const QStringList left = QFileInfo(m_path).dir().entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(left, QStringList{QStringLiteral("gateway.token")});
    // Even if there was none; and if it cannot be made, the existing one stays.
    QVERIFY(QFile::remove(m_path));
    const std::string first = newAccessTokenAt(m_path.toStdString()).value_or("none");
    QCOMPARE(token(), first);
    QVERIFY(QFile::remove(m_path) && QDir().mkpath(m_path + QStringLiteral("/in the way")));
    const auto none = newAccessTokenAt(m_path.toStdString());
    QVERIFY(!none && none.error().code == conversation::ErrorCode::Io);
    QVERIFY(QFileInfo(m_path).isDir());
    QCOMPARE(QFileInfo(m_path).dir().entryList(QDir::Files | QDir::Hidden), QStringList());
}

void TestAccessToken::isTheSameForAllWhoMakeIt()
{
    QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
    for (int round = 0; round < 50; ++round) {
        QFile unfit(m_path); // which each of them would take away
        QVERIFY(unfit.open(QIODevice::WriteOnly));
        unfit.close();
        std::array<std::string, 8> made;
        std::barrier together(made.size());
        std::vector<std::thread> threads;
        for (std::string& one : made)
            threads.emplace_back([&] {
                together.arrive_and_wait();
                one = token();
            });
        for (std::thread& one : threads)
            one.join();
        QCOMPARE(std::set<std::string>(made.begin(), made.end()).size(), std::size_t(1));
        QCOMPARE(content().trimmed().toStdString(), made.front());
        QVERIFY(QFile::remove(m_path));
    }
}

void TestAccessToken::whatIsUnfitIsMadeAnew_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("isLink");
    QTest::addColumn<bool>("isKept");
    const auto own = static_cast<int>(QFile::ReadOwner | QFile::WriteOwner);
    QTest::newRow("good") << good << own << false << true;
    QTest::newRow("good, with a line's end") << good + '\n' << own << false << true;
    QTest::newRow("readable to a group") << good << (own | static_cast<int>(QFile::ReadGroup)) << false << false;
    QTest::newRow("readable to all") << good << (own | static_cast<int>(QFile::ReadOther)) << false << false;
    QTest::newRow("empty") << QByteArray() << own << false << false;
    QTest::newRow("short") << good.chopped(1) << own << false << false;
    QTest::newRow("long") << good + "aa" << own << false << false;
    QTest::newRow("no digits") << QByteArray(64, 'x') << own << false << false;
    QTest::newRow("a link") << good << own << true << false;
}

void TestAccessToken::whatIsUnfitIsMadeAnew()
{
    QFETCH(QByteArray, text);
    QFETCH(int, mode);
    QFETCH(bool, isLink);
    QFETCH(bool, isKept);
    QVERIFY(QDir().mkpath(QFileInfo(m_path).absolutePath()));
    const QString target = m_folder->filePath(QStringLiteral("target"));
    QFile file(isLink ? target : m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QVERIFY(file.setPermissions(QFile::Permissions(mode)));
    if (isLink)
        QVERIFY(QFile::link(target, m_path));
    const std::string given = token();
    QCOMPARE(given.size(), std::size_t(64));
    QCOMPARE(given == good.toStdString(), isKept);
    QVERIFY(!QFileInfo(m_path).isSymLink());
    QVERIFY((QFile::permissions(m_path) & ~ofOwner) == QFile::Permissions());
    QCOMPARE(token(), given);
}

void TestAccessToken::whereNothingCanBeKeptItIsSaid()
{
    QFile file(m_folder->filePath(QStringLiteral("data")));
    QVERIFY(file.open(QIODevice::WriteOnly)); // a file where the folder should be
    const auto made = accessTokenAt(m_path.toStdString());
    QVERIFY(!made);
    QVERIFY(made.error().code == conversation::ErrorCode::Io);
    QVERIFY(QString::fromStdString(made.error().sentence).contains(m_path));
}

void TestAccessToken::tokens_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<bool>("isSame");
    QTest::newRow("same") << good << true;
    QTest::newRow("its first letter differs") << 'b' + good.mid(1) << false;
    QTest::newRow("its last letter differs") << good.chopped(1) + 'b' << false;
    QTest::newRow("shorter") << good.chopped(1) << false;
    QTest::newRow("longer") << good + 'a' << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TestAccessToken::tokens()
{
    QFETCH(QByteArray, given);
    QTEST(isSameToken(given.toStdString(), good.toStdString()), "isSame");
}

} // namespace tst_access_token

QUARTERDECK_TEST(tst_access_token, TestAccessToken)
#include "tst_access_token.moc"
