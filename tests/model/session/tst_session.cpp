#include "tests/model/session/support/session_kit.h"
#include "tests/model/session/support/session_probe.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_session {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::conversation::Decision;
using quarterdeck::session::Session;
using quarterdeck::test::answer;
using quarterdeck::test::Outcomes;
using quarterdeck::test::question;
using quarterdeck::test::said;
using quarterdeck::test::SessionKit;
using quarterdeck::test::Shown;
using quarterdeck::test::waitFor;

/// One live log: durable before visible, decided in order, undone as a whole.
class TestSession final : public QObject
{
    Q_OBJECT
private slots:
    void nothingIsVisibleBeforeItIsDurable();
    void intentsAreDecidedOnEachOther();
    void refusedIntentsWriteNothing();
    void severalIntentsAreOneOrNothing();
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
    const Decision outcome = kit.submit(session, said("Eve", "let me in"));
    QVERIFY(outcome.error);
    QCOMPARE(outcome.error->code, ErrorCode::UnknownRole);
    QVERIFY(outcome.events.empty());
    QVERIFY(kit.library->appends.empty());
    QVERIFY(shown.events.empty());
}

void TestSession::severalIntentsAreOneOrNothing()
{
    SessionKit kit;
    Session* session = kit.create();
    Shown shown(session);
    Outcomes outcomes;
    HireRole eve;
    eve.role.name = RoleName("Eve");
    kit.library->holdWrites();
    session->submitAll({said("Alice", "one"), eve, said("Eve", "two")}, outcomes.next());
    const auto heldOnce = kit.library->heldWrites();
    session->submitAll({said("Eve", "three"), said("Nobody", "four")}, outcomes.next());
    session->submitAll({}, outcomes.next());
    session->submit(said("Bob", "five"), outcomes.next());
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return outcomes.all.size() == 4; }));
    QCOMPARE(heldOnce, std::size_t(1));
    QCOMPARE(outcomes.all[0].events.size(), std::size_t(3));
    QVERIFY(outcomes.all[0].isPublished && !outcomes.all[0].error);
    QVERIFY(outcomes.all[1].error && outcomes.all[1].error->code == ErrorCode::UnknownRole);
    QVERIFY(outcomes.all[1].events.empty());
    QCOMPARE(outcomes.all[1].refusedAt, std::size_t(1));
    QVERIFY(!outcomes.all[2].error && outcomes.all[2].events.empty());
    QCOMPARE(outcomes.all[3].events.size(), std::size_t(1));
    for (const char* text : {"one", "two", "five"})
        QVERIFY(shown.texts().contains(QLatin1String(text)));
    QVERIFY(!shown.texts().contains(QLatin1String("three")));
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
    for (const Decision& outcome : outcomes.all) {
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
    const Decision unknown = kit.submit(session, answer("q1", "5×5"));
    QCOMPARE(unknown.error->code, ErrorCode::UnknownQuestion); // it was never asked
    const Decision again = kit.submit(session, question("q1"));
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
    session->submit(said("Alice", "one"), [&](const Decision& refused) {
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
    std::vector<session::StreamingMessage> drafts;
    connect(session, &Session::streamingMessageChanged, session,
            [&](const session::StreamingMessage& draft) { drafts.push_back(draft); });
    const std::size_t length = kit.log(session->id()).size();
    session->updateStreamingMessage({"m1", RoleName("Alice"), {}, "# PR", 2, false});
    session->updateStreamingMessage({"m1", RoleName("Alice"), {}, "# PRD", 3, true});
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
    std::vector<session::StreamingMessage> drafts;
    connect(session, &Session::streamingMessageChanged, session,
            [&](const session::StreamingMessage& draft) { drafts.push_back(draft); });
    session->updateStreamingMessage(
        {"m1", RoleName(role.toStdString()), {Address(to.toStdString())}, "# PR", 2, false});
    QCOMPARE(drafts.size(), std::size_t(1));
    QStringList found;
    for (const ChannelKey& channel : drafts.front().channels)
        found << QString::fromStdString(channel.str());
    QCOMPARE(found.join(' '), channels);
    QCOMPARE(drafts.front().route.isPrivate, isInPrivateChat);
}

} // namespace tst_session

QUARTERDECK_TEST(tst_session, TestSession)
#include "tst_session.moc"
