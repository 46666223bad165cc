#include "model/conversation/channel.h"
#include "model/conversation/role.h"
#include "model/conversation/speaker.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_steps {

using namespace quarterdeck::conversation;

/// What a role keeps of its own doing: its steps, and what it says.
class TestSteps final : public QObject
{
    Q_OBJECT
private slots:
    void stepsAreForTheRoleAlone();
    void stepsOfAPrivateChatStandInIt();
    void rememberedWordsStandInTheSpeakersInbox_data();
    void rememberedWordsStandInTheSpeakersInbox();
    void newestNotesOfTheProgramAreKnown();
    void notesOfManyKindsAreBounded();
};

void TestSteps::stepsAreForTheRoleAlone()
{
    TeamKit kit;
    kit.speak("Alice", "hello", {"Bob"});
    const std::int64_t unread = kit.state.role(RoleName("Mike"))->unread();
    for (const char* name : {"Mike", "Bob"}) {
        Message step = makeMessage("Nobody", "I think", {"Alice"});
        step.causeBy = ActionName("elsewhere");
        const Decision decision = kit.submit(RecordStep{RoleName(name), step});
        const MessagePublished published = messageOf(decision);
        QCOMPARE(published.route.rule, RoutingRule::ToSelf);
        QCOMPARE(published.message.sentFrom, Address(name));
        QCOMPARE(joined(published.message.sendTo), "<none>");
        QCOMPARE(published.message.causeBy, action::step);
        QCOMPARE(reached(decision), name);
        const std::vector<ChannelKey> expected{channel::everything, channel::inboxOf(RoleName(name))};
        QCOMPARE(channelsOf(kit.state, decision.events.front().body), expected);
        QCOMPARE(textOf(deliveredMessage(published)), std::string("I think"));
        QVERIFY(mgxHistory(published).empty());
        // It names nobody, so it is not news, even for those who watch.
        QVERIFY(observe(kit.state.role(RoleName(name))->role, {published.message}, {}).news.empty());
    }
    // What it did itself it has not to read: but it does not hide what came before.
    QCOMPARE(kit.state.role(RoleName("Mike"))->unread(), unread + 1);
    kit.observeAll();
    kit.submit(RecordStep{RoleName("Mike"), makeMessage("", "more")});
    QCOMPARE(kit.state.role(RoleName("Mike"))->unread(), 0);
    QVERIFY(kit.submit(RecordStep{RoleName("Zoe"), makeMessage("", "x")}).error);
}

void TestSteps::stepsOfAPrivateChatStandInIt()
{
    TeamKit kit;
    kit.tell("Bob", "secretly?", true);
    const Decision decision = kit.submit(RecordStep{RoleName("Bob"), makeMessage("", "hm")});
    const std::vector<ChannelKey> expected{channel::everything, channel::privateWith(RoleName("Bob")),
                                           channel::inboxOf(RoleName("Bob"))};
    QCOMPARE(channelsOf(kit.state, decision.events.front().body), expected);
    QVERIFY(kit.state.directChatWith(RoleName("Bob")) != nullptr);
    QVERIFY(messageOf(kit.speak("Bob", "yes")).route.isPrivate);
}

void TestSteps::rememberedWordsStandInTheSpeakersInbox_data()
{
    QTest::addColumn<bool>("isPublic");
    QTest::addColumn<QString>("reachedThen");
    QTest::newRow("public") << true << "Mike Alice Bob Alex David";
    QTest::newRow("not public") << false << "Mike Bob";
}

void TestSteps::rememberedWordsStandInTheSpeakersInbox()
{
    QFETCH(bool, isPublic);
    QFETCH(QString, reachedThen);
    TeamKit kit({}, isPublic);
    const Decision said = kit.submit(RolePublish{RoleName("Bob"), makeMessage("", "done", {"Mike"}), true});
    QCOMPARE(reached(said), reachedThen);
    for (const Delivery& one : messageOf(said).route.deliveries)
        QCOMPARE(one.reason == DeliveryReason::Self, one.role == RoleName("Bob"));
    QCOMPARE(kit.state.role(RoleName("Bob"))->delivered, 1);
    QCOMPARE(kit.state.role(RoleName("Bob"))->unread(), 0);
    const Decision told = kit.submit(ReplyToUser{RoleName("Bob"), textBlocks("Yes"), {}, {}, {}, true});
    QCOMPARE(reached(told), "Bob");
    QCOMPARE(kit.state.role(RoleName("Bob"))->delivered, 2);
    QCOMPARE(kit.state.role(RoleName("Bob"))->unread(), 0);
    // Without it all is as it was.
    QCOMPARE(reached(kit.submit(RolePublish{RoleName("Bob"), makeMessage("", "done", {"Mike"})})),
             isPublic ? "Mike Alice Bob Alex David" : "Mike");
}

namespace {

Event noteOf(std::int64_t seq, const char* kind, const char* from = programName, const Address& to = address::none)
{
    Message message = makeMessage(from, "noted");
    message.sendTo = {to};
    message.causeBy = ActionName(kind);
    return {{seq}, {}, 0, MessagePublished{message, {}}};
}

} // namespace

void TestSteps::newestNotesOfTheProgramAreKnown()
{
    ConversationState state;
    state.apply(noteOf(1, "a"));
    state.apply(noteOf(2, "b"));
    state.apply(noteOf(3, "a"));
    state.apply(noteOf(4, "a", "Bob"));                     // no note of the program
    state.apply(noteOf(5, "b", programName, address::all)); // said to somebody
    QCOMPARE(state.newestNote(ActionName("a")).value, 3);
    QCOMPARE(state.newestNote(ActionName("b")).value, 2);
    QCOMPARE(state.newestNote(ActionName("c")).value, 0);
    const auto copy = ConversationState::fromJson(state.toJson());
    QVERIFY(copy && *copy == state);
}

void TestSteps::notesOfManyKindsAreBounded()
{
    ConversationState state;
    const auto most = static_cast<std::int64_t>(ConversationState::maxNoteKinds);
    for (std::int64_t i = 1; i <= most + 5; ++i)
        state.apply(noteOf(i, ("kind " + std::to_string(i)).c_str()));
    state.apply(noteOf(most + 6, "kind 1"));
    QCOMPARE(state.newestNote(ActionName("kind 1")).value, most + 6);
    QCOMPARE(state.newestNote(ActionName("kind " + std::to_string(most))).value, most);
    QCOMPARE(state.newestNote(ActionName("kind " + std::to_string(most + 1))).value, 0);
}

} // namespace tst_steps

QUARTERDECK_TEST(tst_steps, TestSteps)
#include "tst_steps.moc"
