#include "model/agents/run/session_notes.h"
#include "model/agents/run/team_runner.h"
#include "model/conversation/channel.h"
#include "tests/model/agents/support/engine_kit.h"
#include "tests/model/agents/support/small_team.h"
#include "tests/model/agents/support/test_agents.h"
#include "tests/model/session/support/scripted_library.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>

namespace tst_team_going_on {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::AgentContext;
using team::TeamRunner;
using News = std::vector<Message>;

/// Questions, the end of a run and after it, and restarts, with small agents.
class TestTeamGoingOn final : public QObject
{
    Q_OBJECT
private slots:
    void askingWaitsAndHoldsUpNobody();
    void plannedRoundsPause();
    void unreadableMailPausesAndSaysWhy();
    void privateTalkIsAnsweredAfterTheEnd();
    void personWakesAFinishedRun();
    void restartGoesOnWhereItWas();
    void questionOutlivesTheProgram();
    void answerGivenWhileClosedIsTaken();
    void destroyingTheRunnerEndsItsCoroutines();
};

void TestTeamGoingOn::askingWaitsAndHoldsUpNobody()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderTellsAll;
    agents->minds["Bob"] = asks;
    agents->minds["Alice"] = tellsDavid;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Go")));
    // David acts in a later round although Bob's round has not come back.
    QVERIFY(waitFor([&] { return (*agents->calls)["David"] == 1; }));
    QCOMPARE(session->state()->role(RoleName("Bob"))->activity, RoleActivity::WaitingForUser);
    AnswerQuestion answer;
    answer.id = QuestionId("size");
    answer.content = textBlocks("6×6");
    kit.submit(*session, answer);
    QVERIFY(waitFor([&] { return (*agents->calls)["David"] == 2 && isQuiet(runner, session); }));
    QCOMPARE(saidIn(kit, session).back(), std::string("The answer is 6×6"));
    QCOMPARE(bodiesOf<AnswerDelivered>(kit.log(session->id())).size(), std::size_t(1));
}

void TestTeamGoingOn::plannedRoundsPause()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderServes;
    agents->minds["Bob"] = bobReturns;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(2, personsWord("Play")));
    QVERIFY(waitFor([&] { return runState(session) == RunState::Paused; }));
    QCOMPARE(session->state()->round(), 2);
    const RunCause done{RunCauseKind::RoundsDone, 2};
    QCOMPARE(session->state()->runCause(), done);
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    AnswerQuestion more;
    more.id = session->state()->openQuestions().front().question.id;
    more.option = session->state()->openQuestions().front().question.options.front().label; // as many again
    kit.submit(*session, more);
    QVERIFY(waitFor([&] { return runState(session) == RunState::Paused && session->state()->round() == 4; }));
}

void TestTeamGoingOn::unreadableMailPausesAndSaysWhy()
{
    QObject context;
    const auto library = std::make_shared<ScriptedLibrary>(&context);
    EngineKit kit(EngineKit::Where::Memory, [&](const auto&) { return library; });
    session::Session* session = kit.create();
    TeamRunner runner(*session, quietTeam());
    library->failReads(true);
    QVERIFY(runner.run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return runState(session) == RunState::Paused; }));
    QCOMPARE(session->state()->runCause(), RunCause{RunCauseKind::MailUnreadable});
    QCOMPARE(session->state()->runReason(), ScriptedLibrary::brokenRead().sentence);
}

void TestTeamGoingOn::privateTalkIsAnsweredAfterTheEnd()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    agents->minds["Mike"] = endsTheRun;
    agents->minds["Bob"] = answersThePerson;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return runState(session) == RunState::Finished && isQuiet(runner, session); }));
    kit.tell(*session, "Bob", "Between us?", true);
    QVERIFY(waitFor([&] { return (*agents->calls)["Bob"] == 1 && isQuiet(runner, session); }));
    QCOMPARE(runState(session), RunState::Finished);
    QVERIFY(session->state()->directChats().empty());
    QCOMPARE(bodiesOf<RoundStarted>(kit.log(session->id())).size(), std::size_t(1));
    QCOMPARE(kit.rows(session->id(), channel::privateWith(RoleName("Bob"))).size(), std::size_t(2));
}

void TestTeamGoingOn::personWakesAFinishedRun()
{
    EngineKit kit;
    session::Session* session = kit.create(true);
    auto agents = quietTeam();
    agents->minds["Mike"] = endsTheRun;
    TeamRunner runner(*session, agents);
    QVERIFY(runner.run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return runState(session) == RunState::Finished && !runner.isActing(); }));
    kit.tell(*session, {}, "One more thing");
    QVERIFY(waitFor([&] { return (*agents->calls)["Mike"] == 2 && runState(session) == RunState::Finished; }));
    QCOMPARE(session->state()->round(), 2);
    // One sees where it continued, once.
    const auto rows = bodiesOf<MessagePublished>(kit.rows(session->id(), channel::publicOnly));
    QCOMPARE(std::ranges::count_if(rows, [](const auto& row) { return team::isResumeNote(row.message); }), 1);
}

void TestTeamGoingOn::restartGoesOnWhereItWas()
{
    EngineKit kit(EngineKit::Where::File);
    session::Session* session = kit.create();
    const SessionId id = session->id();
    auto agents = quietTeam();
    agents->minds["Mike"] = leaderTellsAll;
    agents->minds["Alice"] = waitsForever;
    agents->minds["Alex"] = tellsDavid;
    auto runner = std::make_unique<TeamRunner>(*session, agents);
    QVERIFY(runner->run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return (*agents->calls)["Alice"] == 1 && saidIn(kit, session).size() == 5; }));
    runner.reset();
    kit.reopen();

    session = kit.open(id);
    QVERIFY(session != nullptr);
    agents = quietTeam();
    std::vector<std::string> news;
    agents->minds["Alice"] = [&news](AgentContext context, News mail) {
        for (const Message& message : mail)
            news.push_back(textOf(message));
        return tellsDavid(std::move(context), std::move(mail));
    };
    agents->minds["Mike"] = leaderTellsAll;
    runner = std::make_unique<TeamRunner>(*session, agents);
    runner->wake();
    QVERIFY(waitFor([&] { return (*agents->calls)["Alice"] == 1 && isQuiet(*runner, session); }));
    QCOMPARE(news.size(), std::size_t(1));
    QVERIFY(QString::fromStdString(news.front()).contains(QStringLiteral("Work, Alice")));
    runner.reset();
}

void TestTeamGoingOn::questionOutlivesTheProgram()
{
    EngineKit kit(EngineKit::Where::File);
    session::Session* session = kit.create();
    const SessionId id = session->id();
    for (int start = 0; start < 3; ++start) {
        auto agents = quietTeam();
        agents->minds["Mike"] = asks;
        auto runner = std::make_unique<TeamRunner>(*session, agents);
        if (start == 0)
            QVERIFY(runner->run(0, personsWord("Go")));
        runner->wake();
        const RoleState* mike = nullptr;
        QVERIFY(waitFor([&] {
            mike = session->state()->role(RoleName("Mike"));
            return (*agents->calls)["Mike"] == 1 && mike->activity == RoleActivity::WaitingForUser;
        }));
        QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
        runner.reset();
        kit.reopen();
        session = kit.open(id);
    }
    QCOMPARE(bodiesOf<QuestionAsked>(kit.log(id)).size(), std::size_t(1));
    QCOMPARE(bodiesOf<RoundStarted>(kit.log(id)).size(), std::size_t(1));
}

void TestTeamGoingOn::answerGivenWhileClosedIsTaken()
{
    EngineKit kit(EngineKit::Where::File);
    session::Session* session = kit.create();
    const SessionId id = session->id();
    auto agents = quietTeam();
    agents->minds["Mike"] = asks;
    auto runner = std::make_unique<TeamRunner>(*session, agents);
    QVERIFY(runner->run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    runner.reset();
    AnswerQuestion answer;
    answer.id = QuestionId("size");
    answer.content = textBlocks("7×7");
    kit.submit(*session, answer);
    kit.reopen();
    session = kit.open(id);
    agents = quietTeam();
    agents->minds["Mike"] = asks;
    runner = std::make_unique<TeamRunner>(*session, agents);
    runner->wake();
    QVERIFY(waitFor([&] { return session->state()->undeliveredAnswers().empty() && isQuiet(*runner, session); }));
    QCOMPARE(bodiesOf<AnswerDelivered>(kit.log(id)).size(), std::size_t(1));
    QCOMPARE(bodiesOf<QuestionAsked>(kit.log(id)).size(), std::size_t(1));
    runner.reset();
}

void TestTeamGoingOn::destroyingTheRunnerEndsItsCoroutines()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    const std::weak_ptr<TestAgents> watched = agents;
    agents->minds["Mike"] = waitsForever;
    auto runner = std::make_unique<TeamRunner>(*session, agents);
    QVERIFY(runner->run(0, personsWord("Go")));
    QVERIFY(waitFor([&] { return (*agents->calls)["Mike"] == 1; }));
    agents.reset();
    runner.reset();
    // Every frame held a part of the run; with the last of them the run goes, and the agents with it.
    QVERIFY(waitFor([&] { return watched.expired(); }));
    QCOMPARE(runState(session), RunState::Running); // as after a crash: the log says that it goes on
}

} // namespace tst_team_going_on

QUARTERDECK_TEST(tst_team_going_on, TestTeamGoingOn)
#include "tst_team_going_on.moc"
