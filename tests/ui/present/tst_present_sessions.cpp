#include "disguised.h"
#include "tests/support/widgets_test.h"
#include "ui/present/present.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"

#include <QDateTime>
#include <QTest>
#include <map>

namespace tst_present_sessions {

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
    void othersQuestion_isToldWhole();
    void othersQuestions_standInOrder();
    void othersQuestions_beyondSomeAreCounted();
    void messagesHeldElsewhere_haveALine();
    void program_isTold_data();
    void program_isTold();
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
    gateway::ConnectedClient program;
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
    QVERIFY2(row().detail.startsWith(QStringLiteral("Heard recently · ")), qPrintable(row().detail));
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
    gateway::ConnectedClient program;
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
    for (const QuestionCardState& card : present::needsYou(d.state, d.members, {}, {}, {}, {}).questions)
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
        return present::needsYou({}, {}, {}, {summary}, session::SessionId("this"), {}).otherQuestions.at(0).title;
    };
    QCOMPARE(titleHere(), QStringLiteral("Game"));
    summary.isScripted = true;
    QCOMPARE(titleHere(), QStringLiteral("Game (scripted demo)"));
}

/// Two sessions of the same title are distinguished by when they began, in every language's way.
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
        for (const OtherQuestionView& other :
             present::needsYou({}, {}, {}, sessions, session::SessionId("this"), {}).otherQuestions)
            found << other.title;
        return found;
    };
    QCOMPARE(titles().size(), 3);
    QVERIFY2(titles()[0] != titles()[1], qPrintable(titles().join(u'|')));
    QVERIFY(titles()[0].startsWith(QStringLiteral("Game, started ")));
    QCOMPARE(titles()[2], QStringLiteral("Other"));
    const QDateTime noon(QDate(2025, 10, 9), QTime(12, 0, 5));
    sessions[0].startedAt = {noon.toMSecsSinceEpoch()};
    QCOMPARE(titles()[0], QStringLiteral("Game, started 9 Oct 2025 12:00"));
    sessions[1].startedAt = {noon.toMSecsSinceEpoch() + 3000}; // in the same minute
    QCOMPARE(titles()[0], QStringLiteral("Game, started 9 Oct 2025 12:00:05"));
    sessions[1].startedAt = {QDateTime::currentMSecsSinceEpoch()};
    QCOMPARE(titles()[1], QStringLiteral("Game, started ") + wording::clockTime(sessions[1].startedAt));
    sessions[0].areTimesKnown = false;
    QCOMPARE(titles()[0], QStringLiteral("Game"));
}

/// The content of a card in the session itself, as far as a line has room for it.
void TestPresentSessions::othersQuestion_isToldWhole()
{
    session::SessionSummary summary;
    summary.id = session::SessionId("other");
    summary.title = "Chess";
    summary.source = "agentscope:run 7";
    conversation::OpenQuestion open;
    open.question.id = conversation::QuestionId("q");
    open.question.asker = RoleName("Critic");
    open.question.text = "Shall we\ngo on?";
    open.question.reason = "The budget is half spent";
    open.question.askedAt = {1'000};
    open.question.deadline = conversation::Timestamp{61'000};
    open.question.isDeadlinePaused = true;
    open.question.urgency = conversation::Urgency::High;
    summary.openQuestions = {open};
    const NeedsYouState view = present::needsYou({}, {}, {}, {summary}, session::SessionId("this"), {});
    QCOMPARE(view.otherQuestions.size(), std::size_t(1));
    QVERIFY(view.others.empty());
    const OtherQuestionView& other = view.otherQuestions[0];
    QCOMPARE(other.session, summary.id);
    QCOMPARE(other.id, open.question.id);
    QCOMPARE(other.title, QStringLiteral("Chess"));
    QCOMPARE(other.asker, QStringLiteral("Critic"));
    QCOMPARE(other.text, QStringLiteral("Shall we go on?"));
    QCOMPARE(other.reason, QStringLiteral("The budget is half spent"));
    QCOMPARE(other.program, QStringLiteral("AgentScope"));
    QCOMPARE(other.askedAt, std::optional(open.question.askedAt));
    QCOMPARE(other.deadline, open.question.deadline);
    QVERIFY(other.isDeadlinePaused && other.isUrgent);
}

namespace {

session::SessionSummary summaryWith(const char* id, int questions)
{
    session::SessionSummary summary;
    summary.id = session::SessionId(id);
    summary.title = id;
    for (int i = 0; i < questions; ++i) {
        conversation::OpenQuestion open;
        open.question.id = conversation::QuestionId(std::string(id) + std::to_string(i));
        open.question.asker = RoleName("Bob");
        open.question.text = open.question.id.str();
        open.question.askedAt = {1'000 + i};
        open.askedSeq = {10 - i};
        summary.openQuestions.push_back(open);
    }
    return summary;
}

QStringList shownOf(const NeedsYouState& view)
{
    QStringList shown;
    for (const OtherQuestionView& other : view.otherQuestions)
        shown << other.text;
    return shown;
}

} // namespace

/// Of all other sessions together.
void TestPresentSessions::othersQuestions_standInOrder()
{
    std::vector<session::SessionSummary> sessions{summaryWith("a", 2), summaryWith("b", 2), summaryWith("c", 1)};
    sessions[0].openQuestions[1].question.deadline = conversation::Timestamp{9'000};
    sessions[1].openQuestions[0].question.deadline = conversation::Timestamp{8'000};
    sessions[1].openQuestions[1].question.askedAt = {500};
    sessions[2].openQuestions[0].question.urgency = conversation::Urgency::High;
    const NeedsYouState view = present::needsYou({}, {}, {}, sessions, session::SessionId("this"), {});
    QCOMPARE(shownOf(view), (QStringList{"c0", "b0", "a1", "b1", "a0"}));
}

/// A program that asks without end leaves room for the others, and nothing is hidden.
void TestPresentSessions::othersQuestions_beyondSomeAreCounted()
{
    const std::vector<session::SessionSummary> sessions{summaryWith("a", 40), summaryWith("b", 3), summaryWith("c", 4),
                                                        summaryWith("this", 2)};
    const NeedsYouState view = present::needsYou({}, {}, {}, sessions, session::SessionId("this"), {});
    QCOMPARE(view.otherQuestions.size(), std::size_t(8));
    std::map<std::string, int> lines;
    for (const OtherSessionView& other : view.others) {
        lines[other.id.str()] = other.questions;
        QVERIFY(other.isMore);
    }
    QCOMPARE(lines["a"], 37);
    int all = static_cast<int>(view.otherQuestions.size());
    for (const auto& [id, count] : lines)
        all += count;
    QCOMPARE(all, 47);
}

void TestPresentSessions::messagesHeldElsewhere_haveALine()
{
    std::vector<session::SessionSummary> sessions{summaryWith("a", 1), summaryWith("this", 0), summaryWith("c", 0)};
    for (session::SessionSummary& one : sessions)
        one.held = 3;
    sessions[2].kind = conversation::SessionKind::Imported; // nobody decides there
    const NeedsYouState view = present::needsYou({}, {}, {}, sessions, session::SessionId("this"), {});
    QCOMPARE(view.otherQuestions.size(), std::size_t(1));
    QCOMPARE(view.others.size(), std::size_t(1));
    QCOMPARE(view.others[0].id, session::SessionId("a"));
    QCOMPARE(view.others[0].held, 3);
    QCOMPARE(present::sessionRows({sessions[0]}, present::Connections())[0].questions,
             4); // the badge, whatever the session is doing
}

void TestPresentSessions::program_isTold_data()
{
    QTest::addColumn<std::string>("source");
    QTest::addColumn<std::string>("title");
    QTest::addColumn<QString>("here");
    QTest::addColumn<QString>("elsewhere"); ///< where the title is told beside it
    const auto row = [](const char* name, const char* source, const char* title, const char* here,
                        const char* elsewhere) {
        QTest::newRow(name) << std::string(source) << std::string(title) << QString::fromUtf8(here)
                            << QString::fromUtf8(elsewhere);
    };
    row("a team that lives here", "", "A game", "", "");
    row("a run of AgentScope", "agentscope:r 1", "Chess", "AgentScope · Chess", "AgentScope");
    row("a client of MCP", "mcp:s", "claude-code", "MCP · claude-code", "MCP");
    row("a program of the API", "api:my-agent", "A game", "JSON over HTTP · my-agent", "JSON over HTTP · my-agent");
    row("a program of the API, without a title", "api:my-agent", "my-agent", "JSON over HTTP · my-agent",
        "JSON over HTTP");
    row("MetaGPT", "metagpt:x", "A CLI", "MetaGPT · A CLI", "MetaGPT");
    row("traces", "otlp:talk 1", "weather", "OpenTelemetry · weather", "OpenTelemetry");
}

void TestPresentSessions::program_isTold()
{
    QFETCH(const std::string, source);
    QFETCH(const std::string, title);
    QFETCH(const QString, here);
    QFETCH(const QString, elsewhere);
    Disguised d;
    conversation::Question question;
    question.id = conversation::QuestionId("q");
    question.asker = RoleName("Bob Li");
    question.text = "Which?";
    d.apply(conversation::QuestionAsked{question});
    session::SessionSummary summary = summaryWith("one", 1);
    summary.source = source;
    summary.title = title;
    const auto view = [&](const char* current) {
        return present::needsYou(d.state, d.members, {}, {summary}, session::SessionId(current), {});
    };
    QCOMPARE(view("one").questions.at(0).program, here);
    QCOMPARE(view("another").otherQuestions.at(0).program, elsewhere);
}

} // namespace tst_present_sessions

QUARTERDECK_WIDGETS_TEST(tst_present_sessions, TestPresentSessions)
#include "tst_present_sessions.moc"
