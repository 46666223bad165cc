#include "model/session/library.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_summary {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using session::RunAlert;
using session::RunAlertKind;
using session::runAlertOf;
using session::SessionSummary;
using session::summaryOf;

namespace {

/// A team of Alex and Bob, an hour after the start of its session.
class Team
{
public:
    explicit Team(SessionStarted started = {})
    {
        add(std::move(started), 1000);
        for (const char* name : {"Alex", "Bob"}) {
            Role role;
            role.name = RoleName(name);
            add(RoleHired{role}, 1000);
        }
    }

    void add(EventBody body, std::int64_t time)
    {
        m_state.apply({m_state.lastSeq().next(), {time}, 0, std::move(body)});
    }
    void ask(const std::string& asker, const std::string& text, std::int64_t time)
    {
        QuestionAsked asked;
        asked.question.id = QuestionId("q");
        asked.question.asker = RoleName(asker);
        asked.question.text = text;
        asked.question.askedAt = {time};
        add(std::move(asked), time);
    }
    void turn(const std::string& role, RoleActivity activity, std::int64_t time)
    {
        add(RoleActivityChanged{RoleName(role), activity, {}}, time);
    }
    [[nodiscard]] SessionSummary summary() const { return summaryOf(SessionId("s"), m_state); }

private:
    ConversationState m_state;
};

} // namespace

/// What the list of sessions keeps of a state.
class SummaryTest final : public QObject
{
    Q_OBJECT

private slots:
    static void openQuestions_areToldInBrief();
    static void activity_isTheNewest();
    static void ends_areTold();
    static void pause_waitsForTurns_data();
    static void pause_waitsForTurns();
    static void failures_sayWhy();
    static void askerOfAnOpenQuestion_waits_data();
    static void askerOfAnOpenQuestion_waits();
    static void questionText_isCutBetweenCharacters_data();
    static void questionText_isCutBetweenCharacters();
    static void begin_isTold_data();
    static void begin_isTold();
};

/// A list is compared again and again; who asks why is in it, for those who look at another session.
void SummaryTest::openQuestions_areToldInBrief()
{
    Team team;
    QuestionAsked asked;
    asked.question.id = QuestionId("q");
    asked.question.asker = RoleName("Bob");
    asked.question.text = "Which?" + std::string(2000, '.');
    asked.question.reason = "The build needs it" + std::string(2000, '.');
    asked.question.options = {{"one", {}}, {"two", {}}};
    asked.question.askedAt = {3000};
    asked.question.deadline = Timestamp{9000};
    asked.question.urgency = Urgency::High;
    team.add(asked, 3000);
    const std::vector<OpenQuestion> open = team.summary().openQuestions;
    QCOMPARE(open.size(), std::size_t(1));
    const Question& brief = open[0].question;
    QCOMPARE(brief.id, asked.question.id);
    QCOMPARE(brief.asker, asked.question.asker);
    QVERIFY(brief.text.starts_with("Which?") && brief.text.size() < 700);
    QVERIFY(brief.reason.starts_with("The build needs it") && brief.reason.size() < 700);
    QCOMPARE(brief.deadline, asked.question.deadline);
    QVERIFY(brief.askedAt == asked.question.askedAt && brief.urgency == Urgency::High && brief.options.empty());
}

void SummaryTest::activity_isTheNewest()
{
    Team team;
    QCOMPARE(team.summary().activityLine, std::string());
    team.turn("Alex", RoleActivity::Thinking, 2000);
    team.turn("Bob", RoleActivity::Acting, 3000);
    QCOMPARE(team.summary().activityLine, std::string("Bob\tacting"));
    team.turn("Bob", RoleActivity::Idle, 4000);
    QCOMPARE(team.summary().activityLine, std::string("Alex\tthinking"));
}

void SummaryTest::ends_areTold()
{
    Team team;
    const auto news = [&] { return runAlertOf(team.summary()).news; };
    QVERIFY(news() == RunAlertKind::None);
    team.add(RunStateChanged{RunState::Running, {}, {}}, 2000);
    team.turn("Bob", RoleActivity::Thinking, 3000);
    QVERIFY(news() == RunAlertKind::None && !isAtRest(team.summary()));
    team.turn("Bob", RoleActivity::Idle, 4000);
    QVERIFY(news() == RunAlertKind::NothingToDo && isAtRest(team.summary()));
    team.turn("Alex", RoleActivity::Failed, 5000); // with nothing to do
    QVERIFY(news() == RunAlertKind::NothingToDo);
    team.add(MailObserved{RoleName("Bob"), 0, true}, 6000);
    team.turn("Bob", RoleActivity::Failed, 7000);
    QVERIFY((runAlertOf(team.summary()) == RunAlert{RunAlertKind::Failed, "Bob"}) && isAtRest(team.summary()));
    team.turn("Alex", RoleActivity::Thinking, 7500);
    team.add(RunStateChanged{RunState::Paused, {}, {}}, 8000);
    QVERIFY(news() == RunAlertKind::None); // as the person wished
    team.add(RunStateChanged{RunState::Paused, {}, {RunCauseKind::RoundsDone, 3}}, 9000);
    QVERIFY(news() == RunAlertKind::Paused && !isAtRest(team.summary()));
    team.add(RunStateChanged{RunState::Finished, {}, {}}, 10'000);
    QVERIFY(news() == RunAlertKind::Finished);
    team.add(RunStateChanged{RunState::Stopped, {}, {}}, 11'000);
    QVERIFY(news() == RunAlertKind::None);
}

void SummaryTest::pause_waitsForTurns_data()
{
    QTest::addColumn<RunCause>("cause");
    QTest::addColumn<RunAlertKind>("news");
    QTest::newRow("as the person wished") << RunCause{} << RunAlertKind::None;
    QTest::newRow("at the budget") << RunCause{RunCauseKind::BudgetUsedUp, 2.0} << RunAlertKind::Paused;
}

void SummaryTest::pause_waitsForTurns()
{
    QFETCH(RunCause, cause);
    QFETCH(RunAlertKind, news);
    Team team;
    team.add(RoleActivityChanged{RoleName("Alex"), RoleActivity::Thinking, {}, true, false}, 1500);
    team.add(RunStateChanged{RunState::Paused, {}, cause}, 2000);
    team.ask("Bob", "Which one?", 3000); // since a shorter time
    QVERIFY(isPausing(team.summary()));
    QCOMPARE(team.summary().activityLine, std::string("Alex\tthinking"));
    QVERIFY(runAlertOf(team.summary()).news == RunAlertKind::None); // not yet
    team.add(RoleActivityChanged{RoleName("Alex"), RoleActivity::Paused, {}, true, false}, 4000);
    QVERIFY(!isPausing(team.summary()));
    QVERIFY(runAlertOf(team.summary()).news == news);
}

void SummaryTest::failures_sayWhy()
{
    Team team;
    team.add(RunStateChanged{RunState::Running, {}, {}}, 2000);
    team.add(MailObserved{RoleName("Bob"), 0, true}, 3000);
    RoleActivityChanged failed;
    failed.role = RoleName("Bob");
    failed.activity = RoleActivity::Failed;
    failed.detail = "The server\tat “x”\ndoes not answer.";
    team.add(failed, 4000);
    QVERIFY(runAlertOf(team.summary())
            == (RunAlert{RunAlertKind::Failed, "Bob", "The server at “x” does not answer."}));
    failed.detail = std::string(5000, 'a');
    team.add(failed, 5000);
    QVERIFY(runAlertOf(team.summary()).reason.size() < 700);
    session::SessionSummary before = team.summary(); // as an earlier version left it
    before.activityLine = "Bob\tfailed";
    QVERIFY(runAlertOf(before) == (RunAlert{RunAlertKind::Failed, "Bob"}) && isAtRest(before));
    team.add(RunStateChanged{RunState::Paused, "No such file", {RunCauseKind::MailUnreadable}}, 6000);
    const RunAlert fault = runAlertOf(team.summary());
    QVERIFY(fault.news == RunAlertKind::Failed && fault.who.empty() && !isAtRest(team.summary()));
    QVERIFY2(fault.reason.find("No such file") != std::string::npos, fault.reason.c_str());
}

void SummaryTest::askerOfAnOpenQuestion_waits_data()
{
    QTest::addColumn<RoleActivity>("activity");
    QTest::addColumn<std::string>("line");
    QTest::newRow("waiting") << RoleActivity::WaitingForUser << std::string("\tbusy\t1\t1");
    QTest::newRow("thinking anew") << RoleActivity::Thinking << std::string("\tbusy\t1\t1");
    QTest::newRow("idle") << RoleActivity::Idle << std::string("\tbusy\t1\t1");
    QTest::newRow("at work meanwhile") << RoleActivity::Acting << std::string("Bob\tacting");
    QTest::newRow("paused") << RoleActivity::Paused << std::string("Alex\tthinking");
}

void SummaryTest::askerOfAnOpenQuestion_waits()
{
    QFETCH(RoleActivity, activity);
    Team team;
    team.add(RunStateChanged{RunState::Running, {}, {}}, 1200);
    team.turn("Alex", RoleActivity::Thinking, 1500);
    team.ask("Bob", "Which one?", 2000);
    team.turn("Bob", activity, 9000);
    QTEST(team.summary().activityLine, "line");
}

void SummaryTest::questionText_isCutBetweenCharacters_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("brief");
    const std::string emoji = "\U0001F600";
    QTest::newRow("fits") << std::string(600, 'a') << std::string(600, 'a');
    QTest::newRow("one too many") << std::string(601, 'a') << std::string(600, 'a') + "…";
    QTest::newRow("ends in a long character")
        << std::string(598, 'a') + emoji + std::string(600, 'b') << std::string(598, 'a') + "…";
    QTest::newRow("long character at character 150") << std::string(149, 'a') + emoji
            + std::string(600, 'b') << std::string(149, 'a') + emoji + std::string(600 - 149 - 4, 'b') + "…";
}

void SummaryTest::questionText_isCutBetweenCharacters()
{
    QFETCH(std::string, text);
    Team team;
    team.ask("Bob", text, 2000);
    QTEST(team.summary().openQuestions.at(0).question.text, "brief");
}

void SummaryTest::begin_isTold_data()
{
    QTest::addColumn<SessionKind>("kind");
    QTest::addColumn<bool>("hasTimes");
    QTest::newRow("team") << SessionKind::Team << true;
    QTest::newRow("demo") << SessionKind::Demo << true;
    QTest::newRow("recorded without times") << SessionKind::Imported << false;
}

void SummaryTest::begin_isTold()
{
    QFETCH(SessionKind, kind);
    QFETCH(bool, hasTimes);
    SessionStarted started;
    started.kind = kind;
    if (!hasTimes)
        started.details = JsonValue(nlohmann::json{{"times", "synthetic"}});
    const SessionSummary summary = Team(started).summary();
    QCOMPARE(summary.kind, kind);
    QCOMPARE(summary.isScripted, kind == SessionKind::Demo);
    QCOMPARE(summary.areTimesKnown, hasTimes);
}

} // namespace tst_summary

QUARTERDECK_TEST(tst_summary, SummaryTest)
#include "tst_summary.moc"
