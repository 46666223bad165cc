#include "storage/open_library.h"
#include "storage/recover/replacement.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/log_builder.h"
#include "tests/support/test.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_replacement {

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::Access;
using storage::openLibrary;
using storage::recover::Replacement;
using test::await;
using test::bytesOf;
using test::LogBuilder;
using test::put;

namespace {

constexpr int movesIn = 4; ///< so many steps, and the new file is in its place

}

/// A recovered or restored file takes the library's place whole, or not at all, wherever that ends.
class ReplacementTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void killedBetweenSteps_isUndoneOrDone_data();
    void killedBetweenSteps_isUndoneOrDone();
    void whoOnlyReads_seesAllOfIt();
    void failedStep_changesNothing_data();
    void failedStep_changesNothing();
    void strangersNote_touchesNothing_data();
    void strangersNote_touchesNothing();
    void lostReplacement_isUndone();
    void journal_goesWithItsFile();

private:
    [[nodiscard]] QString path(const char* end = "") const
    {
        return m_folder->filePath(QStringLiteral("library.db") + QLatin1String(end));
    }
    [[nodiscard]] QString aside() const { return m_folder->filePath(QStringLiteral("library (damaged today).db")); }
    [[nodiscard]] Replacement replacement() const
    {
        return {path().toStdString(), aside().toStdString(), path(".recovering").toStdString()};
    }
    [[nodiscard]] QStringList files() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }
    /// Runs the first steps in a process of its own, which dies then.
    void dieAfter(int steps) const;
    /// What its session says last.
    [[nodiscard]] std::int64_t eventsOf(const char* session, Access access = Access::ReadWrite);

    QByteArray m_file;
    QByteArray m_log; ///< has the last of its events
    QByteArray m_new; ///< another library
    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
};

void ReplacementTest::initTestCase()
{
    const QTemporaryDir folder;
    const auto make = [&](const char* name) {
        const auto library = openLibrary(folder.filePath(QLatin1String(name)).toStdString(), &m_context);
        LogBuilder log(name);
        log.start();
        QVERIFY(await<Nothing>([&](auto done) { (*library)->createSession(log.summary(), log.takeRecords(), done); }));
    };
    make("old");
    make("new");
    m_new = bytesOf(folder.filePath(QStringLiteral("new")));
    const QString old = folder.filePath(QStringLiteral("old"));
    const auto library = openLibrary(old.toStdString(), &m_context);
    QVERIFY(library);
    LogBuilder more("old");
    more.start();
    (void)more.takeRecords();
    more.say("Mike", "in the log");
    QVERIFY(await<Nothing>([&](auto done) { (*library)->append(more.summary(), more.takeRecords(), done); }));
    m_file = bytesOf(old);
    m_log = bytesOf(old + QStringLiteral("-wal"));
    QVERIFY(!m_file.isEmpty() && !m_log.isEmpty() && !m_new.isEmpty());
}

void ReplacementTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    put(path(), m_file);
    put(path("-wal"), m_log);
    put(path(".recovering"), m_new);
}

void ReplacementTest::dieAfter(int steps) const
{
    const pid_t child = fork();
    if (child == 0) {
        Replacement dying = replacement();
        for (int i = 0; i < steps; ++i) {
            if ((dying.*Replacement::steps()[static_cast<std::size_t>(i)])())
                _exit(1);
        }
        _exit(0);
    }
    int status = -1;
    QCOMPARE(waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
}

std::int64_t ReplacementTest::eventsOf(const char* session, Access access)
{
    const auto library = openLibrary(path().toStdString(), &m_context, access);
    if (!library)
        return -1;
    const auto events = await<std::vector<conversation::Event>>(
        [&](auto done) { (*library)->readEvents(SessionId(session), {0}, 100, done); });
    return events ? static_cast<std::int64_t>(events->size()) : 0;
}

void ReplacementTest::killedBetweenSteps_isUndoneOrDone_data()
{
    QTest::addColumn<int>("steps");
    QCOMPARE(Replacement::steps().size(), std::size_t{5});
    for (int i = 0; i <= 5; ++i)
        QTest::addRow("after %d", i) << i;
}

void ReplacementTest::killedBetweenSteps_isUndoneOrDone()
{
    QFETCH(int, steps);
    dieAfter(steps);
    QVERIFY(QFile::exists(path())); // or somebody would make an empty one there
    const bool isIn = steps >= movesIn;
    QCOMPARE(eventsOf("old"), isIn ? 0 : 4);
    QCOMPARE(eventsOf("new"), isIn ? 3 : 0);
    if (isIn) {
        QVERIFY(bytesOf(aside()) == m_file);
        QVERIFY(bytesOf(aside() + QStringLiteral("-wal")) == m_log);
        QVERIFY(!QFile::exists(path(".replacing")));
    } else {
        QCOMPARE(files(), QStringList{QStringLiteral("library.db")}); // what was to take its place is gone, too
    }
}

void ReplacementTest::whoOnlyReads_seesAllOfIt()
{
    dieAfter(movesIn - 1);
    QVERIFY(!QFile::exists(path("-wal")));
    QCOMPARE(eventsOf("old", Access::ReadOnly), 4);
}

void ReplacementTest::failedStep_changesNothing_data()
{
    QTest::addColumn<QString>("folder"); ///< that stands in the way, with something in it
    QTest::addColumn<QString>("aside");
    const QString kept = QStringLiteral("library (damaged today).db");
    QTest::newRow("the note") << QStringLiteral("library.db.replacing") << kept;
    QTest::newRow("the name is taken") << kept << kept;
    QTest::newRow("its log's name is taken") << kept + QStringLiteral("-wal") << kept;
    QTest::newRow("the file") << QString() << QStringLiteral("no such folder/library (damaged today).db");
    QTest::newRow("moving in") << QStringLiteral("library.db.recovering") << kept;
}

void ReplacementTest::failedStep_changesNothing()
{
    QFETCH(QString, folder);
    QFETCH(QString, aside);
    if (!folder.isEmpty()) {
        QFile::remove(m_folder->filePath(folder));
        QVERIFY(QDir(m_folder->path()).mkpath(folder + QStringLiteral("/full")));
    }
    const QStringList before = files();
    Replacement failing(path().toStdString(), m_folder->filePath(aside).toStdString(),
                        path(".recovering").toStdString());
    QVERIFY(failing.run());
    QStringList after = files();
    after.removeAll(QStringLiteral("library.db.replacing.new")); // is written over by the next
    QCOMPARE(after, before);
    QVERIFY(bytesOf(path()) == m_file);
    QVERIFY(bytesOf(path("-wal")) == m_log);
    QCOMPARE(eventsOf("old"), 4);
}

void ReplacementTest::strangersNote_touchesNothing_data()
{
    QTest::addColumn<QByteArray>("note");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("noise") << QByteArray(100'000, 'x');
    QTest::newRow("another file") << QByteArray("diary.txt\nlibrary.db.recovering\n");
    QTest::newRow("another folder") << QByteArray("library (x/../../diary.txt\nlibrary.db.recovering\n");
    QTest::newRow("another replacement") << QByteArray("library (damaged today).db\ndiary.txt\n");
    QTest::newRow("the library itself") << QByteArray("library.db\nlibrary.db\n");
}

void ReplacementTest::strangersNote_touchesNothing()
{
    QFETCH(QByteArray, note);
    put(m_folder->filePath(QStringLiteral("diary.txt")), "dear diary");
    put(path(".replacing"), note);
    QCOMPARE(eventsOf("old"), 4);
    QCOMPARE(bytesOf(m_folder->filePath(QStringLiteral("diary.txt"))), QByteArray("dear diary"));
    QVERIFY(!QFile::exists(path(".replacing")));
}

/// Somebody tidied up between: the file in the library's place is the old one all the same.
void ReplacementTest::lostReplacement_isUndone()
{
    dieAfter(movesIn - 1);
    QVERIFY(QFile::remove(path(".recovering")));
    QCOMPARE(eventsOf("old"), 4);
    QCOMPARE(files(), QStringList{QStringLiteral("library.db")});
}

/// Of a write that was cut off and could not be undone.
void ReplacementTest::journal_goesWithItsFile()
{
    const QByteArray journal(512, '\0'); // SQLite lets such a one be
    put(path("-journal"), journal);
    dieAfter(movesIn - 1);
    QVERIFY(!QFile::exists(path("-journal")));
    QVERIFY(!storage::recover::finishReplacement(path().toStdString()));
    QVERIFY(bytesOf(path("-journal")) == journal);
    QVERIFY(bytesOf(path("-wal")) == m_log);
    put(path(".recovering"), m_new);
    QVERIFY(!replacement().run());
    QVERIFY(!QFile::exists(path("-journal")));
    QVERIFY(bytesOf(aside() + QStringLiteral("-journal")) == journal);
    QVERIFY(bytesOf(aside() + QStringLiteral("-wal")) == m_log);
    QVERIFY(bytesOf(path()) == m_new);
}

} // namespace tst_replacement

QUARTERDECK_TEST(tst_replacement, ReplacementTest)
#include "tst_replacement.moc"
