#include "model/conversation/attachments.h"
#include "storage/open_library.h"
#include "tests/storage/support/appending_process.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <optional>

namespace tst_killed_writer {

using namespace quarterdeck;
using namespace quarterdeck::session;
using test::AppendingProcess;
using test::await;

/// What was acknowledged survives the death of the process, whenever it comes, and the next one has the library at
/// once. QUARTERDECK_FULL=1 kills ten times as often.
class KilledWriterTest final : public QObject
{
    Q_OBJECT

private slots:
    static void acknowledgedEvents_surviveKill9();
    static void library_opensAfterAKillWhileItIsMade();

private:
    static int times(int often) { return test::isFull() ? often * 10 : often; }
    /// How many appends were acknowledged.
    static qsizetype killOnce(const std::string& path, int run, QRandomGenerator& random);
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
    for (const std::string& picture : process.pictures()) {
        const auto read =
            await<std::string>([&](auto done) { library.readAttachment(AttachmentHash(picture), std::move(done)); });
        QVERIFY2(read && conversation::attachmentHash(*read).str() == picture, picture.c_str());
    }
    const auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(done); });
    QVERIFY(health.has_value());
    QCOMPARE(health->integrity, std::string("ok"));
}

qsizetype KilledWriterTest::killOnce(const std::string& path, int run, QRandomGenerator& random)
{
    AppendingProcess process(path, QStringLiteral("run%1").arg(run), 1 << random.bounded(7));
    if (!process.waitForFirstAcknowledgement())
        QTest::qFail("nothing was acknowledged", __FILE__, __LINE__);
    process.waitMs(random.bounded(120));
    process.kill();
    QObject context;
    const auto library = storage::openLibrary(path, &context);
    if (library)
        checkAgainst(**library, process);
    else
        QTest::qFail(library.error().detail.c_str(), __FILE__, __LINE__);
    return process.acknowledgements();
}

void KilledWriterTest::acknowledgedEvents_surviveKill9()
{
    QRandomGenerator random(20'240'101);
    qsizetype acknowledgements = 0;
    const int kills = times(52);
    constexpr int killsPerLibrary = 13;
    std::optional<QTemporaryDir> folder;
    for (int run = 0; run < kills; ++run) {
        if (run % killsPerLibrary == 0)
            folder.emplace();
        acknowledgements += killOnce(folder->filePath(QStringLiteral("library.db")).toStdString(), run, random);
        if (QTest::currentTestFailed())
            return;
    }
    test::countPromise(
        1, QStringLiteral("%1 kills under load, %2 acknowledged appends, none lost").arg(kills).arg(acknowledgements));
    test::countPromise(7, QStringLiteral("%1 times the owner was killed, and the next one took over").arg(kills));
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

} // namespace tst_killed_writer

QUARTERDECK_TEST(tst_killed_writer, KilledWriterTest)
#include "tst_killed_writer.moc"
