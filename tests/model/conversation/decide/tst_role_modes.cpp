#include "model/conversation/channel.h"
#include "model/conversation/state/idle_reason.h"
#include "tests/model/conversation/held_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_role_modes {

using namespace quarterdeck::conversation;

namespace {

const RoleName alex{"Alex"};

} // namespace

/// Members that the person paused or muted.
class TestRoleModes final : public QObject
{
    Q_OBJECT
private slots:
    void set_isOneRow();
    void refusals();
    void muted_nobodyHears();
    void muted_isNotHeld();
    void muted_itsReplyEndsNoChat();
    void muted_maySpeakToItself();
    void paused_itsChatStaysOpen();
    void paused_restsWithItsMail();
};

void TestRoleModes::set_isOneRow()
{
    TeamKit kit;
    const std::int64_t rows = kit.state.rowCount(channel::everything);
    QCOMPARE(kinds(kit.submit(SetRoleMode{alex, RoleMode::Muted})), "role_mode_set");
    QCOMPARE(kinds(kit.submit(SetRoleMode{alex, RoleMode::Muted})), ""); // as it is
    QVERIFY(kit.state.role(alex)->mode == RoleMode::Muted);
    QCOMPARE(kit.state.rowCount(channel::everything), rows + 1);
    const auto copy = ConversationState::fromJson(kit.state.toJson());
    QVERIFY(copy && *copy == kit.state);
    kit.submit(SetRoleMode{alex, RoleMode::Active});
    QVERIFY(kit.state.role(alex)->mode == RoleMode::Active);
}

void TestRoleModes::refusals()
{
    TeamKit kit;
    QCOMPARE(kit.submit(SetRoleMode{RoleName("Nobody"), RoleMode::Paused}).error->code, ErrorCode::UnknownRole);
    TeamKit outside;
    SessionStarted began;
    began.kind = SessionKind::Remote;
    outside.state = {};
    outside.state.apply({EventSeq{1}, {1}, 0, began});
    outside.state.apply({EventSeq{2}, {1}, 0, RoleHired{makeRole("Alex", "Engineer")}});
    QVERIFY(sentence(outside.submit(SetRoleMode{alex, RoleMode::Paused})).contains("Alex"));
}

void TestRoleModes::muted_nobodyHears()
{
    TeamKit kit;
    kit.submit(SetRoleMode{alex, RoleMode::Muted});
    const std::int64_t publicRows = kit.state.rowCount(channel::publicOnly);
    const std::int64_t rows = kit.state.rowCount(channel::everything);
    Message message = makeMessage("", "here it is", {"David"});
    message.role = "assistant";
    const Decision decision = kit.submit(RolePublish{alex, message, true});
    QCOMPARE(kinds(decision), "message_published");
    QVERIFY(messageOf(decision).route.isMuted && !messageOf(decision).route.isUndelivered);
    QCOMPARE(reached(decision), "Alex"); // it remembers what it said
    QCOMPARE(joined(messageOf(decision).message.sendTo), "David");
    QCOMPARE(kit.state.rowCount(channel::everything), rows + 1);
    QCOMPARE(kit.state.rowCount(channel::publicOnly), publicRows);
    QCOMPARE(mgxHistory(messageOf(decision)).size(), std::size_t(0));
    QVERIFY(!messageOf(kit.speak("Bob", "and here", {"David"})).route.isMuted);
    kit.submit(SetRoleMode{alex, RoleMode::Active});
    QVERIFY(reached(kit.speak("Alex", "again", {"David"})).contains("David"));
}

void TestRoleModes::muted_isNotHeld()
{
    TeamKit kit;
    kit.submit(SetHoldRule{held_kit::everything()});
    kit.submit(SetRoleMode{alex, RoleMode::Muted});
    const Decision decision = kit.speak("Alex", "here it is", {"David"});
    QVERIFY(messageOf(decision).route.isMuted && !messageOf(decision).route.hold);
    QVERIFY(kit.state.held().empty());
}

void TestRoleModes::muted_itsReplyEndsNoChat()
{
    TeamKit kit;
    kit.tell("Alex", "how is it?", true);
    kit.submit(SetRoleMode{alex, RoleMode::Muted});
    QCOMPARE(kinds(kit.speak("Alex", "well")), "message_published");
    QVERIFY(kit.state.directChatWith(alex) != nullptr);
    kit.submit(SetRoleMode{alex, RoleMode::Active});
    QCOMPARE(kinds(kit.speak("Alex", "well")), "message_published direct_chat_ended");
}

void TestRoleModes::muted_maySpeakToItself()
{
    TeamKit kit;
    kit.submit(SetRoleMode{alex, RoleMode::Muted});
    const Decision step = kit.submit(RecordStep{alex, makeMessage("", "a thought")});
    QVERIFY(!messageOf(step).route.isMuted);
    QCOMPARE(reached(step), "Alex");
}

/// Its time does not run out while the person keeps the member from answering.
void TestRoleModes::paused_itsChatStaysOpen()
{
    TeamKit kit;
    kit.tell("Alex", "how is it?", true);
    kit.submit(SetRoleMode{alex, RoleMode::Paused});
    QVERIFY(!kit.state.timeOutOf(*kit.state.directChatWith(alex)));
    kit.context.now.msSinceEpoch += std::int64_t{31} * 60 * 1000;
    kit.submit(SetRoleMode{alex, RoleMode::Active});
    EndDirectChat timedOut{alex};
    timedOut.reason = DirectChatEndReason::TimedOut;
    QVERIFY(kit.submit(timedOut).error);
    QCOMPARE(kinds(kit.speak("Alex", "well")), "message_published direct_chat_ended");
}

void TestRoleModes::paused_restsWithItsMail()
{
    TeamKit kit;
    kit.submit(SetRunState{RunState::Running, {}, {}});
    kit.submit(SetRoleMode{alex, RoleMode::Paused});
    QVERIFY(idleReasonOf(kit.state) == IdleReason::NothingToDo);
    kit.tell("Alex", "go on");
    for (const char* other : {"Mike", "Alice", "Bob", "David"})
        kit.submit(ObserveMail{RoleName(other), false});
    QVERIFY(idleReasonOf(kit.state) == IdleReason::MemberPaused);
    kit.submit(SetRoleMode{alex, RoleMode::Active});
    QVERIFY(!idleReasonOf(kit.state)); // it has mail
    kit.submit(SetRoleMode{alex, RoleMode::Paused});
    kit.setActivity("Alex", RoleActivity::Thinking, true);
    QVERIFY(!idleReasonOf(kit.state)); // its turn ends first
    kit.setActivity("Alex", RoleActivity::Paused, true);
    QVERIFY(idleReasonOf(kit.state) == IdleReason::MemberPaused);
}

} // namespace tst_role_modes

QUARTERDECK_TEST(tst_role_modes, TestRoleModes)
#include "tst_role_modes.moc"
