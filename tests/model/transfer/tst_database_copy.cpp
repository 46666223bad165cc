#include "database_copy.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <sqlite3.h>

using namespace quarterdeck;

namespace {

struct Closing
{
    void operator()(sqlite3* database) const { sqlite3_close(database); }
};
using Database = std::unique_ptr<sqlite3, Closing>;

Database opened(const QString& path)
{
    sqlite3* database = nullptr;
    if (sqlite3_open(path.toUtf8().constData(), &database) != SQLITE_OK)
        qFatal("%s", sqlite3_errmsg(database));
    sqlite3_busy_timeout(database, 0);
    return Database(database);
}

int run(const Database& database, const char* statements)
{
    return sqlite3_exec(database.get(), statements, nullptr, nullptr, nullptr);
}

int countIn(const QString& path)
{
    const Database database = opened(path);
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database.get(), "SELECT count(*) FROM added", -1, &statement, nullptr);
    const int count = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
    sqlite3_finalize(statement);
    return count;
}

} // namespace

/// A database that another program has open is copied without being in its way.
class TestDatabaseCopy final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whoWritesMeanwhile_isNotRefused_data();
    void whoWritesMeanwhile_isNotRefused();
    void whoWritesAllTheTime_doesNotKeepItFromEnding();
    void cancelled_leavesNothing();

private:
    void make(const char* kind)
    {
        m_running = opened(m_from);
        const QByteArray statements = QByteArray("PRAGMA journal_mode = ") + kind
            + "; CREATE TABLE bytes (b); CREATE TABLE added (n); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
              " SELECT i + 1 FROM n WHERE i < 600) INSERT INTO bytes SELECT randomblob(10000) FROM n";
        QCOMPARE(run(m_running, statements.constData()), SQLITE_OK);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_from;
    QString m_to;
    Database m_running;
};

void TestDatabaseCopy::init()
{
    m_running.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_from = m_folder->filePath(QStringLiteral("from.sqlite"));
    m_to = m_folder->filePath(QStringLiteral("to.sqlite"));
}

void TestDatabaseCopy::whoWritesMeanwhile_isNotRefused_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("rollback journal") << QByteArray("DELETE");
    QTest::newRow("write-ahead log") << QByteArray("WAL");
}

/// Not even who does not wait at all.
void TestDatabaseCopy::whoWritesMeanwhile_isNotRefused()
{
    QFETCH(QByteArray, kind);
    make(kind.constData());
    constexpr int writes = 4;
    int asked = 0;
    const auto copied = transfer::copyDatabase(m_from, m_to, [&] {
        if (++asked <= writes)
            [&] { QCOMPARE(run(m_running, "INSERT INTO added VALUES (1)"), SQLITE_OK); }();
        return true;
    });
    QVERIFY2(copied, copied ? "" : copied.error().sentence.c_str());
    QVERIFY2(asked > writes, "it was copied in one piece");
    const int count = countIn(m_to);
    QVERIFY(kind == "DELETE" ? count == writes : count > 0 && count <= writes); // the latter: as when it began
    QCOMPARE(countIn(m_from), writes);
}

void TestDatabaseCopy::whoWritesAllTheTime_doesNotKeepItFromEnding()
{
    make("DELETE");
    int added = 0;
    const auto copied = transfer::copyDatabase(m_from, m_to, [&] {
        added += run(m_running, "INSERT INTO added VALUES (1)") == SQLITE_OK ? 1 : 0;
        return true;
    });
    QVERIFY2(copied, copied ? "" : copied.error().sentence.c_str());
    QCOMPARE(countIn(m_to), added);
}

void TestDatabaseCopy::cancelled_leavesNothing()
{
    make("DELETE");
    int asked = 0;
    const auto copied = transfer::copyDatabase(m_from, m_to, [&] { return ++asked < 4; });
    QVERIFY(!copied);
    QVERIFY(copied.error().code == conversation::ErrorCode::Cancelled);
    QVERIFY(!QFileInfo::exists(m_to));
}

QTEST_GUILESS_MAIN(TestDatabaseCopy)
#include "tst_database_copy.moc"
