#include "conversation/channel.h"
#include "session/identity.h"
#include "session_kit.h"
#include "storage/support/await.h"
#include "support/wait.h"
#include "team_kit.h"

#include <QSignalSpy>
#include <QtTest>
#include <map>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::session::IntentOutcome;
using quarterdeck::session::LogRecord;
using quarterdeck::session::Session;
using quarterdeck::test::question;
using quarterdeck::test::said;
using quarterdeck::test::SessionKit;
using quarterdeck::test::waitFor;

namespace {

/// What a session showed, in order.
struct Shown
{
    explicit Shown(Session* session)
    {
        QObject::connect(session, &Session::committed, &context, [this](const auto& batch, const auto& state) {
            events.insert(events.end(), batch.begin(), batch.end());
            states.push_back(state);
        });
    }
    [[nodiscard]] QString texts() const
    {
        QStringList found;
        for (const Event& event : events)
            if (const auto* published = std::get_if<MessagePublished>(&event.body))
                found << QString::fromStdString(textOf(published->message));
        return found.join(' ');
    }

    QObject context;
    std::vector<Event> events;
    std::vector<std::shared_ptr<const ConversationState>> states;
};

/// Keeps what came of several intents.
struct Outcomes
{
    [[nodiscard]] Session::IntentDone next()
    {
        return [this](IntentOutcome outcome) { all.push_back(std::move(outcome)); };
    }
    std::vector<IntentOutcome> all;
};

QuestionId q(const char* id) { return QuestionId(id); }

AnswerQuestion answer(const char* id, const char* option)
{
    AnswerQuestion given;
    given.id = q(id);
    given.option = option;
    return given;
}

} // namespace

/// One live log: durable before visible, decided in order, undone as a whole.
class TestSession final : public QObject
{
    Q_OBJECT
private slots:
    void nothingIsVisibleBeforeItIsDurable();
    void intentsAreDecidedOnEachOther();
    void refusedIntentsWriteNothing();
    void refusalsWaitForWhatTheyRestOn_data();
    void refusalsWaitForWhatTheyRestOn();
    void intentsSubmittedWhileShowing();
    void aFailedAppendUndoesWhatWasDecidedOnIt();
    void goesOnAfterAFailedAppend();
    void failureInTheMiddleKeepsWhatCameBefore();
    void submitsAgainFromItsOwnRefusal();
    void draftsAreShownAndNotStored();
    void draftsStandWhereTheirMessageWill_data();
    void draftsStandWhereTheirMessageWill();
    void savesASnapshotEachTwoThousandEvents();
    void savesASnapshotThatWasMissed();
    void savesTheSnapshotAgainThatFailed();
    void savesASnapshotAtClose();
    void savesASnapshotAtCloseOfWhatACrashLeft();
    void savesNoSnapshotIntoAReadOnlyLibrary();
    void questionsSurviveReopening();
    void anAnswerIsDeliveredOnce();
    void recordsHaveDensePlaces_data();
    void recordsHaveDensePlaces();
    void isGoneBeforeTheLibraryAnswers();
    void theLogIsSound();
};

void TestSession::nothingIsVisibleBeforeItIsDurable()
{
    SessionKit kit;
    Session* session = kit.create();
    QVERIFY(session);
    const auto before = session->state();
    Shown shown(session);
    Outcomes outcomes;
    kit.library->holdWrites();
    session->submit(said("Alice", "one"), outcomes.next());
    kit.settle();
    QCOMPARE(kit.library->heldWrites(), std::size_t(1));
    QVERIFY(shown.events.empty());
    QVERIFY(outcomes.all.empty());
    QVERIFY(session->state() == before);

    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return !outcomes.all.empty(); }));
    QCOMPARE(shown.texts(), "one");
    QVERIFY(outcomes.all.front().events == shown.events);
    QVERIFY(!outcomes.all.front().error);
    QVERIFY(shown.states.back() == session->state());
    QCOMPARE(session->state()->lastSeq(), shown.events.back().seq);
    QVERIFY(kit.log(session->id()).back() == shown.events.back());
}

void TestSession::intentsAreDecidedOnEachOther()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    Outcomes outcomes;
    kit.library->holdWrites();
    session->submit(question("q1"), outcomes.next());
    session->submit(answer("q1", "5×5"), outcomes.next()); // known although nobody sees the question yet
    session->submit(said("Alice", "one"), outcomes.next());
    session->submit(said("Bob", "two"), outcomes.next());
    QVERIFY(session->state()->openQuestions().empty());
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return outcomes.all.size() == 4; }));
    QCOMPARE(shown.texts(), "one two");
    EventSeq expected = shown.events.front().seq;
    for (const Event& event : shown.events) {
        QCOMPARE(event.seq, expected);
        expected = expected.next();
    }
    QVERIFY(std::holds_alternative<QuestionAsked>(outcomes.all[0].events.front().body));
    QVERIFY(std::holds_alternative<QuestionEnded>(outcomes.all[1].events.front().body));
    QVERIFY(*session->state() == quarterdeck::test::foldOf(kit.log(session->id()), session->state()->lastSeq()));
}

void TestSession::refusedIntentsWriteNothing()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    const IntentOutcome outcome = kit.submit(session, said("Eve", "let me in"));
    QVERIFY(outcome.error);
    QCOMPARE(outcome.error->code, ErrorCode::UnknownRole);
    QVERIFY(outcome.events.empty());
    QVERIFY(kit.library->appends.empty());
    QVERIFY(shown.events.empty());
}

void TestSession::refusalsWaitForWhatTheyRestOn_data()
{
    QTest::addColumn<bool>("isDiskFull");
    QTest::newRow("stored") << false;
    QTest::newRow("lost") << true;
}

void TestSession::refusalsWaitForWhatTheyRestOn()
{
    QFETCH(const bool, isDiskFull);
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    kit.submit(session, question("q1"));
    Outcomes outcomes;
    kit.library->holdWrites();
    if (isDiskFull)
        kit.library->refuseAppends(1);
    session->submit(answer("q1", "5×5"), outcomes.next());
    session->submit(answer("q1", "4×4"), outcomes.next()); // refused, if the first stands
    kit.settle();
    QVERIFY(outcomes.all.empty());
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return outcomes.all.size() == 2; }));
    QCOMPARE(outcomes.all[0].error.has_value(), isDiskFull);
    QVERIFY(outcomes.all[1].error);
    QCOMPARE(*outcomes.all[1].error == quarterdeck::test::ScriptedLibrary::diskFull(), isDiskFull);
    QCOMPARE(session->state()->openQuestions().empty(), !isDiskFull);
}

void TestSession::intentsSubmittedWhileShowing()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    int answers = 0;
    connect(session, &Session::committed, &shown.context, [&] {
        if (answers++ < 3)
            session->submit(said("Bob", "answer" + std::to_string(answers)));
    });
    kit.submit(session, said("Alice", "one"));
    QVERIFY(waitFor([&] { return shown.states.size() == 4; }));
    QCOMPARE(shown.texts(), "one answer1 answer2 answer3");
    QVERIFY(kit.log(session->id()).back() == shown.events.back());
}

void TestSession::aFailedAppendUndoesWhatWasDecidedOnIt()
{
    SessionKit kit;
    Session* session = kit.create();
    const auto before = session->state();
    Shown shown(session);
    QSignalSpy failures(session, &Session::failed);
    Outcomes outcomes;
    kit.library->holdWrites();
    kit.library->refuseAppends(1);
    session->submit(question("q1"), outcomes.next());
    session->submit(answer("q1", "5×5"), outcomes.next());
    session->submit(said("Alice", "one"), outcomes.next());
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return outcomes.all.size() == 3; }));
    kit.settle(); // the answers to those decided on top come too, and count for nothing
    QCOMPARE(outcomes.all.size(), std::size_t(3));
    for (const IntentOutcome& outcome : outcomes.all) {
        QVERIFY(outcome.error);
        QCOMPARE(*outcome.error, quarterdeck::test::ScriptedLibrary::diskFull());
        QVERIFY(outcome.events.empty());
        QVERIFY(!outcome.isPublished);
    }
    QCOMPARE(failures.size(), 1);
    QVERIFY(shown.events.empty());
    QVERIFY(*session->state() == *before);
    QCOMPARE(kit.log(session->id()).back().seq, before->lastSeq());
}

void TestSession::goesOnAfterAFailedAppend()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    const EventSeq last = session->state()->lastSeq();
    kit.library->refuseAppends(1);
    QVERIFY(kit.submit(session, question("q1")).error);
    const IntentOutcome unknown = kit.submit(session, answer("q1", "5×5"));
    QCOMPARE(unknown.error->code, ErrorCode::UnknownQuestion); // it was never asked
    const IntentOutcome again = kit.submit(session, question("q1"));
    QVERIFY(!again.error);
    QCOMPARE(again.events.front().seq, last.next());
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    QVERIFY(kit.log(session->id()).back() == shown.events.back());
}

void TestSession::failureInTheMiddleKeepsWhatCameBefore()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    Outcomes outcomes;
    kit.library->holdWrites();
    session->submit(said("Alice", "one"), outcomes.next());
    kit.library->refuseAppends(1);
    session->submit(said("Alice", "two"), outcomes.next());
    session->submit(said("Alice", "three"), outcomes.next());
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return outcomes.all.size() == 3; }));
    QVERIFY(!outcomes.all[0].error);
    QVERIFY(outcomes.all[1].error);
    QVERIFY(outcomes.all[2].error);
    QVERIFY(!kit.submit(session, said("Alice", "four")).error);
    QCOMPARE(shown.texts(), "one four");
    QVERIFY(*session->state() == quarterdeck::test::foldOf(kit.log(session->id()), session->state()->lastSeq()));
}

void TestSession::submitsAgainFromItsOwnRefusal()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    Outcomes outcomes;
    kit.library->holdWrites();
    kit.library->refuseAppends(1);
    session->submit(said("Alice", "one"), [&](const IntentOutcome& refused) {
        QVERIFY(refused.error);
        session->submit(said("Alice", "again"), outcomes.next());
    });
    session->submit(said("Bob", "two"), outcomes.next());
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return outcomes.all.size() == 2; }));
    QVERIFY(outcomes.all[0].error); // "two" was decided on what was undone
    QVERIFY(!outcomes.all[1].error);
    QCOMPARE(shown.texts(), "again");
}

void TestSession::draftsAreShownAndNotStored()
{
    SessionKit kit;
    Session* session = kit.create();
    std::vector<session::Draft> drafts;
    connect(session, &Session::draftChanged, session, [&](const session::Draft& draft) { drafts.push_back(draft); });
    const std::size_t length = kit.log(session->id()).size();
    session->publishDraft({"m1", RoleName("Alice"), {}, "# PR", 2, false});
    session->publishDraft({"m1", RoleName("Alice"), {}, "# PRD", 3, true});
    QCOMPARE(drafts.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(drafts.back().text), "# PRD");
    QVERIFY(drafts.back().isDone);
    kit.settle();
    QCOMPARE(kit.log(session->id()).size(), length);
    QVERIFY(kit.library->appends.empty());
}

void TestSession::draftsStandWhereTheirMessageWill_data()
{
    QTest::addColumn<QString>("role");
    QTest::addColumn<QString>("to");
    QTest::addColumn<bool>("isInPrivateChat");
    QTest::addColumn<QString>("channels");
    QTest::newRow("to a colleague") << "Alice"
                                    << "Bob" << false
                                    << "everything public inbox:Mike inbox:Alice inbox:Bob inbox:Alex inbox:David";
    QTest::newRow("to the person") << "Alice"
                                   << "<human>" << false << "everything public";
    QTest::newRow("an answer in private") << "Alice"
                                          << "<human>" << true << "everything private:Alice";
    QTest::newRow("a reply in private") << "Alice"
                                        << "Bob" << true << "everything private:Alice";
    QTest::newRow("the leader") << "Mike"
                                << "Alice" << false
                                << "everything public inbox:Mike inbox:Alice inbox:Bob inbox:Alex inbox:David";
    QTest::newRow("a stranger") << "Zoe"
                                << "Alice" << false << "everything";
}

void TestSession::draftsStandWhereTheirMessageWill()
{
    QFETCH(const QString, role);
    QFETCH(const QString, to);
    QFETCH(const bool, isInPrivateChat);
    QFETCH(const QString, channels);
    SessionKit kit;
    Session* session = kit.create();
    if (isInPrivateChat) {
        Publish secret;
        secret.message.content = textBlocks("between us");
        secret.message.sendTo = {Address("Alice")};
        secret.userDefinedRecipient = "Alice";
        secret.isPrivate = true;
        QVERIFY(!kit.submit(session, secret).error);
    }
    std::vector<session::Draft> drafts;
    connect(session, &Session::draftChanged, session, [&](const session::Draft& draft) { drafts.push_back(draft); });
    session->publishDraft({"m1", RoleName(role.toStdString()), {Address(to.toStdString())}, "# PR", 2, false});
    QCOMPARE(drafts.size(), std::size_t(1));
    QStringList found;
    for (const ChannelKey& channel : drafts.front().channels)
        found << QString::fromStdString(channel.str());
    QCOMPARE(found.join(' '), channels);
    QCOMPARE(drafts.front().route.isPrivate, isInPrivateChat);
}

void TestSession::savesASnapshotEachTwoThousandEvents()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    int answered = 0;
    for (int i = 0; i < 4500; ++i)
        session->submit(Annotate{{EventSeq{1}, AnnotationKind::Note, std::to_string(i), "a test"}},
                        [&](const IntentOutcome&) { ++answered; });
    QVERIFY(waitFor([&] { return answered == 4500; }, 60'000));
    QCOMPARE(kit.library->snapshots.size(), std::size_t(2));
    for (const auto& snapshot : kit.library->snapshots) {
        QCOMPARE(snapshot.session, session->id());
        QVERIFY(snapshot.state == quarterdeck::test::foldOf(kit.log(session->id()), snapshot.state.lastSeq()));
    }
    QCOMPARE(kit.library->snapshots[0].state.lastSeq().value, 2000);
    QCOMPARE(kit.library->snapshots[1].state.lastSeq().value, 4000);
}

void TestSession::savesASnapshotThatWasMissed()
{
    SessionKit kit;
    std::vector<Event> log = quarterdeck::test::randomLog(7, 1999);
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

void TestSession::savesTheSnapshotAgainThatFailed()
{
    SessionKit kit;
    const session::SessionId id = quarterdeck::test::store(*kit.library, quarterdeck::test::randomLog(7, 1999));
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

void TestSession::savesASnapshotAtCloseOfWhatACrashLeft()
{
    SessionKit kit;
    const session::SessionId id = quarterdeck::test::store(*kit.library, quarterdeck::test::randomLog(7, 100));
    QVERIFY(kit.open(id));
    kit.reopen();
    QCOMPARE(kit.library->snapshots.size(), std::size_t(1));
}

void TestSession::savesASnapshotAtClose()
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

void TestSession::savesNoSnapshotIntoAReadOnlyLibrary()
{
    SessionKit kit;
    QVERIFY(kit.create());
    kit.library->setReadOnly(true);
    kit.hub.reset();
    QVERIFY(kit.library->snapshots.empty());
}

void TestSession::questionsSurviveReopening()
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

void TestSession::anAnswerIsDeliveredOnce()
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

void TestSession::recordsHaveDensePlaces_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<bool>("isDecided");
    for (const unsigned seed : {1u, 2u, 3u, 4u}) {
        QTest::addRow("decided, seed %u", seed) << seed << true;
        QTest::addRow("any log, seed %u", seed) << seed << false;
    }
}

void TestSession::recordsHaveDensePlaces()
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
        for (LogRecord& record : session::logRecords(
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

void TestSession::isGoneBeforeTheLibraryAnswers()
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

void TestSession::theLogIsSound()
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
    // A write in line behind the closing's snapshot: a reading sees what was acknowledged before it.
    QVERIFY(quarterdeck::test::await<session::Nothing>([&](auto done) { kit.library->saveDraft(id, "", done); }));
    const auto check =
        quarterdeck::test::await<session::SessionCheck>([&](auto done) { kit.library->verifySession(id, done); });
    QVERIFY(check);
    QVERIFY2(check->isSound(), check->isSound() ? "" : check->faults.front().c_str());
    QCOMPARE(check->snapshots, 1);
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
