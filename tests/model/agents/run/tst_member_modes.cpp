#include "model/conversation/state/idle_reason.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QTest>

#include <algorithm>

namespace tst_member_modes {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

const RoleName bob{"Bob"};

/// Mike asks Bob and Alice, and ends.
struct Asking
{
    Asking()
    {
        kit.models->play("Mike",
                         {together({calls("publish_team_message", R"({"content": "Count", "send_to": "Bob"})"),
                                    calls("publish_team_message", R"({"content": "Sing", "send_to": "Alice"})", "c2")}),
                          calls("end", "{}", "c3"), calls("end", "{}", "c4"), calls("end", "{}", "c5"),
                          calls("end", "{}", "c6")});
        kit.models->play("Bob", {says("One, two."), says("Three.")});
        kit.models->play("Alice", {says("La la."), says("La.")});
    }
    void start() { session = kit.start(scriptedTeam({"Mike", "Bob", "Alice"})); }
    void set(RoleMode mode) const { session->submit(SetRoleMode{bob, mode}); }
    [[nodiscard]] bool rests() const
    {
        return waitFor([&] { return kit.runner(session).isAtRest() && state().runState() != RunState::NotStarted; });
    }
    [[nodiscard]] const ConversationState& state() const { return *session->state(); }
    [[nodiscard]] bool isSaid(const char* line) const
    {
        const std::vector<std::string> lines = spokenIn(kit.kit.log(session->id()));
        return std::ranges::find(lines, line) != lines.end();
    }

    mutable ModelTeamKit kit;
    session::Session* session = nullptr;
};

} // namespace

/// The person pauses and mutes single members.
class TestMemberModes final : public QObject
{
    Q_OBJECT
private slots:
    void paused_itsMailWaitsAndOthersGoOn();
    void pausedInItsTurn_itWaitsThere();
    void paused_aRestartKeepsIt_data();
    void paused_aRestartKeepsIt();
    void muted_nobodyGetsWhatItSays();
};

void TestMemberModes::paused_itsMailWaitsAndOthersGoOn()
{
    Asking a;
    a.start();
    a.set(RoleMode::Paused);
    QVERIFY(waitFor([&] { return a.isSaid("Alice > Mike: La la."); }));
    QVERIFY(a.rests());
    QVERIFY(!a.isSaid("Bob > Mike: One, two."));
    QCOMPARE(a.state().runState(), RunState::Running); // it is not over for all that its leader has ended
    QVERIFY(idleReasonOf(a.state()) == IdleReason::MemberPaused);
    QVERIFY(a.state().role(bob)->unread() > 0);
    QVERIFY(a.kit.models->requestsTo("Bob").empty());
    a.set(RoleMode::Active);
    QVERIFY(waitFor([&] { return a.state().runState() == RunState::Finished && a.rests(); }));
    QVERIFY(a.isSaid("Bob > Mike: One, two."));
    QCOMPARE(a.state(), foldOf(a.kit.kit.log(a.session->id())));
}

void TestMemberModes::pausedInItsTurn_itWaitsThere()
{
    Asking a;
    a.kit.models->play("Bob", {calls("ask_human", R"({"question": "How far?"})"), says("One, two.")});
    a.start();
    QVERIFY(waitFor([&] { return a.state().openQuestions().size() == 1; }));
    a.set(RoleMode::Paused);
    QVERIFY(waitFor([&] { return a.state().role(bob)->mode == RoleMode::Paused; }));
    AnswerQuestion answer;
    answer.id = a.state().openQuestions().front().question.id;
    answer.content = textBlocks("To two.");
    a.session->submit(answer);
    QVERIFY(waitFor([&] { return a.isSaid("Alice > Mike: La la."); }));
    QVERIFY(waitFor([&] { return a.state().role(bob)->activity == RoleActivity::Paused; }));
    QVERIFY(a.rests()); // the round has gone on without it
    QVERIFY(!a.isSaid("Bob > Mike: One, two."));
    QCOMPARE(a.state().runState(), RunState::Running);
    QVERIFY(idleReasonOf(a.state()) == IdleReason::MemberPaused);
    a.set(RoleMode::Active);
    QVERIFY(waitFor([&] { return a.isSaid("Bob > Mike: One, two."); }));
    QVERIFY(waitFor([&] { return a.state().runState() == RunState::Finished && a.rests(); }));
    QCOMPARE(a.kit.models->requestsTo("Bob").size(), std::size_t(2));
}

void TestMemberModes::paused_aRestartKeepsIt_data()
{
    QTest::addColumn<bool>("isAtTurn");
    QTest::newRow("with mail") << false;
    QTest::newRow("in its turn") << true;
}

void TestMemberModes::paused_aRestartKeepsIt()
{
    QFETCH(const bool, isAtTurn);
    Asking a;
    a.start();
    a.set(RoleMode::Paused);
    QVERIFY(waitFor([&] { return a.isSaid("Alice > Mike: La la."); }));
    QVERIFY(a.rests());
    if (isAtTurn) { // as if the program had been killed then
        a.kit.kit.submit(*a.session, ObserveMail{bob, true});
        a.kit.kit.submit(*a.session, SetRoleActivity{bob, RoleActivity::Thinking, {}, true, false});
    }
    a.session = a.kit.restart(a.session->id());
    QVERIFY(a.rests());
    QVERIFY(a.state().role(bob)->mode == RoleMode::Paused);
    QVERIFY(idleReasonOf(a.state()) == IdleReason::MemberPaused);
    QVERIFY(a.kit.models->requestsTo("Bob").empty());
    a.set(RoleMode::Active);
    QVERIFY(waitFor([&] { return a.isSaid("Bob > Mike: One, two."); }));
}

void TestMemberModes::muted_nobodyGetsWhatItSays()
{
    Asking a;
    a.start();
    a.set(RoleMode::Muted);
    QVERIFY(waitFor([&] { return a.state().runState() == RunState::Finished && a.rests(); }));
    const std::vector<Event> log = a.kit.kit.log(a.session->id());
    const auto muted = std::ranges::find_if(log, [](const Event& event) {
        const auto* published = std::get_if<MessagePublished>(&event.body);
        return published != nullptr && published->route.isMuted;
    });
    QVERIFY(muted != log.end());
    const auto& said = std::get<MessagePublished>(muted->body);
    QCOMPARE(textOf(said.message), std::string("One, two."));
    for (const Delivery& one : said.route.deliveries)
        QCOMPARE(one.role, bob); // it remembers what it said
    for (const team::ChatRequest& request : a.kit.models->requestsTo("Mike"))
        QVERIFY(promptText(request).find("One, two.") == std::string::npos);
}

} // namespace tst_member_modes

QUARTERDECK_TEST(tst_member_modes, TestMemberModes)
#include "tst_member_modes.moc"
