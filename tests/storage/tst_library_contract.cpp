#include "model/conversation/channel.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QTest>
#include <QThread>
#include <atomic>
#include <nlohmann/json.hpp>
#include <vector>

namespace tst_library_contract {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using test::await;
using test::LibraryUnderTest;
using test::LogBuilder;

/// What every library promises about writing; each test runs on both kinds.
class LibraryContractTest final : public QObject
{
    Q_OBJECT

private slots:
    static void whatIsAcknowledged_isThereAfterReopening();
    static void everyKindOfEvent_comesBackEqual();
    static void sample_staysSample();
    static void recording_isToldByItsLog_data();
    static void recording_isToldByItsLog();
    static void completions_comeInOrderOnTheContextsThread();
    static void reads_areAnsweredOnAnotherThread();
    static void badRecords_areRefusedWhole_data();
    static void badRecords_areRefusedWhole();
    static void refusedAppend_leavesItsNeighboursAlone();
    static void unknownSession_isNotFound();
    static void sessionOfThatId_isNotMadeTwice();
    static void removedSession_takesItsThingsAlong();
    static void draft_staysUntilEmptied();
    static void sessions_areListedByActivity();
    static void destruction_answersWhatIsQueued();
};

void LibraryContractTest::whatIsAcknowledged_isThereAfterReopening()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    log.say("Mike", "one");
    log.ask("q");
    QUARTERDECK_VERIFY_RESULT(library.append(log));
    library.reopen();

    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
    QUARTERDECK_VERIFY_RESULT(sessions);
    QCOMPARE(*sessions, std::vector<SessionSummary>{log.summary()});
    const auto events = await<std::vector<Event>>([&](auto done) { library->readEvents(log.id(), {0}, 100, done); });
    QCOMPARE(events.value(), log.events());
    const auto state = await<ConversationState>([&](auto done) { library->readState(log.id(), {}, done); });
    QVERIFY(state.value() == log.state());
    log.say("Alice", "goes on");
    QUARTERDECK_VERIFY_RESULT(library.append(log));
}

void LibraryContractTest::everyKindOfEvent_comesBackEqual()
{
    using namespace conversation;
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start("\"quoted\" title, 中文");
    log.say("Mike", std::string("zero\0byte", 9));
    log.sayPrivately("Alice", "chat");
    log.ask("q");
    log.answer("q", "left");
    log.annotate({4});
    log.add(SessionRenamed{"new"});
    log.add(RoleActivityChanged{RoleName("Alice"), RoleActivity::Failed, "no connection", false, false});
    log.add(RunStateChanged{RunState::Running, ""});
    log.add(RoundStarted{1, 2});
    log.add(UsageRecorded{RoleName("Alice"), Usage{"m", 10, 20, 0.25, 7}});
    log.add(UnknownEvent{"from_the_future", 9, JsonValue(nlohmann::json{{"a", {1, 2}}})});
    log.add(UnknownEvent{"message_published", 2, JsonValue(nlohmann::json{{"b", "ü"}})}, -5000);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    library.reopen();
    const auto events =
        await<std::vector<conversation::Event>>([&](auto done) { library->readEvents(log.id(), {0}, 100, done); });
    QUARTERDECK_VERIFY_RESULT(events);
    QCOMPARE(*events, log.events());
    const auto check = await<SessionCheck>([&](auto done) { library->verifySession(log.id(), done); });
    QUARTERDECK_VERIFY_RESULT(check);
    QVERIFY2(check->isSound(), check->faults.empty() ? "" : check->faults.front().c_str());
}

void LibraryContractTest::sample_staysSample()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    SessionSummary sample = log.summary();
    sample.isSample = true;
    QUARTERDECK_VERIFY_RESULT(
        await<Nothing>([&](auto done) { library->createSession(sample, log.takeRecords(), done); }));
    log.say("Mike", "one");
    QUARTERDECK_VERIFY_RESULT(library.append(log));
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
    QCOMPARE(sessions->size(), std::size_t{1});
    QVERIFY(sessions->front().isSample);
    QCOMPARE(sessions->front().lastSeq, log.state().lastSeq());
}

void LibraryContractTest::recording_isToldByItsLog_data()
{
    using conversation::SessionKind;
    QTest::addColumn<SessionKind>("kindThere");
    QTest::addColumn<bool>("hasTimes");
    QTest::newRow("a demo") << SessionKind::Demo << true;
    QTest::newRow("a team") << SessionKind::Team << true;
    QTest::newRow("of another system") << SessionKind::Imported << false;
}

/// What it was where it was written, and whether its times are real, is not what an import makes of every session.
void LibraryContractTest::recording_isToldByItsLog()
{
    QFETCH(conversation::SessionKind, kindThere);
    QFETCH(bool, hasTimes);
    LibraryUnderTest library;
    LogBuilder log("s");
    conversation::SessionStarted started;
    started.kind = kindThere;
    if (!hasTimes)
        started.details = conversation::JsonValue(nlohmann::json{{"times", "synthetic"}});
    log.add(started);
    SessionSummary recording = log.summary();
    recording.kind = conversation::SessionKind::Imported;
    QUARTERDECK_VERIFY_RESULT(
        await<Nothing>([&](auto done) { library->createSession(recording, log.takeRecords(), done); }));
    library.reopen();
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
    QUARTERDECK_VERIFY_RESULT(sessions);
    QCOMPARE(sessions->at(0).kind, conversation::SessionKind::Imported);
    QCOMPARE(sessions->at(0).isScripted, kindThere == conversation::SessionKind::Demo);
    QCOMPARE(sessions->at(0).areTimesKnown, hasTimes);
    const auto check = await<SessionCheck>([&](auto done) { library->verifySession(log.id(), done); });
    QUARTERDECK_VERIFY_RESULT(check);
    QVERIFY2(check->isSound(), check->faults.empty() ? "" : check->faults.front().c_str());
}

void LibraryContractTest::completions_comeInOrderOnTheContextsThread()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    constexpr int count = 500;
    std::vector<int> order;
    bool isElsewhere = false;
    for (int i = 0; i < count; ++i) {
        log.say("Mike", "message " + std::to_string(i));
        library->append(log.summary(), log.takeRecords(), [&, i](const Result<Nothing>& result) {
            isElsewhere |= QThread::currentThread() != QCoreApplication::instance()->thread();
            order.push_back(result ? i : -1);
        });
    }
    const auto last = await<Nothing>([&](auto done) { library->saveDraft(log.id(), "d", done); });
    QUARTERDECK_VERIFY_RESULT(last);
    QVERIFY(!isElsewhere);
    QCOMPARE(order.size(), std::size_t{count});
    for (int i = 0; i < count; ++i)
        QCOMPARE(order.at(static_cast<std::size_t>(i)), i);
}

void LibraryContractTest::reads_areAnsweredOnAnotherThread()
{
    LibraryUnderTest library;
    std::atomic_bool isElsewhere = false;
    const auto health = await<LibraryHealth>([&](const Done<LibraryHealth>& done) {
        library->checkHealth([&isElsewhere, done](Result<LibraryHealth> result) {
            isElsewhere = QThread::currentThread() != QCoreApplication::instance()->thread();
            done(std::move(result));
        });
    });
    QVERIFY(isElsewhere);
    QCOMPARE(health->integrity, std::string("ok"));
    QCOMPARE(health->sessions, std::int64_t{0});
    QVERIFY(!health->isReadOnly);
}

void LibraryContractTest::badRecords_areRefusedWhole_data()
{
    QTest::addColumn<QString>("fault");
    for (const char* fault : {"gap in seq", "seq again", "gap in ordinals", "ordinal again", "amends the future"})
        QTest::newRow(fault) << QString::fromLatin1(fault);
}

void LibraryContractTest::badRecords_areRefusedWhole()
{
    QFETCH(QString, fault);
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    log.say("Mike", "first");
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const SessionSummary before = log.summary();
    log.say("Mike", "second");
    log.say("Mike", "third");
    std::vector<LogRecord> records = log.takeRecords();
    LogRecord& last = records.back();
    if (fault == QLatin1String("gap in seq"))
        ++last.event.seq.value;
    else if (fault == QLatin1String("seq again"))
        --last.event.seq.value;
    else if (fault == QLatin1String("gap in ordinals"))
        ++last.channels.front().ordinal.value;
    else if (fault == QLatin1String("ordinal again"))
        --last.channels.front().ordinal.value;
    else
        last.amends = last.event.seq;

    const auto refused = await<Nothing>([&](auto done) { library->append(log.summary(), records, done); });
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::Damaged);
    QVERIFY(!refused.error().sentence.empty());
    library.reopen();
    const auto rows = library.rows(log, conversation::channel::everything);
    QCOMPARE(rows->total, std::int64_t{1});
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
    QCOMPARE(*sessions, std::vector<SessionSummary>{before});
}

void LibraryContractTest::refusedAppend_leavesItsNeighboursAlone()
{
    LibraryUnderTest library;
    LogBuilder good("good");
    good.start();
    LogBuilder bad("bad");
    bad.start();
    std::vector<bool> outcomes;
    const auto note = [&](const Result<Nothing>& result) { outcomes.push_back(result.has_value()); };
    library->createSession(good.summary(), good.takeRecords(), note);
    library->append(bad.summary(), bad.takeRecords(), note); // was never made
    good.say("Mike", "still goes");
    library->append(good.summary(), good.takeRecords(), note);
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveDraft(good.id(), "x", done); }));
    QCOMPARE(outcomes, (std::vector<bool>{true, false, true}));
    const auto events = await<std::vector<Event>>([&](auto done) { library->readEvents(good.id(), {0}, 9, done); });
    QCOMPARE(events.value(), good.events());
}

void LibraryContractTest::unknownSession_isNotFound()
{
    LibraryUnderTest library;
    LogBuilder log("nobody");
    const SessionId id = log.id();
    const auto isNotFound = [](const auto& result) { return !result && result.error().code == ErrorCode::NotFound; };
    QVERIFY(isNotFound(library.append(log)));
    QVERIFY(isNotFound(library.rows(log, conversation::channel::everything)));
    QVERIFY(isNotFound(await<Nothing>([&](auto done) { library->removeSession(id, done); })));
    QVERIFY(isNotFound(await<Nothing>([&](auto done) { library->saveDraft(id, "d", done); })));
    QVERIFY(isNotFound(await<Nothing>([&](auto done) { library->saveSnapshot(id, log.state(), done); })));
    QVERIFY(isNotFound(await<std::vector<Event>>([&](auto done) { library->readEvents(id, {0}, 1, done); })));
    QVERIFY(isNotFound(await<ConversationState>([&](auto done) { library->readState(id, {}, done); })));
    QVERIFY(isNotFound(await<EventSeq>([&](auto done) { library->seqAt(id, {1}, done); })));
    QVERIFY(isNotFound(await<Timeline>([&](auto done) { library->readTimeline(id, 10, done); })));
    QVERIFY(isNotFound(await<std::vector<ChannelMark>>(
        [&](auto done) { library->readMarks(id, conversation::channel::everything, {}, done); })));
    QVERIFY(isNotFound(await<std::string>([&](auto done) { library->readDraft(id, done); })));
    QVERIFY(isNotFound(await<SessionCheck>([&](auto done) { library->verifySession(id, done); })));
    QVERIFY(isNotFound(await<std::string>([&](auto done) { library->readAttachment(AttachmentHash("0"), done); })));
}

void LibraryContractTest::sessionOfThatId_isNotMadeTwice()
{
    LibraryUnderTest library;
    LogBuilder first("s");
    first.start("first");
    LogBuilder second("s");
    second.start("second");
    QUARTERDECK_VERIFY_RESULT(library.create(first));
    const auto refused = library.create(second);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::NotAllowed);
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
    QCOMPARE(*sessions, std::vector<SessionSummary>{first.summary()});
}

void LibraryContractTest::removedSession_takesItsThingsAlong()
{
    LibraryUnderTest library;
    const auto put = [&](const char* bytes) {
        return await<AttachmentInfo>([&](auto done) { library->putAttachment(bytes, "image/png", 1, 1, done); })->hash;
    };
    const AttachmentHash own = put("own");
    const AttachmentHash shared = put("shared");
    LogBuilder going("going");
    going.start();
    going.show(own);
    going.show(shared);
    LogBuilder staying("staying");
    staying.start();
    staying.show(shared);
    QUARTERDECK_VERIFY_RESULT(library.create(going));
    QUARTERDECK_VERIFY_RESULT(library.create(staying));
    QUARTERDECK_VERIFY_RESULT(
        await<Nothing>([&](auto done) { library->saveSnapshot(going.id(), going.state(), done); }));
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveDraft(going.id(), "draft", done); }));
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*library, going.id()));
    library.reopen();

    QVERIFY(!library.rows(going, conversation::channel::everything));
    QVERIFY(test::comesTrue(
        [&] { return !await<AttachmentInfo>([&](auto done) { library->attachmentInfo(own, done); }); }));
    QVERIFY(await<AttachmentInfo>([&](auto done) { library->attachmentInfo(shared, done); }));
    LogBuilder again("going");
    again.start("again");
    QUARTERDECK_VERIFY_RESULT(library.create(again));
    QCOMPARE(library.rows(again, conversation::channel::everything)->total, std::int64_t{0});
    QCOMPARE(*await<std::string>([&](auto done) { library->readDraft(again.id(), done); }), std::string());
    const auto state = await<ConversationState>([&](auto done) { library->readState(again.id(), {}, done); });
    QVERIFY(state.value() == again.state());
}

void LibraryContractTest::draft_staysUntilEmptied()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const auto draft = [&] { return *await<std::string>([&](auto done) { library->readDraft(log.id(), done); }); };
    QCOMPARE(draft(), std::string());
    for (const std::string text : {"@Bob, what", "@Bob, what about 你好?", ""}) {
        QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveDraft(log.id(), text, done); }));
        library.reopen();
        QCOMPARE(draft(), text);
    }
}

void LibraryContractTest::sessions_areListedByActivity()
{
    LibraryUnderTest library;
    LogBuilder early("early");
    early.start();
    LogBuilder late("late");
    late.start();
    QUARTERDECK_VERIFY_RESULT(library.create(early));
    late.say("Mike", "later");
    QUARTERDECK_VERIFY_RESULT(library.create(late));
    const auto list = [&] {
        std::vector<std::string> ids;
        const auto found = await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(done); });
        for (const SessionSummary& session : found.value())
            ids.push_back(session.id.str());
        return ids;
    };
    QCOMPARE(list(), (std::vector<std::string>{"late", "early"}));
    early.say("Mike", "much later", 60'000);
    QUARTERDECK_VERIFY_RESULT(library.append(early));
    QCOMPARE(list(), (std::vector<std::string>{"early", "late"}));
}

void LibraryContractTest::destruction_answersWhatIsQueued()
{
    int answered = 0;
    std::atomic_int read = 0;
    constexpr int count = 300;
    {
        LibraryUnderTest library;
        LogBuilder log("s");
        log.start();
        library->createSession(log.summary(), log.takeRecords(), [](const Result<Nothing>&) {});
        for (int i = 0; i < count; ++i) {
            log.say("Mike", "queued");
            library->append(log.summary(), log.takeRecords(),
                            [&](const Result<Nothing>& result) { answered += result ? 1 : 0; });
            library->readDraft(log.id(), [&](const Result<std::string>&) { ++read; });
        }
        library.reopen(); // closes the file
        QCOMPARE(library.rows(log, conversation::channel::everything)->total, std::int64_t{count});
        QCOMPARE(read.load(), count);
        QCoreApplication::processEvents();
    }
    QCOMPARE(answered, count);
    QCOMPARE(read.load(), count);
}

} // namespace tst_library_contract

QUARTERDECK_TEST(tst_library_contract, LibraryContractTest)
#include "tst_library_contract.moc"
