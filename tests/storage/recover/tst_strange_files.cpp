#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <sys/stat.h>

namespace tst_strange_files {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::Access;
using storage::BackupKind;
using storage::openLibrary;
using test::bytesOf;
using test::put;
using test::Story;

namespace {

// Of SQLite's file format, section 1.3.
constexpr qsizetype writeVersionAt = 18;
constexpr qsizetype readVersionAt = 19;

} // namespace

/// What is in a library's place but not a file, or begins with impossible values, or has a name that is nearly
/// another's.
class StrangeFilesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void pipe_isLeftAlone();
    void wrongBeginning_isDamageThatIsRecovered_data();
    void wrongBeginning_isDamageThatIsRecovered();
    void copies_areOfOneLibrary_data();
    void copies_areOfOneLibrary();

private:
    [[nodiscard]] QString path(const char* name = "library.db") const
    {
        return m_folder->filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] std::string library() const { return path().toStdString(); }
    /// With one session of five messages.
    static void makeLibrary(const QString& place, Story& story);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void StrangeFilesTest::init() { m_folder = std::make_unique<QTemporaryDir>(); }

void StrangeFilesTest::makeLibrary(const QString& place, Story& story)
{
    QObject context;
    const auto made = openLibrary(place.toStdString(), &context);
    if (!made)
        qFatal("%s", made.error().sentence.c_str());
    if (story.begin(**made, "a", 5))
        qFatal("it was not written");
}

/// Its size of 0 bytes does not mean that a library may be made there, and opening it would block.
void StrangeFilesTest::pipe_isLeftAlone()
{
    Story story;
    makeLibrary(path("other.db"), story);
    const auto backup = storage::makeBackup(path("other.db").toStdString(), BackupKind::ByHand);
    QVERIFY(backup);
    QCOMPARE(mkfifo(library().c_str(), 0600), 0);
    QObject context;
    const auto isRefused = [this](const Error& error) {
        return error.code == ErrorCode::Damaged && error.sentence.find("library.db") != std::string::npos;
    };
    for (const Access access : {Access::ReadWrite, Access::ReadOnly, Access::Anew}) {
        const auto opened = openLibrary(library(), &context, access);
        QVERIFY(!opened && isRefused(opened.error()));
    }
    const auto restored = storage::restoreBackup(library(), backup->path);
    QVERIFY(!restored && isRefused(restored.error()));
    const auto copied = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(!copied && isRefused(copied.error()));
    QVERIFY(!storage::recoverLibrary(library()));
    struct stat what
    { };
    QCOMPARE(stat(library().c_str(), &what), 0);
    QVERIFY(S_ISFIFO(what.st_mode));
}

void StrangeFilesTest::wrongBeginning_isDamageThatIsRecovered_data()
{
    QTest::addColumn<qsizetype>("at"); ///< of the header; -1 = the version in it
    QTest::newRow("a way of writing that there is not") << writeVersionAt;
    QTest::newRow("a way of reading that there is not") << readVersionAt;
    QTest::newRow("no version") << qsizetype(-1);
}

/// SQLite would only read such a file, or tell of a table that is there already: no word of damage, and no way out.
void StrangeFilesTest::wrongBeginning_isDamageThatIsRecovered()
{
    QFETCH(qsizetype, at);
    Story story;
    makeLibrary(path(), story);
    if (at < 0) {
        test::Database(library()).execute("PRAGMA journal_mode = DELETE; PRAGMA user_version = 0");
    } else {
        QByteArray bytes = bytesOf(path());
        bytes[at] = 3;
        put(path(), bytes);
    }
    const QByteArray before = bytesOf(path());
    QObject context;
    for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
        const auto opened = openLibrary(library(), &context, access);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Damaged);
        QVERIFY2(opened.error().sentence.find("is damaged") != std::string::npos, opened.error().sentence.c_str());
        QCOMPARE(bytesOf(path()), before);
    }
    const auto report = storage::recoverLibrary(library());
    QVERIFY2(report, report ? "" : report.error().detail.c_str());
    QVERIFY(report->isWhole());
    const auto opened = openLibrary(library(), &context);
    QVERIFY(opened && !(*opened)->isReadOnly());
    QCOMPARE(story.faultsOf(**opened), QByteArray());
}

void StrangeFilesTest::copies_areOfOneLibrary_data()
{
    QTest::addColumn<QString>("other");
    for (const char* other : {"library.sqlite", "library", "library.db.db", "library.DB"})
        QTest::newRow(other) << QString::fromLatin1(other);
}

/// Beside `library.db` in its folder, and so in the same folder of copies.
void StrangeFilesTest::copies_areOfOneLibrary()
{
    QFETCH(QString, other);
    const std::string place = path(qPrintable(other)).toStdString();
    Story story;
    makeLibrary(path(), story);
    const auto first = storage::makeBackup(library(), BackupKind::ByHand);
    QVERIFY(first);
    QVERIFY(storage::listBackups(place).empty());
    QVERIFY(!storage::isLost(place));
    Story another;
    makeLibrary(QString::fromStdString(place), another);
    const auto second = storage::makeBackup(place, BackupKind::ByHand);
    QVERIFY(second);
    QCOMPARE(storage::listBackups(library()).size(), std::size_t(1));
    QCOMPARE(storage::listBackups(library()).front().path, first->path);
    QCOMPARE(storage::listBackups(place).size(), std::size_t(1));
    QCOMPARE(storage::listBackups(place).front().path, second->path);
}

} // namespace tst_strange_files

QUARTERDECK_TEST(tst_strange_files, StrangeFilesTest)
#include "tst_strange_files.moc"
