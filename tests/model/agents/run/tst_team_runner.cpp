#include "model/agents/coroutine_support.h"
#include "model/agents/run/team_runner.h"
#include "model/conversation/state/idle_reason.h"
#include "tests/model/agents/support/engine_kit.h"
#include "tests/model/agents/support/small_team.h"
#include "tests/model/agents/support/test_agents.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>

namespace tst_team_runner {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::TeamRunner;

/// Rounds, pause, step, stop, failures and restarts with small agents.
class TestTeamRunner final : public QObject
{
    Q_OBJECT
private slots:
    void twoRolesTalkInRounds();
    void aRoundRunsAllWithNewsAtOnce();
    void awarenessIsNoWork();
    void runWithoutMembersIsRefused();
    void failingRoleIsShownAndTheOthersGoOn_data();
    void failingRoleIsShownAndTheOthersGoOn();
    void roleThatNobodyPlaysFails();
    void pausedTeamSaysNothing();
    void pauseWaitsForTheTurnsThatRun();
    void turnThatEndedWithTheProgramIsPaused();
    void stepRunsOneRound();
    void stopIsVisibleInThreeStates();
    void stoppedWorkGoesOnWithTheSameNews();
};

void TestTeamRunner::twoRolesTalkInRounds()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderServes;
    agents->minds["Bob"] = bobReturns;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Play")));
    QVERIFY(waitFor([&] { return runState(session) == RunState::Finished && isQuiet(runner, session); }));
    QCOMPARE(saidIn(kit, session), (std::vector<std::string>{"Play", "ping 1", "pong 3", "ping 3", "pong 5"}));
    QCOMPARE(session->state()->round(), 5);
    const auto rounds = bodiesOf<RoundStarted>(kit.log(session->id()));
    QCOMPARE(rounds.size(), std::size_t(5));
    QCOMPARE(rounds.front().roles, 1);
    QCOMPARE(*session->state(), foldOf(kit.log(session->id())));
}

void TestTeamRunner::aRoundRunsAllWithNewsAtOnce()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderTellsAll;
    for (const char* name : {"Alice", "Bob", "Alex"})
        agents->minds[name] = tellsDavid;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(1, personsWord("Go")));
    QVERIFY(waitFor([&] { return runState(session) == RunState::Paused; }));
    QVERIFY(runner.run(1, {}));
    QVERIFY(waitFor([&] { return runState(session) == RunState::Paused && session->state()->round() == 2; }));
    QCOMPARE(bodiesOf<RoundStarted>(kit.log(session->id()))[1].roles, 3);
    QCOMPARE(session->state()->role(RoleName("David"))->delivered, 3);
    QCOMPARE((*agents->calls)["David"], 0);
}

void TestTeamRunner::awarenessIsNoWork()
{
    EngineKit kit;
    session::Session* session = kit.create(true);
    auto agents = quietTeam();
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Everyone hears this")));
    QVERIFY(waitFor([&] { return (*agents->calls)["Mike"] == 1 && isQuiet(runner, session); }));
    QCOMPARE(session->state()->role(RoleName("Alice"))->observed, 1);
    QCOMPARE((*agents->calls)["Alice"], 0);
    QCOMPARE(bodiesOf<RoundStarted>(kit.log(session->id())).size(), std::size_t(1));
}

void TestTeamRunner::runWithoutMembersIsRefused()
{
    EngineKit kit;
    session::Session* session = kit.create(SessionStarted(), {});
    TeamRunner runner(*session, quietTeam());
    const auto refused = runner.run(0, personsWord("Hello?"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::NotAllowed);
    QCOMPARE(runState(session), RunState::NotStarted);
}

void TestTeamRunner::failingRoleIsShownAndTheOthersGoOn_data()
{
    QTest::addColumn<bool>("throwing");
    QTest::addColumn<QString>("reason");
    QTest::newRow("an exception") << true << "no more ideas";
    QTest::newRow("an error") << false << "The model is not there.";
}

void TestTeamRunner::failingRoleIsShownAndTheOthersGoOn()
{
    QFETCH(bool, throwing);
    QFETCH(QString, reason);
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderTellsAll;
    agents->minds["Alice"] = tellsDavid;
    agents->minds["Bob"] = throwing
        ? TestAgents::Mind(throws)
        : static_cast<TestAgents::Task (*)(team::AgentContext, std::vector<Message>)>(fails);
    agents->minds["Alex"] = tellsDavid;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return (*agents->calls)["David"] > 0 && !runner.isActing(); }));
    const RoleState* bob = session->state()->role(RoleName("Bob"));
    QCOMPARE(bob->activity, RoleActivity::Failed);
    QVERIFY(QString::fromStdString(bob->activityDetail).contains(reason));
    QCOMPARE((*agents->calls)["Bob"], 1);
    QCOMPARE(session->state()->role(RoleName("David"))->delivered, 2);
    // Its next mail is its next chance.
    agents->minds["Bob"] = nothing;
    kit.tell(*session, "Bob", "Try again");
    QVERIFY(waitFor([&] { return (*agents->calls)["Bob"] == 2; }));
}

void TestTeamRunner::roleThatNobodyPlaysFails()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds.erase("Mike");
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Hello")));
    QVERIFY(waitFor([&] { return session->state()->role(RoleName("Mike"))->activity == RoleActivity::Failed; }));
}

void TestTeamRunner::pausedTeamSaysNothing()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderTellsAll;
    TeamRunner runner(*session, agents);
    // Paused while Mike is just beginning: what he says waits.
    connect(session, &session::Session::committed, &runner, [&](const std::vector<Event>& events) {
        if (!bodiesOf<RoundStarted>(events).empty())
            runner.pause();
    });
    QVERIFY(runner.run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return (*agents->calls)["Mike"] == 1 && runState(session) == RunState::Paused; }));
    const std::size_t before = kit.log(session->id()).size();
    QVERIFY(!waitFor([&] { return kit.log(session->id()).size() > before + 3; }, 100));
    const std::size_t said = saidIn(kit, session).size();
    QVERIFY(said < 4);
    session->disconnect(&runner);
    runner.resume();
    QVERIFY(waitFor([&] { return (*agents->calls)["Alex"] == 1 && isQuiet(runner, session); }));
    QCOMPARE(saidIn(kit, session).size(), std::size_t(4));
}

void TestTeamRunner::pauseWaitsForTheTurnsThatRun()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    auto isTold = std::make_shared<team::OneShot<bool>>();
    agents->minds["Mike"] = [isTold](team::AgentContext context, std::vector<Message> news) -> TestAgents::Task {
        co_await valueOf(isTold); // as a model that is still writing
        co_return co_await leaderTellsAll(context, std::move(news));
    };
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Go")));
    const auto mike = [&] { return session->state()->role(RoleName("Mike")); };
    QVERIFY(waitFor([&] { return mike()->activity == RoleActivity::Thinking; }));
    runner.pause();
    QVERIFY(waitFor([&] { return runState(session) == RunState::Paused; }));
    QVERIFY(isPausing(*session->state()));
    isTold->resolve(true);
    QVERIFY(waitFor([&] { return mike()->activity == RoleActivity::Paused; }));
    QVERIFY(!isPausing(*session->state()) && mike()->hasWork && mike()->hasNews);
    QCOMPARE(saidIn(kit, session), (std::vector<std::string>{"Go"}));
    runner.resume();
    QVERIFY(waitFor([&] { return (*agents->calls)["Alex"] == 1 && isQuiet(runner, session); }));
    QCOMPARE(saidIn(kit, session).size(), std::size_t(4));
    std::vector<RoleActivity> activities;
    for (const RoleActivityChanged& changed : bodiesOf<RoleActivityChanged>(kit.log(session->id())))
        if (changed.role == RoleName("Mike"))
            activities.push_back(changed.activity);
    QCOMPARE(activities,
             (std::vector{RoleActivity::Thinking, RoleActivity::Paused, RoleActivity::Thinking, RoleActivity::Idle}));
}

void TestTeamRunner::turnThatEndedWithTheProgramIsPaused()
{
    EngineKit kit(EngineKit::Where::File);
    const session::SessionId id = kit.create()->id();
    auto agents = quietTeam();
    agents->minds["Mike"] = waitsForever;
    {
        session::Session* session = kit.open(id);
        TeamRunner runner(*session, agents);
        QVERIFY(runner.run(0, personsWord("Go")));
        QVERIFY(waitFor([&] { return (*agents->calls)["Mike"] == 1; }));
        runner.pause();
        QVERIFY(waitFor([&] { return isPausing(*session->state()); }));
    }
    kit.reopen();
    session::Session* session = kit.open(id);
    QVERIFY(isPausing(*session->state()));
    agents->minds["Mike"] = nothing;
    TeamRunner runner(*session, agents);
    runner.wake();
    QVERIFY(waitFor([&] { return !isPausing(*session->state()); }));
    QCOMPARE(session->state()->role(RoleName("Mike"))->activity, RoleActivity::Paused);
    runner.resume();
    QVERIFY(waitFor([&] { return (*agents->calls)["Mike"] == 2 && isQuiet(runner, session); }));
}

void TestTeamRunner::stepRunsOneRound()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderServes;
    agents->minds["Bob"] = bobReturns;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(1, personsWord("Play")));
    QVERIFY(waitFor([&] { return runState(session) == RunState::Paused; }));
    for (int round = 2; round <= 4; ++round) {
        runner.step();
        QVERIFY(waitFor([&] { return runState(session) == RunState::Paused && session->state()->round() == round; }));
        QVERIFY(!runner.isActing());
    }
}

void TestTeamRunner::stopIsVisibleInThreeStates()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderTellsAll;
    agents->minds["Alice"] = waitsForever;
    agents->minds["Bob"] = asks;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    runner.stop();
    QVERIFY(waitFor([&] { return runState(session) == RunState::Stopped; }));
    QVERIFY(!runner.isActing());
    const auto log = kit.log(session->id());
    QVERIFY(session->state()->openQuestions().empty());
    QCOMPARE(bodiesOf<QuestionEnded>(log).front().end.kind, QuestionEndKind::Withdrawn);
    std::vector<RunState> states;
    for (const RunStateChanged& changed : bodiesOf<RunStateChanged>(log))
        states.push_back(changed.state);
    QCOMPARE(states, (std::vector{RunState::Running, RunState::StopRequested, RunState::Stopped}));
    QVERIFY(std::holds_alternative<RunStateChanged>(log.back().body));
    for (const RoleState& role : session->state()->roles())
        QCOMPARE(role.activity, RoleActivity::Idle);
}

void TestTeamRunner::stoppedWorkGoesOnWithTheSameNews()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = waitsForever;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Remember this")));
    QVERIFY(waitFor([&] { return (*agents->calls)["Mike"] == 1; }));
    runner.stop();
    QVERIFY(waitFor([&] { return runState(session) == RunState::Stopped; }));
    QVERIFY(session->state()->role(RoleName("Mike"))->hasNews);
    runner.resume();
    QVERIFY(waitFor([&] { return (*agents->calls)["Mike"] == 2; }));
    QCOMPARE(session->state()->round(), 1); // the same round goes on
}

} // namespace tst_team_runner

QUARTERDECK_TEST(tst_team_runner, TestTeamRunner)
#include "tst_team_runner.moc"
