#include "model/conversation/state/idle_reason.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_idle_reason {

using namespace quarterdeck::conversation;

/// A run that continues while nobody has anything to do.
class TestIdleReason final : public QObject
{
    Q_OBJECT
private slots:
    void restsWhenAllIsDone();
    void restsAfterAFailure();
    void restsOnlyWhileItRuns_data();
    void restsOnlyWhileItRuns();
    void programsAreNotJudged();
    void pausesUntilTheLastTurnHasEnded();
    void pausesNobody_data();
    void pausesNobody();
};

namespace {

/// A running team that has done what it was told.
TeamKit resting()
{
    TeamKit kit;
    kit.submit(SetRunState{RunState::Running, {}, {}});
    kit.tell("Mike", "Build it");
    kit.observeAll();
    return kit;
}

} // namespace

void TestIdleReason::restsWhenAllIsDone()
{
    TeamKit kit = resting();
    QVERIFY(idleReasonOf(kit.state) == IdleReason::NothingToDo);
    kit.setActivity("Bob", RoleActivity::Thinking);
    QVERIFY(!idleReasonOf(kit.state));
    kit.setActivity("Bob", RoleActivity::Idle);
    QVERIFY(idleReasonOf(kit.state) == IdleReason::NothingToDo);
    kit.submit(ObserveMail{RoleName("Bob"), true});
    QVERIFY(!idleReasonOf(kit.state)); // it has begun with it
    kit.submit(ObserveMail{RoleName("Bob"), false});
    Question question;
    question.id = QuestionId("q");
    question.asker = RoleName("Bob");
    question.text = "Well?";
    kit.submit(AskUser{question});
    QVERIFY(!idleReasonOf(kit.state));
    kit.submit(WithdrawQuestion{QuestionId("q")});
    QVERIFY(idleReasonOf(kit.state) == IdleReason::NothingToDo);
    kit.tell("Mike", "And?");
    QVERIFY(!idleReasonOf(kit.state)); // unread
}

void TestIdleReason::restsAfterAFailure()
{
    TeamKit kit = resting();
    kit.submit(ObserveMail{RoleName("Bob"), true});
    kit.setActivity("Bob", RoleActivity::Failed);
    QVERIFY(idleReasonOf(kit.state) == IdleReason::AfterFailure);
    kit.submit(ObserveMail{RoleName("Bob"), false}); // what it failed at is done with
    QVERIFY(idleReasonOf(kit.state) == IdleReason::NothingToDo);
}

void TestIdleReason::restsOnlyWhileItRuns_data()
{
    QTest::addColumn<RunState>("run");
    for (const RunState run :
         {RunState::NotStarted, RunState::Paused, RunState::StopRequested, RunState::Stopped, RunState::Finished})
        QTest::newRow(qPrintable(QString::number(static_cast<int>(run)))) << run;
}

void TestIdleReason::restsOnlyWhileItRuns()
{
    QFETCH(RunState, run);
    TeamKit kit = resting();
    kit.state.apply({kit.state.lastSeq().next(), {}, 0, RunStateChanged{run, {}, {}}});
    QVERIFY(!idleReasonOf(kit.state));
}

/// What they have to do only they know.
void TestIdleReason::programsAreNotJudged()
{
    for (const char* source : {"", "api:a program"}) {
        ConversationState state;
        SessionStarted started;
        started.source = source;
        state.apply({state.lastSeq().next(), {}, 0, started});
        state.apply({state.lastSeq().next(), {}, 0, RoleHired{makeRole("Bob", "Engineer")}});
        state.apply({state.lastSeq().next(), {}, 0, RunStateChanged{RunState::Running, {}, {}}});
        QCOMPARE(idleReasonOf(state).has_value(), std::string(source).empty());
    }
}

void TestIdleReason::pausesUntilTheLastTurnHasEnded()
{
    TeamKit kit = resting();
    kit.setActivity("Bob", RoleActivity::Thinking, true);
    kit.setActivity("Alice", RoleActivity::Acting, true);
    QVERIFY(!isPausing(kit.state));
    kit.submit(SetRunState{RunState::Paused, {}, {}});
    QVERIFY(isPausing(kit.state));
    kit.setActivity("Bob", RoleActivity::Paused, true);
    QVERIFY(isPausing(kit.state) && !isEndingTurn(kit.state, *kit.state.role(RoleName("Bob"))));
    kit.setActivity("Alice", RoleActivity::Idle);
    QVERIFY(!isPausing(kit.state));
}

void TestIdleReason::pausesNobody_data()
{
    QTest::addColumn<RoleActivity>("activity");
    QTest::addColumn<bool>("hasWork");
    QTest::addColumn<bool>("asks");
    QTest::newRow("waits for the person") << RoleActivity::WaitingForUser << true << false;
    QTest::newRow("waits for its program") << RoleActivity::Thinking << false << false;
    QTest::newRow("begins anew with its question") << RoleActivity::Thinking << true << true;
    QTest::newRow("failed") << RoleActivity::Failed << false << false;
}

void TestIdleReason::pausesNobody()
{
    QFETCH(RoleActivity, activity);
    QFETCH(bool, hasWork);
    QFETCH(bool, asks);
    TeamKit kit = resting();
    kit.setActivity("Bob", activity, hasWork);
    if (asks) {
        Question question;
        question.id = QuestionId("q");
        question.asker = RoleName("Bob");
        question.text = "Well?";
        kit.submit(AskUser{question});
    }
    kit.submit(SetRunState{RunState::Paused, {}, {}});
    QVERIFY(!isPausing(kit.state));
}

} // namespace tst_idle_reason

QUARTERDECK_TEST(tst_idle_reason, TestIdleReason)
#include "tst_idle_reason.moc"
