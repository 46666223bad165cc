#include "model/transfer/folder_watch.h"
#include "model/transfer/import/foreign_database.h"
#include "model/transfer/import/studio_source.h"
#include "tests/model/transfer/sqlite_support.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/hot_journal.h"
#include "tests/support/test.h"

#include <QDir>
#include <QTest>
#include <memory>
#include <sys/stat.h>

namespace tst_foreign_database {

using namespace quarterdeck;
using namespace quarterdeck::test;
using transfer::ForeignDatabase;
using transfer::StudioSource;

namespace {

constexpr const char* studio = "CREATE TABLE run_table (id TEXT, name TEXT); CREATE TABLE message_table (id TEXT, "
                               "run_id TEXT, msg TEXT, replyId TEXT);"
                               "CREATE TABLE reply_table (replyId TEXT, replyRole TEXT, replyName TEXT);";
constexpr const char* oneMessage =
    "INSERT INTO run_table VALUES ('r', 'n'); INSERT INTO message_table VALUES ('m', 'r', '\"hi\"', 'p');";

/// Numbers from 1 on, as `i` of the table `n`.
QByteArray numbers(int count)
{
    return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + QByteArray::number(count)
        + ")";
}

/// As many runs as messages and replies, each with one.
QByteArray manyRuns(int count)
{
    return QByteArray(studio) + "INSERT INTO run_table " + numbers(count) + " SELECT 'r' || i, 'n' FROM n;"
        + "INSERT INTO message_table " + numbers(count) + " SELECT 'm' || i, 'r' || i, '\"hi\"', 'p' || i FROM n;"
        + "INSERT INTO reply_table " + numbers(count) + " SELECT 'p' || i, 'assistant', 'a' FROM n;";
}

/// All of its lines, or why not.
QByteArray linesOf(
    const QString& path, const transfer::GoesOn& goesOn = [] { return true; })
{
    const auto source = StudioSource::open({path.toStdString(), {}}, goesOn);
    if (!source)
        return QByteArray::fromStdString(source.error().sentence);
    QByteArray lines;
    std::array<char, 4096> part{};
    for (;;) {
        const auto count = (*source)->read(part.data(), part.size());
        if (!count)
            return QByteArray::fromStdString(count.error().sentence);
        if (*count == 0)
            return lines;
        lines.append(part.data(), static_cast<qsizetype>(*count));
    }
}

} // namespace

/// Databases that anybody may have made.
class TestForeignDatabase final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatIsNoPlainTable_isNotThere_data();
    void whatIsNoPlainTable_isNotThere();
    void onlyPlainTablesAreRead_data();
    void onlyPlainTablesAreRead();
    void workGrowsWithTheRuns();
    void cancelling_endsALongSearch();
    void idsThatComeTwice_countOnce();
    void columnThatHidesRowNumbers_isRefused();
    void replyThatIsRepeatedWithoutEnd_isRefused();
    void superJournal_isNotCarriedOver_data();
    void superJournal_isNotCarriedOver();
    void whatLiesBesideIt_isAFile_data();
    void whatLiesBesideIt_isAFile();

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    [[nodiscard]] QString make(const QByteArray& statements) const
    {
        runSql(at("a.sqlite"), statements);
        return at("a.sqlite");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestForeignDatabase::init() { m_folder = std::make_unique<QTemporaryDir>(); }

void TestForeignDatabase::whatIsNoPlainTable_isNotThere_data()
{
    QTest::addColumn<QByteArray>("statements");
    const QByteArray disguise = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'table', rootpage = 2"
                                " WHERE name = 't'";
    QTest::newRow("a view") << QByteArray("CREATE VIEW t AS SELECT 1 AS x");
    QTest::newRow("a view that says it is a table")
        << "CREATE TABLE u (x); CREATE VIEW t AS SELECT x FROM u;" + disguise;
    QTest::newRow("a virtual table") << QByteArray("CREATE VIRTUAL TABLE t USING fts5(x)");
    QTest::newRow("a virtual table that says it is a plain one")
        << "CREATE TABLE u (x); CREATE VIRTUAL TABLE t USING fts5(x);" + disguise;
    QTest::newRow("another virtual table")
        << "CREATE TABLE u (x); CREATE VIRTUAL TABLE t USING rtree(i, x, y);" + disguise;
    QTest::newRow("an index") << QByteArray("CREATE TABLE u (x); CREATE INDEX t ON u (x)");
    QTest::newRow("a column that is an expression")
        << QByteArray("CREATE TABLE t (y, x GENERATED ALWAYS AS (upper(y)) VIRTUAL)");
    QTest::newRow("one that is stored") << QByteArray("CREATE TABLE t (y, x GENERATED ALWAYS AS (upper(y)) STORED)");
    QTest::newRow("a table without row numbers") << QByteArray("CREATE TABLE t (x PRIMARY KEY) WITHOUT ROWID");
    QTest::newRow("one of SQLite's own") << QByteArray("CREATE TABLE t (y); ANALYZE");
}

void TestForeignDatabase::whatIsNoPlainTable_isNotThere()
{
    QFETCH(QByteArray, statements);
    const QString path = make(statements);
    for (const auto way : {ForeignDatabase::Way::Unchanging, ForeignDatabase::Way::InUse, ForeignDatabase::Way::Copy}) {
        try {
            ForeignDatabase database(path, way);
            QVERIFY(!database.columnsOf("t").contains("x"));
            QVERIFY(database.columnsOf("sqlite_schema").empty() && database.columnsOf("sqlite_stat1").empty());
        } catch (const SQLite::Exception& refused) { // some disguises SQLite sees through itself
            QVERIFY2(statements.contains("writable_schema"), refused.what());
        }
    }
}

void TestForeignDatabase::onlyPlainTablesAreRead_data()
{
    QTest::addColumn<QByteArray>("statement");
    QTest::addColumn<bool>("isRead");
    const auto row = [](const char* statement, bool isRead) {
        QTest::newRow(statement) << QByteArray(statement) << isRead;
    };
    row("SELECT x FROM t NOT INDEXED WHERE rowid = 1", true);
    row("SELECT count(*) FROM (SELECT 1 FROM t LIMIT 5)", true);
    row("SELECT x FROM v", false);
    row("SELECT x FROM f", false);
    row("SELECT sql FROM sqlite_schema", false);
    row("SELECT upper(x) FROM t", false);
    row("SELECT load_extension('x')", false);
    row("SELECT * FROM pragma_database_list", false);
    row("SELECT * FROM json_each('[1]')", false);
    row("INSERT INTO t VALUES (1)", false);
    row("DELETE FROM t", false);
    row("DROP TABLE t", false);
    row("CREATE TEMP TABLE u (x)", false);
    row("PRAGMA writable_schema = ON", false);
    row("PRAGMA journal_mode = WAL", false);
    row("PRAGMA query_only = OFF", false);
    row("VACUUM", false);
    row("VACUUM INTO '/tmp/quarterdeck-copied'", false);
    row("ATTACH '/tmp/quarterdeck-attached' AS a", false);
    row("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n", false);
}

void TestForeignDatabase::onlyPlainTablesAreRead()
{
    QFETCH(QByteArray, statement);
    QFETCH(bool, isRead);
    const QString path = make("CREATE TABLE t (x); INSERT INTO t VALUES ('a'); CREATE VIEW v AS SELECT x FROM t;"
                              "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES ('b')");
    for (const auto way : {ForeignDatabase::Way::Unchanging, ForeignDatabase::Way::InUse, ForeignDatabase::Way::Copy}) {
        ForeignDatabase database(path, way);
        bool hasRow = false;
        try {
            SQLite::Statement asked(*database, statement.toStdString());
            hasRow = asked.executeStep();
        } catch (const SQLite::Exception& refused) {
            QVERIFY2(!isRead, refused.what());
        }
        QCOMPARE(hasRow, isRead);
    }
    QCOMPARE(numberOfSql(path, "SELECT count(*) FROM t"), 1);
}

/// Whether it goes on is asked every ten thousand steps of SQLite's machine, and once for each piece of the copy.
void TestForeignDatabase::workGrowsWithTheRuns()
{
    const auto asked = [this](int runs) {
        QFile::remove(at("a.sqlite"));
        int count = 0;
        const QByteArray lines = linesOf(make(manyRuns(runs)), [&] {
            ++count;
            return true;
        });
        [&] { QCOMPARE(lines.count('\n'), 2 * runs); }();
        return count;
    };
    const int few = asked(4'000);
    const int many = asked(16'000);
    QVERIFY2(few < 200, qPrintable(QString::number(few))); // each run by each message would be a thousand
    QVERIFY2(many < 6 * few, qPrintable(QString::number(many)));
}

void TestForeignDatabase::cancelling_endsALongSearch()
{
    const QString path = make(manyRuns(20'000));
    int asked = 0;
    const QByteArray whole = linesOf(path, [&] {
        ++asked;
        return true;
    });
    QVERIFY(asked > 10 && whole.contains("studio_message"));
    for (int i = 1; i < asked; i += 1 + asked / 7) {
        int left = i;
        const QByteArray said = linesOf(path, [&] { return --left > 0; });
        QVERIFY2(said.contains("cancelled"), said.right(200).constData());
    }
}

/// Each by each would be a page without end.
void TestForeignDatabase::idsThatComeTwice_countOnce()
{
    const QString path =
        make(QByteArray(studio) + "INSERT INTO run_table " + numbers(500) + " SELECT 'r', 'n' FROM n;"
             + "INSERT INTO reply_table " + numbers(500) + " SELECT 'p', 'assistant', 'a' || i FROM n;"
             + "INSERT INTO message_table " + numbers(500) + " SELECT 'm' || i, 'r', '\"hi\"', 'p' FROM n;");
    const QByteArray lines = linesOf(path);
    QCOMPARE(lines.count("studio_message"), 500);
    QCOMPARE(lines.count("studio_run"), 500);
    QCOMPARE(lines.count("\"a1\""), 500);
    QVERIFY(lines.indexOf("studio_message") < lines.indexOf("studio_run", 40)); // they are the first run's
}

void TestForeignDatabase::columnThatHidesRowNumbers_isRefused()
{
    const QString path = make("CREATE TABLE run_table (id TEXT, RowId TEXT);"
                              "CREATE TABLE message_table (id TEXT, run_id TEXT, msg TEXT)");
    QVERIFY(linesOf(path).contains("not one from AgentScope Studio"));
}

void TestForeignDatabase::replyThatIsRepeatedWithoutEnd_isRefused()
{
    const QString path =
        make(QByteArray(studio) + "INSERT INTO run_table VALUES ('r', 'n');"
             + "INSERT INTO reply_table VALUES ('p', hex(randomblob(50000)), 'a');" + "INSERT INTO message_table "
             + numbers(500) + " SELECT 'm' || i, 'r', '\"hi\"', 'p' FROM n;");
    QCOMPARE(linesOf(path), QByteArray("The database “a.sqlite” is damaged."));
}

void TestForeignDatabase::superJournal_isNotCarriedOver_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("a Studio's database") << "a.sqlite";
    QTest::newRow("one with a log, too") << "logged.sqlite";
}

void TestForeignDatabase::superJournal_isNotCarriedOver()
{
    QFETCH(QString, name);
    const QString path = m_folder->filePath(name);
    const QString victim = at("victim.txt");
    runSql(path, QByteArray(studio) + oneMessage);
    const QByteArray more =
        "INSERT INTO message_table " + numbers(300) + " SELECT 'x' || i, 'r', hex(randomblob(500)), 'p' FROM n";
    cutOffWrite(path, more, superJournalEnd(victim.toUtf8()));
    writeFile(*m_folder, QStringLiteral("victim.txt"), "precious: no NUL here\n");
    if (name.startsWith(QStringLiteral("logged")))
        writeFile(*m_folder, name + QStringLiteral("-wal"), "no log, but something");
    (void)StudioSource::isStudio(path.toStdString());
    (void)transfer::isRecordingFile(path);
    const QByteArray lines = linesOf(path);
    QVERIFY2(lines.contains("\"hi\"") && !lines.contains("x1"), lines.constData());
    QVERIFY(QFile::exists(victim));
    QVERIFY(QFile::exists(path + QStringLiteral("-journal"))); // the original stays as it is
}

void TestForeignDatabase::whatLiesBesideIt_isAFile_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QByteArray>("kind");
    for (const char* suffix : {"-wal", "-journal"}) {
        QTest::addRow("%s is a pipe", suffix) << suffix << QByteArray("pipe"); // to open it is to wait
        QTest::addRow("%s is a link", suffix) << suffix << QByteArray("link");
    }
}

void TestForeignDatabase::whatLiesBesideIt_isAFile()
{
    QFETCH(QString, suffix);
    QFETCH(QByteArray, kind);
    const QString path = make(QByteArray(studio) + oneMessage);
    const QString beside = path + suffix;
    const QString secret = writeFile(*m_folder, QStringLiteral("secret"), QByteArray(5'000, 's'));
    QVERIFY(kind == "pipe" ? mkfifo(beside.toUtf8().constData(), 0600) == 0 : QFile::link(secret, beside));
    const auto copied = transfer::copyDatabase(path, at("copy.sqlite"), [] { return true; });
    QVERIFY(!copied);
    QVERIFY2(copied.error().sentence.find(kind == "pipe" ? "is a device or pipe" : "is a link") != std::string::npos,
             copied.error().sentence.c_str());
    QVERIFY(!readFile(at("copy.sqlite") + suffix).contains('s'));
}

} // namespace tst_foreign_database

QUARTERDECK_TEST(tst_foreign_database, TestForeignDatabase)
#include "tst_foreign_database.moc"
