#include "model/conversation/json/event_json.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_library_snapshots {

using namespace quarterdeck;
using namespace quarterdeck::session;
using namespace quarterdeck::test;

/// Snapshots that another version of the program left, or none, in a library's file.
class LibrarySnapshotsTest final : public QObject
{
    Q_OBJECT

private slots:
    static void longFold_savesWhatIsMissing();
    static void shortFold_savesNothing();
};

namespace {

/// Of a little more than three spacings.
constexpr int longLog = static_cast<int>(snapshotSpacing) * 3 + 100;

std::string stored(const LibraryUnderTest& library)
{
    return Database(library.path()).ask("SELECT (id & 0xffffffffff) || ':' || version FROM snapshots ORDER BY id");
}

/// The writer has answered what it was given before.
bool isWritten(LibraryUnderTest& library, const LogBuilder& log)
{
    return await<Nothing>([&](auto done) { library->saveDraft(log.id(), "a draft", done); }).has_value();
}

ConversationState stateAt(LibraryUnderTest& library, const LogBuilder& log, EventSeq moment)
{
    return await<ConversationState>([&](auto done) { library->readState(log.id(), moment, done); }).value();
}

} // namespace

void LibrarySnapshotsTest::longFold_savesWhatIsMissing()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(longLog);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), log.state(), done); }));
    const std::string version = Database(library.path()).ask("SELECT DISTINCT version FROM snapshots");
    library.reopenAfter([&] {
        // As an older program left it.
        Database(library.path())
            .execute("UPDATE snapshots SET version = 1, state = '{}';"
                     "INSERT INTO snapshots SELECT id - 4000, 1, '{}' FROM snapshots");
    });
    const EventSeq moment{2 * snapshotSpacing + 50};
    const ConversationState state = stateAt(library, log, moment);
    QVERIFY(isWritten(library, log));
    const std::string last = std::to_string(log.state().lastSeq().value) + ":1 ";
    const std::string newest = ':' + version; // with the blank that ends it
    QCOMPARE(QString::fromStdString(stored(library)),
             QString::fromStdString("2000" + newest + "4000" + newest + last)); // the one nobody reads was replaced
    QCOMPARE(stateAt(library, log, moment), state);

    const auto opening = await<SessionOpening>([&](auto done) { library->openSession(log.id(), done); });
    QCOMPARE(opening.value().snapshot, EventSeq{2 * snapshotSpacing});
    QCOMPARE(opening->state, log.state());
    const auto check = await<SessionCheck>([&](auto done) { library->verifySession(log.id(), done); });
    QCOMPARE(check->snapshots, std::int64_t{2});
    QVERIFY2(check->isSound(), check->faults.empty() ? "" : check->faults.front().c_str());
}

void LibrarySnapshotsTest::shortFold_savesNothing()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(longLog);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    (void)stateAt(library, log, {2 * snapshotSpacing - 1});
    QVERIFY(isWritten(library, log));
    QCOMPARE(stored(library), std::string());
}

} // namespace tst_library_snapshots

QUARTERDECK_TEST(tst_library_snapshots, LibrarySnapshotsTest)
#include "tst_library_snapshots.moc"
