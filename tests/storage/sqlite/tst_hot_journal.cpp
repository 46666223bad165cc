#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "storage/sqlite/file_lock.h"
#include "storage/sqlite/journal.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/story.h"
#include "tests/support/hot_journal.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace tst_hot_journal {

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::Access;
using storage::openLibrary;
using test::await;
using test::bytesOf;
using test::put;
using test::Story;

/// A write to a library without a log that was cut off in its middle: its journal is beside the file, which is pieces
/// of two states. It is undone before anything is read of the file, copied, recovered or replaced.
class CutWriteTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void opening_undoesIt_data();
    void opening_undoesIt();
    void whatCannotBeUndone_isNotRead();
    void journalThatNamesAFile_isNotFollowed_data();
    void journalThatNamesAFile_isNotFollowed();
    void backup_isOfWhatWas();
    void restoredFile_isNotItsOwn();
    void recovery_losesNothing();
    void newLibrary_isNotItsOwn();

private:
    [[nodiscard]] QString path(const char* end = "") const
    {
        return m_folder->filePath(QStringLiteral("library.db") + QLatin1String(end));
    }
    [[nodiscard]] std::string library() const { return path().toStdString(); }
    /// Empty = it is as it was before that write.
    [[nodiscard]] QByteArray faultsOf(const QString& file, Access access = Access::ReadWrite);

    Story m_story;
    QByteArray m_whole;
    QByteArray m_file; ///< as a crash leaves it
    QByteArray m_journal;
    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
};

QByteArray CutWriteTest::faultsOf(const QString& file, Access access)
{
    const auto opened = openLibrary(file.toStdString(), &m_context, access);
    if (!opened)
        return QByteArray::fromStdString(opened.error().sentence + opened.error().detail);
    const auto health = await<LibraryHealth>([&](auto done) { (*opened)->checkHealth(done); });
    if (!health || health->integrity != "ok")
        return "the file is not sound";
    return m_story.faultsOf(**opened);
}

void CutWriteTest::initTestCase()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("library.db"));
    {
        const auto opened = openLibrary(file.toStdString(), &m_context);
        QVERIFY(!m_story.begin(**opened, "a", 60));
        QVERIFY(!m_story.begin(**opened, "b", 5));
    }
    test::Database writing(file.toStdString());
    writing.execute("PRAGMA journal_mode = DELETE");
    m_whole = bytesOf(file);
    // More than it keeps in memory: a part of it is in the file before it is committed.
    writing.execute("PRAGMA cache_size = 5; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; CREATE TABLE more (bytes);"
                    "WITH RECURSIVE counted (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < 300)"
                    " INSERT INTO more SELECT randomblob(3000) FROM counted;"
                    "UPDATE sessions SET title = 'TORN ' || title, last_seq = last_seq + 7;"
                    "UPDATE events SET latest_time = latest_time + 1");
    m_file = bytesOf(file);
    m_journal = bytesOf(file + QStringLiteral("-journal"));
    QVERIFY(m_file.left(m_whole.size()) != m_whole);
    QVERIFY(!m_journal.isEmpty() && m_journal.at(0) != 0);
}

void CutWriteTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    put(path(), m_file);
    put(path("-journal"), m_journal);
}

void CutWriteTest::opening_undoesIt_data()
{
    QTest::addColumn<Access>("access");
    QTest::addColumn<QByteArray>("file");
    const QByteArray manyPages = QByteArray(m_file).replace(28, 4, QByteArray("\0\1\0\0", 4));
    const QByteArray noHeader = QByteArray(m_file).replace(0, 100, QByteArray(100, '\0'));
    QTest::newRow("for writing") << Access::ReadWrite << m_file;
    QTest::newRow("for reading") << Access::ReadOnly << m_file;
    QTest::newRow("for writing, shorter than it says") << Access::ReadWrite << manyPages;
    QTest::newRow("for reading, shorter than it says") << Access::ReadOnly << manyPages;
    QTest::newRow("for writing, its beginning half written") << Access::ReadWrite << noHeader;
    QTest::newRow("for reading, its beginning half written") << Access::ReadOnly << noHeader;
}

void CutWriteTest::opening_undoesIt()
{
    QFETCH(Access, access);
    QFETCH(QByteArray, file);
    put(path(), file);
    QCOMPARE(faultsOf(path(), access), QByteArray());
    QVERIFY(!QFile::exists(path("-journal")));
}

/// As another has its lock: not even as a file that does not change.
void CutWriteTest::whatCannotBeUndone_isNotRead()
{
    {
        const auto held = storage::sqlite::FileLock::take(library() + ".lock");
        QVERIFY(held.lock);
        const auto refused = openLibrary(library(), &m_context, Access::ReadOnly);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, conversation::ErrorCode::ReadOnly);
        QVERIFY2(refused.error().sentence.find("interrupted") != std::string::npos, refused.error().sentence.c_str());
        QVERIFY(bytesOf(path()) == m_file);
    }
    QCOMPARE(faultsOf(path(), Access::ReadOnly), QByteArray());
}

void CutWriteTest::journalThatNamesAFile_isNotFollowed_data()
{
    QTest::addColumn<QString>("how");
    for (const char* how : {"for writing", "for reading", "backup", "recovery", "restored from it", "restored over it"})
        QTest::newRow(how) << QString::fromLatin1(how);
}

/// SQLite would roll it back and delete what it names, as a super-journal: any file of the person's.
void CutWriteTest::journalThatNamesAFile_isNotFollowed()
{
    QFETCH(const QString, how);
    const QString victim = m_folder->filePath(QStringLiteral("victim.txt"));
    put(victim, "precious: no NUL here\n");
    put(path("-journal"), m_journal + test::superJournalEnd(victim.toUtf8()));
    std::optional<conversation::Error> refused;
    if (how == QStringLiteral("backup")) {
        const auto made = storage::makeBackup(library(), storage::BackupKind::ByHand);
        refused = made ? std::nullopt : std::optional(made.error());
    } else if (how == QStringLiteral("recovery")) {
        const auto report = storage::recoverLibrary(library());
        refused = report ? std::nullopt : std::optional(report.error());
    } else if (how == QStringLiteral("restored from it")) {
        const auto aside = storage::restoreBackup(path(".other").toStdString(), library());
        refused = aside ? std::nullopt : std::optional(aside.error());
    } else if (how == QStringLiteral("restored over it")) {
        put(path(".copy"), m_whole);
        QVERIFY(storage::restoreBackup(library(), path(".copy").toStdString())); // the journal goes with the file
        QCOMPARE(faultsOf(path()), QByteArray());
    } else {
        const auto access = how == QStringLiteral("for reading") ? Access::ReadOnly : Access::ReadWrite;
        const auto opened = openLibrary(library(), &m_context, access);
        refused = opened ? std::nullopt : std::optional(opened.error());
    }
    QVERIFY(QFile::exists(victim));
    QCOMPARE(refused.has_value(), how != QStringLiteral("restored over it"));
    QVERIFY2(!refused || refused->sentence.find("names another file") != std::string::npos, refused->sentence.c_str());
    if (refused)
        QVERIFY(bytesOf(path()) == m_file);
}

void CutWriteTest::backup_isOfWhatWas()
{
    const auto made = storage::makeBackup(library(), storage::BackupKind::ByHand);
    QVERIFY2(made, made ? "" : made.error().sentence.c_str());
    QVERIFY(!made->damage);
    QCOMPARE(faultsOf(QString::fromStdString(made->path), Access::ReadOnly), QByteArray());
}

void CutWriteTest::restoredFile_isNotItsOwn()
{
    const QString backup = m_folder->filePath(QStringLiteral("copy.db"));
    put(backup, m_whole);
    const auto aside = storage::restoreBackup(library(), backup.toStdString());
    QVERIFY2(aside, aside ? "" : aside.error().sentence.c_str());
    QVERIFY(!QFile::exists(path("-journal")));
    QCOMPARE(faultsOf(path()), QByteArray());
    QCOMPARE(faultsOf(QString::fromStdString(*aside), Access::ReadOnly), QByteArray());
}

void CutWriteTest::recovery_losesNothing()
{
    const auto report = storage::recoverLibrary(library());
    QVERIFY2(report, report ? "" : report.error().sentence.c_str());
    QVERIFY(report->isWhole());
    QCOMPARE(report->lostEvents(), 0);
    QVERIFY(!QFile::exists(path("-journal")));
    QCOMPARE(faultsOf(path()), QByteArray());
}

/// The file itself was taken away.
void CutWriteTest::newLibrary_isNotItsOwn()
{
    QVERIFY(QFile::remove(path()));
    Story story;
    {
        const auto opened = openLibrary(library(), &m_context);
        QVERIFY(opened);
        QVERIFY(!story.begin(**opened, "new", 20));
    }
    QVERIFY(!QFile::exists(path("-journal")));
    const QStringList aside = QDir(m_folder->path()).entryList({QStringLiteral("library (damaged *-journal")});
    QCOMPARE(aside.size(), 1);
    QVERIFY(bytesOf(m_folder->filePath(aside.first())) == m_journal);
    const auto opened = openLibrary(library(), &m_context);
    QVERIFY(opened);
    QCOMPARE(story.faultsOf(**opened), QByteArray());
}

} // namespace tst_hot_journal

QUARTERDECK_TEST(tst_hot_journal, CutWriteTest)
#include "tst_hot_journal.moc"
