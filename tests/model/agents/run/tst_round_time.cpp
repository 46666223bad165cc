#include "model/agents/run/round_clock.h"
#include "model/agents/run/team_loop.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/model/agents/support/small_team.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTest>
#include <QTranslator>

namespace tst_round_time {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace std::chrono_literals;

/// A round that takes too long: the run pauses and the person is asked.
class TestRoundTime final : public QObject
{
    Q_OBJECT
private slots:
    void onlyWorkTakesTime();
    void aTimerThatEndsTooSoonIsSetAgain();
    void thePersonIsAskedOnce();
    void aRoundInTimeIsNotAskedAbout();
    void goingOnGivesAsMuchTimeAgain_data();
    void goingOnGivesAsMuchTimeAgain();
    void ownWordsAreNoAnswer();
    void finishingEndsWhatIsAtWork();
    void finishingTakesWhatWasWrittenBefore();
    void stoppingStops();
    void runningOnTakesTheQuestionBack();
    void runningOnAfterDecliningGivesAsMuchTimeAgain();
    void talksBetweenRoundsHaveTimesOfTheirOwn();
};

namespace {

team::TeamDefinition pair() { return scriptedTeam({"Mike", "Bob"}); }

/// Mike sends Bob to work, and Bob's model never ends its answer.
struct SlowTeam
{
    explicit SlowTeam(std::chrono::milliseconds allowed = 1ms) : longest(allowed)
    {
        kit.models->play("Mike",
                         {calls("publish_team_message", R"({"content": "Count", "send_to": "Bob"})"),
                          calls("end", "{}"), says("Enough.")});
        kit.models->calls->models["Bob"] = [](const team::ChatRequest&) {
            ModelAnswer answer = says("One, two, ");
            answer.hangs = true;
            return answer;
        };
        session = kit.start(pair());
        // Bob is at it before the clock can be over.
        isReady = waitFor([&] { return kit.models->requestsTo("Bob").size() == 1; });
        kit.runner(session).setLongestRound(longest);
    }
    [[nodiscard]] bool isAsked() const
    {
        return waitFor([&] { return session->state()->openQuestions().size() == 1; });
    }
    [[nodiscard]] Question question() const { return session->state()->openQuestions().front().question; }
    void choose(std::size_t option)
    {
        AnswerQuestion answer;
        answer.id = question().id;
        answer.option = question().options.at(option).label;
        kit.kit.submit(*session, answer);
    }
    void restart()
    {
        session = kit.restart(session->id());
        kit.runner(session).setLongestRound(longest);
    }
    [[nodiscard]] std::size_t questionsAsked() { return bodiesOf<QuestionAsked>(kit.kit.log(session->id())).size(); }

    std::chrono::milliseconds longest;
    ModelTeamKit kit;
    session::Session* session = nullptr;
    bool isReady = false;
};

class OtherLanguage final : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char*, const char* source, const char*, int) const override
    {
        return QStringLiteral("~") + QLatin1String(source);
    }
};

} // namespace

void TestRoundTime::onlyWorkTakesTime()
{
    std::chrono::milliseconds now = 5s;
    team::RoundClock clock([] {}, [&] { return now; });
    clock.setLongest(10s);
    clock.begin();
    now += 1h;
    QVERIFY(!clock.isOver());
    clock.setWorking(true);
    now += 6s;
    QCOMPARE(clock.worked(), 6000ms);
    clock.setWorking(false);
    now += 1h;
    QVERIFY(!clock.isOver());
    clock.setWorking(true);
    clock.setWorking(true);
    now += 3999ms;
    QVERIFY(!clock.isOver());
    now += 1ms;
    QVERIFY(clock.isOver());
    clock.begin();
    QVERIFY(!clock.isOver());
    now += 10s;
    QVERIFY(clock.isOver());
    clock.setLongest(11s);
    QVERIFY(!clock.isOver());
}

void TestRoundTime::aTimerThatEndsTooSoonIsSetAgain()
{
    std::chrono::milliseconds now = 5s; // stands while the timer runs
    int told = 0;
    team::RoundClock clock([&] { ++told; }, [&] { return now; });
    clock.setLongest(5ms);
    clock.setWorking(true);
    QVERIFY(!waitFor([&] { return told > 0; }, 50));
    now += 5ms;
    QVERIFY(waitFor([&] { return told == 1; }));
}

void TestRoundTime::thePersonIsAskedOnce()
{
    SlowTeam team;
    QVERIFY(team.isReady && team.isAsked());
    QCOMPARE(team.session->state()->runState(), RunState::Paused);
    QCOMPARE(team.question().options.size(), std::size_t(3));
    QCOMPARE(team.question().asker, RoleName("Quarterdeck"));
    team.restart();
    QVERIFY(team.isAsked());
    QCOMPARE(team.session->state()->runState(), RunState::Paused);
    QCOMPARE(team.questionsAsked(), std::size_t(1));
}

void TestRoundTime::aRoundInTimeIsNotAskedAbout()
{
    ModelTeamKit kit;
    kit.models->play("Mike", {says("Hello!")});
    session::Session* session = kit.start(pair());
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QVERIFY(bodiesOf<QuestionAsked>(kit.kit.log(session->id())).empty());
}

void TestRoundTime::goingOnGivesAsMuchTimeAgain_data()
{
    QTest::addColumn<bool>("isOtherLanguage");
    QTest::newRow("at once") << false;
    QTest::newRow("after a start in another language") << true;
}

void TestRoundTime::goingOnGivesAsMuchTimeAgain()
{
    QFETCH(bool, isOtherLanguage);
    SlowTeam team;
    QVERIFY(team.isAsked());
    OtherLanguage language;
    if (isOtherLanguage) {
        QCoreApplication::installTranslator(&language);
        team.restart();
        QVERIFY(team.isAsked());
    }
    const QuestionId first = team.question().id;
    team.choose(0);
    QVERIFY(waitFor([&] { return team.session->state()->openQuestions().size() == 1 && team.question().id != first; }));
    QCoreApplication::removeTranslator(&language);
    const auto states = bodiesOf<RunStateChanged>(team.kit.kit.log(team.session->id()));
    const auto running = std::ranges::count(states, RunState::Running, &RunStateChanged::state);
    QCOMPARE(running, 2);
}

void TestRoundTime::ownWordsAreNoAnswer()
{
    SlowTeam team;
    QVERIFY(team.isAsked());
    const QuestionId first = team.question().id;
    AnswerQuestion answer;
    answer.id = first;
    answer.content = textBlocks("Hm");
    team.kit.kit.submit(*team.session, answer);
    QVERIFY(waitFor([&] { return team.session->state()->openQuestions().size() == 1 && team.question().id != first; }));
    QCOMPARE(team.session->state()->runState(), RunState::Paused);
}

void TestRoundTime::finishingEndsWhatIsAtWork()
{
    SlowTeam team;
    QVERIFY(team.isAsked());
    team.choose(1);
    QVERIFY(waitFor([&] { return team.session->state()->runState() == RunState::Finished; }));
    QVERIFY(waitFor([&] { return isQuiet(team.session, *team.kit.teams); }));
    const std::size_t calls = team.kit.models->calls->requests.size();
    // Nor does anybody begin again with it when the program starts; only with what the person writes.
    team.restart();
    QVERIFY(waitFor([&] { return isQuiet(team.session, *team.kit.teams); }));
    QCOMPARE(team.session->state()->runState(), RunState::Finished);
    QCOMPARE(team.kit.models->calls->requests.size(), calls);
    team.kit.runner(team.session).setLongestRound(1h);
    team.kit.kit.tell(*team.session, "", "And?");
    QVERIFY(waitFor([&] { return team.kit.models->calls->requests.size() > calls; }));
    QCOMPARE(team.kit.models->calls->requests.back().options.model, std::string("Mike"));
}

/// It does not address a team whose run the person ended after it; but what they write then does.
void TestRoundTime::finishingTakesWhatWasWrittenBefore()
{
    SlowTeam team;
    QVERIFY(team.isAsked());
    team.kit.kit.tell(*team.session, "", "Hurry up");
    QVERIFY(team.session->state()->role(RoleName("Mike"))->unread() > 0);
    team.choose(1);
    QVERIFY(waitFor([&] { return team.session->state()->runState() == RunState::Finished; }));
    QVERIFY(waitFor([&] { return isQuiet(team.session, *team.kit.teams); }));
    team.kit.kit.submit(*team.session, RenameSession{"Another name"}); // the team looks whether there is more to do
    QVERIFY(waitFor([&] { return isQuiet(team.session, *team.kit.teams); }));
    QCOMPARE(team.session->state()->runState(), RunState::Finished);
    const auto states = bodiesOf<RunStateChanged>(team.kit.kit.log(team.session->id()));
    QCOMPARE(std::ranges::count(states, RunState::Running, &RunStateChanged::state), 1);
    team.kit.runner(team.session).setLongestRound(1h);
    team.kit.kit.tell(*team.session, "", "And?");
    QVERIFY(waitFor([&] { return team.session->state()->runState() == RunState::Running; }));
}

void TestRoundTime::stoppingStops()
{
    SlowTeam team;
    QVERIFY(team.isAsked());
    team.choose(2);
    QVERIFY(waitFor([&] { return team.session->state()->runState() == RunState::Stopped; }));
    QVERIFY(team.session->state()->openQuestions().empty());
}

void TestRoundTime::runningOnTakesTheQuestionBack()
{
    SlowTeam team;
    QVERIFY(team.isAsked());
    team.kit.runner(team.session).setLongestRound(1h);
    team.kit.runner(team.session).resume();
    QVERIFY(waitFor([&] {
        return team.session->state()->openQuestions().empty() && team.session->state()->runState() == RunState::Running;
    }));
    QCOMPARE(team.questionsAsked(), std::size_t(1));
}

namespace {

/// How long the run continued before it last paused, according to its log.
std::int64_t lastRunOf(const std::vector<Event>& log)
{
    std::int64_t began = 0;
    std::int64_t lasted = -1;
    for (const Event& event : log)
        if (const auto* changed = std::get_if<RunStateChanged>(&event.body)) {
            if (changed->state == RunState::Running)
                began = event.time.msSinceEpoch;
            else if (changed->state == RunState::Paused)
                lasted = event.time.msSinceEpoch - began;
        }
    return lasted;
}

} // namespace

void TestRoundTime::runningOnAfterDecliningGivesAsMuchTimeAgain()
{
    SlowTeam team(400ms);
    QVERIFY(team.isAsked());
    team.kit.kit.submit(*team.session, DeclineQuestion{team.question().id});
    QVERIFY(waitFor([&] { return team.session->state()->undeliveredAnswers().empty(); }));
    QCOMPARE(team.session->state()->runState(), RunState::Paused);
    team.kit.runner(team.session).resume();
    QVERIFY(waitFor([&] { return team.questionsAsked() == 2; }));
    const std::int64_t lasted = lastRunOf(team.kit.kit.log(team.session->id()));
    QVERIFY2(lasted >= 300, qPrintable(QString::number(lasted)));
}

/// Somebody addressed alone, now and then, never reaches the limit of a round because of that.
void TestRoundTime::talksBetweenRoundsHaveTimesOfTheirOwn()
{
    EngineKit kit;
    session::Session* session = kit.create();
    auto agents = quietTeam();
    auto run = team::RunPtr(new team::TeamRun(*session, agents), [](team::TeamRun* one) { one->deleteLater(); });
    std::vector<team::RoundClock::Duration> workedBefore;
    agents->minds["David"] = [&run, &workedBefore](team::AgentContext context, std::vector<Message>) {
        workedBefore.push_back(run->clock.worked());
        return [](team::AgentContext own) -> TestAgents::Task {
            co_await own.wait(80);
            co_return Result<void>();
        }(std::move(context));
    };
    kit.submit(*session, SetRunState{RunState::Running, {}, {}});
    team::runTeam(run);
    std::vector<team::RoundClock::Duration> sinceAsked;
    for (std::size_t talk = 1; talk <= 2; ++talk) {
        QElapsedTimer timer;
        timer.start();
        kit.tell(*session, "David", "Between us?", true);
        QVERIFY(waitFor([&] { return workedBefore.size() == talk; }));
        sinceAsked.emplace_back(timer.elapsed() + 1);
        QVERIFY(waitFor([&] { return run->acting.empty() && !session->state()->role(RoleName("David"))->hasNews; }));
    }
    // Of the talk before nothing counts.
    QVERIFY2(workedBefore[1] <= sinceAsked[1], qPrintable(QString::number(workedBefore[1].count())));
    run->close();
}

} // namespace tst_round_time

QUARTERDECK_TEST(tst_round_time, TestRoundTime)
#include "tst_round_time.moc"
