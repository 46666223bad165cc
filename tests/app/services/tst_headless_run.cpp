#include "app/services/run_job.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>
#include <deque>

namespace tst_headless_run {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace std::chrono_literals;
using app::RunEnd;

/// How a run without a window ends, whatever is left undone.
class TestHeadlessRun final : public QObject
{
    Q_OBJECT
private slots:
    void answersAtTheBudgetEndIt_data();
    void answersAtTheBudgetEndIt();
    void noAnswerAtTheBudgetEndsIt_data();
    void noAnswerAtTheBudgetEndsIt();
    void answersAtTheRoundsTimeEndIt_data();
    void answersAtTheRoundsTimeEndIt();
    void aStopFromElsewhereEndsIt();
    void aStopWithNobodyAtWorkEndsIt();
    void interruptionIsToldAsWhatItWas_data();
    void interruptionIsToldAsWhatItWas();
    void theIdeaGoesToWhomItNames_data();
    void theIdeaGoesToWhomItNames();
    void outcomesAreReadAsTheyWereWritten();
};

namespace {

/// Their numbers, one after the other; then there are no more.
class Numbers final : public app::AnswerSource
{
public:
    explicit Numbers(std::deque<std::string> lines) : m_lines(std::move(lines)) { }
    void next(const QuestionId&, Answered answered) override
    {
        if (m_lines.empty())
            return answered(std::nullopt);
        const std::string line = m_lines.front();
        m_lines.pop_front();
        answered(line);
    }

private:
    std::deque<std::string> m_lines;
};

/// Mike gives Bob something to do, which takes all the money; Bob answers at once, or never.
struct Watched
{
    explicit Watched(bool isLeaderAtWork = true, bool hangs = false)
    {
        ModelAnswer order = calls("publish_team_message", R"({"content": "Count", "send_to": "Bob"})");
        order.usage = {"scripted", 100, 20, 1.5, 5};
        if (!isLeaderAtWork) {
            const Usage dear = order.usage;
            order = together({order, calls("end", "{}", "c2")});
            order.usage = dear;
        }
        kit.models->play("Mike",
                         isLeaderAtWork ? std::vector{order, calls("end", "{}"), says("Enough.")}
                                        : std::vector{order, says("Enough.")});
        kit.models->calls->models["Bob"] = [hangs](const team::ChatRequest&) {
            ModelAnswer answer = says("One, two, three.");
            answer.hangs = hangs;
            return answer;
        };
    }
    void start(std::optional<double> budget, std::deque<std::string> answers, app::RunRequest request = {})
    {
        request.team = scriptedTeam({"Mike", "Bob"});
        request.team->budget = budget;
        request.session = SessionId("watched");
        request.idea += "How many?";
        request.isAnswering = true;
        job = std::make_unique<app::RunJob>(std::move(request), std::make_unique<Numbers>(std::move(answers)));
        QObject::connect(job.get(), &app::RunJob::ended, job.get(),
                         [this](const app::RunOutcome& told) { outcome = told; });
        QObject::connect(job.get(), &app::RunJob::failed, job.get(),
                         [this](const QString& sentence) { problem = sentence; });
        job->start(kit.kit.hub(), *kit.teams);
    }
    [[nodiscard]] bool isBobAtWork() const
    {
        return waitFor([&] { return !kit.models->requestsTo("Bob").empty(); });
    }
    [[nodiscard]] session::Session* session() { return kit.kit.hub().live(SessionId("watched")); }
    [[nodiscard]] team::TeamRunner& runner() { return kit.runner(session()); }
    [[nodiscard]] RunState runState() { return session()->state()->runState(); }
    [[nodiscard]] bool isLeftWithWork()
    {
        const RoleState* bob = session()->state()->role(RoleName("Bob"));
        return bob->unread() > 0 || bob->hasNews;
    }
    [[nodiscard]] bool isOver() const
    {
        return waitFor([&] { return outcome.has_value(); });
    }

    ModelTeamKit kit;
    std::unique_ptr<app::RunJob> job;
    std::optional<app::RunOutcome> outcome;
    QString problem;
};

} // namespace

void TestHeadlessRun::answersAtTheBudgetEndIt_data()
{
    QTest::addColumn<bool>("isLeaderAtWork"); // else nobody is, when the money is used up
    QTest::addColumn<QString>("answer");
    QTest::addColumn<RunEnd>("end");
    QTest::addColumn<RunState>("run");
    QTest::addColumn<QString>("reason");
    const QString budget = QStringLiteral("The run ended before everything was done: The budget of $1.00 is used up.");
    for (const bool isAtWork : {true, false}) {
        const char* who = isAtWork ? "the leader at work" : "nobody at work";
        QTest::addRow("raise, %s", who) << isAtWork << "1" << RunEnd::Done << RunState::Running << QString();
        QTest::addRow("finish, %s", who) << isAtWork << "2" << RunEnd::Finished << RunState::Finished << budget;
        QTest::addRow("stop, %s", who) << isAtWork << "3" << RunEnd::Stopped << RunState::Stopped
                                       << QStringLiteral("The team was stopped.");
    }
}

void TestHeadlessRun::answersAtTheBudgetEndIt()
{
    QFETCH(bool, isLeaderAtWork);
    QFETCH(QString, answer);
    Watched watched(isLeaderAtWork);
    watched.start(1.0, {answer.toStdString()});
    QVERIFY(watched.isOver());
    QTEST(watched.outcome->end, "end");
    QTEST(watched.runState(), "run");
    QTEST(QString::fromStdString(watched.outcome->reason), "reason");
    QCOMPARE(watched.isLeftWithWork(), watched.outcome->end != RunEnd::Done);
}

void TestHeadlessRun::noAnswerAtTheBudgetEndsIt_data()
{
    QTest::addColumn<bool>("isLeaderAtWork");
    QTest::newRow("the leader at work") << true;
    QTest::newRow("nobody at work") << false;
}

void TestHeadlessRun::noAnswerAtTheBudgetEndsIt()
{
    QFETCH(bool, isLeaderAtWork);
    Watched watched(isLeaderAtWork);
    watched.start(1.0, {});
    QVERIFY(watched.isOver());
    QCOMPARE(watched.outcome->end, RunEnd::Unanswered);
    QCOMPARE(watched.runState(), RunState::Paused);
}

void TestHeadlessRun::answersAtTheRoundsTimeEndIt_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<RunEnd>("end");
    QTest::addColumn<RunState>("run");
    // It continues, and reaches the limit again.
    QTest::newRow("go on, then stop") << "1" << RunEnd::Stopped << RunState::Stopped;
    QTest::newRow("finish") << "2" << RunEnd::Finished << RunState::Finished;
    QTest::newRow("stop") << "3" << RunEnd::Stopped << RunState::Stopped;
}

void TestHeadlessRun::answersAtTheRoundsTimeEndIt()
{
    QFETCH(QString, answer);
    Watched watched(true, true);
    watched.start(std::nullopt, {answer.toStdString(), "3"});
    QVERIFY(watched.isBobAtWork());
    watched.runner().setLongestRound(1ms);
    QVERIFY(watched.isOver());
    QTEST(watched.outcome->end, "end");
    QTEST(watched.runState(), "run");
    QVERIFY(!watched.outcome->reason.empty());
}

void TestHeadlessRun::aStopFromElsewhereEndsIt()
{
    Watched watched(true, true);
    watched.start(std::nullopt, {});
    QVERIFY(watched.isBobAtWork());
    watched.kit.teams->command(SessionId("watched"), conversation::RunCommand::Stop); // as the window does
    QVERIFY(watched.isOver());
    QCOMPARE(watched.outcome->end, RunEnd::Stopped);
    QCOMPARE(watched.runState(), RunState::Stopped);
    QVERIFY(watched.isLeftWithWork());
}

void TestHeadlessRun::aStopWithNobodyAtWorkEndsIt()
{
    Watched watched(false);
    watched.start(1.0, {});
    QVERIFY(watched.isOver());
    QCOMPARE(watched.outcome->end, RunEnd::Unanswered); // it waits for an answer about its money
    watched.outcome.reset();
    app::RunRequest again; // a second one watches the same
    again.session = SessionId("watched");
    again.since = EventSeq{0};
    again.isAnswering = true;
    auto first = std::move(watched.job);
    class Silent final : public app::AnswerSource
    {
        void next(const QuestionId&, Answered) override { }
    };
    watched.job = std::make_unique<app::RunJob>(again, std::make_unique<Silent>());
    QObject::connect(watched.job.get(), &app::RunJob::ended, watched.job.get(),
                     [&](const app::RunOutcome& told) { watched.outcome = told; });
    watched.job->start(watched.kit.kit.hub(), *watched.kit.teams);
    watched.runner().stop();
    QVERIFY(watched.isOver());
    QCOMPARE(watched.outcome->end, RunEnd::Stopped);
    QVERIFY(watched.session()->state()->openQuestions().empty());
}

void TestHeadlessRun::interruptionIsToldAsWhatItWas_data()
{
    QTest::addColumn<RunState>("before"); // just before it is interrupted
    QTest::addColumn<RunEnd>("end");
    QTest::addColumn<RunState>("run");
    QTest::addColumn<QString>("reason");
    const QString budget = QStringLiteral("The run ended before everything was done: The budget of $7.00 is used up.");
    QTest::newRow("at work") << RunState::Running << RunEnd::Paused << RunState::Paused
                             << QStringLiteral("The run is paused: “It was interrupted.”");
    QTest::newRow("being stopped") << RunState::StopRequested << RunEnd::Stopped << RunState::Stopped
                                   << QStringLiteral("The team was stopped.");
    QTest::newRow("stopped") << RunState::Stopped << RunEnd::Stopped << RunState::Stopped
                             << QStringLiteral("The team was stopped.");
    QTest::newRow("at its end") << RunState::Finished << RunEnd::Finished << RunState::Finished << budget;
    QTest::newRow("paused") << RunState::Paused << RunEnd::Paused << RunState::Paused
                            << QStringLiteral("The run is paused: The budget of $7.00 is used up.");
}

void TestHeadlessRun::interruptionIsToldAsWhatItWas()
{
    QFETCH(RunState, before);
    Watched watched(true, true);
    watched.start(std::nullopt, {});
    QVERIFY(watched.isBobAtWork());
    const RunCause cause{RunCauseKind::BudgetUsedUp, 7.0};
    if (before != RunState::Running)
        watched.session()->submit(SetRunState{before, {}, cause});
    watched.job->interrupt(); // both on their way at once
    QVERIFY(watched.isOver());
    QTEST(watched.outcome->end, "end");
    QTEST(watched.runState(), "run");
    QTEST(QString::fromStdString(watched.outcome->reason), "reason");
}

void TestHeadlessRun::theIdeaGoesToWhomItNames_data()
{
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("before"); // the idea's own words
    QTest::addColumn<QString>("problem");
    QTest::newRow("by an option") << "Bob" << QString() << QString();
    QTest::newRow("in another case") << "bob" << QString() << QString();
    QTest::newRow("by the idea") << QString() << "@Bob " << QString();
    QTest::newRow("nobody of the team") << "Bob Li" << QString()
                                        << QStringLiteral(
                                               "Nobody in this team is called “Bob Li”. Its members are: Mike, Bob.");
    QTest::newRow("nobody that the idea names")
        << QString() << "@Zoe " << QStringLiteral("Nobody here is called “Zoe”.");
}

void TestHeadlessRun::theIdeaGoesToWhomItNames()
{
    QFETCH(QString, to);
    QFETCH(QString, before);
    Watched watched;
    app::RunRequest request;
    request.to = to.toStdString();
    request.idea = before.toStdString();
    watched.start(std::nullopt, {}, request);
    QVERIFY(waitFor([&] { return watched.outcome || !watched.problem.isEmpty(); }));
    QTEST(watched.problem, "problem");
    if (!watched.problem.isEmpty()) {
        QVERIFY(watched.session() == nullptr);
        return;
    }
    QCOMPARE(watched.outcome->end, RunEnd::Done);
    QCOMPARE(watched.outcome->answer, std::string("One, two, three."));
    QVERIFY(watched.kit.models->requestsTo("Mike").empty());
    const auto log = watched.kit.kit.log(SessionId("watched"));
    QCOMPARE(spokenIn(log).front(), std::string("User > Bob: How many? (private)")); // as the session is
}

void TestHeadlessRun::outcomesAreReadAsTheyWereWritten()
{
    for (const RunEnd end :
         {RunEnd::Done, RunEnd::Failed, RunEnd::Unanswered, RunEnd::Paused, RunEnd::Finished, RunEnd::Stopped}) {
        app::RunOutcome outcome;
        outcome.end = end;
        outcome.session = SessionId("s");
        outcome.cut = {"Bob"};
        QVERIFY(app::runOutcomeFrom(app::textOf(outcome)) == outcome);
    }
}

} // namespace tst_headless_run

QUARTERDECK_TEST(tst_headless_run, TestHeadlessRun)
#include "tst_headless_run.moc"
