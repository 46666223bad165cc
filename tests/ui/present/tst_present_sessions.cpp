#include "disguised.h"
#include "ui/present/present.h"
#include "ui/wording/quantities.h"
#include "ui/wording/routing_words.h"

#include <QDateTime>
#include <QTest>

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::RoleName;
using test::Disguised;

/// What lists say of sessions, their programs and their questions.
class TestPresentSessions final : public QObject
{
    Q_OBJECT

private slots:
    void connectedPrograms_areTold();
    void connections_differByMoreThanRates();
    void toolbar_tellsOfItsProgram();
    void runs_haveAGlyphEach();
    void recordingsRow_asksNothing();
    void pausingSession_saysSo();
    void questions_areInTheOrderOfTheirUrgency();
    void otherSessionsQuestion_isLabelledWhenScripted();
    void othersOfTheSameTitle_areToldApart();
};

void TestPresentSessions::connectedPrograms_areTold()
{
    using conversation::RunState;
    using conversation::SessionKind;
    using theme::StateGlyph;
    session::SessionSummary session;
    session.id = conversation::SessionId("s");
    session.kind = SessionKind::Remote;
    session.source = "agentscope:r";
    session.runState = RunState::Running;
    session.activityLine = "Alex\tacting";
    gateway::ConnectedProgram program;
    program.session = session.id;
    program.isHere = true;
    program.messagesPerMinute = 12;
    const auto row = [&] { return present::sessionRows({session}, present::Connections({program}))[0]; };
    QVERIFY2(row().detail.contains(QStringLiteral("Alex")), qPrintable(row().detail));
    QVERIFY(row().isLive && row().glyph == StateGlyph::Acting && row().connection->isHere);
    QVERIFY(row().connection->rate.isEmpty()); // the list is not made anew each second
    session.activityLine.clear();
    QVERIFY2(row().detail.startsWith(QStringLiteral("Connected · ")), qPrintable(row().detail));
    session.runState = RunState::NotStarted; // it tells of no run
    session.kind = SessionKind::Team;
    QVERIFY2(row().detail.startsWith(QStringLiteral("Connected · ")), qPrintable(row().detail));
    program.heard = conversation::Timestamp{1'000}; // nobody knows whether it is still there
    QVERIFY2(row().detail.startsWith(QStringLiteral("Heard lately · ")), qPrintable(row().detail));
    program.heard.reset();
    session.runState = RunState::Running;
    session.kind = SessionKind::Remote;
    // Gone: its log's last word is that it runs.
    program.isHere = false;
    program.lastError = {400, "No JSON.", {}};
    session.activityLine = "Alex\tacting";
    QVERIFY2(row().detail.startsWith(QStringLiteral("Not connected · ")), qPrintable(row().detail));
    QVERIFY(!row().isLive && row().glyph == StateGlyph::Idle);
    QVERIFY2(row().connection->error.contains(QStringLiteral("No JSON.")), qPrintable(row().connection->error));
    session.openQuestions.resize(1); // it still waits for the person
    QVERIFY(row().isLive && row().glyph == StateGlyph::Waiting);
    // Nobody remembers it.
    program.session = conversation::SessionId("another");
    QVERIFY(row().connection && !row().connection->isHere && !row().connection->since.isEmpty());
    session.kind = SessionKind::Imported;
    QVERIFY(!row().connection);
    // A team of our own, whose member a program plays, runs without it.
    session.kind = SessionKind::Team;
    session.source.clear();
    session.openQuestions.clear();
    QVERIFY(!row().connection);
    program.session = session.id;
    QVERIFY(row().connection && row().isLive);
}

void TestPresentSessions::connections_differByMoreThanRates()
{
    gateway::ConnectedProgram program;
    program.session = conversation::SessionId("s");
    const present::Connections before({program});
    program.messagesPerMinute = 3;
    program.openQuestions = 1;
    QVERIFY(present::Connections({program}).isSameButForRates(before));
    program.isHere = true;
    QVERIFY(!present::Connections({program}).isSameButForRates(before));
    QVERIFY(!present::Connections().isSameButForRates(before));
}

void TestPresentSessions::toolbar_tellsOfItsProgram()
{
    view::ToolbarState bar;
    bar.run = view::RunState::Running;
    present::setConnection(bar, view::Connection{true, {}, {}, {}, {}});
    QVERIFY(bar.run == view::RunState::Running && bar.connection->isHere);
    present::setConnection(bar, view::Connection());
    QVERIFY(bar.run == view::RunState::NotStarted && !bar.connection->isHere);
    bar.run = view::RunState::Running;
    bar.canRun = true; // our own team, of which it plays a member
    present::setConnection(bar, view::Connection());
    QVERIFY(bar.run == view::RunState::Running);
}

void TestPresentSessions::runs_haveAGlyphEach()
{
    using conversation::RunState;
    using theme::StateGlyph;
    const auto glyph = [](RunState state) {
        session::SessionSummary summary;
        summary.runState = state;
        return present::sessionRows({summary})[0].glyph;
    };
    QVERIFY(glyph(RunState::NotStarted) == StateGlyph::Idle);
    QVERIFY(glyph(RunState::Running) == StateGlyph::Acting);
    QVERIFY(glyph(RunState::Paused) == StateGlyph::Paused);
    QVERIFY(glyph(RunState::Stopped) == StateGlyph::Stopped);
    QVERIFY(glyph(RunState::Finished) == StateGlyph::Done);
}

void TestPresentSessions::pausingSession_saysSo()
{
    session::SessionSummary summary;
    summary.kind = conversation::SessionKind::Team;
    summary.runState = conversation::RunState::Paused;
    summary.messageCount = 2;
    summary.activityLine = "Bob\tthinking";
    QCOMPARE(present::sessionRows({summary})[0].detail, QStringLiteral("Pausing · 2 message(s)"));
    QVERIFY(present::sessionRows({summary})[0].glyph == theme::StateGlyph::Paused);
    summary.activityLine.clear();
    QCOMPARE(present::sessionRows({summary})[0].detail, QStringLiteral("Paused · 2 message(s)"));
    summary.activityLine = "Bob\tthinking"; // a program's: only that knows
    summary.source = "api:1";
    QCOMPARE(present::sessionRows({summary})[0].detail, QStringLiteral("Paused · 2 message(s)"));
}

void TestPresentSessions::recordingsRow_asksNothing()
{
    session::SessionSummary summary;
    summary.kind = conversation::SessionKind::Imported;
    summary.messageCount = 3;
    summary.openQuestions.resize(1);
    summary.isScripted = true;
    const view::SessionRow scripted = present::sessionRows({summary})[0];
    QCOMPARE(scripted.questions, 0);
    QVERIFY(scripted.areTimesKnown);
    QVERIFY2(scripted.detail.contains(QStringLiteral("scripted")), qPrintable(scripted.detail));
    summary.isScripted = false;
    summary.areTimesKnown = false;
    const view::SessionRow foreign = present::sessionRows({summary})[0];
    QVERIFY(!foreign.areTimesKnown);
    QVERIFY2(!foreign.detail.contains(QStringLiteral("scripted")), qPrintable(foreign.detail));
}

void TestPresentSessions::questions_areInTheOrderOfTheirUrgency()
{
    Disguised d;
    const auto ask = [&](const char* id, conversation::Urgency urgency, std::optional<std::int64_t> deadline,
                         bool isPaused = false) {
        conversation::Question question;
        question.id = conversation::QuestionId(id);
        question.asker = RoleName("Bob Li");
        question.text = id;
        question.urgency = urgency;
        if (deadline)
            question.deadline = conversation::Timestamp{*deadline};
        question.isDeadlinePaused = isPaused;
        d.apply(conversation::QuestionAsked{question});
    };
    using conversation::Urgency;
    ask("old", Urgency::Normal, {});
    ask("paused", Urgency::Normal, 1'000, true);
    ask("later", Urgency::Normal, 9'000);
    ask("soon", Urgency::Low, 2'000);
    ask("urgent", Urgency::High, {});
    QStringList order;
    for (const QuestionCardView& card : present::needsYou(d.state, d.members, {}, {}, {}, {}).questions)
        order << card.text;
    QCOMPARE(order, (QStringList{"urgent", "soon", "later", "old", "paused"}));
}

void TestPresentSessions::otherSessionsQuestion_isLabelledWhenScripted()
{
    session::SessionSummary summary;
    summary.id = session::SessionId("other");
    summary.title = "Game";
    summary.openQuestions.resize(1);
    const auto titleHere = [&] {
        return present::needsYou({}, {}, {}, {summary}, session::SessionId("this"), {}).others.at(0).title;
    };
    QCOMPARE(titleHere(), QStringLiteral("Game"));
    summary.isScripted = true;
    QCOMPARE(titleHere(), QStringLiteral("Game (scripted demo)"));
}

/// Two sessions of the same title are told apart by when they were begun, in every language's way.
void TestPresentSessions::othersOfTheSameTitle_areToldApart()
{
    std::vector<session::SessionSummary> sessions(3);
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        sessions[i].id = session::SessionId("s" + std::to_string(i));
        sessions[i].title = i == 2 ? "Other" : "Game";
        sessions[i].startedAt = {1'760'000'000'000 + static_cast<std::int64_t>(i) * 3'600'000};
        sessions[i].openQuestions.resize(1);
    }
    const auto titles = [&] {
        QStringList found;
        for (const OtherSessionView& other :
             present::needsYou({}, {}, {}, sessions, session::SessionId("this"), {}).others)
            found << other.title;
        return found;
    };
    QCOMPARE(titles().size(), 3);
    QVERIFY2(titles()[0] != titles()[1], qPrintable(titles().join(u'|')));
    QVERIFY(titles()[0].startsWith(QStringLiteral("Game, begun ")));
    QCOMPARE(titles()[2], QStringLiteral("Other"));
    const QDateTime noon(QDate(2025, 10, 9), QTime(12, 0, 5));
    sessions[0].startedAt = {noon.toMSecsSinceEpoch()};
    QCOMPARE(titles()[0], QStringLiteral("Game, begun 9 Oct 2025 12:00"));
    sessions[1].startedAt = {noon.toMSecsSinceEpoch() + 3000}; // in the same minute
    QCOMPARE(titles()[0], QStringLiteral("Game, begun 9 Oct 2025 12:00:05"));
    sessions[1].startedAt = {QDateTime::currentMSecsSinceEpoch()};
    QCOMPARE(titles()[1], QStringLiteral("Game, begun ") + wording::clockTime(sessions[1].startedAt));
    sessions[0].areTimesKnown = false;
    QCOMPARE(titles()[0], QStringLiteral("Game"));
}

QTEST_MAIN(TestPresentSessions)
#include "tst_present_sessions.moc"
