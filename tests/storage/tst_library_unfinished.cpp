#include "model/conversation/channel.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_library_unfinished {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using test::await;
using test::Database;
using test::LibraryUnderTest;
using test::LogBuilder;

/// Sessions that are made in several writes, and may never be made to the end. Each test runs on both kinds of library.
class LibraryUnfinishedTest final : public QObject
{
    Q_OBJECT

private slots:
    static void incompleteSession_isHiddenFromEveryRead();
    static void completedSessions_areShownTogether();
    static void completingAnUnknownSession_completesNone();
    static void incompleteSession_isRemovedByHand();
    static void incompleteSession_isGoneWhenOpenedAgain();
    static void incompleteSession_thatCannotBeRemovedStaysHidden();

private:
    [[nodiscard]] static Result<Nothing> createIncomplete(LibraryUnderTest& library, LogBuilder& log);
    [[nodiscard]] static Result<Nothing> complete(LibraryUnderTest& library, const std::vector<SessionId>& sessions);
    [[nodiscard]] static AttachmentHash put(LibraryUnderTest& library, const char* bytes);
    [[nodiscard]] static bool hasAttachment(LibraryUnderTest& library, const AttachmentHash& hash);
    [[nodiscard]] static std::vector<std::string> listed(LibraryUnderTest& library);
};

Result<Nothing> LibraryUnfinishedTest::createIncomplete(LibraryUnderTest& library, LogBuilder& log)
{
    SessionSummary summary = log.summary();
    summary.isComplete = false;
    return await<Nothing>([&](auto done) { library->createSession(summary, log.takeRecords(), std::move(done)); });
}

Result<Nothing> LibraryUnfinishedTest::complete(LibraryUnderTest& library, const std::vector<SessionId>& sessions)
{
    return await<Nothing>([&](auto done) { library->completeSessions(sessions, std::move(done)); });
}

AttachmentHash LibraryUnfinishedTest::put(LibraryUnderTest& library, const char* bytes)
{
    return await<AttachmentInfo>([&](auto done) { library->putAttachment(bytes, "image/png", 1, 1, done); })->hash;
}

bool LibraryUnfinishedTest::hasAttachment(LibraryUnderTest& library, const AttachmentHash& hash)
{
    return await<AttachmentInfo>([&](auto done) { library->attachmentInfo(hash, done); }).has_value();
}

std::vector<std::string> LibraryUnfinishedTest::listed(LibraryUnderTest& library)
{
    std::vector<std::string> ids;
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
    for (const SessionSummary& one : sessions.value())
        ids.push_back(one.id.str());
    return ids;
}

void LibraryUnfinishedTest::incompleteSession_isHiddenFromEveryRead()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    const SessionId id = log.id();
    QUARTERDECK_VERIFY_RESULT(createIncomplete(library, log));
    log.ask("q");
    QUARTERDECK_VERIFY_RESULT(library.append(log)); // whose summary says that it is complete: that is not its to say
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveSnapshot(id, log.state(), done); }));

    const auto isNotFound = [](const auto& result) { return !result && result.error().code == ErrorCode::NotFound; };
    QCOMPARE(listed(library), std::vector<std::string>());
    QVERIFY(isNotFound(library.rows(log, conversation::channel::everything)));
    QVERIFY(isNotFound(await<std::vector<Event>>([&](auto done) { library->readEvents(id, {0}, 1, done); })));
    QVERIFY(isNotFound(await<ConversationState>([&](auto done) { library->readState(id, {}, done); })));
    QVERIFY(isNotFound(await<EventSeq>([&](auto done) { library->seqAt(id, {1}, done); })));
    QVERIFY(isNotFound(await<Timeline>([&](auto done) { library->readTimeline(id, 10, done); })));
    QVERIFY(isNotFound(
        await<EventSeq>([&](auto done) { library->nextMark(id, TimelineMark::Kind::Question, {0}, done); })));
    QVERIFY(isNotFound(await<std::string>([&](auto done) { library->readDraft(id, done); })));
    QVERIFY(isNotFound(await<SessionCheck>([&](auto done) { library->verifySession(id, done); })));
    const auto health = await<LibraryHealth>([&](auto done) { library->checkHealth(done); });
    QCOMPARE(health->sessions, std::int64_t{0});
    QCOMPARE(health->events, std::int64_t{0});
    LogBuilder again("s");
    again.start();
    QCOMPARE(library.create(again).error().code, ErrorCode::NotAllowed);
}

void LibraryUnfinishedTest::completedSessions_areShownTogether()
{
    LibraryUnderTest library;
    LogBuilder first("first");
    LogBuilder second("second");
    for (LogBuilder* log : {&first, &second}) {
        log->start();
        QUARTERDECK_VERIFY_RESULT(createIncomplete(library, *log));
        log->say("Mike", "more");
        QUARTERDECK_VERIFY_RESULT(library.append(*log));
    }
    QUARTERDECK_VERIFY_RESULT(complete(library, {first.id(), second.id()}));
    QCOMPARE(listed(library).size(), std::size_t{2});
    library.reopen();
    for (const LogBuilder* log : {&first, &second}) {
        const auto state = await<ConversationState>([&](auto done) { library->readState(log->id(), {}, done); });
        QVERIFY(state.value() == log->state());
        const auto check = await<SessionCheck>([&](auto done) { library->verifySession(log->id(), done); });
        QVERIFY(check->isSound());
    }
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
    QVERIFY(sessions->front().isComplete);
}

void LibraryUnfinishedTest::completingAnUnknownSession_completesNone()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(createIncomplete(library, log));
    QCOMPARE(complete(library, {log.id(), SessionId("nobody")}).error().code, ErrorCode::NotFound);
    QCOMPARE(listed(library), std::vector<std::string>());
}

void LibraryUnfinishedTest::incompleteSession_isRemovedByHand()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(createIncomplete(library, log));
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->removeSession(log.id(), done); }));
    LogBuilder again("s");
    again.start();
    QUARTERDECK_VERIFY_RESULT(library.create(again));
}

void LibraryUnfinishedTest::incompleteSession_isGoneWhenOpenedAgain()
{
    LibraryUnderTest library;
    const AttachmentHash own = put(library, "own");
    const AttachmentHash shared = put(library, "shared");
    LogBuilder staying("staying");
    staying.start();
    staying.show(shared);
    QUARTERDECK_VERIFY_RESULT(library.create(staying));
    LogBuilder log("s");
    log.start();
    log.show(own);
    log.show(shared);
    log.ask("q");
    QUARTERDECK_VERIFY_RESULT(createIncomplete(library, log));
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), log.state(), done); }));
    library.reopen();
    QCOMPARE(listed(library), std::vector<std::string>{"staying"});
    Database database(library.path());
    QVERIFY(test::comesTrue([&] { return database.ask("SELECT key FROM sessions") == "staying "; }));
    QVERIFY(!hasAttachment(library, own));
    QVERIFY(hasAttachment(library, shared));
    QCOMPARE(database.ask("SELECT count(*) FROM events WHERE id >> 40 <> 1"), std::string("0 "));
    QCOMPARE(database.ask("SELECT count(*) FROM snapshots"), std::string("0 "));
    QCOMPARE(database.ask("SELECT count(*) FROM marks"), std::string("0 "));
}

void LibraryUnfinishedTest::incompleteSession_thatCannotBeRemovedStaysHidden()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(createIncomplete(library, log));
    // As a full disk does.
    Database(library.path())
        .execute("CREATE TRIGGER full BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'no room'); END");
    library.reopen();
    QCOMPARE(listed(library), std::vector<std::string>());
    QCOMPARE(Database(library.path()).ask("SELECT count(*) FROM events"), std::string("3 "));
    Database(library.path()).execute("DROP TRIGGER full");
    library.reopen();
    QVERIFY(test::comesTrue([&] { return Database(library.path()).ask("SELECT count(*) FROM events") == "0 "; }));
}

} // namespace tst_library_unfinished

QUARTERDECK_TEST(tst_library_unfinished, LibraryUnfinishedTest)
#include "tst_library_unfinished.moc"
