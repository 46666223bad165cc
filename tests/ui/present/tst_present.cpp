#include "ui/present/present.h"
#include "ui/present/remote_members.h"
#include "ui/wording/routing_words.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::RoleName;

namespace {

const std::string hidden = "\xE2\x80\xAE"; // right-to-left override

/// A session whose title and names try to look like others.
struct Disguised
{
    Disguised()
    {
        conversation::SessionStarted started;
        started.title = "gpj" + hidden + ".exe";
        apply(started);
        apply(conversation::RoleHired{role("Bob" + hidden + "ecila", "Arch" + hidden + "itect")});
        apply(conversation::RoleHired{role("Bob Li", "Engineer")});
        members = present::membersOf(state);
    }

    static conversation::Role role(const std::string& name, const std::string& profile)
    {
        conversation::Role result;
        result.name = RoleName(name);
        result.profile = profile;
        return result;
    }

    /// Bob Li asks, and turns to something else.
    void ask(conversation::RoleActivity activity)
    {
        conversation::Question question;
        question.id = conversation::QuestionId("q");
        question.asker = RoleName("Bob Li");
        question.askedAt = {500};
        apply(conversation::QuestionAsked{question});
        apply(conversation::RoleActivityChanged{RoleName("Bob Li"), activity, "RunCode"});
    }

    void apply(conversation::EventBody body) { state.apply({{state.lastSeq().value + 1}, {1000}, 0, std::move(body)}); }

    conversation::ConversationState state;
    present::Members members;
    const QString name = QStringLiteral("Bob\u202Eecila");
    const QString shown = QStringLiteral("Bob[RLO]ecila");
};

} // namespace

class TestPresent final : public QObject
{
    Q_OBJECT

private slots:
    void hiddenCharacters_areSeenInNames();
    void hiddenCharacters_areSeenInTitles();
    void names_areGoneByAsTheyAre();
    void proposedChange_isToldFromItsWords();
    void openQuestion_isWaitedFor_data();
    void openQuestion_isWaitedFor();
    void recording_waitsForNobody_data();
    void recording_waitsForNobody();
    void whoFailed_canTryAgain_data();
    void remoteMember_isMarked();
    void whoFailed_canTryAgain();
    void teamAtRest_saysSo();
    void programsRun_isNoTeams();
    void stoppingTeam_saysWhoIsWaitedFor();
    void programsCost_isNotKnown();
    void connectedPrograms_areTold();
    void connections_differByMoreThanRates();
    void toolbar_tellsOfItsProgram();
    void burn_isSaidAsFarAsItIsKnown_data();
    void burn_isSaidAsFarAsItIsKnown();
    void trace_isThatOfTheMessage_data();
    void trace_isThatOfTheMessage();
    void longTrace_isCut();
    void runs_haveAGlyphEach();
    void recordingsRow_asksNothing();
    void estimatedTokens_areSaidToBe();
    void questions_areInTheOrderOfTheirUrgency();
    void otherSessionsQuestion_isLabelledWhenScripted();
    void othersOfTheSameTitle_areToldApart();
    void excerpt_isReadWithoutMarks_data();
    void excerpt_isReadWithoutMarks();
    void publicDirectMessage_isHeardByTheOthers();
    void namesLength_knowsNamesWithBlanks_data();
    void namesLength_knowsNamesWithBlanks();
};

void TestPresent::hiddenCharacters_areSeenInNames()
{
    Disguised d;
    const RoleName role(d.name.toStdString());
    QCOMPARE(wording::text(role), d.shown);
    QCOMPARE(d.members[0].name, d.shown);
    QCOMPARE(d.members[0].profile, QStringLiteral("Arch[RLO]itect"));
    QCOMPARE(present::composerMembers(d.members)[0].name, d.shown);
    const SendView sent =
        present::sendView(d.state, d.members, u'@' + d.name + QStringLiteral(" x"), conversation::Audience::ByDefault);
    QCOMPARE(sent.recipients.at(0).text, d.shown);
    QVERIFY2(!sent.sentence.contains(u'\u202E'), qPrintable(sent.sentence));
    const view::ChannelTabs tabs = present::channels(d.state, {role});
    QCOMPARE(tabs.back().name, d.shown);
    QCOMPARE(tabs.back().id, QString::fromStdString(conversation::channel::inboxOf(role).str()));
    session::SessionSummary summary;
    summary.runState = conversation::RunState::Running;
    summary.activityLine = d.name.toStdString() + "\tacting";
    QVERIFY(present::sessionRows({summary})[0].detail.contains(d.shown));
}

void TestPresent::hiddenCharacters_areSeenInTitles()
{
    const Disguised d;
    session::SessionSummary summary;
    summary.title = d.state.title();
    QCOMPARE(present::sessionRows({summary})[0].title, QStringLiteral("gpj[RLO].exe"));
    conversation::MessagePublished published;
    published.message.name = d.name.toStdString();
    const InspectorView view = present::inspector({{3}, {2000}, 0, published}, d.state, d.members, false);
    QVERIFY2(view.title.startsWith(d.shown), qPrintable(view.title));
}

/// What is typed and asked for is the name itself, not what stands for it.
void TestPresent::names_areGoneByAsTheyAre()
{
    const Disguised d;
    QCOMPARE(present::composerMembers(d.members)[0].address, d.name);
    const auto rows = present::completions(d.state, d.members, QStringLiteral("bob\u202E"));
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].member.address, d.name);
}

void TestPresent::proposedChange_isToldFromItsWords()
{
    const auto card = [](const char* text, const char* schema) {
        Disguised d;
        conversation::Question question;
        question.id = conversation::QuestionId("q");
        question.asker = RoleName("Bob Li");
        question.text = text;
        question.options = {{"Approve", {}}, {"Reject", {}}};
        question.schema = conversation::JsonValue(nlohmann::json::parse(schema));
        d.apply(conversation::QuestionAsked{question});
        return present::needsYou(d.state, d.members, {}, {}, {}, {}).questions.at(0);
    };
    const char* code = R"({"type": "object", "properties": {"text": {"type": "string", "format": "code"}}})";
    const QuestionCardView change = card("Change “f”?\n\n````diff\n-one\n+ ```\n````\n\n3 more lines", code);
    QCOMPARE(change.text, QStringLiteral("Change “f”?"));
    QCOMPARE(change.diff, QStringLiteral("-one\n+ ```"));
    QCOMPARE(change.afterDiff, QStringLiteral("3 more lines"));
    QVERIFY(change.isTextForm);
    const QuestionCardView plain =
        card("Say ```diff\n+x\n```", R"({"type": "object", "properties": {"text": {"type": "string"}}})");
    QCOMPARE(plain.text, QStringLiteral("Say ```diff\n+x\n```"));
    QVERIFY(plain.diff.isEmpty() && !plain.isTextForm);
    QVERIFY(!card("Q", "null").isTextForm);
}

void TestPresent::openQuestion_isWaitedFor_data()
{
    using conversation::RoleActivity;
    QTest::addColumn<RoleActivity>("activity");
    QTest::addColumn<bool>("waits");
    QTest::newRow("waiting") << RoleActivity::WaitingForPerson << true;
    QTest::newRow("thinking anew") << RoleActivity::Thinking << true;
    QTest::newRow("idle") << RoleActivity::Idle << true;
    QTest::newRow("at work meanwhile") << RoleActivity::Acting << false;
    QTest::newRow("paused") << RoleActivity::Paused << false;
}

void TestPresent::openQuestion_isWaitedFor()
{
    QFETCH(conversation::RoleActivity, activity);
    QFETCH(bool, waits);
    Disguised d;
    d.ask(activity);
    const view::TeamMember member = present::team(d.state, d.members, false, false)[1];
    QCOMPARE(member.state == theme::StateGlyph::Waiting, waits);
    QCOMPARE(member.asksPerson, !waits);
    if (waits)
        QCOMPARE(member.since, std::optional(conversation::Timestamp{500}));
}

void TestPresent::recording_waitsForNobody_data()
{
    using conversation::RoleActivity;
    using theme::StateGlyph;
    QTest::addColumn<RoleActivity>("activity");
    QTest::addColumn<StateGlyph>("atTheEnd");
    QTest::addColumn<StateGlyph>("inItsReplay");
    QTest::newRow("waiting") << RoleActivity::WaitingForPerson << StateGlyph::Idle << StateGlyph::Waiting;
    QTest::newRow("thinking") << RoleActivity::Thinking << StateGlyph::Idle << StateGlyph::Waiting;
    QTest::newRow("at work") << RoleActivity::Acting << StateGlyph::Idle << StateGlyph::Acting;
    QTest::newRow("failed") << RoleActivity::Failed << StateGlyph::Failed << StateGlyph::Failed;
}

/// Its log may end while somebody asks or is at work; that was then.
void TestPresent::recording_waitsForNobody()
{
    QFETCH(conversation::RoleActivity, activity);
    Disguised d;
    d.ask(activity);
    const view::TeamMember atTheEnd = present::team(d.state, d.members, false, true)[1];
    QTEST(atTheEnd.state, "atTheEnd");
    QVERIFY(!atTheEnd.asksPerson);
    QCOMPARE(atTheEnd.since.has_value(), activity == conversation::RoleActivity::Failed);
    QTEST(present::team(d.state, d.members, true, true)[1].state, "inItsReplay");
}

void TestPresent::whoFailed_canTryAgain_data()
{
    using conversation::RoleActivity;
    using conversation::RunState;
    QTest::addColumn<RoleActivity>("activity");
    QTest::addColumn<bool>("hasNews");
    QTest::addColumn<RunState>("run");
    QTest::addColumn<bool>("canRetry");
    QTest::newRow("failed") << RoleActivity::Failed << true << RunState::Running << true;
    QTest::newRow("after the end") << RoleActivity::Failed << true << RunState::Finished << true;
    QTest::newRow("while it rests") << RoleActivity::Failed << true << RunState::Paused << false;
    QTest::newRow("stopped") << RoleActivity::Failed << true << RunState::Stopped << false;
    QTest::newRow("with nothing to do") << RoleActivity::Failed << false << RunState::Running << false;
    QTest::newRow("at work") << RoleActivity::Acting << true << RunState::Running << false;
}

void TestPresent::remoteMember_isMarked()
{
    using conversation::RoleActivity;
    Disguised d;
    const RoleName bob("Bob Li");
    const auto members = [&](const std::set<RoleName>& remote) {
        view::Team team = present::team(d.state, d.members, false, false);
        present::markRemote(team, d.state, remote);
        return team;
    };
    QVERIFY(members({bob})[1].isRemote && !members({bob})[0].isRemote && !members({})[1].isRemote);
    QVERIFY(!members({bob})[1].isAwaited);
    d.apply(conversation::RoleActivityChanged{bob, RoleActivity::Thinking, {}, false, false}); // nobody has its mail
    QVERIFY(members({bob})[1].isAwaited && !members({})[1].isAwaited);
    QCOMPARE(members({bob})[1].state, theme::StateGlyph::Idle);
    d.apply(conversation::RoleActivityChanged{bob, RoleActivity::Thinking, {}, true, false});
    QVERIFY(!members({bob})[1].isAwaited);
    QCOMPARE(members({bob})[1].state, theme::StateGlyph::Thinking);
}

void TestPresent::whoFailed_canTryAgain()
{
    QFETCH(conversation::RoleActivity, activity);
    QFETCH(bool, hasNews);
    QFETCH(conversation::RunState, run);
    QFETCH(bool, canRetry);
    Disguised d;
    d.apply(conversation::RunStateChanged{run, {}, {}});
    d.apply(conversation::MailObserved{RoleName("Bob Li"), 0, hasNews});
    d.apply(conversation::RoleActivityChanged{RoleName("Bob Li"), activity, "The key was refused."});
    QCOMPARE(present::team(d.state, d.members, false, false)[1].canRetry, canRetry);
    QVERIFY(!present::team(d.state, d.members, true, false)[1].canRetry); // what is replayed is over
    QVERIFY(!present::team(d.state, d.members, false, true)[1].canRetry);
}

void TestPresent::teamAtRest_saysSo()
{
    Disguised d;
    d.apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {}});
    const auto bar = [&] { return present::toolbar(d.state, "Game", std::nullopt, false); };
    const auto row = [&] { return present::sessionRows({session::summaryOf(session::SessionId("s"), d.state)})[0]; };
    QVERIFY(bar().run == view::RunState::AtRest);
    QCOMPARE(bar().reason, QStringLiteral("nothing to do"));
    QVERIFY(!bar().hasWork);
    QCOMPARE(row().detail, QStringLiteral("At rest · 0 message(s)"));
    QVERIFY(row().glyph == theme::StateGlyph::Idle && !row().isLive);
    d.apply(conversation::RoleActivityChanged{RoleName("Bob Li"), conversation::RoleActivity::Thinking, {}});
    QVERIFY(bar().run == view::RunState::Running && bar().hasWork);
    QVERIFY(row().glyph == theme::StateGlyph::Acting && row().isLive);
    d.apply(conversation::MailObserved{RoleName("Bob" + hidden + "ecila"), 0, true});
    d.apply(conversation::RoleActivityChanged{RoleName("Bob" + hidden + "ecila"), conversation::RoleActivity::Failed,
                                              "The key was refused."});
    d.apply(conversation::RoleActivityChanged{RoleName("Bob Li"), conversation::RoleActivity::Idle, {}});
    QVERIFY(bar().run == view::RunState::Failed);
    QCOMPARE(bar().reason, d.shown + QStringLiteral(" could not go on"));
    QCOMPARE(bar().failure, QStringLiteral("The key was refused."));
    QVERIFY(bar().hasWork && bar().canChooseModel); // going on, it is tried again
    QVERIFY(row().glyph == theme::StateGlyph::Failed && row().hasFailed);
    QCOMPARE(row().detail, d.shown + QStringLiteral(" could not go on · 0 message(s)"));
    QCOMPARE(row().failure, QStringLiteral("The key was refused."));
    d.apply(conversation::RunStateChanged{
        conversation::RunState::Paused, "It is gone", {conversation::RunCauseKind::MailUnreadable}});
    QVERIFY(bar().run == view::RunState::Failed && bar().failure.contains(QStringLiteral("It is gone")));
    QVERIFY(!bar().canChooseModel); // of no use
    QVERIFY(row().glyph == theme::StateGlyph::Failed);
    QCOMPARE(row().detail, QStringLiteral("Failed · 0 message(s)"));
    d.apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {}});
    QCOMPARE(bar().unpricedTokens, std::int64_t(0));
    conversation::Usage usage;
    usage.model = "local";
    usage.promptTokens = 900;
    d.apply(conversation::UsageRecorded{RoleName("Bob Li"), usage});
    QCOMPARE(bar().unpricedTokens, std::int64_t(900));
    QVERIFY(!bar().dollars);
}

/// Of a program that only tells what is said nothing can be paused, and that it comes and goes is no run.
void TestPresent::programsRun_isNoTeams()
{
    using conversation::RunState;
    using conversation::SessionKind;
    const auto bar = [](SessionKind kind, RunState run, const char* source) {
        Disguised d;
        conversation::SessionStarted started;
        started.kind = kind;
        started.source = source;
        d.apply(started);
        if (run != RunState::NotStarted)
            d.apply(conversation::RunStateChanged{run, {}, {}});
        return present::toolbar(d.state, "Game", std::nullopt, false);
    };
    QVERIFY(!bar(SessionKind::Team, RunState::NotStarted, "api:1").canRun);
    QVERIFY(bar(SessionKind::Team, RunState::Running, "api:1").canRun); // it tells how its run stands, and hears of it
    QVERIFY(bar(SessionKind::Team, RunState::NotStarted, "").canRun);
    QVERIFY(bar(SessionKind::Remote, RunState::Running, "mcp:1").run == view::RunState::NotStarted);
    QVERIFY(bar(SessionKind::Remote, RunState::Stopped, "mcp:1").run == view::RunState::NotStarted);
    QVERIFY(bar(SessionKind::Remote, RunState::Stopped, "mcp:1").reason.isEmpty());
    QVERIFY(!bar(SessionKind::Remote, RunState::Running, "mcp:1").canRun);
}

void TestPresent::stoppingTeam_saysWhoIsWaitedFor()
{
    using conversation::RoleActivity;
    Disguised d;
    const auto bar = [&] { return present::toolbar(d.state, "Game", std::nullopt, false); };
    const auto set = [&](const std::string& role, RoleActivity activity) {
        d.apply(conversation::RoleActivityChanged{RoleName(role), activity, {}});
    };
    d.apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {}});
    set("Bob Li", RoleActivity::Thinking);
    set("Bob" + hidden + "ecila", RoleActivity::WaitingForPerson);
    d.apply(conversation::RunStateChanged{conversation::RunState::StopRequested, {}, {}});
    QVERIFY(bar().run == view::RunState::Stopping);
    QCOMPARE(bar().reason, QStringLiteral("waiting for ") + d.shown + QStringLiteral(", Bob Li"));
    QVERIFY(!bar().canInsist);
    set("Bob" + hidden + "ecila", RoleActivity::Failed);
    QCOMPARE(bar().reason, QStringLiteral("waiting for Bob Li"));
    set("Bob Li", RoleActivity::Idle);
    QVERIFY(bar().run == view::RunState::Stopping && bar().reason.isEmpty());
    d.apply(conversation::RunStateChanged{conversation::RunState::Stopped, {}, {}});
    QVERIFY(bar().run == view::RunState::Stopped);
    // Programs may be gone: nobody is there to say that all has ended.
    conversation::SessionStarted started;
    started.source = "api:1";
    d.apply(started);
    QVERIFY(!bar().canInsist);
    d.apply(conversation::RunStateChanged{conversation::RunState::StopRequested, {}, {}});
    QVERIFY(bar().canInsist);
}

/// Nothing was told of it: that is not "$0.00".
void TestPresent::programsCost_isNotKnown()
{
    Disguised d;
    QVERIFY(present::team(d.state, d.members, false, false)[1].dollars.has_value());
    conversation::SessionStarted started;
    started.kind = conversation::SessionKind::Remote;
    conversation::ConversationState program;
    program.apply({{1}, {1000}, 0, started});
    program.apply({{2}, {1000}, 0, conversation::RoleHired{Disguised::role("Bob Li", "Engineer")}});
    QVERIFY(!present::team(program, present::membersOf(program), false, false)[0].dollars.has_value());
}

namespace {

std::vector<conversation::Span> twoTraces()
{
    const auto span = [](const char* trace, const char* id, const char* parent, std::int64_t startMs,
                         std::int64_t durationMs) {
        conversation::Span one;
        one.trace = trace;
        one.id = id;
        one.parent = parent;
        one.name = std::string(trace) + id;
        one.startUs = startMs * 1'000;
        one.durationUs = durationMs * 1'000;
        return one;
    };
    std::vector<conversation::Span> spans{span("long", "1", "", 1'000, 90'000), span("short", "1", "", 2'000, 1'500),
                                          span("short", "2", "1", 2'000, 20)};
    spans.back().usage.promptTokens = 5;
    spans.back().error = "down";
    return spans;
}

} // namespace

void TestPresent::burn_isSaidAsFarAsItIsKnown_data()
{
    using Rate = std::optional<conversation::BurnRate>;
    QTest::addColumn<Rate>("rate");
    QTest::addColumn<double>("budget"); ///< less than 0 = none
    QTest::addColumn<bool>("isOver");
    QTest::addColumn<QString>("words");
    const conversation::BurnRate rate{1'200.0, 0.05};
    QTest::newRow("nothing") << Rate() << 3.0 << false << QString();
    QTest::newRow("no price") << Rate({1'200.0, std::nullopt}) << 3.0 << false << "1.2k tok a minute of work";
    QTest::newRow("no budget") << Rate(rate) << -1.0 << false << "$0.05 and 1.2k tok a minute of work";
    QTest::newRow("a budget") << Rate(rate) << 2.0 << false
                              << "$0.05 and 1.2k tok a minute of work; the budget is reached in about 40 min";
    QTest::newRow("in less than a minute")
        << Rate(rate) << 0.01 << false << "$0.05 and 1.2k tok a minute of work; the budget is reached in about 1 min";
    QTest::newRow("the run is over") << Rate(rate) << 2.0 << true << "$0.05 and 1.2k tok a minute of work";
}

void TestPresent::burn_isSaidAsFarAsItIsKnown()
{
    using Rate = std::optional<conversation::BurnRate>;
    QFETCH(Rate, rate);
    QFETCH(double, budget);
    QFETCH(bool, isOver);
    QFETCH(QString, words);
    conversation::ConversationState state;
    std::vector<conversation::EventBody> bodies{conversation::SessionStarted()};
    if (budget >= 0)
        bodies.emplace_back(conversation::BudgetSet{budget});
    if (isOver)
        bodies.emplace_back(conversation::RunStateChanged{conversation::RunState::Finished, {}, {}});
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        session::Event event;
        event.seq = {static_cast<std::int64_t>(i) + 1};
        event.body = bodies[i];
        state.apply(event);
    }
    QCOMPARE(present::burn(rate, state), words);
}

void TestPresent::trace_isThatOfTheMessage_data()
{
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<qint64>("time");
    QTest::addColumn<QString>("lines");
    const QString shorter = QStringLiteral("0 short1 1.5 s, 1 short2 20 ms 5 tok down");
    QTest::newRow("it says so") << QByteArray(R"({"otlp": {"trace": "short", "span": "2"}})") << qint64(50'000)
                                << shorter + QStringLiteral(" *");
    QTest::newRow("it names one that is not there")
        << QByteArray(R"({"otlp": {"trace": "?"}})") << qint64(3'000) << QString();
    QTest::newRow("it was said in its course") << QByteArray("null") << qint64(3'000) << shorter;
    QTest::newRow("the shorter one was over") << QByteArray("null") << qint64(4'000) << QStringLiteral("0 long1 1 min");
    QTest::newRow("before all of them") << QByteArray("null") << qint64(500) << QString();
    QTest::newRow("odd") << QByteArray(R"({"otlp": [1]})") << qint64(500) << QString();
}

void TestPresent::trace_isThatOfTheMessage()
{
    QFETCH(QByteArray, origin);
    QFETCH(qint64, time);
    QFETCH(QString, lines);
    conversation::MessagePublished published;
    published.message.metadata = conversation::JsonValue(nlohmann::json::parse(origin.toStdString()));
    InspectorView view;
    present::addTrace(view, twoTraces(), {{3}, {time}, 0, published});
    QStringList shown;
    for (const InspectorView::TraceLine& line : view.trace) {
        QStringList parts{QString::number(line.depth),
                          line.name,
                          line.time,
                          line.tokens,
                          line.error,
                          line.isChosen ? QStringLiteral("*") : QString()};
        parts.removeAll(QString());
        shown.append(parts.join(QLatin1Char(' ')));
    }
    QCOMPARE(shown.join(QStringLiteral(", ")), lines);
}

void TestPresent::longTrace_isCut()
{
    std::vector<conversation::Span> spans;
    for (int i = 0; i < 205; ++i) {
        spans.push_back(twoTraces().front());
        spans.back().id = std::to_string(i);
    }
    InspectorView view;
    present::addTrace(view, spans, {{3}, {3'000}, 0, conversation::MessagePublished()});
    QCOMPARE(view.trace.size(), std::size_t(200));
    QCOMPARE(view.traceLeftOut, 5);
}

void TestPresent::connectedPrograms_areTold()
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

void TestPresent::connections_differByMoreThanRates()
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

void TestPresent::toolbar_tellsOfItsProgram()
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

void TestPresent::runs_haveAGlyphEach()
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

void TestPresent::recordingsRow_asksNothing()
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

void TestPresent::estimatedTokens_areSaidToBe()
{
    Disguised d;
    conversation::MessagePublished published;
    published.message.usage.emplace();
    const auto facts = [&] { return present::inspector({{1}, {1}, 0, published}, d.state, d.members, false).usage; };
    const auto isSaid = [](const InspectorView::Fact& fact) {
        return fact.value.startsWith(QStringLiteral("estimated"));
    };
    QVERIFY(std::ranges::none_of(facts(), isSaid));
    published.message.metadata =
        conversation::JsonValue(nlohmann::json{{"quarterdeck", {{"step", "reply"}, {"estimated", true}}}});
    QVERIFY(std::ranges::any_of(facts(), isSaid));
}

void TestPresent::questions_areInTheOrderOfTheirUrgency()
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

void TestPresent::otherSessionsQuestion_isLabelledWhenScripted()
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
void TestPresent::othersOfTheSameTitle_areToldApart()
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
    sessions[0].areTimesKnown = false;
    QCOMPARE(titles()[0], QStringLiteral("Game"));
}

void TestPresent::excerpt_isReadWithoutMarks_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("read");
    const auto row = [](const char* written, const char* read) {
        QTest::newRow(written) << QString::fromUtf8(written) << QString::fromUtf8(read);
    };
    row("plain words", "plain words");
    row("a **[bold]** word", "a [bold] word");
    row("*[slanted]* and ***both***", "[slanted] and both");
    row("the `[board].py` file", "the [board].py file");
    row("## [Heading] ```cpp int x", "[Heading] cpp int x");
    row("~~[gone]~~ ~home", "[gone] ~home");
    row("**加粗**的[字]", "加粗的[字]");
    row("| a | b | |---|:--:| | [c] | d |", "| a | b [c] | d |");
    row("2 * [3] * 4, 2**8, issue #3, C#, __[init]__, a_b", "2 * [3] * 4, 2**8, issue #3, C#, __[init]__, a_b");
    row("**", "**");
}

void TestPresent::excerpt_isReadWithoutMarks()
{
    QFETCH(const QString, written);
    QFETCH(const QString, read);
    session::SearchHit hit;
    const std::string text = written.toStdString();
    for (const char letter : text) {
        if (letter == '[')
            hit.marks.push_back({hit.excerpt.size(), 0});
        else if (letter == ']')
            hit.marks.back().end = hit.excerpt.size();
        else
            hit.excerpt += letter;
    }
    const view::FoundMessage found = present::foundMessage(hit, {});
    QString shown = found.excerpt;
    for (auto mark = found.marks.rbegin(); mark != found.marks.rend(); ++mark) {
        shown.insert(mark->begin + mark->length, u']');
        shown.insert(mark->begin, u'[');
    }
    QCOMPARE(shown, read);
}

void TestPresent::publicDirectMessage_isHeardByTheOthers()
{
    const Disguised d;
    const SendView view =
        present::sendView(d.state, d.members, QStringLiteral("@Bob Li x"), conversation::Audience::ByDefault);
    QCOMPARE(view.lanes, std::vector<int>{d.members[1].lane});
    QCOMPARE(view.hearingLanes, std::vector<int>{d.members[0].lane});
}

void TestPresent::namesLength_knowsNamesWithBlanks_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("names");
    QTest::newRow("none") << QStringLiteral("  do it") << QString();
    QTest::newRow("a blank in it") << QStringLiteral("@Bob Li do it") << QStringLiteral("@Bob Li ");
    QTest::newRow("unknown") << QStringLiteral("@Eve 做吧") << QStringLiteral("@Eve ");
    QTest::newRow("several") << QStringLiteral("@everyone, @Bob Li: 做吧") << QStringLiteral("@everyone, @Bob Li: ");
    QTest::newRow("nothing else") << QStringLiteral("@Bob Li") << QStringLiteral("@Bob Li");
    QTest::newRow("later") << QStringLiteral("ask @Bob Li") << QString();
}

void TestPresent::namesLength_knowsNamesWithBlanks()
{
    QFETCH(QString, typed);
    QFETCH(QString, names);
    const Disguised d;
    QCOMPARE(typed.left(present::namesLength(d.state, typed)), names);
}

QTEST_MAIN(TestPresent)
#include "tst_present.moc"
