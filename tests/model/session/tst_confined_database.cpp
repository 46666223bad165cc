#include "model/session/confined_database.h"
#include "tests/support/hot_journal.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <sqlite3.h>
#include <sys/stat.h>

namespace tst_confined_database {

using quarterdeck::session::ConfinedDatabase;
using quarterdeck::session::forgetSuperJournal;
using quarterdeck::session::namesSuperJournal;
using quarterdeck::test::cutOffWrite;
using quarterdeck::test::superJournalEnd;

namespace {

constexpr const char* made = "CREATE TABLE t (x); INSERT INTO t VALUES ('kept')";
constexpr const char* cutOff = "UPDATE t SET x = 'lost'; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                               " WHERE i < 300) INSERT INTO t SELECT hex(randomblob(500)) FROM n";

/// One connection, by the layer or without it.
class Opened
{
public:
    Opened(const QString& path, int flags, const char* vfs)
    {
        m_code = sqlite3_open_v2(path.toUtf8().constData(), &m_database, flags, vfs);
    }
    ~Opened() { sqlite3_close(m_database); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

    int run(const QByteArray& statements)
    {
        return m_code != SQLITE_OK ? m_code
                                   : sqlite3_exec(m_database, statements.constData(), nullptr, nullptr, nullptr);
    }
    /// The first value of the first row; empty if it fails.
    QByteArray ask(const char* query)
    {
        QByteArray found;
        const auto take = [](void* to, int, char** values, char**) {
            *static_cast<QByteArray*>(to) = values[0];
            return 0;
        };
        if (m_code == SQLITE_OK)
            sqlite3_exec(m_database, query, take, &found, nullptr);
        return found;
    }

private:
    sqlite3* m_database = nullptr;
    int m_code = SQLITE_OK;
};

} // namespace

/// SQLite touches no file but those that somebody has named, whatever the database says.
class TestConfinedDatabase final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void superJournal_isNotDeleted_data();
    void superJournal_isNotDeleted();
    void lookalikes_nameNothing_data();
    void lookalikes_nameNothing();
    void others_areNotOpened();
    void another_isOpenedWhileItIsNamed();
    void whatIsNoFileBesideIt_isNotOpened_data();
    void whatIsNoFileBesideIt_isNotOpened();
    void ordinaryWork_goesOn_data();
    void ordinaryWork_goesOn();
    void forReading_nothingIsDeleted();

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    void put(const QString& path, const QByteArray& bytes) const
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestConfinedDatabase::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(Opened(at("a.db"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr).run(made) == SQLITE_OK);
}

void TestConfinedDatabase::superJournal_isNotDeleted_data()
{
    QTest::addColumn<QString>("victim");
    QTest::addColumn<bool>("isConfined");
    QTest::addColumn<bool>("isForgotten");
    QTest::newRow("plain SQLite deletes it") << "victim.txt" << false << false;
    QTest::newRow("the layer refuses") << "victim.txt" << true << false;
    QTest::newRow("the name is forgotten") << "victim.txt" << true << true;
    QTest::newRow("without the layer, too") << "victim.txt" << false << true;
    QTest::newRow("a database that is open itself") << "other.db" << true << false;
    QTest::newRow("the log of one") << "other.db-wal" << true << false;
}

void TestConfinedDatabase::superJournal_isNotDeleted()
{
    QFETCH(QString, victim);
    QFETCH(bool, isConfined);
    QFETCH(bool, isForgotten);
    const QString path = m_folder->filePath(victim);
    put(path, "precious: no NUL here\n");
    cutOffWrite(at("a.db"), cutOff, superJournalEnd(path.toUtf8()));
    QVERIFY(namesSuperJournal(at("a.db-journal").toStdString()));
    if (isForgotten)
        QVERIFY(forgetSuperJournal(at("a.db-journal").toStdString()));
    const ConfinedDatabase wall(at("a.db").toStdString(), ConfinedDatabase::Use::Write);
    const ConfinedDatabase other(at("other.db").toStdString(), ConfinedDatabase::Use::Write);
    Opened database(at("a.db"), SQLITE_OPEN_READWRITE, isConfined ? ConfinedDatabase::vfs() : nullptr);
    const QByteArray found = database.ask("SELECT x FROM t");
    QCOMPARE(QFile::exists(path), isConfined || isForgotten);
    QCOMPARE(found, isConfined && !isForgotten ? QByteArray() : QByteArray("kept"));
}

void TestConfinedDatabase::lookalikes_nameNothing_data()
{
    QTest::addColumn<QByteArray>("end");
    const QByteArray mark("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
    const QByteArray whole = superJournalEnd("/nowhere");
    QTest::newRow("whole") << whole;
    QTest::newRow("twice") << whole + whole;
    QTest::newRow("only the mark") << mark;
    QTest::newRow("marks one after the other") << mark + mark + mark;
    QTest::newRow("another header in front of it") << mark + QByteArray(504, '\0') + whole;
    QTest::newRow("no name") << superJournalEnd("");
    QTest::newRow("a name that ends early") << superJournalEnd(QByteArray("/no\0where", 9));
    QTest::newRow("a name longer than any") << superJournalEnd(QByteArray(600, 'x'));
    QTest::newRow("the longest name") << superJournalEnd(QByteArray(512, 'x'));
    QTest::newRow("a relative name") << superJournalEnd("victim.txt");
    QTest::newRow("a wrong sum") << QByteArray(whole).replace(whole.size() - 12, 4, "abcd");
    QTest::newRow("a length beyond the file") << QByteArray(whole).replace(whole.size() - 16, 4, "\x7f\xff\xff\xff");
}

/// Whatever SQLite might take for one is none afterwards, and what was cut off is undone.
void TestConfinedDatabase::lookalikes_nameNothing()
{
    QFETCH(QByteArray, end);
    cutOffWrite(at("a.db"), cutOff, end);
    QVERIFY(namesSuperJournal(at("a.db-journal").toStdString()));
    QVERIFY(forgetSuperJournal(at("a.db-journal").toStdString()));
    QVERIFY(!namesSuperJournal(at("a.db-journal").toStdString()));
    const ConfinedDatabase wall(at("a.db").toStdString(), ConfinedDatabase::Use::Write);
    Opened database(at("a.db"), SQLITE_OPEN_READWRITE, ConfinedDatabase::vfs());
    QCOMPARE(database.ask("SELECT x FROM t"), QByteArray("kept"));
    QCOMPARE(database.ask("PRAGMA integrity_check"), QByteArray("ok"));
    QVERIFY(!QFile::exists(at("a.db-journal")));
}

void TestConfinedDatabase::others_areNotOpened()
{
    QVERIFY(Opened(at("other.db"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr).run(made) == SQLITE_OK);
    QCOMPARE(Opened(at("a.db"), SQLITE_OPEN_READWRITE, ConfinedDatabase::vfs()).run("SELECT 1 FROM t"),
             SQLITE_CANTOPEN);
    const ConfinedDatabase wall(at("a.db").toStdString(), ConfinedDatabase::Use::Write);
    Opened database(at("a.db"), SQLITE_OPEN_READWRITE, ConfinedDatabase::vfs());
    QCOMPARE(database.ask("SELECT x FROM t"), QByteArray("kept"));
    for (const char* name : {"other.db", "new.db", "a.db/../other.db", "a.db-wal"})
        QVERIFY(database.run("ATTACH '" + at(name).toUtf8() + "' AS other") != SQLITE_OK);
    QVERIFY(database.run("VACUUM INTO '" + at("copy.db").toUtf8() + "'") != SQLITE_OK);
    QVERIFY(!QFile::exists(at("new.db")) && !QFile::exists(at("copy.db")));
}

void TestConfinedDatabase::another_isOpenedWhileItIsNamed()
{
    const ConfinedDatabase wall(at("a.db").toStdString(), ConfinedDatabase::Use::Read);
    Opened database(at("a.db"), SQLITE_OPEN_READONLY, ConfinedDatabase::vfs());
    {
        const ConfinedDatabase copy(at("copy.db").toStdString(), ConfinedDatabase::Use::Write);
        QCOMPARE(database.run("VACUUM INTO '" + at("copy.db").toUtf8() + "'"), SQLITE_OK);
    }
    QVERIFY(database.run("ATTACH '" + at("copy.db").toUtf8() + "' AS other") != SQLITE_OK);
    QCOMPARE(Opened(at("copy.db"), SQLITE_OPEN_READONLY, nullptr).ask("SELECT x FROM t"), QByteArray("kept"));
}

void TestConfinedDatabase::whatIsNoFileBesideIt_isNotOpened_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<bool>("isPipe");
    for (const char* suffix : {"-journal", "-wal"}) {
        QTest::addRow("a link as %s", suffix) << suffix << false;
        QTest::addRow("a pipe as %s", suffix) << suffix << true; // to open it is to wait
    }
}

void TestConfinedDatabase::whatIsNoFileBesideIt_isNotOpened()
{
    QFETCH(QString, suffix);
    QFETCH(bool, isPipe);
    put(at("elsewhere"), QByteArray(1000, 'x'));
    const QString place = at("a.db") + suffix;
    QVERIFY(isPipe ? mkfifo(place.toUtf8().constData(), 0600) == 0 : QFile::link(at("elsewhere"), place));
    const ConfinedDatabase wall(at("a.db").toStdString(), ConfinedDatabase::Use::Write);
    Opened database(at("a.db"), SQLITE_OPEN_READWRITE, ConfinedDatabase::vfs());
    QVERIFY(database.run("INSERT INTO t VALUES (1)") != SQLITE_OK);
    QFile elsewhere(at("elsewhere"));
    QVERIFY(elsewhere.open(QIODevice::ReadOnly) && elsewhere.readAll() == QByteArray(1000, 'x'));
}

void TestConfinedDatabase::ordinaryWork_goesOn_data()
{
    QTest::addColumn<QByteArray>("journal");
    for (const char* journal : {"delete", "truncate", "persist", "wal", "memory", "off"})
        QTest::newRow(journal) << QByteArray(journal);
}

/// Also with temporary files, and where a link leads to the file.
void TestConfinedDatabase::ordinaryWork_goesOn()
{
    QFETCH(QByteArray, journal);
    QVERIFY(QFile::link(at("a.db"), at("link.db")));
    const ConfinedDatabase wall(at("link.db").toStdString(), ConfinedDatabase::Use::Write);
    {
        Opened database(at("link.db"), SQLITE_OPEN_READWRITE, ConfinedDatabase::vfs());
        QCOMPARE(database.ask("PRAGMA journal_mode = " + journal), journal);
        QCOMPARE(database.run("PRAGMA cache_size = 1; PRAGMA temp_store = FILE; BEGIN; SAVEPOINT s;"
                              + QByteArray(cutOff)
                              + "; CREATE TEMP TABLE u AS SELECT x FROM t ORDER BY x; RELEASE s; COMMIT; VACUUM"),
                 SQLITE_OK);
        QCOMPARE(database.ask("SELECT count(*) FROM u"), QByteArray("301"));
        QCOMPARE(database.run("PRAGMA journal_mode = DELETE"), SQLITE_OK);
    }
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), (QStringList{"a.db", "link.db"}));
}

void TestConfinedDatabase::forReading_nothingIsDeleted()
{
    cutOffWrite(at("a.db"), cutOff);
    const ConfinedDatabase wall(at("a.db").toStdString(), ConfinedDatabase::Use::Read);
    QVERIFY(Opened(at("a.db"), SQLITE_OPEN_READWRITE, ConfinedDatabase::vfs()).run("SELECT 1 FROM t") != SQLITE_OK);
    QVERIFY(Opened(at("a.db"), SQLITE_OPEN_READONLY, ConfinedDatabase::vfs()).run("SELECT 1 FROM t") != SQLITE_OK);
    QVERIFY(QFile::exists(at("a.db-journal")));
}

} // namespace tst_confined_database

QUARTERDECK_TEST(tst_confined_database, TestConfinedDatabase)
#include "tst_confined_database.moc"
