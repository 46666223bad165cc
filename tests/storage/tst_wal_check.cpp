#include "storage/file_state.h"
#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/log_builder.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_wal_check {

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::openLibrary;
using storage::sqlite::findWalProblems;
using test::await;
using test::bytesOf;
using test::LogBuilder;
using test::put;
using test::Story;

/// Whether a log belongs to the file beside it, even if the file is too large for all its pages to be read.
class LogCheckTest final : public QObject
{
    Q_OBJECT

private slots:
    static void olderLog_isFound_data();
    static void olderLog_isFound();
    static void ownLog_isTaken_data();
    static void ownLog_isTaken();
    static void check_asksForIt();
};

void LogCheckTest::olderLog_isFound_data()
{
    QTest::addColumn<int>("before"); ///< events that the older log has
    QTest::addColumn<int>("after");  ///< and that came after it
    QTest::addColumn<int>("size");   ///< of each
    QTest::newRow("one event more") << 1 << 1 << 300;
    QTest::newRow("some events more, on a page that is there") << 3 << 3 << 20;
    QTest::newRow("many events more") << 30 << 300 << 300;
    QTest::newRow("a long log, and one event more") << 200 << 1 << 300;
}

void LogCheckTest::olderLog_isFound()
{
    QFETCH(int, before);
    QFETCH(int, after);
    QFETCH(int, size);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("library.db"));
    const QString log = file + QStringLiteral("-wal");
    QObject context;
    Story story;
    {
        const auto library = openLibrary(file.toStdString(), &context);
        QVERIFY(!story.begin(**library, "a"));
    }
    QByteArray older;
    {
        const auto library = openLibrary(file.toStdString(), &context);
        for (int i = 0; i < before; ++i)
            QVERIFY(!story.say(**library, "a", static_cast<std::size_t>(size)));
        older = bytesOf(log);
        QVERIFY(findWalProblems(file.toStdString(), 0).empty()); // the log of the file
    }
    {
        const auto library = openLibrary(file.toStdString(), &context);
        for (int i = 0; i < after; ++i)
            QVERIFY(!story.say(**library, "a", static_cast<std::size_t>(size)));
    }
    put(log, older);
    const std::string fault = findWalProblems(file.toStdString(), 0);
    QVERIFY(!fault.empty());
    const auto library = openLibrary(file.toStdString(), &context);
    QVERIFY(!library && library.error().code == conversation::ErrorCode::Damaged);
    test::countPromise(4, QStringLiteral("an older log beside a file: it is not moved in (%1)").arg(fault.c_str()));
}

void LogCheckTest::ownLog_isTaken_data()
{
    QTest::addColumn<QString>("next"); ///< session that is begun when "a" was deleted
    QTest::addColumn<bool>("isKept");  ///< another one is there all the time
    QTest::addColumn<bool>("isRemovedWhole");
    QTest::newRow("the deleted key goes on") << QStringLiteral("a") << true << false;
    QTest::newRow("the deleted key goes on, and gets the same number") << QStringLiteral("a") << true << true;
    QTest::newRow("the only key goes on") << QStringLiteral("a") << false << false;
    QTest::newRow("the only key goes on, and gets the same number") << QStringLiteral("a") << false << true;
    QTest::newRow("the only session was deleted, and another begun") << QStringLiteral("new") << false << false;
}

void LogCheckTest::ownLog_isTaken()
{
    QFETCH(QString, next);
    QFETCH(bool, isKept);
    QFETCH(bool, isRemovedWhole);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("library.db"));
    const QString crashed = folder.filePath(QStringLiteral("crashed.db"));
    QObject context;
    Story story;
    {
        const auto library = openLibrary(file.toStdString(), &context);
        QVERIFY(!isKept || !story.begin(**library, "kept", 3));
        QVERIFY(!story.begin(**library, "a", 30));
    }
    LogBuilder begun(next.toUtf8().constData());
    {
        const auto library = openLibrary(file.toStdString(), &context);
        QVERIFY(!story.remove(**library, "a"));
        const auto removed = [&] {
            return test::Database(file.toStdString()).ask("SELECT count(*) FROM sessions") == (isKept ? "1 " : "0 ");
        };
        QVERIFY(!isRemovedWhole || test::comesTrue(removed));
        begun.add(conversation::SessionStarted{}, 1'000'000);
        QVERIFY(
            await<Nothing>([&](auto done) { (*library)->createSession(begun.summary(), begun.takeRecords(), done); }));
        put(crashed, bytesOf(file));
        put(crashed + QStringLiteral("-wal"), bytesOf(file + QStringLiteral("-wal")));
    }
    QCOMPARE(findWalProblems(crashed.toStdString(), 0), std::string());
    QCOMPARE(findWalProblems(crashed.toStdString()), std::string());
    const auto library = openLibrary(crashed.toStdString(), &context);
    QVERIFY2(library, library ? "" : library.error().detail.c_str());
    const auto check = await<SessionCheck>([&](auto done) { (*library)->verifySession(begun.id(), done); });
    QVERIFY(check && check->isSound());
    QCOMPARE(check->events, 1);
}

/// What is not opened for writing is not called sound.
void LogCheckTest::check_asksForIt()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("library.db"));
    const QString log = file + QStringLiteral("-wal");
    QObject context;
    Story story;
    {
        const auto library = openLibrary(file.toStdString(), &context);
        QVERIFY(!story.begin(**library, "a", 3));
    }
    QByteArray older;
    const auto integrity = [&] {
        const auto library = openLibrary(file.toStdString(), &context, storage::Access::ReadOnly);
        const auto health = await<LibraryHealth>([&](auto done) { (*library)->checkHealth(done); });
        return health ? health->integrity : health.error().sentence;
    };
    {
        const auto library = openLibrary(file.toStdString(), &context);
        QVERIFY(!story.say(**library, "a", 20));
        older = bytesOf(log);
        QCOMPARE(integrity(), std::string("ok")); // the file's own, of a library that is open
        QVERIFY(!story.say(**library, "a", 20));
    }
    put(log, older);
    QVERIFY(!openLibrary(file.toStdString(), &context));
    QVERIFY2(integrity().find("the log beside it is older") != std::string::npos, integrity().c_str());
}

} // namespace tst_wal_check

QUARTERDECK_TEST(tst_wal_check, LogCheckTest)
#include "tst_wal_check.moc"
