#include "model/agents/run/team_runner.h"
#include "model/conversation/speaker.h"
#include "tests/model/agents/support/engine_kit.h"
#include "tests/model/agents/support/test_agents.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>

namespace tst_budget {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::test::waitFor;
using team::AgentContext;
using team::TeamRunner;
using Task = TestAgents::Task;
using News = std::vector<Message>;

/// A used-up budget: the run pauses, and the person says how it continues.
class TestBudget final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void pausesAndAsksOnce();
    void choiceIsObeyed_data();
    void choiceIsObeyed();
    void finishedRunAsksAgainWhenThePersonWrites();
    void declinedAsksAgainOnRun();
    void raisedOtherwiseTakesTheQuestionBack();
    void privateTalkCostsToo();
    void questionOfAMemberIsNoneOfTheBudget();
    void questionOutlivesTheProgram();
    void whoIsCutOffAtTheEndIsNotAskedAbout();
    void finishingEndsWhatIsAtWork();

private:
    [[nodiscard]] RunState runState() const { return m_session->state()->runState(); }
    [[nodiscard]] bool isAsked() const { return m_session->state()->openQuestions().size() == 1; }
    [[nodiscard]] bool isQuiet() const;
    void answer(const std::string& option, const std::string& words = {});
    void startAndSpend();
    void makeRunner();

    std::unique_ptr<EngineKit> m_kit;
    std::shared_ptr<TestAgents> m_agents;
    std::unique_ptr<TeamRunner> m_runner;
    session::Session* m_session = nullptr;
};

namespace {

Message wordTo(const char* name, const std::string& text)
{
    Message message;
    message.role = "assistant";
    message.sendTo = {Address(name)};
    message.content = textBlocks(text);
    return message;
}

Task nothing(AgentContext, News) { co_return Result<void>(); }

Task leaderTellsAlice(AgentContext context, News news)
{
    if (!isFromUser(news.back()))
        co_return Result<void>();
    PublishTeamMessage message;
    message.sendTo = "Alice";
    message.content = textBlocks("Work");
    const auto route = co_await context.publishTeamMessage(std::move(message));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task spends(AgentContext context, News)
{
    Message message = wordTo("Bob", "That was dear");
    message.usage = Usage{"m", 1000, 1000, 1.5, 0};
    const auto route = co_await context.publish(std::move(message));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

} // namespace

void TestBudget::init()
{
    m_kit = std::make_unique<EngineKit>();
    m_agents = std::make_shared<TestAgents>();
    for (const char* name : {"Bob", "Alex", "David"})
        m_agents->minds[name] = nothing;
    m_agents->minds["Mike"] = leaderTellsAlice;
    m_agents->minds["Alice"] = spends;
    SessionStarted settings;
    settings.isPublic = false;
    settings.budget = 1.0;
    m_session = m_kit->create(settings, usualTeam());
    makeRunner();
}

void TestBudget::cleanup()
{
    m_runner.reset();
    m_kit.reset();
}

void TestBudget::makeRunner() { m_runner = std::make_unique<TeamRunner>(*m_session, m_agents); }

bool TestBudget::isQuiet() const
{
    return !m_runner->isActing() && m_session->state()->isEverybodyIdle()
        && std::ranges::all_of(m_session->state()->roles(), [](const RoleState& role) { return role.unread() == 0; });
}

void TestBudget::answer(const std::string& option, const std::string& words)
{
    AnswerQuestion given;
    given.id = m_session->state()->openQuestions().front().question.id;
    given.option = option;
    if (!words.empty())
        given.content = textBlocks(words);
    QVERIFY(!m_kit->submit(*m_session, given).error);
}

void TestBudget::startAndSpend()
{
    Message idea = wordTo("Mike", "Go");
    idea.role = "user";
    QVERIFY(m_runner->run(0, idea));
    QVERIFY(waitFor([&] { return runState() == RunState::Paused && isAsked(); }));
    QCOMPARE(m_session->state()->totalCost(), 1.5);
}

void TestBudget::pausesAndAsksOnce()
{
    startAndSpend();
    const RunCause spent{RunCauseKind::BudgetUsedUp, 1.0};
    QCOMPARE(m_session->state()->runCause(), spent);
    QCOMPARE(runReasonText(spent, {}), std::string("The budget of $1.00 is used up."));
    const Question& question = m_session->state()->openQuestions().front().question;
    QCOMPARE(question.asker, RoleName("Quarterdeck"));
    for (const RoleState& role : m_session->state()->roles())
        QVERIFY(m_session->state()->questionWaitedFor(role) == nullptr);
    QCOMPARE(question.options.size(), std::size_t(4));
    QVERIFY(question.defaultOption.empty() && !question.deadline);
    const QuestionId id = question.id;
    const auto changes = [&] { return bodiesOf<RunStateChanged>(m_kit->log(m_session->id())).size(); };
    const std::size_t before = changes();
    m_runner->resume(); // no way around it
    QVERIFY(waitFor([&] { return changes() == before + 2 && runState() == RunState::Paused; }));
    QVERIFY(isAsked());
    QCOMPARE(m_session->state()->openQuestions().front().question.id, id);
    QCOMPARE((*m_agents->calls)["Bob"], 0);
}

void TestBudget::choiceIsObeyed_data()
{
    QTest::addColumn<int>("choice");
    QTest::addColumn<QString>("words");
    QTest::addColumn<RunState>("run");
    QTest::addColumn<double>("budget");
    QTest::addColumn<int>("callsOfBob");
    QTest::newRow("raise") << 0 << QString() << RunState::Running << 2.0 << 1;
    QTest::newRow("finish") << 1 << QString() << RunState::Finished << 1.0 << 0;
    QTest::newRow("stop") << 2 << QString() << RunState::Stopped << 1.0 << 0;
    QTest::newRow("finish with a summary") << 3 << QString() << RunState::Finished << 1.0 << 0;
    QTest::newRow("an amount") << -1 << QStringLiteral(" $7.50 ") << RunState::Running << 7.5 << 1;
    QTest::newRow("too small an amount") << -1 << QStringLiteral("1.2") << RunState::Paused << 1.0 << 0;
    QTest::newRow("other words") << -1 << QStringLiteral("I'll think of it") << RunState::Paused << 1.0 << 0;
}

void TestBudget::choiceIsObeyed()
{
    QFETCH(int, choice);
    QFETCH(QString, words);
    QFETCH(RunState, run);
    QFETCH(double, budget);
    QFETCH(int, callsOfBob);
    startAndSpend();
    const Question question = m_session->state()->openQuestions().front().question;
    answer(choice < 0 ? std::string() : question.options[static_cast<std::size_t>(choice)].label, words.toStdString());
    QVERIFY(waitFor([&] { return runState() == run && (*m_agents->calls)["Bob"] == callsOfBob; }));
    if (run == RunState::Running)
        QVERIFY(waitFor([&] { return isQuiet(); }));
    // What does not answer that is no answer: it is asked again.
    if (run == RunState::Paused)
        QVERIFY(waitFor([&] { return isAsked(); }));
    else
        QVERIFY(!waitFor([&] { return isAsked() || runState() != run; }, 50));
    QCOMPARE(m_session->state()->budget().value_or(0), budget);
    QVERIFY(m_session->state()->undeliveredAnswers().empty());
}

void TestBudget::finishedRunAsksAgainWhenThePersonWrites()
{
    startAndSpend();
    answer(m_session->state()->openQuestions().front().question.options[1].label);
    QVERIFY(waitFor([&] { return runState() == RunState::Finished; }));
    m_kit->tell(*m_session, {}, "And now?");
    QVERIFY(waitFor([&] { return runState() == RunState::Paused && isAsked(); }));
    answer(m_session->state()->openQuestions().front().question.options[0].label);
    QVERIFY(waitFor([&] { return (*m_agents->calls)["Bob"] == 1 && (*m_agents->calls)["Mike"] >= 2; }));
}

void TestBudget::declinedAsksAgainOnRun()
{
    startAndSpend();
    const QuestionId first = m_session->state()->openQuestions().front().question.id;
    m_kit->submit(*m_session, DeclineQuestion{first});
    QVERIFY(!waitFor([&] { return isAsked() || runState() != RunState::Paused; }, 50));
    m_runner->resume();
    QVERIFY(waitFor([&] { return isAsked() && runState() == RunState::Paused; }));
}

void TestBudget::raisedOtherwiseTakesTheQuestionBack()
{
    startAndSpend();
    const int round = m_session->state()->round();
    m_kit->submit(*m_session, SetBudget{5.0});
    m_runner->resume();
    QVERIFY(waitFor([&] { return m_session->state()->round() == round + 1 && isQuiet(); }));
    QCOMPARE(runState(), RunState::Running);
    QVERIFY(!isAsked());
}

void TestBudget::privateTalkCostsToo()
{
    startAndSpend();
    answer(m_session->state()->openQuestions().front().question.options[1].label);
    QVERIFY(waitFor([&] { return runState() == RunState::Finished; }));
    m_kit->tell(*m_session, "David", "Between us?", true);
    QVERIFY(waitFor([&] { return runState() == RunState::Paused && isAsked(); }));
    QCOMPARE((*m_agents->calls)["David"], 0);
    answer(m_session->state()->openQuestions().front().question.options[0].label);
    QVERIFY(waitFor([&] { return (*m_agents->calls)["David"] == 1; }));
}

/// A program that plays a member may choose the ids of its questions.
void TestBudget::questionOfAMemberIsNoneOfTheBudget()
{
    startAndSpend();
    const Question limit = m_session->state()->openQuestions().front().question;
    Question question;
    question.id = QuestionId("budget-of mine");
    question.asker = RoleName("Bob");
    question.text = "Yes?";
    question.options = {{"Yes", ""}};
    QVERIFY(!m_kit->submit(*m_session, AskUser{question}).error);
    AnswerQuestion yes;
    yes.id = question.id;
    yes.option = "Yes"; // the first: of the budget's question it is to go on
    QVERIFY(!m_kit->submit(*m_session, yes).error);
    AnswerQuestion stop;
    stop.id = limit.id;
    stop.option = limit.options.at(2).label;
    QVERIFY(!m_kit->submit(*m_session, stop).error);
    QVERIFY(waitFor([&] { return runState() == RunState::Stopped; }));
    QCOMPARE(m_session->state()->budget(), std::optional(1.0));
}

void TestBudget::questionOutlivesTheProgram()
{
    startAndSpend();
    const SessionId id = m_session->id();
    const Question question = m_session->state()->openQuestions().front().question;
    m_runner.reset();
    // Answered while no team looks, and taken by the next one.
    answer(question.options[0].label);
    m_kit->restartHub();
    m_session = m_kit->open(id);
    makeRunner();
    m_runner->wake();
    QVERIFY(waitFor([&] { return (*m_agents->calls)["Bob"] == 1 && isQuiet(); }));
    QCOMPARE(m_session->state()->budget().value_or(0), 2.0);
    QCOMPARE(bodiesOf<QuestionAsked>(m_kit->log(id)).size(), std::size_t(1));
}

namespace {

/// Spends, tells Bob, and would think on.
Task spendsAndGoesOn(AgentContext context, News)
{
    Message step;
    step.content = textBlocks("That was dear");
    step.usage = Usage{"m", 1000, 1000, 1.5, 0};
    const auto kept = co_await context.recordStep(std::move(step));
    PublishTeamMessage message;
    message.sendTo = "Bob";
    message.content = textBlocks("Work");
    const auto route = co_await context.publishTeamMessage(std::move(message));
    if (!kept || !route)
        co_return tl::make_unexpected(Error{ErrorCode::Io, "not stored", {}});
    const bool isAllowed = co_await context.waitUntilCallsAllowed();
    if (!isAllowed)
        co_return tl::make_unexpected(Error{ErrorCode::Cancelled, "Cancelled", {}});
    co_return Result<void>();
}

} // namespace

/// Mike has not done with his news, and Bob has not read Mike's: the person knows that, and let the run end.
void TestBudget::whoIsCutOffAtTheEndIsNotAskedAbout()
{
    m_agents->minds["Mike"] = spendsAndGoesOn;
    Message idea = wordTo("Mike", "Go");
    idea.role = "user";
    QVERIFY(m_runner->run(0, idea));
    QVERIFY(waitFor([&] { return runState() == RunState::Paused && isAsked(); }));
    answer(m_session->state()->openQuestions().front().question.options[1].label);
    QVERIFY(waitFor([&] { return runState() == RunState::Finished && !m_runner->isActing(); }));
    QVERIFY(m_session->state()->role(RoleName("Mike"))->hasNews);
    QVERIFY(m_session->state()->role(RoleName("Bob"))->unread() > 0);
    for (const char* title : {"One", "Two", "Three"}) // each makes the team look whether there is more to do
        m_kit->submit(*m_session, RenameSession{title});
    QVERIFY(!waitFor([&] { return isAsked() || runState() != RunState::Finished; }, 50));
    QCOMPARE(bodiesOf<QuestionAsked>(m_kit->log(m_session->id())).size(), std::size_t(1));
}

namespace {

Task leaderTellsTwo(AgentContext context, News news)
{
    if (!isFromUser(news.back()))
        co_return Result<void>();
    for (const char* name : {"Alice", "Alex"}) {
        PublishTeamMessage message;
        message.sendTo = name;
        message.content = textBlocks("Work");
        const auto route = co_await context.publishTeamMessage(std::move(message));
        if (!route)
            co_return tl::make_unexpected(route.error());
    }
    co_return Result<void>();
}

Task neverEnds(AgentContext context, News)
{
    const bool goesOn = co_await context.wait(1'000'000);
    if (!goesOn)
        co_return tl::make_unexpected(Error{ErrorCode::Cancelled, "Cancelled", {}});
    co_return Result<void>();
}

} // namespace

/// It would continue to cost; its task is still there when the person wants it.
void TestBudget::finishingEndsWhatIsAtWork()
{
    m_agents->minds["Mike"] = leaderTellsTwo;
    m_agents->minds["Alice"] = spendsAndGoesOn;
    m_agents->minds["Alex"] = neverEnds;
    Message idea = wordTo("Mike", "Go");
    idea.role = "user";
    QVERIFY(m_runner->run(0, idea));
    QVERIFY(waitFor([&] { return runState() == RunState::Paused && isAsked(); }));
    QCOMPARE((*m_agents->calls)["Alex"], 1);
    answer(m_session->state()->openQuestions().front().question.options[1].label);
    QVERIFY(waitFor([&] { return runState() == RunState::Finished && !m_runner->isActing(); }));
    QVERIFY(m_session->state()->role(RoleName("Alex"))->hasNews);
    QCOMPARE(m_session->state()->role(RoleName("Alex"))->activity, RoleActivity::Idle);
}

} // namespace tst_budget

QUARTERDECK_TEST(tst_budget, TestBudget)
#include "tst_budget.moc"
