#include "model/conversation/channel.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_direct_chats {

using namespace quarterdeck::conversation;

/// Direct chats: opened, joined, ended; private and audible ones; where their messages go.
class TestDirectChats final : public QObject
{
    Q_OBJECT
private slots:
    void opensBeforeItsMessage();
    void privateInAPublicSession();
    void audibleByDefaultInAPublicSession();
    void privateReplyReachesOnlyThePerson();
    void followUpJoins();
    void privateFollowUpMakesItPrivate();
    void staysPrivateWhenTheSessionBecomesPublic();
    void endsAloneWhenTheSessionBecomesPrivate();
    void severalNames();
    void busyRoleIsHelped();
    void busyRoleAnswersInPrivate();
    void endedByPerson();
    void timesOut();
    void rowsOfAPrivateChat();
    void endAmendsItsLastMessage();
    void leaderReplies();
    void mgxRefusesALockItCannotKeep();
};

void TestDirectChats::opensBeforeItsMessage()
{
    TeamKit kit;
    const Decision decision = kit.tell("Bob", "hello");
    QCOMPARE(kinds(decision), "direct_chat_opened message_published");
    const DirectChat* chat = kit.state.directChatWith(RoleName("Bob"));
    QVERIFY(chat);
    QVERIFY(!chat->id.isEmpty());
    QCOMPARE(chat->lastMessage, kit.state.lastSeq());
    QCOMPARE(chat->startedAt, kit.context.now);
    QCOMPARE(messageOf(decision).route.directChat, chat->id);
}

void TestDirectChats::privateInAPublicSession()
{
    TeamKit kit;
    const Decision decision = kit.tell("Bob", "secret", true);
    QCOMPARE(reached(decision), "Bob");
    QVERIFY(messageOf(decision).route.isPrivate);
    QCOMPARE(joined(messageOf(decision).message.sendTo), "Bob");
    QVERIFY(kit.state.directChatWith(RoleName("Bob"))->isPrivate);
}

void TestDirectChats::audibleByDefaultInAPublicSession()
{
    TeamKit kit;
    const Decision decision = kit.tell("Bob", "aloud");
    QCOMPARE(reached(decision), "Mike Alice Bob Alex David");
    QCOMPARE(active(decision), "Bob");
    QVERIFY(!messageOf(decision).route.isPrivate);
    QVERIFY(!messageOf(decision).route.leaderAdded);
}

void TestDirectChats::privateReplyReachesOnlyThePerson()
{
    TeamKit kit;
    kit.tell("Bob", "secret", true);
    const Decision reply = kit.speak("Bob", "understood", {"Alice"});
    QCOMPARE(kinds(reply), "message_published direct_chat_ended");
    const MessagePublished published = messageOf(reply);
    QVERIFY(published.route.isPrivate && !published.route.isUndelivered);
    QCOMPARE(reached(reply), "");
    QCOMPARE(joined(published.message.sendTo), "<human>");
    QVERIFY(kit.state.directChats().empty());
    QCOMPARE(messageOf(kit.speak("Bob", "and to all")).route.rule, RoutingRule::Ordinary);
}

void TestDirectChats::followUpJoins()
{
    TeamKit kit;
    kit.tell("Bob", "one", true);
    const DirectChatId id = kit.state.directChats().front().id;
    kit.setActivity("Bob", RoleActivity::Thinking);
    kit.context.now.msSinceEpoch += 5000;
    const Decision second = kit.tell("Bob", "two", true);
    QCOMPARE(kinds(second), "message_published");
    QCOMPARE(messageOf(second).route.directChat, id);
    QCOMPARE(kit.state.directChats().size(), std::size_t(1));
    QCOMPARE(kit.state.directChats().front().lastActivity, kit.context.now);
}

void TestDirectChats::privateFollowUpMakesItPrivate()
{
    TeamKit kit;
    kit.tell("Bob", "aloud");
    const DirectChatId id = kit.state.directChats().front().id;
    QCOMPARE(kinds(kit.tell("Bob", "and in secret", true)), "direct_chat_opened message_published");
    QCOMPARE(kit.state.directChats().size(), std::size_t(1));
    QCOMPARE(kit.state.directChats().front().id, id);
    QVERIFY(messageOf(kit.speak("Bob", "a secret answer")).route.isPrivate);
}

void TestDirectChats::staysPrivateWhenTheSessionBecomesPublic()
{
    TeamKit kit({}, false);
    kit.tell("Bob", "between us");
    kit.submit(SetPublicChat{true});
    const Decision reply = kit.speak("Bob", "an answer");
    QVERIFY(messageOf(reply).route.isPrivate);
    QCOMPARE(reached(reply), "");
}

void TestDirectChats::endsAloneWhenTheSessionBecomesPrivate()
{
    TeamKit kit;
    kit.tell("Bob", "aloud");
    kit.submit(SetPublicChat{false});
    QVERIFY(messageOf(kit.speak("Bob", "an answer")).route.isPrivate);
}

void TestDirectChats::severalNames()
{
    TeamKit kit({}, false);
    kit.setActivity("Alex", RoleActivity::Acting);
    const Decision decision =
        kit.submit(Publish{makeMessage("", "you three", {"Bob", "Alex", "Alice"}), "Bob", {}, true});
    QCOMPARE(kinds(decision), "direct_chat_opened direct_chat_opened message_published");
    QCOMPARE(reached(decision), "Alice Bob Alex");
    const Route route = messageOf(decision).route;
    QCOMPARE(joined(route.directChatRoles), "Alice Bob");
    QCOMPARE(joined(route.busyRoles), "Alex");
    QVERIFY(route.directChat.isEmpty());
}

void TestDirectChats::busyRoleIsHelped()
{
    TeamKit kit;
    kit.setActivity("Bob", RoleActivity::Acting);
    const Decision decision = kit.tell("Bob", "use SQLite");
    QCOMPARE(kinds(decision), "message_published");
    QCOMPARE(joined(messageOf(decision).route.busyRoles), "Bob");
    QCOMPARE(messageOf(kit.speak("Bob", "done")).route.rule, RoutingRule::Ordinary);
}

void TestDirectChats::busyRoleAnswersInPrivate()
{
    TeamKit kit;
    kit.setActivity("Bob", RoleActivity::Acting);
    kit.tell("Bob", "between us", true);
    QVERIFY(!messageOf(kit.speak("Bob", "what he was at")).route.isPrivate); // the team's work stays the team's
    const ReplyToUser answer{RoleName("Bob"), {TextBlock{"an answer"}}, {}, {}};
    const Decision reply = kit.submit(answer);
    QVERIFY(messageOf(reply).route.isPrivate);
    QCOMPARE(reached(reply), "");
    const std::vector<ChannelKey> expected{channel::everything, channel::privateWith(RoleName("Bob"))};
    QCOMPARE(channelsOf(kit.state, reply.events.front().body), expected);
    QVERIFY(!messageOf(kit.submit(answer)).route.isPrivate); // one answer was owed

    kit.tell("Bob", "aloud");
    QVERIFY(!messageOf(kit.submit(answer)).route.isPrivate);
}

void TestDirectChats::endedByPerson()
{
    TeamKit kit;
    kit.tell("Bob", "hello", true);
    QCOMPARE(kinds(kit.submit(EndDirectChat{RoleName("Bob")})), "direct_chat_ended");
    QVERIFY(kit.state.directChats().empty());
    const Decision again = kit.submit(EndDirectChat{RoleName("Bob")});
    QCOMPARE(again.error->code, ErrorCode::NotAllowed);
    QVERIFY(sentence(again).contains("Bob"));
    QCOMPARE(messageOf(kit.speak("Bob", "late")).route.rule, RoutingRule::Ordinary);
}

void TestDirectChats::timesOut()
{
    RoutingSettings settings;
    settings.directChatTimeoutMs = 60'000;
    TeamKit kit(settings);
    kit.tell("Bob", "hello");
    const EndDirectChat timeOut{RoleName("Bob"), DirectChatEndReason::TimedOut};
    QCOMPARE(kit.state.timeOutOf(kit.state.directChats().front())->msSinceEpoch, 1'060'000);
    kit.context.now.msSinceEpoch += 59'999;
    QVERIFY(kit.submit(timeOut).error);
    kit.context.now.msSinceEpoch += 1;
    const Decision ended = kit.submit(timeOut);
    QVERIFY(!ended.error);
    QCOMPARE(std::get<DirectChatEnded>(ended.events.front().body).reason, DirectChatEndReason::TimedOut);

    settings.directChatTimeoutMs = 0;
    TeamKit patient(settings);
    patient.tell("Bob", "hello");
    QVERIFY(!patient.state.timeOutOf(patient.state.directChats().front()));
    patient.context.now.msSinceEpoch += 1'000'000'000;
    QVERIFY(patient.submit(timeOut).error);
}

void TestDirectChats::rowsOfAPrivateChat()
{
    TeamKit kit;
    kit.tell("Bob", "secret", true);
    kit.speak("Bob", "secret answer");
    const ChannelKey withBob = channel::privateWith(RoleName("Bob"));
    QCOMPARE(kit.state.rowCount(channel::everything), 2);
    QCOMPARE(kit.state.rowCount(channel::publicOnly), 0);
    QCOMPARE(kit.state.rowCount(withBob), 2);
    QCOMPARE(kit.state.rowCount(channel::inboxOf(RoleName("Bob"))), 1);
    for (const char* other : {"Mike", "Alice", "Alex", "David"}) {
        QCOMPARE(kit.state.rowCount(channel::inboxOf(RoleName(other))), 0);
        QCOMPARE(kit.state.rowCount(channel::privateWith(RoleName(other))), 0);
    }
    kit.tell("Bob", "aloud");
    QCOMPARE(kit.state.rowCount(withBob), 2);
    QCOMPARE(kit.state.rowCount(channel::publicOnly), 1);
}

void TestDirectChats::endAmendsItsLastMessage()
{
    TeamKit kit;
    kit.tell("Bob", "hello", true);
    const ConversationState before = kit.state;
    const Decision reply = kit.speak("Bob", "bye");
    QVERIFY(!amendedBy(before, reply.events.front().body));
    ConversationState between = before;
    between.apply(reply.events.front());
    QCOMPARE(amendedBy(between, reply.events.back().body), std::optional(reply.events.front().seq));
}

void TestDirectChats::leaderReplies()
{
    // Its own publish method sends to "no one", which rule 3 would swallow; a reply is a reply all the same.
    Message message = makeMessage("", "on it");
    message.causeBy = action::runCommand;
    TeamKit kit;
    kit.tell("Mike", "how far?");
    const Decision aloud = kit.submit(RolePublish{RoleName("Mike"), message});
    QCOMPARE(messageOf(aloud).route.rule, RoutingRule::DirectReply);
    QCOMPARE(textOfCopy(aloud), "[Message] from Mike to everyone: on it");
    kit.tell("Mike", "and in secret?", true);
    const Decision alone = kit.submit(RolePublish{RoleName("Mike"), message});
    QCOMPARE(joined(messageOf(alone).message.sendTo), "<human>");
    QCOMPARE(reached(alone), "");
}

void TestDirectChats::mgxRefusesALockItCannotKeep()
{
    RoutingSettings settings;
    settings.fidelity = Fidelity::Mgx;
    TeamKit kit(settings);
    const Decision refused = kit.tell("Bob", "secret", true);
    QCOMPARE(refused.error->code, ErrorCode::NotAllowed);
    QVERIFY(refused.events.empty());
    kit.submit(SetPublicChat{false});
    QCOMPARE(reached(kit.tell("Bob", "secret", true)), "Bob");
}

} // namespace tst_direct_chats

QUARTERDECK_TEST(tst_direct_chats, TestDirectChats)
#include "tst_direct_chats.moc"
