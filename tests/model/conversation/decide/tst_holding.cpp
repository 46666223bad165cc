#include "model/conversation/channel.h"
#include "model/conversation/json/event_json.h"
#include "tests/model/conversation/held_kit.h"
#include "tests/support/test.h"

#include <QTest>
#include <map>
#include <nlohmann/json.hpp>

namespace tst_holding {

using namespace quarterdeck::conversation;
using namespace held_kit;

/// Messages that wait for the person: which, and what becomes of them.
class TestHolding final : public QObject
{
    Q_OBJECT
private slots:
    void aHeldMessage_isNobodysButItsSpeakers();
    void letGo_itIsRoutedAnew();
    void edited_receiversGetTheResult();
    void redirected();
    void aChatOpenedMeanwhile_isNotAnswered();
    void aPrivateReply_staysPrivateWhenItsChatHasEnded();
    void dropped_itsSpeakerIsTold();
    void whatIsNeverHeld();
    void conditions_data();
    void conditions();
    void whatCannotBeTried_isHeld();
    void oneSpeakersWords_doNotOvertakeEachOther();
    void sentElsewhere_itDoesNotOvertakeThere();
    void whatNoRuleWants_waitsForThoseBeforeIt();
    void aDirectChat_staysOpenWhileItsReplyIsHeld();
    void theLeadersReply_goesAlsoWhenItsChatHasEnded();
    void hostileLog_isBounded();
    void rules_areSetReplacedAndRemoved();
    void refusals();
    void usageIsCountedOnce();
    void rowsAndAmendments();
    void snapshotHoldsIt();
};

void TestHolding::aHeldMessage_isNobodysButItsSpeakers()
{
    TeamKit kit({}, false);
    kit.submit(SetHoldRule{everything()});
    Message message = makeMessage("", "deploy it", {"David"});
    message.role = "assistant";
    const Decision decision = kit.submit(RolePublish{RoleName("Alex"), message, true});
    QCOMPARE(kinds(decision), "message_published");
    QVERIFY(decision.isPublished && !decision.error);
    const Route route = messageOf(decision).route;
    QVERIFY(route.hold);
    QCOMPARE(route.hold->rule, holdsEverything);
    QCOMPARE(route.hold->speaker, RoleName("Alex"));
    QCOMPARE(reached(decision), "Alex");
    QVERIFY(!route.isUndelivered);
    QCOMPARE(joined(messageOf(decision).message.sendTo), "David"); // as written: the leader comes when it goes
    QCOMPARE(kit.state.held().size(), std::size_t(1));
    QCOMPARE(kit.state.held().front()->seq, kit.state.lastSeq());
    QCOMPARE(kit.state.role(RoleName("David"))->unread(), std::int64_t(0));
    QCOMPARE(mgxHistory(messageOf(decision)).size(), std::size_t(0));
}

void TestHolding::letGo_itIsRoutedAnew()
{
    TeamKit kit({}, false);
    kit.submit(SetHoldRule{everything()});
    kit.speak("Alex", "deploy it", {"David"});
    const EventSeq held = kit.state.lastSeq();
    kit.submit(SetPublicChat{true}); // meanwhile
    kit.context.now.msSinceEpoch += 74'000;
    const Decision refused = kit.submit(releaseOf(kit.log, held));
    QCOMPARE(refused.error->code, ErrorCode::OtherRecipients); // they are named, and asked about
    QVERIFY(sentence(refused).contains("Mike, David. Now it would reach Mike, Alice, Bob, David."));
    const Decision decision = kit.submit(releaseAnyway(kit.log, held));
    QCOMPARE(kinds(decision), "message_published");
    const MessagePublished published = messageOf(decision);
    QVERIFY(published.route.release && published.route.release->of == held && published.route.release->by == "person");
    QVERIFY(!published.route.hold);
    QCOMPARE(reached(decision), "Mike Alice Bob Alex David");
    QCOMPARE(active(decision), "Mike David");
    QCOMPARE(published.message.timestamp, kit.context.now);
    QVERIFY(kit.state.held().empty());
    QVERIFY(kit.submit(releaseOf(kit.log, held)).error); // once
}

void TestHolding::edited_receiversGetTheResult()
{
    TeamKit kit({}, false);
    kit.submit(SetHoldRule{everything()});
    kit.speak("Alex", "deploy to play.example.org", {"David"});
    ReleaseHeld release = releaseOf(kit.log, kit.state.lastSeq());
    release.content = textBlocks("deploy to staging");
    const Decision decision = kit.submit(release);
    QVERIFY(messageOf(decision).route.release->isEdited);
    QVERIFY(textOfCopy(decision).endsWith("deploy to staging"));
    QCOMPARE(kit.state.role(RoleName("David"))->unread(), std::int64_t(1));
}

void TestHolding::redirected()
{
    TeamKit kit({}, false);
    kit.submit(SetHoldRule{everything()});
    kit.speak("Alex", "deploy it", {"David"});
    ReleaseHeld release = releaseOf(kit.log, kit.state.lastSeq());
    release.sendTo = AddressSet{Address("Alice")};
    const Decision elsewhere = kit.submit(release);
    QVERIFY(messageOf(elsewhere).route.release->isRedirected);
    QCOMPARE(reached(elsewhere), "Mike Alice");
    kit.speak("Alex", "and this", {"David"});
    release = releaseOf(kit.log, kit.state.lastSeq());
    release.sendTo = AddressSet{address::person};
    const Decision toMe = kit.submit(release);
    QCOMPARE(reached(toMe), "");
    QCOMPARE(messageOf(toMe).route.rule, RoutingRule::ToUser);
    kit.speak("Alex", "and that", {"David"});
    release = releaseOf(kit.log, kit.state.lastSeq());
    release.sendTo = AddressSet{Address("Nobody")};
    QCOMPARE(kit.submit(release).error->code, ErrorCode::UnknownRecipient);
    QCOMPARE(kit.state.held().size(), std::size_t(1));
}

void TestHolding::aChatOpenedMeanwhile_isNotAnswered()
{
    for (const char* elsewhere : {"", "Alice"}) {
        TeamKit kit;
        kit.submit(SetHoldRule{everything()});
        kit.speak("Alex", "deploy it", {"David"});
        ReleaseHeld release = releaseOf(kit.log, kit.state.lastSeq());
        if (*elsewhere != 0)
            release.sendTo = AddressSet{Address(elsewhere)};
        kit.tell("Alex", "what is this?", true);
        const Decision released = kit.submit(release);
        QCOMPARE(kinds(released), "message_published");
        QCOMPARE(active(released), *elsewhere != 0 ? "Mike Alice" : "Mike David");
        QVERIFY(!messageOf(released).route.isPrivate);
        QVERIFY(kit.state.directChatWith(RoleName("Alex")) != nullptr);
    }
    TeamKit kit;
    kit.submit(SetHoldRule{everything()});
    kit.speak("Alex", "deploy it", {"David"});
    ReleaseHeld release = releaseOf(kit.log, kit.state.lastSeq());
    release.sendTo = AddressSet{address::person};
    kit.tell("Alex", "well?", true);
    QCOMPARE(kinds(kit.submit(release)), "message_published");
    QVERIFY(kit.state.directChatWith(RoleName("Alex")) != nullptr);
}

void TestHolding::aPrivateReply_staysPrivateWhenItsChatHasEnded()
{
    TeamKit kit;
    HoldRule rule;
    rule.to = {address::person};
    kit.submit(SetHoldRule{rule});
    kit.tell("Bob", "between us", true);
    kit.speak("Bob", "an answer");
    const EventSeq held = kit.state.lastSeq();
    kit.submit(EndDirectChat{RoleName("Bob")});
    const Decision released = kit.submit(releaseOf(kit.log, held));
    QCOMPARE(reached(released), "");
    QCOMPARE(messageOf(released).route.rule, RoutingRule::ToUser);
    QVERIFY(kit.state.held().empty());
}

void TestHolding::dropped_itsSpeakerIsTold()
{
    TeamKit kit({}, false);
    kit.submit(SetHoldRule{everything()});
    kit.speak("Alex", "deploy it", {"David"});
    const EventSeq held = kit.state.lastSeq();
    const Decision decision = kit.submit(DropHeld{held, "not today", textBlocks("Not delivered: not today")});
    QCOMPARE(kinds(decision), "held_dropped message_published");
    QCOMPARE(reached(decision), "Alex");
    QCOMPARE(active(decision), "Alex");
    QVERIFY(messageOf(decision).message.sentFrom.isEmpty()); // the person's word
    QVERIFY(kit.state.held().empty());
    QVERIFY(kit.submit(releaseOf(kit.log, held)).error);
    kit.speak("Alex", "then this", {"David"});
    QCOMPARE(kinds(kit.submit(DropHeld{kit.state.lastSeq()})), "held_dropped"); // nobody is told
}

void TestHolding::whatIsNeverHeld()
{
    TeamKit kit;
    kit.submit(SetHoldRule{everything()});
    QVERIFY(!messageOf(kit.tell("Bob", "hello")).route.hold); // the person's words
    QVERIFY(!messageOf(kit.submit(Publish{makeMessage("", "to all"), {}, {}})).route.hold);
    QVERIFY(!messageOf(kit.submit(RecordStep{RoleName("Bob"), makeMessage("", "I think")})).route.hold);
    QVERIFY(!messageOf(kit.speak("Alex", "I think", {"<self>"})).route.hold);
    QVERIFY(!messageOf(kit.submit(RecordMessage{makeMessage("Alex", "routed elsewhere", {"Bob"}), {}})).route.hold);
    ReplyToUser reply;
    reply.role = RoleName("Alex");
    reply.content = textBlocks("done");
    QVERIFY(!messageOf(kit.submit(reply)).route.hold); // the person reads it anyway
    HoldRule toMe;
    toMe.to = {address::person};
    kit.submit(SetHoldRule{toMe});
    QVERIFY(messageOf(kit.submit(reply)).route.hold); // unless they want so
}

void TestHolding::conditions_data()
{
    QTest::addColumn<QString>("rule"); // in JSON
    QTest::addColumn<bool>("isHeld");  // what Alex says to David, in private: "Please deploy the build"
    QTest::newRow("nothing") << R"({})" << true;
    QTest::newRow("off") << R"({"is_on": false})" << false;
    QTest::newRow("from") << R"({"from": ["Bob", "Alex"]})" << true;
    QTest::newRow("from another") << R"({"from": ["Bob"]})" << false;
    QTest::newRow("to") << R"({"to": ["David"]})" << true;
    QTest::newRow("to the leader, who is added") << R"({"to": ["Mike"]})" << true;
    QTest::newRow("to another") << R"({"to": ["Alice"]})" << false;
    QTest::newRow("to the person") << R"({"to": ["<human>"]})" << false;
    QTest::newRow("cause") << R"({"cause": "QuickThink"})" << true;
    QTest::newRow("another cause") << R"({"cause": "WritePRD"})" << false;
    QTest::newRow("tool") << R"({"tool": "run"})" << true;
    QTest::newRow("another tool") << R"({"tool": "write"})" << false;
    QTest::newRow("text, whatever its case") << R"({"text": "DEPLOY"})" << true;
    QTest::newRow("another text") << R"({"text": "publish"})" << false;
    QTest::newRow("a dot is a dot") << R"({"text": "d.ploy"})" << false;
    QTest::newRow("pattern") << R"({"text": "\\bd.ploy\\b", "is_pattern": true})" << true;
    QTest::newRow("pattern, case matters") << R"({"text": "Deploy", "is_pattern": true})" << false;
    QTest::newRow("pattern that says otherwise") << R"({"text": "(?i)DEPLOY", "is_pattern": true})" << true;
    QTest::newRow("all of them") << R"({"from": ["Alex"], "to": ["David"], "text": "deploy", "tool": "run"})" << true;
    QTest::newRow("all but one") << R"({"from": ["Alex"], "to": ["Alice"], "text": "deploy"})" << false;
}

void TestHolding::conditions()
{
    QFETCH(const QString, rule);
    QFETCH(const bool, isHeld);
    TeamKit kit({}, false);
    const EventBody body = *eventFromPayload("hold_rule_set", 1, R"({"rule": )" + rule.toStdString() + "}");
    QVERIFY(!kit.submit(SetHoldRule{std::get<HoldRuleSet>(body).rule}).error);
    Message message = makeMessage("", "Please deploy the build", {"David"});
    message.causeBy = action::quickThink;
    message.content.emplace_back(ToolUseBlock{"1", "run", {}, {}});
    QCOMPARE(messageOf(kit.submit(RolePublish{RoleName("Alex"), message})).route.hold.has_value(), isHeld);
}

/// A thousand times the limit, if it had none.
void TestHolding::whatCannotBeTried_isHeld()
{
    TeamKit kit;
    HoldRule rule;
    rule.text = "(a+)+$";
    rule.isPattern = true;
    kit.submit(SetHoldRule{rule});
    const auto holdOf = [&](const std::string& text) {
        return messageOf(kit.speak("Alex", text.c_str(), {"Alex", "David"})).route.hold.value();
    };
    QVERIFY(holdOf(std::string(40, 'a') + "!").isUntested);  // takes too long
    QVERIFY(holdOf(std::string(2'000'000, 'b')).isUntested); // is too long
    QVERIFY(!holdOf("aaa").isUntested);
    QCOMPARE(holdOf("b").rule, HoldRuleId()); // waits for those before it
    // A text is looked for in all of it.
    TeamKit other;
    rule.text = "deploy";
    rule.isPattern = false;
    other.submit(SetHoldRule{rule});
    QVERIFY(!messageOf(other.speak("Alex", std::string(2'000'000, 'b').c_str(), {"David"})).route.hold);
    QVERIFY(messageOf(other.speak("Alex", (std::string(2'000'000, 'b') + "Deploy").c_str(), {"David"})).route.hold);
}

void TestHolding::oneSpeakersWords_doNotOvertakeEachOther()
{
    TeamKit kit({}, false);
    kit.submit(SetHoldRule{everything()});
    kit.speak("Alex", "one", {"David"});
    const EventSeq one = kit.state.lastSeq();
    kit.speak("Alex", "two", {"David"});
    const EventSeq two = kit.state.lastSeq();
    kit.speak("Bob", "three", {"David"});
    const EventSeq three = kit.state.lastSeq();
    QVERIFY(sentence(kit.submit(releaseOf(kit.log, two))).contains("Alex"));
    QVERIFY(!kit.submit(releaseOf(kit.log, three)).error); // another's
    ReleaseHeld first = releaseOf(kit.log, two);
    first.mayOvertake = true;
    QVERIFY(!kit.submit(first).error);
    QVERIFY(!kit.submit(releaseOf(kit.log, one)).error);
}

void TestHolding::sentElsewhere_itDoesNotOvertakeThere()
{
    TeamKit kit({}, false);
    kit.submit(SetHoldRule{everything()});
    kit.submit(PublishTeamMessage{RoleName("Mike"), textBlocks("one"), "David", {}, {}});
    const EventSeq one = kit.state.lastSeq();
    kit.submit(PublishTeamMessage{RoleName("Mike"), textBlocks("two"), "Bob", {}, {}});
    const EventSeq two = kit.state.lastSeq();
    ReleaseHeld release = releaseOf(kit.log, two);
    release.sendTo = AddressSet{Address("David")};
    QVERIFY(sentence(kit.submit(release)).contains("Mike"));
    kit.submit(SetPublicChat{true}); // now David would hear the second as well
    release.sendTo.reset();
    QVERIFY(kit.submit(release).error);
    kit.submit(SetPublicChat{false});
    QVERIFY(!kit.submit(release).error);
    QVERIFY(!kit.submit(releaseOf(kit.log, one)).error);
}

void TestHolding::whatNoRuleWants_waitsForThoseBeforeIt()
{
    TeamKit kit({}, false);
    HoldRule rule;
    rule.text = "deploy";
    kit.submit(SetHoldRule{rule});
    kit.speak("Alex", "deploy it", {"David"});
    const EventSeq one = kit.state.lastSeq();
    QVERIFY(!goesByItself(kit));
    const Decision behind = kit.speak("Alex", "here is how", {"David"});
    QVERIFY(messageOf(behind).route.hold && messageOf(behind).route.hold->rule.isEmpty());
    const EventSeq two = kit.state.lastSeq();
    QVERIFY(!messageOf(kit.speak("Bob", "and I", {"David"})).route.hold);
    QVERIFY(!goesByItself(kit));
    kit.submit(releaseOf(kit.log, one));
    QCOMPARE(goesByItself(kit)->target, two);
    // A rule made since then has its say.
    HoldRule later;
    later.id = HoldRuleId("later");
    later.text = "how";
    kit.submit(SetHoldRule{later});
    QVERIFY(!goesByItself(kit));
    kit.submit(RemoveHoldRule{later.id});
    QVERIFY(!kit.submit(*goesByItself(kit)).error);
    QVERIFY(kit.state.held().empty());
}

void TestHolding::aDirectChat_staysOpenWhileItsReplyIsHeld()
{
    TeamKit kit;
    HoldRule rule;
    rule.to = {address::person};
    kit.submit(SetHoldRule{rule});
    kit.tell("Bob", "between us", true);
    QCOMPARE(kinds(kit.speak("Bob", "an answer")), "message_published");
    const EventSeq held = kit.state.lastSeq();
    const DirectChat* chat = kit.state.directChatWith(RoleName("Bob"));
    QVERIFY(chat != nullptr);
    QVERIFY(!kit.state.timeOutOf(*chat));
    const Decision released = kit.submit(releaseOf(kit.log, held));
    QCOMPARE(kinds(released), "message_published direct_chat_ended");
    QVERIFY(messageOf(released).route.isPrivate);
    QVERIFY(kit.state.directChats().empty());
}

/// Its words are for no one, unless they answer somebody.
void TestHolding::theLeadersReply_goesAlsoWhenItsChatHasEnded()
{
    for (const bool isPublic : {true, false}) {
        TeamKit kit({}, isPublic);
        kit.submit(SetHoldRule{everything()});
        HoldRule toMe;
        toMe.to = {address::person};
        kit.submit(SetHoldRule{toMe});
        kit.tell("Mike", "how is it?");
        Message reply = makeMessage("", "well");
        reply.role = "assistant";
        const Decision held = kit.submit(RolePublish{RoleName("Mike"), reply});
        QVERIFY(messageOf(held).route.hold);
        kit.submit(EndDirectChat{RoleName("Mike")});
        const Decision released = kit.submit(releaseOf(kit.log, kit.state.held().front()->seq));
        QVERIFY(!released.error && messageOf(released).route.release);
        QVERIFY(kit.state.held().empty());
    }
}

void TestHolding::hostileLog_isBounded()
{
    TeamKit kit({}, false);
    const auto apply = [&](EventBody body) { kit.state.apply({kit.state.lastSeq().next(), {1}, 0, std::move(body)}); };
    HoldRule large;
    large.text = std::string(1'000'000, 'x');
    apply(HoldRuleSet{large, {}});
    QVERIFY(kit.state.holdRules().empty());
    MessagePublished held{makeMessage("Alex", "one", {"David"}), {}};
    held.route.hold =
        Hold{holdsEverything, {}, RoleName("Stranger"), {{RoleName("Nobody"), DeliveryReason::Named}}, false};
    for (int i = 0; i < 11'000; ++i)
        apply(held);
    QCOMPARE(kit.state.held().size(), std::size_t(10'000));
    kit.submit(SetHoldRule{everything()});
    QVERIFY(sentence(kit.speak("Alex", "two", {"David"})).contains("10000")); // rather than let through
    // What lets nothing go is a message like any other.
    const std::int64_t messages = kit.state.messageCount();
    MessagePublished unheld{makeMessage("Alex", "three", {"David"}), {}};
    unheld.route.release = Release{{1}, false, false, "person"};
    apply(unheld);
    QCOMPARE(kit.state.messageCount(), messages + 1);
    // Who is not in the team speaks no more.
    ReleaseHeld release{kit.state.held().front()->seq, held.message};
    QVERIFY(kit.submit(release).error);
    QVERIFY(!kit.submit(DropHeld{release.target, {}, textBlocks("no")}).error);
}

void TestHolding::rules_areSetReplacedAndRemoved()
{
    TeamKit kit;
    HoldRule rule;
    rule.text = "deploy";
    QCOMPARE(kinds(kit.submit(SetHoldRule{rule})), "hold_rule_set");
    QCOMPARE(kinds(kit.submit(SetHoldRule{rule})), ""); // the same again
    rule = kit.state.holdRules().front();
    QVERIFY(!rule.id.isEmpty());
    QCOMPARE(kinds(kit.submit(SetHoldRule{rule})), ""); // as it is
    rule.isOn = false;
    kit.submit(SetHoldRule{rule});
    QCOMPARE(kit.state.holdRules().size(), std::size_t(1));
    QVERIFY(!messageOf(kit.speak("Alex", "deploy it", {"David"})).route.hold);
    QCOMPARE(kinds(kit.submit(RemoveHoldRule{rule.id})), "hold_rule_removed");
    QVERIFY(kit.state.holdRules().empty());
    QVERIFY(kit.submit(RemoveHoldRule{rule.id}).error);
    kit.submit(SetHoldRule{}); // without conditions
    QCOMPARE(kit.state.holdRules().front().id, holdsEverything);
}

void TestHolding::refusals()
{
    TeamKit kit;
    HoldRule rule;
    rule.isPattern = true;
    rule.text = "(unclosed";
    QVERIFY(sentence(kit.submit(SetHoldRule{rule})).contains("(unclosed"));
    HoldRule stranger;
    stranger.from = {RoleName("Alx")};
    QVERIFY(sentence(kit.submit(SetHoldRule{stranger})).contains("Alx"));
    stranger = {};
    stranger.to = {Address("Davd"), address::person};
    QVERIFY(sentence(kit.submit(SetHoldRule{stranger})).contains("Davd"));
    HoldRule large;
    large.text = std::string(longestHoldRule + 1, 'x');
    QVERIFY(kit.submit(SetHoldRule{large}).error);
    QVERIFY(kit.state.holdRules().empty());
    kit.submit(SetHoldRule{everything()});
    HoldRule one;
    for (std::size_t i = 1; i < maxHoldRules; ++i) {
        one.text = std::to_string(i);
        QVERIFY(!kit.submit(SetHoldRule{one}).error);
    }
    one.text = "one more";
    QVERIFY(kit.submit(SetHoldRule{one}).error);
    QVERIFY(kit.submit(DropHeld{{3}}).error);
    TeamKit outside;
    SessionStarted began;
    began.kind = SessionKind::Remote;
    outside.state = {};
    outside.state.apply({EventSeq{1}, {1}, 0, began});
    QVERIFY(outside.submit(SetHoldRule{one}).error); // its members speak elsewhere
    kit.speak("Alex", "one", {"David"});
    ReleaseHeld another = releaseOf(kit.log, kit.state.lastSeq());
    another.held.id = MessageId("another");
    QVERIFY(kit.submit(another).error); // read from somewhere else
}

void TestHolding::usageIsCountedOnce()
{
    TeamKit kit({}, false);
    kit.submit(SetHoldRule{everything()});
    Message message = makeMessage("", "one", {"David"});
    message.usage = Usage{"m", 10, 5, 0.5};
    kit.submit(RolePublish{RoleName("Alex"), message});
    QCOMPARE(kit.state.totalTokens(), std::int64_t(15)); // it is spent, whatever becomes of it
    QCOMPARE(kit.state.messageCount(), std::int64_t(1));
    kit.submit(releaseOf(kit.log, kit.state.lastSeq()));
    QCOMPARE(kit.state.totalTokens(), std::int64_t(15));
    QCOMPARE(kit.state.messageCount(), std::int64_t(1));
    QCOMPARE(kit.state.role(RoleName("Alex"))->tokens, std::int64_t(15));
}

void TestHolding::rowsAndAmendments()
{
    TeamKit kit;
    kit.submit(SetHoldRule{everything()});
    const std::int64_t publicRows = kit.state.rowCount(channel::publicOnly);
    const std::int64_t rows = kit.state.rowCount(channel::everything);
    kit.speak("Alex", "one", {"David"});
    const EventSeq held = kit.state.lastSeq();
    QCOMPARE(kit.state.rowCount(channel::everything), rows + 1);
    QCOMPARE(kit.state.rowCount(channel::publicOnly), publicRows);
    const ConversationState before = kit.state;
    const Decision released = kit.submit(releaseOf(kit.log, held));
    QVERIFY(amendedBy(before, released.events.front().body) == held);
    QCOMPARE(kit.state.rowCount(channel::everything), rows + 2);
    QCOMPARE(kit.state.rowCount(channel::publicOnly), publicRows + 1);
}

void TestHolding::snapshotHoldsIt()
{
    TeamKit kit;
    kit.submit(SetHoldRule{everything()});
    kit.speak("Alex", "one", {"David"});
    const auto again = ConversationState::fromJson(kit.state.toJson());
    QVERIFY(again && *again == kit.state);
    QCOMPARE(again->held().front()->hold.deliveries.size(), std::size_t(4));
}

} // namespace tst_holding

QUARTERDECK_TEST(tst_holding, TestHolding)
#include "tst_holding.moc"
