#include "model/conversation/channel.h"
#include "model/session/session.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/model/session/support/session_probe.h"
#include "tests/storage/support/await.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>
#include <map>

namespace tst_session_storage {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::conversation::Decision;
using quarterdeck::session::LogRecord;
using quarterdeck::session::Session;
using quarterdeck::test::answer;
using quarterdeck::test::Outcomes;
using quarterdeck::test::q;
using quarterdeck::test::question;
using quarterdeck::test::said;
using quarterdeck::test::SessionKit;
using quarterdeck::test::Shown;
using quarterdeck::test::waitFor;

namespace {

/// In which nothing waits for a time: a question or a direct chat whose time is over would end, by an event of its own,
/// as soon as the log is live.
std::vector<Event> quietLog(std::size_t length)
{
    for (unsigned seed = 1;; ++seed) {
        std::vector<Event> log = quarterdeck::test::randomLog(seed, length);
        const auto state = quarterdeck::test::foldOf(log, log.back().seq);
        if (state.openQuestions().empty() && state.directChats().empty())
            return log;
    }
}

} // namespace

/// What a session leaves in the library, and finds there again.
class TestSessionStorage final : public QObject
{
    Q_OBJECT
private slots:
    void savesASnapshotEachTwoThousandEvents();
    void savesASnapshotThatWasMissed();
    void savesTheSnapshotAgainThatFailed();
    void savesASnapshotAtCloseOfWhatACrashLeft();
    void savesASnapshotAtClose();
    void savesNoSnapshotIntoAReadOnlyLibrary();
    void questionsSurviveReopening();
    void anAnswerIsDeliveredOnce();
    void recordsHaveDensePlaces_data();
    void recordsHaveDensePlaces();
    void isGoneBeforeTheLibraryAnswers();
    void theLogIsSound();
};

void TestSessionStorage::savesASnapshotEachTwoThousandEvents()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    int answered = 0;
    for (int i = 0; i < 4500; ++i)
        session->submit(Annotate{{EventSeq{1}, AnnotationKind::Note, std::to_string(i), "a test"}},
                        [&](const Decision&) { ++answered; });
    QVERIFY(waitFor([&] { return answered == 4500; }, 60'000));
    QCOMPARE(kit.library->snapshots.size(), std::size_t(2));
    for (const auto& snapshot : kit.library->snapshots) {
        QCOMPARE(snapshot.session, session->id());
        QVERIFY(snapshot.state == quarterdeck::test::foldOf(kit.log(session->id()), snapshot.state.lastSeq()));
    }
    QCOMPARE(kit.library->snapshots[0].state.lastSeq().value, 2000);
    QCOMPARE(kit.library->snapshots[1].state.lastSeq().value, 4000);
}

void TestSessionStorage::savesASnapshotThatWasMissed()
{
    SessionKit kit;
    std::vector<Event> log = quietLog(1999);
    const session::SessionId id = quarterdeck::test::store(*kit.library, log); // as a killed program leaves it
    Session* session = kit.open(id);
    kit.submit(session, said("Alice", "one"));
    kit.settle();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(1));
    QCOMPARE(kit.library->snapshots.front().state.lastSeq(), session->state()->lastSeq());
    kit.reopen();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(1)); // nothing new to save
    kit.submit(kit.open(id), said("Alice", "two"));
    kit.settle();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(1));
}

void TestSessionStorage::savesTheSnapshotAgainThatFailed()
{
    SessionKit kit;
    const session::SessionId id = quarterdeck::test::store(*kit.library, quietLog(1999));
    Session* session = kit.open(id);
    kit.library->refuseSnapshots(1);
    kit.submit(session, said("Alice", "one"));
    kit.settle();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(1));
    kit.submit(session, said("Alice", "two"));
    kit.settle();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(2));
    kit.submit(session, said("Alice", "three"));
    kit.settle();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(2));
}

void TestSessionStorage::savesASnapshotAtCloseOfWhatACrashLeft()
{
    SessionKit kit;
    const session::SessionId id = quarterdeck::test::store(*kit.library, quarterdeck::test::randomLog(7, 100));
    QVERIFY(kit.open(id));
    kit.reopen();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(1));
}

void TestSessionStorage::savesASnapshotAtClose()
{
    SessionKit kit;
    Session* session = kit.create();
    const session::SessionId id = session->id();
    kit.submit(session, said("Alice", "one"));
    const ConversationState last = *session->state();
    QVERIFY(kit.library->snapshots.empty());
    kit.hub.reset();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(1));
    QCOMPARE(kit.library->snapshots.front().session, id);
    QVERIFY(kit.library->snapshots.front().state == last);
}

void TestSessionStorage::savesNoSnapshotIntoAReadOnlyLibrary()
{
    SessionKit kit;
    QVERIFY(kit.create());
    kit.library->setReadOnly(true);
    kit.hub.reset();
    QVERIFY(kit.library->snapshots.empty());
}

void TestSessionStorage::questionsSurviveReopening()
{
    SessionKit kit;
    Session* session = kit.create();
    const session::SessionId id = session->id();
    kit.submit(session, question("q1"));
    kit.submit(session, question("q2"));
    kit.submit(session, answer("q2", "4×4"));
    const ConversationState before = *session->state();
    kit.reopen();
    session = kit.open(id);
    QVERIFY(session);
    QVERIFY(*session->state() == before);
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    QCOMPARE(session->state()->undeliveredAnswers(), std::vector{q("q2")});
    QVERIFY(!kit.submit(session, answer("q1", "5×5")).error);
    QVERIFY(!kit.submit(session, AcknowledgeAnswer{q("q2")}).error);
}

void TestSessionStorage::anAnswerIsDeliveredOnce()
{
    SessionKit kit;
    Session* session = kit.create();
    const session::SessionId id = session->id();
    kit.submit(session, question("q1"));
    kit.submit(session, answer("q1", "5×5"));
    Outcomes outcomes;
    kit.library->holdWrites();
    session->submit(AcknowledgeAnswer{q("q1")}, outcomes.next());
    session->submit(AcknowledgeAnswer{q("q1")}, outcomes.next()); // the first is not even durable
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return outcomes.all.size() == 2; }));
    QVERIFY(outcomes.all[0].error.has_value() != outcomes.all[1].error.has_value());
    kit.reopen();
    session = kit.open(id);
    QVERIFY(kit.submit(session, AcknowledgeAnswer{q("q1")}).error);
    const std::vector<Event> log = kit.log(id);
    QCOMPARE(std::ranges::count_if(
                 log, [](const Event& event) { return std::holds_alternative<AnswerDelivered>(event.body); }),
             1);
}

void TestSessionStorage::recordsHaveDensePlaces_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<bool>("isDecided");
    for (const unsigned seed : {1u, 2u, 3u, 4u}) {
        QTest::addRow("decided, seed %u", seed) << seed << true;
        QTest::addRow("any log, seed %u", seed) << seed << false;
    }
}

void TestSessionStorage::recordsHaveDensePlaces()
{
    QFETCH(const unsigned, seed);
    QFETCH(const bool, isDecided);
    const std::vector<Event> log = quarterdeck::test::randomLog(seed, 600, isDecided);
    ConversationState state;
    std::map<ChannelKey, std::int64_t> lengths;
    std::map<EventSeq, std::size_t> rows;
    std::vector<LogRecord> records;
    for (std::size_t i = 0; i < log.size(); i += 7) { // in batches, as they are appended
        const auto end = std::min(log.size(), i + 7);
        for (LogRecord& record : session::makeLogRecords(
                 state, {log.begin() + static_cast<std::ptrdiff_t>(i), log.begin() + static_cast<std::ptrdiff_t>(end)}))
            records.push_back(std::move(record));
    }
    QCOMPARE(records.size(), log.size());
    for (std::size_t i = 0; i < log.size(); ++i) {
        QVERIFY(records[i].event == log[i]);
        for (const session::ChannelEntry& entry : records[i].channels)
            QCOMPARE(entry.ordinal.value, lengths[entry.channel]++);
        rows[log[i].seq] = records[i].channels.size();
        if (records[i].amends)
            QVERIFY(records[i].amends->value > 0 && *records[i].amends < log[i].seq);
    }
    QVERIFY(lengths[channel::everything] > 50);
    QVERIFY(lengths == state.channels());
    QVERIFY(state == quarterdeck::test::foldOf(log, log.back().seq));
}

void TestSessionStorage::isGoneBeforeTheLibraryAnswers()
{
    SessionKit kit;
    Session* session = kit.create();
    const session::SessionId id = session->id();
    Outcomes outcomes;
    kit.library->holdWrites();
    session->submit(said("Alice", "one"), outcomes.next());
    kit.hub.reset();
    kit.library->releaseWrites();
    kit.settle();
    QVERIFY(outcomes.all.empty());
    QVERIFY(std::holds_alternative<MessagePublished>(kit.log(id).back().body)); // and it was stored all the same
}

void TestSessionStorage::theLogIsSound()
{
    SessionKit kit;
    Session* session = kit.create();
    for (int i = 0; i < 50; ++i) {
        const std::string id = "q" + std::to_string(i);
        session->submit(said("Alice", id));
        session->submit(question(id.c_str()));
        session->submit(answer(id.c_str(), i % 2 == 0 ? "5×5" : "4×4"));
    }
    kit.submit(session, AcknowledgeAnswer{q("q7")});
    const session::SessionId id = session->id();
    kit.hub.reset();
    // A write queued after the closing's snapshot: a read sees what was acknowledged before it.
    QVERIFY(quarterdeck::test::await<session::Nothing>([&](auto done) { kit.library->saveDraft(id, "", done); }));
    const auto check =
        quarterdeck::test::await<session::SessionCheck>([&](auto done) { kit.library->verifySession(id, done); });
    QVERIFY(check);
    QVERIFY2(check->isSound(), check->isSound() ? "" : check->faults.front().c_str());
    QCOMPARE(check->snapshots, 1);
}

} // namespace tst_session_storage

QUARTERDECK_TEST(tst_session_storage, TestSessionStorage)
#include "tst_session_storage.moc"
