#include "disguised.h"
#include "tests/support/widgets_test.h"
#include "ui/present/members.h"
#include "ui/present/present.h"

#include <QTest>

namespace tst_present_team {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::RoleName;
using test::Disguised;
using test::hidden;

/// What the toolbar and the team panel say of a run and its members.
class TestPresentTeam final : public QObject
{
    Q_OBJECT

private slots:
    void openQuestion_isWaitedFor_data();
    void openQuestion_isWaitedFor();
    void whoWrites_isToldBesideWhoWaits();
    void rounds_areThoseThatWereGranted();
    void stoppedTeam_readsWhenItIsResumed_data();
    void stoppedTeam_readsWhenItIsResumed();
    void recording_waitsForNobody_data();
    void recording_waitsForNobody();
    void recordingsRun_isNoFinishedOne();
    void whoFailed_canTryAgain_data();
    void whoFailed_canTryAgain();
    void remoteMember_isMarked();
    void teamAtRest_saysSo();
    void programsRun_isNoTeams();
    void stoppingTeam_saysWhoIsWaitedFor();
    void pausingTeam_saysWhoIsWaitedFor();
    void programsCost_isNotKnown();
    void burn_isSaidAsFarAsItIsKnown_data();
    void burn_isSaidAsFarAsItIsKnown();
};

void TestPresentTeam::openQuestion_isWaitedFor_data()
{
    using conversation::RoleActivity;
    QTest::addColumn<RoleActivity>("activity");
    QTest::addColumn<bool>("waits");
    QTest::newRow("waiting") << RoleActivity::WaitingForUser << true;
    QTest::newRow("thinking anew") << RoleActivity::Thinking << true;
    QTest::newRow("idle") << RoleActivity::Idle << true;
    QTest::newRow("at work meanwhile") << RoleActivity::Acting << false;
    QTest::newRow("paused") << RoleActivity::Paused << false;
}

void TestPresentTeam::openQuestion_isWaitedFor()
{
    QFETCH(conversation::RoleActivity, activity);
    QFETCH(bool, waits);
    Disguised d;
    d.ask(activity);
    const view::TeamMember member = present::team(d.state, d.members, false, false)[1];
    QCOMPARE(member.state == theme::StateGlyph::Waiting, waits);
    QCOMPARE(member.asksUser, !waits);
    if (waits)
        QCOMPARE(member.since, std::optional(conversation::Timestamp{500}));
}

void TestPresentTeam::whoWrites_isToldBesideWhoWaits()
{
    using conversation::RoleActivity;
    Disguised d;
    d.apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {}});
    const auto bar = [&] { return present::toolbar(d.state, "A run", {}, false); };
    d.ask(RoleActivity::WaitingForUser);
    QVERIFY(bar().run == view::RunState::WaitingForUser && bar().runWords.isEmpty());
    const RoleName other = d.state.roles().front().role.name;
    d.apply(conversation::RoleActivityChanged{other, RoleActivity::Acting, {}});
    QVERIFY(bar().run == view::RunState::WaitingForUser);
    QCOMPARE(bar().runWords, QStringLiteral("1 writing · 1 wait(s) for you"));
    const auto row = [&] { return present::sessionRows({session::summaryOf(session::SessionId("s"), d.state)})[0]; };
    QCOMPARE(row().detail, QStringLiteral("1 writing · 1 wait(s) for you"));
    d.apply(conversation::RoleActivityChanged{other, RoleActivity::Idle, {}});
    QVERIFY(bar().runWords.isEmpty());
    QVERIFY(row().detail.contains(QStringLiteral("is waiting for you")));
}

void TestPresentTeam::rounds_areThoseThatWereGranted()
{
    using conversation::RunCauseKind;
    conversation::ConversationState state;
    const auto apply = [&](conversation::EventBody body) {
        state.apply({{state.lastSeq().value + 1}, {1000}, 0, std::move(body)});
    };
    conversation::SessionStarted started;
    started.rounds = 2;
    apply(started);
    const auto bar = [&] { return present::toolbar(state, "A run", {}, false); };
    for (int round = 1; round <= 3; ++round)
        apply(conversation::RoundStarted{round, 1});
    QCOMPARE(bar().round, 3);
    QCOMPARE(bar().rounds, 2); // an earlier version let it go on
    apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {RunCauseKind::RoundsGranted, 4}});
    QCOMPARE(bar().rounds, 4);
    QVERIFY(bar().reason.isEmpty());
    apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {RunCauseKind::RoundsGranted, 0}});
    QCOMPARE(bar().rounds, 0);
}

void TestPresentTeam::stoppedTeam_readsWhenItIsResumed_data()
{
    using conversation::RunCauseKind;
    using conversation::RunState;
    using conversation::SessionKind;
    QTest::addColumn<RunState>("run");
    QTest::addColumn<SessionKind>("kind");
    QTest::addColumn<QString>("waiting");
    QTest::addColumn<bool>("canResume");
    QTest::addColumn<RunCauseKind>("cause");
    QTest::addColumn<QString>("source");
    const auto told = RunCauseKind::Told;
    const auto stopped = QStringLiteral("The team is stopped: it reads this when you resume.");
    QTest::newRow("stopped") << RunState::Stopped << SessionKind::Team << stopped << true << told << QString();
    QTest::newRow("stopped demo") << RunState::Stopped << SessionKind::Demo << stopped << true << told << QString();
    QTest::newRow("paused") << RunState::Paused << SessionKind::Team
                            << QStringLiteral("The team is paused: it reads this when you resume.") << true << told
                            << QString();
    QTest::newRow("being stopped") << RunState::StopRequested << SessionKind::Team
                                   << QStringLiteral("The team is being stopped: it reads this when you resume.")
                                   << false << told << QString();
    QTest::newRow("running") << RunState::Running << SessionKind::Team << QString() << false << told << QString();
    QTest::newRow("finished") << RunState::Finished << SessionKind::Team << QString() << false << told << QString();
    QTest::newRow("not begun") << RunState::NotStarted << SessionKind::Team << QString() << false << told << QString();
    QTest::newRow("a program's") << RunState::Stopped << SessionKind::Remote << QString() << false << told << QString();
    const auto asked = QStringLiteral("The team is waiting for your answer in Needs you: it reads this after that.");
    QTest::newRow("rounds done") << RunState::Paused << SessionKind::Team << asked << false << RunCauseKind::RoundsDone
                                 << QString();
    QTest::newRow("budget used up") << RunState::Paused << SessionKind::Team << asked << false
                                    << RunCauseKind::BudgetUsedUp << QString();
    const QString api = QStringLiteral("api:company");
    QTest::newRow("a company's pause") << RunState::Paused << SessionKind::Team
                                       << QStringLiteral("The team is paused: it reads this when you resume.") << true
                                       << told << api;
    QTest::newRow("a company's end") << RunState::Stopped << SessionKind::Team
                                     << QStringLiteral("The program was told to stop: nobody may read this.") << false
                                     << told << api;
}

void TestPresentTeam::stoppedTeam_readsWhenItIsResumed()
{
    QFETCH(conversation::RunState, run);
    QFETCH(conversation::SessionKind, kind);
    QFETCH(conversation::RunCauseKind, cause);
    QFETCH(QString, source);
    conversation::ConversationState state;
    const auto apply = [&](conversation::EventBody body) {
        state.apply({{state.lastSeq().value + 1}, {1000}, 0, std::move(body)});
    };
    conversation::SessionStarted started;
    started.kind = kind;
    started.source = source.toStdString();
    apply(started);
    apply(conversation::RoleHired{Disguised::role("Mike", "Team Leader")});
    apply(conversation::RunStateChanged{run, {}, {cause, 0}});
    const ComposerPreview view = present::composerPreview(state, present::membersOf(state), QStringLiteral("Go on"),
                                                          conversation::Audience::ByDefault);
    QTEST(view.waiting, "waiting");
    QTEST(view.canResume, "canResume");
    QVERIFY(!view.sentence.isEmpty()); // who hears it is told all the same
}

void TestPresentTeam::recording_waitsForNobody_data()
{
    using conversation::RoleActivity;
    using theme::StateGlyph;
    QTest::addColumn<RoleActivity>("activity");
    QTest::addColumn<StateGlyph>("atTheEnd");
    QTest::addColumn<StateGlyph>("inItsReplay");
    QTest::newRow("waiting") << RoleActivity::WaitingForUser << StateGlyph::Idle << StateGlyph::Waiting;
    QTest::newRow("thinking") << RoleActivity::Thinking << StateGlyph::Idle << StateGlyph::Waiting;
    QTest::newRow("at work") << RoleActivity::Acting << StateGlyph::Idle << StateGlyph::Acting;
    QTest::newRow("failed") << RoleActivity::Failed << StateGlyph::Failed << StateGlyph::Failed;
}

/// Its log may end while somebody asks or is at work; that was then.
void TestPresentTeam::recording_waitsForNobody()
{
    QFETCH(conversation::RoleActivity, activity);
    Disguised d;
    d.ask(activity);
    const view::TeamMember atTheEnd = present::team(d.state, d.members, false, true)[1];
    QTEST(atTheEnd.state, "atTheEnd");
    QVERIFY(!atTheEnd.asksUser);
    QCOMPARE(atTheEnd.since.has_value(), activity == conversation::RoleActivity::Failed);
    QTEST(present::team(d.state, d.members, true, true)[1].state, "inItsReplay");
}

void TestPresentTeam::whoFailed_canTryAgain_data()
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

void TestPresentTeam::whoFailed_canTryAgain()
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

void TestPresentTeam::remoteMember_isMarked()
{
    using conversation::RoleActivity;
    Disguised d;
    const RoleName bob("Bob Li");
    const auto members = [&](const std::set<RoleName>& remote) {
        view::Team team = present::team(d.state, d.members, false, false);
        present::setRemoteFlags(team, d.state, remote);
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

void TestPresentTeam::teamAtRest_saysSo()
{
    Disguised d;
    d.apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {}});
    const auto bar = [&] { return present::toolbar(d.state, "Game", std::nullopt, false); };
    const auto row = [&] { return present::sessionRows({session::summaryOf(session::SessionId("s"), d.state)})[0]; };
    QVERIFY(bar().run == view::RunState::AtRest);
    QCOMPARE(bar().reason, QStringLiteral("nothing to do"));
    QVERIFY(!bar().hasWork);
    QCOMPARE(row().detail, QStringLiteral("Idle · 0 message(s)"));
    QVERIFY(row().glyph == theme::StateGlyph::Idle && !row().isLive);
    d.apply(conversation::RoleActivityChanged{RoleName("Bob Li"), conversation::RoleActivity::Thinking, {}});
    QVERIFY(bar().run == view::RunState::Running && bar().hasWork);
    QVERIFY(row().glyph == theme::StateGlyph::Acting && row().isLive);
    d.apply(conversation::MailObserved{RoleName("Bob" + hidden + "ecila"), 0, true});
    d.apply(conversation::RoleActivityChanged{RoleName("Bob" + hidden + "ecila"), conversation::RoleActivity::Failed,
                                              "The key was refused."});
    d.apply(conversation::RoleActivityChanged{RoleName("Bob Li"), conversation::RoleActivity::Idle, {}});
    QVERIFY(bar().run == view::RunState::Failed);
    QCOMPARE(bar().reason, d.shown + QStringLiteral(" could not continue"));
    QCOMPARE(bar().failure, QStringLiteral("The key was refused."));
    QVERIFY(bar().hasWork && bar().canChooseModel); // going on, it is tried again
    QVERIFY(row().glyph == theme::StateGlyph::Failed && row().hasFailed);
    QCOMPARE(row().detail, d.shown + QStringLiteral(" could not continue · 0 message(s)"));
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
    usage.cost = 0.12;
    d.apply(conversation::UsageRecorded{RoleName("Bob Li"), usage});
    QCOMPARE(bar().unpricedTokens, std::int64_t(1'800));
    QCOMPARE(bar().dollars, std::optional(0.12)); // it is known of one
}

/// A program that only reports what is said cannot be paused, and its coming and going is not a run.
void TestPresentTeam::programsRun_isNoTeams()
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

void TestPresentTeam::stoppingTeam_saysWhoIsWaitedFor()
{
    using conversation::RoleActivity;
    Disguised d;
    const auto bar = [&] { return present::toolbar(d.state, "Game", std::nullopt, false); };
    const auto set = [&](const std::string& role, RoleActivity activity) {
        d.apply(conversation::RoleActivityChanged{RoleName(role), activity, {}});
    };
    d.apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {}});
    set("Bob Li", RoleActivity::Thinking);
    set("Bob" + hidden + "ecila", RoleActivity::WaitingForUser);
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

/// What was running when it was made is not running any more, and its end is unknown.
void TestPresentTeam::recordingsRun_isNoFinishedOne()
{
    Disguised d;
    const auto run = [&] { return present::toolbar(d.state, "Game", std::nullopt, true).run; };
    QVERIFY(run() == view::RunState::Recorded);
    for (const auto state : {conversation::RunState::Running, conversation::RunState::Paused}) {
        d.apply(conversation::RunStateChanged{state, {}, {}});
        QVERIFY(run() == view::RunState::Recorded);
    }
    d.apply(conversation::RunStateChanged{conversation::RunState::Finished, {}, {}});
    QVERIFY(run() == view::RunState::Finished);
}

/// What a model is saying is completed first, and is paid for.
void TestPresentTeam::pausingTeam_saysWhoIsWaitedFor()
{
    using conversation::RoleActivity;
    Disguised d;
    const auto bar = [&] { return present::toolbar(d.state, "Game", std::nullopt, false); };
    const auto set = [&](const char* role, RoleActivity activity) {
        d.apply(conversation::RoleActivityChanged{RoleName(role), activity, {}, true, false});
    };
    d.apply(conversation::RunStateChanged{conversation::RunState::Running, {}, {}});
    set("Bob Li", RoleActivity::Thinking);
    d.apply(conversation::RunStateChanged{conversation::RunState::Paused, {}, {}});
    QVERIFY(bar().run == view::RunState::Pausing);
    QCOMPARE(bar().reason, QStringLiteral("waiting for Bob Li"));
    set("Bob Li", RoleActivity::Paused);
    QVERIFY(bar().run == view::RunState::Paused && bar().reason.isEmpty());
    QVERIFY(present::team(d.state, d.members, false, false).back().state == theme::StateGlyph::Paused);
}

/// Nothing is known of it: that is not "$0.00".
void TestPresentTeam::programsCost_isNotKnown()
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

void TestPresentTeam::burn_isSaidAsFarAsItIsKnown_data()
{
    using Rate = std::optional<conversation::BurnRate>;
    QTest::addColumn<Rate>("rate");
    QTest::addColumn<double>("budget"); ///< less than 0 = none
    QTest::addColumn<bool>("isOver");
    QTest::addColumn<QString>("words");
    const conversation::BurnRate rate{1'200.0, 0.05};
    QTest::newRow("nothing") << Rate() << 3.0 << false << QString();
    QTest::newRow("no price") << Rate({1'200.0, std::nullopt}) << 3.0 << false << "1.2k tok per minute of work";
    QTest::newRow("no budget") << Rate(rate) << -1.0 << false << "$0.05 and 1.2k tok per minute of work";
    QTest::newRow("a budget") << Rate(rate) << 2.0 << false
                              << "$0.05 and 1.2k tok per minute of work; the budget will be reached in about 40 min";
    QTest::newRow("in less than a minute")
        << Rate(rate) << 0.01 << false
        << "$0.05 and 1.2k tok per minute of work; the budget will be reached in about 1 min";
    QTest::newRow("the run is over") << Rate(rate) << 2.0 << true << "$0.05 and 1.2k tok per minute of work";
}

void TestPresentTeam::burn_isSaidAsFarAsItIsKnown()
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

} // namespace tst_present_team

QUARTERDECK_WIDGETS_TEST(tst_present_team, TestPresentTeam)
#include "tst_present_team.moc"
