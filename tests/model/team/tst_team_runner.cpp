#include "conversation/channel.h"
#include "conversation/speaker.h"
#include "engine_kit.h"
#include "support/wait.h"
#include "team/team_runner.h"
#include "test_agents.h"

#include <QSignalSpy>
#include <QtTest>
#include <stdexcept>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::waitFor;
using team::AgentContext;
using team::TeamRunner;
using Task = TestAgents::Task;
using News = std::vector<Message>;

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
    void stepRunsOneRound();
    void stopIsVisibleInThreeStates();
    void stoppedWorkGoesOnWithTheSameNews();
    void askingWaitsAndHoldsUpNobody();
    void plannedRoundsPause();
    void privateTalkIsAnsweredAfterTheEnd();
    void personWakesAFinishedRun();
    void restartGoesOnWhereItWas();
    void questionOutlivesTheProgram();
    void answerGivenWhileClosedIsTaken();
    void destroyingTheRunnerEndsItsCoroutines();
};

namespace {

const Message personsWord(const char* text)
{
    Message message;
    message.sendTo = {Address("Mike")};
    message.content = textBlocks(text);
    return message;
}

Message wordTo(const char* name, const std::string& text)
{
    Message message;
    message.role = "assistant";
    message.sendTo = {Address(name)};
    message.content = textBlocks(text);
    return message;
}

Task nothing(AgentContext, News) { co_return Result<void>(); }

/// Says it to the next one for as long as there is breath.
Task leaderServes(AgentContext context, News news)
{
    const std::string last = textOf(news.back());
    if (last.find("5") != std::string::npos)
        co_return co_await context.endRun("Long enough.");
    const int n = context.state()->round();
    PublishTeamMessage ball;
    ball.sendTo = "Bob";
    ball.content = textBlocks("ping " + std::to_string(n));
    const auto route = co_await context.publishTeamMessage(std::move(ball));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task bobReturns(AgentContext context, News)
{
    const int n = context.state()->round();
    const auto route = co_await context.publish(wordTo("Mike", "pong " + std::to_string(n + 1)));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task leaderTellsAll(AgentContext context, News news)
{
    if (!isFromPerson(news.back()))
        co_return Result<void>();
    for (const char* name : {"Alice", "Bob", "Alex"}) {
        PublishTeamMessage message;
        message.sendTo = name;
        message.content = textBlocks(std::string("Work, ") + name);
        const auto route = co_await context.publishTeamMessage(std::move(message));
        if (!route)
            co_return tl::make_unexpected(route.error());
    }
    co_return Result<void>();
}

Task tellsDavid(AgentContext context, News)
{
    const auto route = co_await context.publish(wordTo("David", context.role().name.str() + " is done"));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task throws(AgentContext, News)
{
    throw std::runtime_error("no more ideas");
    co_return Result<void>();
}

Task fails(AgentContext, News) { co_return tl::make_unexpected(Error{ErrorCode::Io, "The model is not there.", {}}); }

Task waitsForever(AgentContext context, News)
{
    const bool goesOn = co_await context.wait(1'000'000);
    if (!goesOn)
        co_return tl::make_unexpected(Error{ErrorCode::Cancelled, {}, {}});
    co_return Result<void>();
}

Task asks(AgentContext context, News)
{
    Question question;
    question.id = QuestionId("size");
    question.text = "4×4 or 5×5?";
    const auto end = co_await context.ask(std::move(question));
    if (!end)
        co_return tl::make_unexpected(end.error());
    const auto route = co_await context.publish(wordTo("David", "The answer is " + answerText(*end)));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task answersThePerson(AgentContext context, News news)
{
    for (const Message& message : news) {
        ReplyToPerson reply;
        reply.content = textBlocks("Re: " + textOf(message));
        const auto route = co_await context.replyToPerson(std::move(reply));
        if (!route)
            co_return tl::make_unexpected(route.error());
    }
    co_return Result<void>();
}

Task endsTheRun(AgentContext context, News) { co_return co_await context.endRun("Done."); }

std::shared_ptr<TestAgents> quietTeam()
{
    auto agents = std::make_shared<TestAgents>();
    for (const char* name : {"Mike", "Alice", "Bob", "Alex", "David"})
        agents->minds[name] = nothing;
    return agents;
}

RunState runState(const session::Session* session) { return session->state()->runState(); }

/// Whether the run has come to rest: nobody acts, and nobody has mail.
bool isQuiet(const TeamRunner& runner, const session::Session* session)
{
    return !runner.isActing() && session->state()->isEverybodyIdle()
        && std::ranges::all_of(session->state()->roles(), [](const RoleState& role) { return role.unread() == 0; });
}

std::vector<std::string> saidIn(EngineKit& kit, const session::Session* session)
{
    return textsOf(kit.log(session->id()));
}

} // namespace

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
    runner.resume();
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
    agents->minds["Bob"] = throwing ? throws : fails;
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

void TestTeamRunner::askingWaitsAndHoldsUpNobody()
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
    QCOMPARE(session->state()->role(RoleName("Bob"))->activity, RoleActivity::WaitingForPerson);
    AnswerQuestion answer;
    answer.id = QuestionId("size");
    answer.content = textBlocks("6×6");
    kit.submit(*session, answer);
    QVERIFY(waitFor([&] { return (*agents->calls)["David"] == 2 && isQuiet(runner, session); }));
    QCOMPARE(saidIn(kit, session).back(), std::string("The answer is 6×6"));
    QCOMPARE(bodiesOf<AnswerDelivered>(kit.log(session->id())).size(), std::size_t(1));
}

void TestTeamRunner::plannedRoundsPause()
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
    QVERIFY(!session->state()->runReason().empty());
    runner.resume(); // as many again
    QVERIFY(waitFor([&] { return runState(session) == RunState::Paused && session->state()->round() == 4; }));
}

void TestTeamRunner::privateTalkIsAnsweredAfterTheEnd()
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

void TestTeamRunner::personWakesAFinishedRun()
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
}

void TestTeamRunner::restartGoesOnWhereItWas()
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

void TestTeamRunner::questionOutlivesTheProgram()
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
            return (*agents->calls)["Mike"] == 1 && mike->activity == RoleActivity::WaitingForPerson;
        }));
        QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
        runner.reset();
        kit.reopen();
        session = kit.open(id);
    }
    QCOMPARE(bodiesOf<QuestionAsked>(kit.log(id)).size(), std::size_t(1));
    QCOMPARE(bodiesOf<RoundStarted>(kit.log(id)).size(), std::size_t(1));
}

void TestTeamRunner::answerGivenWhileClosedIsTaken()
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

void TestTeamRunner::destroyingTheRunnerEndsItsCoroutines()
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

QTEST_GUILESS_MAIN(TestTeamRunner)
#include "tst_team_runner.moc"
