#include "model/transfer/import/foreign_database.h"
#include "tests/model/transfer/sqlite_support.h"
#include "tests/support/test.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace tst_database_copy {

using namespace quarterdeck;
using namespace quarterdeck::test;

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
        m_running = openSql(m_from);
        const QByteArray statements = QByteArray("PRAGMA journal_mode = ") + kind
            + "; CREATE TABLE bytes (b); CREATE TABLE added (n); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
              " SELECT i + 1 FROM n WHERE i < 600) INSERT INTO bytes SELECT randomblob(10000) FROM n";
        QVERIFY(runSql(m_running, statements));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_from;
    QString m_to;
    SqlConnection m_running;
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
            [&] { QVERIFY(runSql(m_running, "INSERT INTO added VALUES (1)")); }();
        return true;
    });
    QVERIFY2(copied, copied ? "" : copied.error().sentence.c_str());
    QVERIFY2(asked > writes, "it was copied in one piece");
    const int count = numberOfSql(m_to, "SELECT count(*) FROM added");
    QVERIFY(kind == "DELETE" ? count == writes : count > 0 && count <= writes); // the latter: as when it began
    QCOMPARE(numberOfSql(m_from, "SELECT count(*) FROM added"), writes);
}

void TestDatabaseCopy::whoWritesAllTheTime_doesNotKeepItFromEnding()
{
    make("DELETE");
    int added = 0;
    const auto copied = transfer::copyDatabase(m_from, m_to, [&] {
        added += runSql(m_running, "INSERT INTO added VALUES (1)") ? 1 : 0;
        return true;
    });
    QVERIFY2(copied, copied ? "" : copied.error().sentence.c_str());
    QCOMPARE(numberOfSql(m_to, "SELECT count(*) FROM added"), added);
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

} // namespace tst_database_copy

QUARTERDECK_TEST(tst_database_copy, TestDatabaseCopy)
#include "tst_database_copy.moc"
