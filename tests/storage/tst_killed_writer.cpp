#include "storage/open_library.h"
#include "storage/support/appending_process.h"
#include "storage/support/await.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace quarterdeck;
using namespace quarterdeck::session;
using test::AppendingProcess;
using test::await;

/// What was acknowledged survives the death of the process, whenever it comes. QUARTERDECK_FULL=1 kills ten times as
/// often.
class KilledWriterTest final : public QObject
{
    Q_OBJECT

private slots:
    static void acknowledgedEvents_surviveKill9();
    static void library_opensAfterAKillWhileItIsMade();

private:
    static int times(int often) { return qEnvironmentVariableIsSet("QUARTERDECK_FULL") ? often * 10 : often; }
    static void checkAgainst(Library& library, const AppendingProcess& process);
};

void KilledWriterTest::checkAgainst(Library& library, const AppendingProcess& process)
{
    QVERIFY2(process.errors().isEmpty(), process.errors().constData());
    for (const auto& [session, acknowledged] : process.acknowledged()) {
        const auto check = await<SessionCheck>(
            [&, id = SessionId(session)](auto done) { library.verifySession(id, std::move(done)); });
        QVERIFY2(check.has_value(), session.c_str());
        QVERIFY2(check->isSound(), check->faults.empty() ? "" : check->faults.front().c_str());
        QVERIFY2(check->events >= acknowledged,
                 qPrintable(QStringLiteral("%1: %2 of %3").arg(session.c_str()).arg(check->events).arg(acknowledged)));
    }
    const auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(done); });
    QVERIFY(health.has_value());
    QCOMPARE(health->integrity, std::string("ok"));
}

void KilledWriterTest::acknowledgedEvents_surviveKill9()
{
    QTemporaryDir folder;
    const std::string path = (folder.path() + QStringLiteral("/library.db")).toStdString();
    QRandomGenerator random(20'240'101);
    QObject context;
    qsizetype acknowledgements = 0;
    const int kills = times(20);
    for (int run = 0; run < kills; ++run) {
        AppendingProcess process(path, QStringLiteral("run%1").arg(run), 1 << random.bounded(7));
        QVERIFY(process.waitForFirstAcknowledgement());
        process.waitMs(random.bounded(120));
        process.kill();
        acknowledgements += process.acknowledgements();
        const auto library = storage::openLibrary(path, &context);
        QVERIFY2(library.has_value(), library ? "" : library.error().detail.c_str());
        checkAgainst(**library, process);
        if (QTest::currentTestFailed())
            return;
    }
    qInfo("%d kills, %lld acknowledged appends, none lost", kills, static_cast<long long>(acknowledgements));
    QVERIFY(acknowledgements >= kills);
}

void KilledWriterTest::library_opensAfterAKillWhileItIsMade()
{
    QRandomGenerator random(7);
    QObject context;
    for (int run = 0; run < times(20); ++run) {
        QTemporaryDir folder;
        const std::string path = (folder.path() + QStringLiteral("/library.db")).toStdString();
        AppendingProcess process(path, QStringLiteral("run"));
        process.waitMs(random.bounded(60));
        process.kill();
        const auto library = storage::openLibrary(path, &context);
        QVERIFY2(library.has_value(), library ? "" : library.error().detail.c_str());
        checkAgainst(**library, process);
        if (QTest::currentTestFailed())
            return;
    }
}

QTEST_GUILESS_MAIN(KilledWriterTest)
#include "tst_killed_writer.moc"
