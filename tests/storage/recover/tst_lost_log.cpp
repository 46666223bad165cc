#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace tst_lost_log {

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::Access;
using storage::openLibrary;
using test::Story;

/// A file that is whole, whose log is not there any more: nothing in it tells that its last events are gone. But its
/// last owner left word that there was a log.
class LostLogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void lostLog_isSaid_data();
    void lostLog_isSaid();
    void whatIsWhole_isNotDoubted_data();
    void whatIsWhole_isNotDoubted();
    void replacedFile_isNotDoubted_data();
    void replacedFile_isNotDoubted();
    void lostFile_isNotMadeByItself_data();
    void lostFile_isNotMadeByItself();

private:
    /// What a crash leaves of the library, with its log or without.
    enum class Log { Left, Gone, Empty };
    void crash(Log log);
    [[nodiscard]] std::optional<Error> lostLog(Access access = Access::ReadWrite);
    [[nodiscard]] QString file(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] std::string path() const { return file(QStringLiteral("library.db")).toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    Story m_story;
};

void LostLogTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_story = {};
    const auto library = openLibrary(path(), &m_context);
    QVERIFY(!m_story.begin(**library, "a"));
    QVERIFY(!storage::lostLog(**library));
}

void LostLogTest::crash(Log log)
{
    const QTemporaryDir elsewhere;
    const QStringList ends{QString(), QStringLiteral("-wal"), QStringLiteral(".lock")};
    const QString name = QStringLiteral("library.db");
    {
        const auto library = openLibrary(path(), &m_context);
        QVERIFY(!m_story.say(**library, "a"));
        for (const QString& end : ends)
            QVERIFY(QFile::copy(file(name + end), elsewhere.filePath(name + end)));
    }
    QVERIFY(!QFile::exists(file(name + QStringLiteral("-wal"))));
    for (const QString& end : ends)
        test::put(file(name + end), test::bytesOf(elsewhere.filePath(name + end)));
    if (log == Log::Gone)
        QVERIFY(QFile::remove(file(name + QStringLiteral("-wal"))));
    else if (log == Log::Empty)
        test::put(file(name + QStringLiteral("-wal")), {});
}

std::optional<Error> LostLogTest::lostLog(Access access)
{
    const auto library = openLibrary(path(), &m_context, access);
    return library ? storage::lostLog(**library) : std::optional(library.error());
}

void LostLogTest::lostLog_isSaid_data()
{
    QTest::addColumn<bool>("isGone");
    QTest::addColumn<bool>("hasBackup");
    QTest::newRow("gone, and there is a backup") << true << true;
    QTest::newRow("gone, and there is none") << true << false;
    QTest::newRow("empty, and there is a backup") << false << true;
}

void LostLogTest::lostLog_isSaid()
{
    QFETCH(bool, isGone);
    QFETCH(bool, hasBackup);
    std::optional<storage::Backup> backup;
    if (hasBackup)
        backup = *storage::makeBackup(path(), storage::BackupKind::ByHand);
    crash(isGone ? Log::Gone : Log::Empty);
    // Who only reads it cannot tell.
    QVERIFY(!lostLog(Access::ReadOnly));
    const std::optional<Error> told = lostLog();
    QVERIFY(told);
    QVERIFY2(told->sentence.find(path()) != std::string::npos, told->sentence.c_str());
    QVERIFY2(told->sentence.find("may be missing") != std::string::npos, told->sentence.c_str());
    const QString date = hasBackup
        ? QLocale().toString(QDateTime::fromMSecsSinceEpoch(backup->made.msSinceEpoch), QLocale::ShortFormat)
        : QStringLiteral("There is no backup");
    QVERIFY2(told->sentence.find(date.toStdString()) != std::string::npos, told->sentence.c_str());
    // Once: it was closed properly now.
    QVERIFY(!lostLog());
    QVERIFY(!QFile::exists(file(QStringLiteral("library.db.lock"))));
    test::countPromise(4, QStringLiteral("a log that was lost, of a file that is whole: it is said"));
}

void LostLogTest::whatIsWhole_isNotDoubted_data()
{
    QTest::addColumn<int>("openings"); ///< after the crash, in which nothing is written
    QTest::newRow("opened once") << 1;
    QTest::newRow("opened twice") << 2;
}

void LostLogTest::whatIsWhole_isNotDoubted()
{
    QFETCH(int, openings);
    crash(Log::Left);
    for (int i = 0; i < openings; ++i)
        QVERIFY(!lostLog());
    const auto library = openLibrary(path(), &m_context);
    QCOMPARE(m_story.faultsOf(**library), QByteArray());
    QVERIFY(!storage::lostLog(**library));
}

void LostLogTest::replacedFile_isNotDoubted_data()
{
    QTest::addColumn<bool>("isRecovered");
    QTest::newRow("by a backup") << false;
    QTest::newRow("by what was recovered of it") << true;
}

void LostLogTest::replacedFile_isNotDoubted()
{
    QFETCH(bool, isRecovered);
    const auto backup = storage::makeBackup(path(), storage::BackupKind::ByHand);
    QVERIFY(backup);
    crash(Log::Gone);
    if (isRecovered)
        QVERIFY(storage::recoverLibrary(path()));
    else
        QVERIFY(storage::restoreBackup(path(), backup->path));
    QVERIFY(!lostLog());
}

void LostLogTest::lostFile_isNotMadeByItself_data()
{
    QTest::addColumn<bool>("isGone");
    QTest::newRow("gone") << true;
    QTest::newRow("empty") << false;
}

/// There is no copy of it yet: the earlier log proves that there was a library.
void LostLogTest::lostFile_isNotMadeByItself()
{
    QFETCH(bool, isGone);
    crash(Log::Gone);
    QVERIFY(!storage::isLost(path()));
    const QString library = QString::fromStdString(path());
    if (isGone)
        QVERIFY(QFile::remove(library));
    else
        test::put(library, {});
    for (const Access access : {Access::ReadWrite, Access::ReadOnly, Access::ReadWrite}) {
        QVERIFY(storage::isLost(path()));
        const auto refused = openLibrary(path(), &m_context, access);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, conversation::ErrorCode::NotFound);
        const char* words = isGone ? "was here before, but is gone" : "is now an empty file";
        QVERIFY2(refused.error().sentence.find(words) != std::string::npos, refused.error().sentence.c_str());
        QCOMPARE(QFile::exists(library), !isGone);
        QVERIFY(test::bytesOf(library).isEmpty());
    }
    // When the person says so, and then that is all there was.
    QVERIFY(!lostLog(Access::Anew));
    QVERIFY(!storage::isLost(path()));
    QVERIFY(!QFile::exists(file(QStringLiteral("library.db.lock"))));
    QVERIFY(!lostLog());
    test::countPromise(4,
                       QStringLiteral("a library (%1) without any copy was not silently made anew")
                           .arg(QString::fromLatin1(QTest::currentDataTag())));
}

} // namespace tst_lost_log

QUARTERDECK_TEST(tst_lost_log, LostLogTest)
#include "tst_lost_log.moc"
