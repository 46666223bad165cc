#include "model/transfer/folder_watch.h"
#include "sqlite_support.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <unistd.h>

namespace tst_folder_watch {

using namespace quarterdeck;
using test::waitFor;
using transfer::FolderWatch;

namespace {

QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

constexpr std::chrono::milliseconds slowLook{50};
} // namespace

/// What appears and grows in a folder is reported, once.
class TestFolderWatch final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void recordings_areTold();
    void growth_isToldOnce();
    void documents_waitUntilTheyRest();
    void whatIsOlder_isNoNews();
    void whatIsMovedIn_isNews();
    void folderThatIsMovedIn_isNews();
    void otherKinds_areKnownByTheirContent();
    void librariesThatAreOpen_areLeftAlone();
    void databaseThatGrowsBesideItself_isToldAgain();
    void databaseWhoseTablesAreInItsLog_isKnown();
    void logs_areKnownByTheirContent();
    void logs_areKnownAnewWhenTheyBeginAnew();
    void refills_areNewsThoughTheyAreAsLong();
    void refills_areNewsThoughTheyAreAsOld();
    void rightsAndNames_areNoNews();
    void newFolders_areLookedInto();
    void folder_mayComeLater();
    void whatWasNotTakenIn_isToldAgain();

private:
    void write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    static void makeOld(const QString& path)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
        QVERIFY(file.setFileTime(QDateTime::fromSecsSinceEpoch(1'700'000'000), QFileDevice::FileModificationTime));
    }
    /// Statements of SQLite in a database of that name.
    void run(const char* statements, const QString& name) const { test::runSql(m_folder->filePath(name), statements); }
    void watch(qint64 since = 0, const QString& below = {})
    {
        m_watch = std::make_unique<FolderWatch>(m_folder->filePath(below), since, nullptr, slowLook);
        connect(m_watch.get(), &FolderWatch::changed, this, [this](const QStringList& files, qint64 lookedAt) {
            for (const QString& file : files)
                m_told << QDir(m_folder->path()).relativeFilePath(file);
            m_lookedAt = lookedAt;
        });
    }
    [[nodiscard]] bool isTold(const QStringList& names)
    {
        const auto sorted = [](QStringList list) {
            list.sort();
            return list;
        };
        return waitFor([&] { return m_told.size() >= names.size(); }) && sorted(m_told) == sorted(names);
    }
    /// Some looks later.
    [[nodiscard]] bool isQuiet()
    {
        const qsizetype before = m_told.size();
        return !waitFor([&] { return m_told.size() != before; }, 600);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FolderWatch> m_watch;
    QStringList m_told;
    qint64 m_lookedAt = 0;
};

void TestFolderWatch::init()
{
    m_watch.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_told.clear();
}

void TestFolderWatch::recordings_areTold()
{
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("a/b")));
    write(QStringLiteral("one.jsonl"), "{}");
    write(QStringLiteral("a/b/two.jsonl"), "{}");
    write(QStringLiteral("notes.txt"), "{}");
    write(QStringLiteral("empty.jsonl"), "");
    QVERIFY(QFile::link(m_folder->path(), m_folder->filePath(QStringLiteral("a/round"))));
    watch();
    QVERIFY(isTold({QStringLiteral("one.jsonl"), QStringLiteral("a/b/two.jsonl")}));
    write(QStringLiteral("three.jsonl"), "{}");
    QVERIFY(isTold({QStringLiteral("one.jsonl"), QStringLiteral("a/b/two.jsonl"), QStringLiteral("three.jsonl")}));
    QVERIFY(isQuiet());
}

void TestFolderWatch::growth_isToldOnce()
{
    const QString name = QStringLiteral("one.jsonl");
    write(name, "{}\n");
    watch();
    QVERIFY(isTold({name}));
    write(name, "{}\n{}\n");
    QVERIFY(isTold({name, name}));
    QVERIFY(isQuiet());
}

void TestFolderWatch::documents_waitUntilTheyRest()
{
    write(QStringLiteral("one.json"), "{}");
    write(QStringLiteral("two.jsonl"), "{}");
    watch();
    QVERIFY(waitFor([&] { return !m_told.isEmpty(); }));
    QCOMPARE(m_told, QStringList{"two.jsonl"}); // at the first look
    QCOMPARE(m_lookedAt, 0);                    // not all is taken in
    QVERIFY(isTold({QStringLiteral("two.jsonl"), QStringLiteral("one.json")}));
    QVERIFY(m_lookedAt > 0);
    QVERIFY(isQuiet());
}

void TestFolderWatch::whatIsOlder_isNoNews()
{
    write(QStringLiteral("old.jsonl"), "{}");
    watch();
    QVERIFY(isTold({QStringLiteral("old.jsonl")}));
    QVERIFY(m_lookedAt > 0 && m_lookedAt <= QDateTime::currentMSecsSinceEpoch());
    m_told.clear();
    (void)waitFor([] { return false; }, 20); // the clock of files goes in steps
    watch(QDateTime::currentMSecsSinceEpoch());
    QVERIFY(isQuiet());
    (void)waitFor([] { return false; }, 20);
    write(QStringLiteral("old.jsonl"), "{}\n{}");
    QVERIFY(isTold({QStringLiteral("old.jsonl")}));
}

/// It keeps the time at which it was written.
void TestFolderWatch::whatIsMovedIn_isNews()
{
    const QTemporaryDir elsewhere;
    makeOld(elsewhere.filePath(QStringLiteral("old.jsonl")));
    (void)waitFor([] { return false; }, 20);
    watch(QDateTime::currentMSecsSinceEpoch());
    QVERIFY(isQuiet());
    QVERIFY(QFile::rename(elsewhere.filePath(QStringLiteral("old.jsonl")),
                          m_folder->filePath(QStringLiteral("moved.jsonl"))));
    QVERIFY(isTold({QStringLiteral("moved.jsonl")}));
    QVERIFY(isQuiet());
}

/// Even while nobody looked.
void TestFolderWatch::folderThatIsMovedIn_isNews()
{
    const QTemporaryDir elsewhere;
    QVERIFY(QDir(elsewhere.path()).mkpath(QStringLiteral("runs/deep")));
    makeOld(elsewhere.filePath(QStringLiteral("runs/deep/old.jsonl")));
    makeOld(m_folder->filePath(QStringLiteral("known.jsonl")));
    (void)waitFor([] { return false; }, 20);
    const qint64 since = QDateTime::currentMSecsSinceEpoch();
    (void)waitFor([] { return false; }, 20);
    QVERIFY(QDir().rename(elsewhere.filePath(QStringLiteral("runs")), m_folder->filePath(QStringLiteral("runs"))));
    watch(since);
    QVERIFY(isTold({QStringLiteral("runs/deep/old.jsonl")}));
    QVERIFY(isQuiet());
}

void TestFolderWatch::otherKinds_areKnownByTheirContent()
{
    run("CREATE TABLE run_table (id varchar); CREATE TABLE message_table (id varchar, msg json, run_id varchar);"
        "INSERT INTO run_table VALUES ('r')",
        QStringLiteral("database.sqlite"));
    run("CREATE TABLE notes (text varchar); INSERT INTO notes VALUES ('x')", QStringLiteral("notes.db"));
    run("PRAGMA application_id = 0x5172446b; CREATE TABLE sessions (id)", QStringLiteral("one.qdeck"));
    run("PRAGMA application_id = 0x5172446b; CREATE TABLE sessions (id)", QStringLiteral("library.db"));
    write(QStringLiteral("message.pkl"), readFile(QStringLiteral(QUARTERDECK_TEST_DATA "/pickles/plain.pkl")));
    write(QStringLiteral("weights.pkl"), QByteArray("\x80\x04K\x05.", 5));
    watch();
    QVERIFY(isTold({QStringLiteral("database.sqlite"), QStringLiteral("message.pkl"), QStringLiteral("one.qdeck")}));
    QVERIFY(isQuiet());
}

/// According to the file that says so, which is beside each: nothing else of them is examined.
void TestFolderWatch::librariesThatAreOpen_areLeftAlone()
{
    const QString tables = QStringLiteral("CREATE TABLE run_table (id varchar);"
                                          "CREATE TABLE message_table (id varchar, msg json, run_id varchar)");
    for (const char* name : {"library.db", "free.db"})
        run(tables.toUtf8(), QString::fromLatin1(name));
    run("PRAGMA application_id = 0x5172446b; CREATE TABLE sessions (id)", QStringLiteral("open.qdeck"));
    write(QStringLiteral("library.db.lock"), {});
    write(QStringLiteral("open.qdeck.lock"), {});
    // Other programs have such files beside what they write.
    write(QStringLiteral("run.log"), readFile(QStringLiteral(QUARTERDECK_TEST_DATA "/metagpt/log_excerpt.txt")));
    write(QStringLiteral("run.log.lock"), {});
    watch();
    QVERIFY(isTold({QStringLiteral("free.db"), QStringLiteral("run.log")}));
    QVERIFY(isQuiet());
}

/// As a Studio that is at work writes.
void TestFolderWatch::databaseThatGrowsBesideItself_isToldAgain()
{
    const QString name = QStringLiteral("database.sqlite");
    run("CREATE TABLE run_table (id varchar); CREATE TABLE message_table (id varchar, msg json, run_id varchar)", name);
    watch();
    QVERIFY(isTold({name}));
    write(name + QStringLiteral("-wal"), "more");
    QVERIFY(isTold({name, name}));
    QVERIFY(isQuiet());
}

/// A young one, whose program has it open, or was killed.
void TestFolderWatch::databaseWhoseTablesAreInItsLog_isKnown()
{
    const QString path = m_folder->filePath(QStringLiteral("database.sqlite"));
    const test::SqlConnection running = test::openSql(path);
    const char* tables = "PRAGMA journal_mode = WAL; CREATE TABLE run_table (id varchar);"
                         "CREATE TABLE message_table (id varchar, msg json, run_id varchar)";
    QVERIFY(test::runSql(running, tables));
    for (const char* suffix : {"", "-wal"})
        QVERIFY(QFile::copy(path + QLatin1String(suffix),
                            m_folder->filePath(QStringLiteral("killed.sqlite")) + QLatin1String(suffix)));
    watch();
    QVERIFY(isTold({QStringLiteral("database.sqlite"), QStringLiteral("killed.sqlite")}));
    QVERIFY(!QFileInfo::exists(m_folder->filePath(QStringLiteral("killed.sqlite-shm"))));
}

void TestFolderWatch::logs_areKnownByTheirContent()
{
    const QByteArray log = readFile(QStringLiteral(QUARTERDECK_TEST_DATA "/metagpt/log_excerpt.txt"));
    write(QStringLiteral("20250630.txt"), log);
    write(QStringLiteral("notes.txt"), "2025-06-30 was a Monday.\n");
    write(QStringLiteral("begun.log"), "2025");
    const QByteArray ofAnother = "2025-06-30 19:45:55.001 | INFO     | server.main:run:96 - Started.\n";
    write(QStringLiteral("server.log"), ofAnother);
    watch();
    QVERIFY(isTold({QStringLiteral("20250630.txt")}));
    QVERIFY(isQuiet());
    write(QStringLiteral("20250630.txt"), log + log);
    write(QStringLiteral("notes.txt"), "2025-06-30 was a Monday, too.\n");
    write(QStringLiteral("begun.log"), log);
    QVERIFY(isTold({QStringLiteral("20250630.txt"), QStringLiteral("20250630.txt"), QStringLiteral("begun.log")}));
    QVERIFY(isQuiet());
}

void TestFolderWatch::logs_areKnownAnewWhenTheyBeginAnew()
{
    const QByteArray log = readFile(QStringLiteral(QUARTERDECK_TEST_DATA "/metagpt/log_excerpt.txt"));
    const QByteArray ofAnother = "2025-06-30 19:45:55.001 | INFO     | server.main:run:96 - Started.\n";
    write(QStringLiteral("one.log"), ofAnother.repeated(2000));
    write(QStringLiteral("two.log"), log);
    watch();
    QVERIFY(isTold({QStringLiteral("two.log")}));
    QVERIFY(isQuiet());
    write(QStringLiteral("one.log"), log);
    QVERIFY(isTold({QStringLiteral("two.log"), QStringLiteral("one.log")}));
    write(QStringLiteral("two.log"), ofAnother);
    QVERIFY(isQuiet());
}

void TestFolderWatch::refills_areNewsThoughTheyAreAsLong()
{
    const QByteArray log = readFile(QStringLiteral(QUARTERDECK_TEST_DATA "/metagpt/log_excerpt.txt"));
    const QString name = QStringLiteral("one.log");
    write(name, QByteArray(log.size(), '-'));
    watch();
    QVERIFY(isQuiet());
    write(name, log);
    QVERIFY(isTold({name}));
    QVERIFY(isQuiet());
}

/// As by what copies a file with its times over another.
void TestFolderWatch::refills_areNewsThoughTheyAreAsOld()
{
    const QString name = QStringLiteral("one.jsonl");
    const QDateTime time = QDateTime::fromSecsSinceEpoch(1'700'000'000);
    const auto writeThen = [&](const QByteArray& bytes) {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.write(bytes) == bytes.size());
        QVERIFY(file.setFileTime(time, QFileDevice::FileModificationTime));
    };
    writeThen(R"({"a": 1})");
    watch();
    QVERIFY(isTold({name}));
    QVERIFY(isQuiet());
    writeThen(R"({"a": 2})");
    QVERIFY(isTold({name, name}));
    QVERIFY(isQuiet());
}

/// Also for what was there before.
void TestFolderWatch::rightsAndNames_areNoNews()
{
    const QTemporaryDir elsewhere;
    write(QStringLiteral("old.jsonl"), "{}");
    (void)waitFor([] { return false; }, 20); // the clock of files goes in steps
    watch(QDateTime::currentMSecsSinceEpoch());
    QVERIFY(isQuiet());
    (void)waitFor([] { return false; }, 20);
    write(QStringLiteral("new.jsonl"), "{}");
    QVERIFY(isTold({QStringLiteral("new.jsonl")}));
    for (const char* name : {"old.jsonl", "new.jsonl"}) {
        const QString path = m_folder->filePath(QString::fromLatin1(name));
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup));
        const QString other = elsewhere.filePath(QString::fromLatin1(name));
        QCOMPARE(link(path.toUtf8().constData(), other.toUtf8().constData()), 0);
    }
    QVERIFY(isQuiet());
}

void TestFolderWatch::newFolders_areLookedInto()
{
    watch();
    QVERIFY(isQuiet());
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("later/still")));
    write(QStringLiteral("later/still/one.jsonl"), "{}");
    QVERIFY(isTold({QStringLiteral("later/still/one.jsonl")}));
}

void TestFolderWatch::folder_mayComeLater()
{
    watch(0, QStringLiteral("later"));
    QVERIFY(isQuiet());
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("later")));
    write(QStringLiteral("later/one.jsonl"), "{}");
    QVERIFY(isTold({QStringLiteral("later/one.jsonl")}));
}

void TestFolderWatch::whatWasNotTakenIn_isToldAgain()
{
    write(QStringLiteral("one.jsonl"), "{}");
    write(QStringLiteral("two.jsonl"), "{}");
    watch();
    QVERIFY(isTold({QStringLiteral("one.jsonl"), QStringLiteral("two.jsonl")}));
    QVERIFY(isQuiet());
    m_told.clear();
    m_watch->tellAgain({m_folder->filePath(QStringLiteral("two.jsonl"))});
    QVERIFY(isTold({QStringLiteral("two.jsonl")}));
    QVERIFY(isQuiet());
}

} // namespace tst_folder_watch

QUARTERDECK_TEST(tst_folder_watch, TestFolderWatch)
#include "tst_folder_watch.moc"
