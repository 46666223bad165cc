#include "model/conversation/speaker.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>

#include <algorithm>

namespace tst_planned_rounds {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

/// A team that never comes to an end by itself.
struct Endless
{
    explicit Endless(std::int32_t rounds)
    {
        kit.models->calls->models["Mike"] = [](const team::ChatRequest& request) {
            return answersIn(request, "Mike") % 2 == 0
                ? calls("publish_team_message", R"({"content": "Again", "send_to": "Bob"})")
                : calls("end", "{}");
        };
        kit.models->calls->models["Bob"] = [](const team::ChatRequest&) { return says("Again"); };
        team::TeamDefinition team = scriptedTeam({"Mike", "Bob"});
        team.rounds = rounds;
        session = kit.start(team);
    }
    [[nodiscard]] const ConversationState& state() const { return *session->state(); }
    [[nodiscard]] bool isAsked(std::int32_t round)
    {
        return waitFor([&] {
            return state().runState() == RunState::Paused && state().round() == round
                && state().openQuestions().size() == 1;
        });
    }
    [[nodiscard]] Question question() const { return state().openQuestions().front().question; }
    void choose(std::size_t option)
    {
        AnswerQuestion answer;
        answer.id = question().id;
        answer.option = question().options.at(option).label;
        kit.kit.submit(*session, answer);
    }
    void say(const char* words)
    {
        AnswerQuestion answer;
        answer.id = question().id;
        answer.content = textBlocks(words);
        kit.kit.submit(*session, answer);
    }
    [[nodiscard]] std::size_t questionsAsked() { return bodiesOf<QuestionAsked>(kit.kit.log(session->id())).size(); }

    ModelTeamKit kit;
    session::Session* session = nullptr;
};

} // namespace

/// What happens when all planned rounds are done: the person is asked, and the number of rounds is always true.
class TestPlannedRounds final : public QObject
{
    Q_OBJECT
private slots:
    void asksHowManyMore();
    void takesANumber_data();
    void takesANumber();
    void resumingAsksTheSameOnce();
    void finishesAndGoesOnAtAWord();
    void stops();
    void aRestartKeepsWhatWasGranted();
    void aRestartCountsNoRound_data();
    void aRestartCountsNoRound();
    void anotherWayToGoOnWithdrawsTheQuestion();
    void logsOfBeforeAreAskedAbout();
};

void TestPlannedRounds::asksHowManyMore()
{
    Endless run(2);
    QVERIFY(run.isAsked(2));
    QCOMPARE(run.state().runCause(), (RunCause{RunCauseKind::RoundsDone, 2}));
    QCOMPARE(run.state().roundLimit(), 2);
    const Question question = run.question();
    QCOMPARE(question.text, std::string("2 round(s) are done. How should the team continue?"));
    QCOMPARE(question.options.size(), std::size_t(3));
    QCOMPARE(question.options[0].label, std::string("2 more round(s)"));
    QCOMPARE(question.asker.str(), std::string(programName));
    run.choose(0);
    QVERIFY(run.isAsked(4));
    QCOMPARE(run.state().roundLimit(), 4);
    QCOMPARE(run.state().runCause(), (RunCause{RunCauseKind::RoundsDone, 4}));
    QCOMPARE(run.question().text, std::string("4 round(s) are done. How should the team continue?"));
    QCOMPARE(run.state(), foldOf(run.kit.kit.log(run.session->id())));
}

void TestPlannedRounds::takesANumber_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("round"); // at which it asks again
    QTest::newRow("one") << QStringLiteral("1") << 2;
    QTest::newRow("several") << QStringLiteral(" 3 ") << 4;
    QTest::newRow("none") << QStringLiteral("0") << 1;
    QTest::newRow("fewer") << QStringLiteral("-2") << 1;
    QTest::newRow("no number") << QStringLiteral("as you like") << 1;
}

void TestPlannedRounds::takesANumber()
{
    QFETCH(QString, words);
    QFETCH(int, round);
    Endless run(1);
    QVERIFY(run.isAsked(1));
    const QuestionId first = run.question().id;
    run.say(words.toUtf8().constData());
    QVERIFY(waitFor([&] {
        return run.state().openQuestions().size() == 1 && run.question().id != first
            && run.state().runState() == RunState::Paused;
    }));
    QCOMPARE(run.state().round(), round);
    QCOMPARE(run.state().roundLimit(), round);
}

void TestPlannedRounds::resumingAsksTheSameOnce()
{
    Endless run(1);
    QVERIFY(run.isAsked(1));
    const QuestionId first = run.question().id;
    const auto changes = [&] { return bodiesOf<RunStateChanged>(run.kit.kit.log(run.session->id())).size(); };
    for (int i = 0; i < 3; ++i) {
        const std::size_t before = changes();
        run.kit.runner(run.session).resume();
        QVERIFY(waitFor([&] { return changes() == before + 2; })); // it runs, and pauses
        QVERIFY(run.isAsked(1));
    }
    QCOMPARE(run.question().id, first);
    QCOMPARE(run.questionsAsked(), std::size_t(1));
    QCOMPARE(run.state().round(), 1);
}

void TestPlannedRounds::finishesAndGoesOnAtAWord()
{
    Endless run(2);
    QVERIFY(run.isAsked(2));
    run.choose(1);
    QVERIFY(
        waitFor([&] { return run.state().runState() == RunState::Finished && isQuiet(run.session, *run.kit.teams); }));
    QCOMPARE(run.state().round(), 2);
    run.kit.kit.tell(*run.session, "", "One more thing");
    QVERIFY(run.isAsked(4)); // as many again
    QCOMPARE(run.state().roundLimit(), 4);
}

void TestPlannedRounds::stops()
{
    Endless run(1);
    QVERIFY(run.isAsked(1));
    run.choose(2);
    QVERIFY(waitFor([&] { return run.state().runState() == RunState::Stopped; }));
    QVERIFY(run.state().openQuestions().empty());
    run.kit.runner(run.session).resume();
    QVERIFY(run.isAsked(1));
}

/// Cut off after every event since the person's answer, it goes on for as many rounds and asks then.
void TestPlannedRounds::aRestartKeepsWhatWasGranted()
{
    Endless run(2);
    QVERIFY(run.isAsked(2));
    run.session = run.kit.restart(run.session->id());
    QVERIFY(run.isAsked(2));
    QCOMPARE(run.questionsAsked(), std::size_t(1));
    run.say("3");
    QVERIFY(run.isAsked(5));
    const std::vector<Event> whole = run.kit.kit.log(run.session->id());
    const auto isAnswer = [](const Event& event) { return std::holds_alternative<QuestionEnded>(event.body); };
    const auto answered = static_cast<std::size_t>(std::ranges::find_if(whole, isAnswer) - whole.begin()) + 1;
    const SessionId id = run.session->id();
    run.kit.teams.reset();
    for (std::size_t length = answered; length <= whole.size(); ++length) {
        Endless other(0);
        storeCut(other.kit.kit, id, whole, length, SessionKind::Team);
        other.session = other.kit.kit.open(id);
        const std::string place = "cut after event " + std::to_string(length) + "\n";
        // What was taken and not obeyed is asked about once more.
        const bool isLost = std::holds_alternative<AnswerDelivered>(whole[length - 1].body);
        QVERIFY2(other.isAsked(isLost ? 2 : 5), (place + transcriptOf(other.kit.kit.log(id))).c_str());
        QCOMPARE(other.state().roundLimit(), isLost ? 2 : 5);
        QCOMPARE(other.question().options[0].label, std::string("2 more round(s)")); // as many as were planned
    }
}

/// Cut off after every event, a run of one round stays one.
void TestPlannedRounds::aRestartCountsNoRound_data()
{
    QTest::addColumn<int>("planned");
    QTest::newRow("no limit") << 0;
    QTest::newRow("cut in the last round, too") << 3;
}

void TestPlannedRounds::aRestartCountsNoRound()
{
    QFETCH(int, planned);
    team::TeamDefinition definition = scriptedTeam({"Mike", "Bob", "Alice"});
    definition.rounds = planned;
    const auto play = [](ModelTeamKit& kit) {
        kit.models->play("Mike",
                         {together({calls("publish_team_message", R"({"content": "Go", "send_to": "Bob"})"),
                                    calls("publish_team_message", R"({"content": "Go", "send_to": "Alice"})", "c2")}),
                          calls("end", "{}", "c3"), calls("end", "{}", "c4"), calls("end", "{}", "c5")});
        kit.models->play("Bob", {says("Half"), says("Done")});
        kit.models->play("Alice", {calls("end", "{}"), calls("end", "{}", "c2")});
    };
    SessionId id;
    std::vector<Event> whole;
    std::size_t rounds = 0;
    {
        ModelTeamKit kit;
        play(kit);
        session::Session* session = kit.start(definition);
        QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
        id = session->id();
        whole = kit.kit.log(id);
        rounds = bodiesOf<RoundStarted>(whole).size();
        QVERIFY2(planned == 0 || rounds == static_cast<std::size_t>(planned), transcriptOf(whole).c_str());
    }
    for (std::size_t length = 6; length <= whole.size(); ++length) {
        ModelTeamKit kit;
        play(kit);
        storeCut(kit.kit, id, whole, length, SessionKind::Team);
        session::Session* session = kit.kit.open(id);
        QVERIFY(waitFor([&] { return kit.teams->runner(id) != nullptr && isQuiet(session, *kit.teams); }));
        const std::string place = "cut after event " + std::to_string(length) + "\n" + transcriptOf(kit.kit.log(id));
        QVERIFY2(bodiesOf<RoundStarted>(kit.kit.log(id)).size() <= rounds, place.c_str());
        QVERIFY2(bodiesOf<QuestionAsked>(kit.kit.log(id)).empty(), place.c_str()); // no more rounds are needed
    }
}

void TestPlannedRounds::anotherWayToGoOnWithdrawsTheQuestion()
{
    Endless run(1);
    QVERIFY(run.isAsked(1));
    bool isOn = false;
    run.kit.teams->runAgain(run.session->id(), 2, "", [&](const auto& done) { isOn = done.has_value(); });
    QVERIFY(waitFor([&] { return isOn; }));
    QVERIFY(run.isAsked(3));
    QCOMPARE(run.questionsAsked(), std::size_t(2));
}

/// They went on without a limit when it was reached.
void TestPlannedRounds::logsOfBeforeAreAskedAbout()
{
    Endless run(2);
    QVERIFY(run.isAsked(2));
    run.choose(0);
    QVERIFY(run.isAsked(4));
    std::vector<Event> log = run.kit.kit.log(run.session->id());
    const SessionId id = run.session->id();
    run.kit.teams.reset();
    for (Event& event : log)
        if (auto* changed = std::get_if<RunStateChanged>(&event.body);
            changed != nullptr && changed->cause.kind == RunCauseKind::RoundsGranted)
            changed->cause = {};
    Endless other(0);
    storeCut(other.kit.kit, id, log, log.size(), SessionKind::Team);
    other.session = other.kit.kit.open(id);
    QCOMPARE(other.state().roundLimit(), 2);
    QVERIFY(other.isAsked(4));
    other.choose(0);
    QVERIFY(other.isAsked(6));
    QCOMPARE(other.state().roundLimit(), 6);
}

} // namespace tst_planned_rounds

QUARTERDECK_TEST(tst_planned_rounds, TestPlannedRounds)
#include "tst_planned_rounds.moc"
