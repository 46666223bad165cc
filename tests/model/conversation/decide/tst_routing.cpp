#include "model/conversation/channel.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_routing {

using namespace quarterdeck::conversation;

/// The decision table in Fidelity::Quarterdeck, and the improvements that are always on.
class TestRouting final : public QObject
{
    Q_OBJECT
private slots:
    void table_data();
    void table();
    void leaderSaysNothingToNoOne();
    void leaderOverwritesRecipients();
    void leaderTellsOneMember();
    void roleTellsItself();
    void signingByClassPath();
    void messageIsRecordedOnceWithItsDeliveries();
    void personNamesUnknown();
    void roleNamesUnknown();
    void roleNamesUnknownBesideKnown();
    void nobodyLeads();
    void nobodyLeadsAndAllAreNamed();
    void replyToPersonIsKept();
    void replyToPersonEndsDirectChat();
    void leaderIsASetting();
    void leaderWithoutAProfile_isToldByName();
    void publicSwitchIsAnIntent();
    void watchedCauseMakesActive();
    void nothingBeforeTheStart();
    void recordedMessageIsNotRouted();
    void costsAndTokens();
};

void TestRouting::table_data()
{
    QTest::addColumn<bool>("isPublic");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("named"); // user_defined_recipient
    QTest::addColumn<QString>("publicer");
    QTest::addColumn<RoutingRule>("rule");
    QTest::addColumn<QString>("reached");
    QTest::addColumn<QString>("active");
    const QString all = "Mike Alice Bob Alex David";
    QTest::newRow("1 public") << true << ""
                              << "Bob"
                              << "Bob"
                              << "" << RoutingRule::DirectMessage << all << "Bob";
    QTest::newRow("1 private") << false << ""
                               << "Bob"
                               << "Bob"
                               << "" << RoutingRule::DirectMessage << "Bob"
                               << "Bob";
    QTest::newRow("1 by class path") << false << ""
                                     << "class.Bob"
                                     << "class.Bob"
                                     << "" << RoutingRule::DirectMessage << "Bob"
                                     << "Bob";
    QTest::newRow("1 before 3") << false << ""
                                << "Bob"
                                << "Bob"
                                << "Team Leader" << RoutingRule::DirectMessage << "Bob"
                                << "Bob";
    QTest::newRow("1 named once") << false << ""
                                  << ""
                                  << "Bob"
                                  << "" << RoutingRule::DirectMessage << "Bob"
                                  << "Bob";
    QTest::newRow("3 public") << true << "Mike"
                              << "Alice"
                              << ""
                              << "Team Leader" << RoutingRule::FromLeader << all << "Alice";
    QTest::newRow("3 private") << false << "Mike"
                               << "Alice"
                               << ""
                               << "Team Leader" << RoutingRule::FromLeader << "Alice"
                               << "Alice";
    QTest::newRow("not the leader's profile") << false << "Bob"
                                              << "Alice"
                                              << ""
                                              << "Architect" << RoutingRule::Ordinary << "Mike Alice"
                                              << "Mike Alice";
    QTest::newRow("4 from person") << true << ""
                                   << ""
                                   << ""
                                   << "" << RoutingRule::Ordinary << all << "Mike";
    QTest::newRow("4 from person, private") << false << ""
                                            << "Mike"
                                            << ""
                                            << "" << RoutingRule::Ordinary << "Mike"
                                            << "Mike";
    QTest::newRow("4 from role") << false << "Alice"
                                 << "Bob"
                                 << ""
                                 << "" << RoutingRule::Ordinary << "Mike Bob"
                                 << "Mike Bob";
    QTest::newRow("4 from role, public") << true << "Alice"
                                         << "Bob"
                                         << ""
                                         << "" << RoutingRule::Ordinary << all << "Mike Bob";
    QTest::newRow("hire order") << false << "Mike"
                                << "David Alice"
                                << ""
                                << "Team Leader" << RoutingRule::FromLeader << "Alice David"
                                << "Alice David";
}

void TestRouting::table()
{
    QFETCH(bool, isPublic);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, named);
    QFETCH(QString, publicer);
    QFETCH(RoutingRule, rule);
    QFETCH(QString, reached);
    QFETCH(QString, active);
    TeamKit kit({}, isPublic);
    Message message = makeMessage(from.toUtf8().constData(), "words");
    for (const QString& name : to.split(' ', Qt::SkipEmptyParts)) {
        message.sendTo.insert(Address(name.toStdString()));
    }
    const Decision decision = kit.submit(Publish{message, named.toStdString(), publicer.toStdString()});
    QVERIFY(!decision.error);
    QVERIFY(decision.isPublished);
    QCOMPARE(messageOf(decision).route.rule, rule);
    QCOMPARE(::reached(decision), reached);
    QCOMPARE(::active(decision), active);
    QCOMPARE(decision.route->deliveries.size(), messageOf(decision).route.deliveries.size());
}

void TestRouting::leaderSaysNothingToNoOne()
{
    TeamKit kit;
    const Decision decision = kit.submit(Publish{makeMessage("Mike", "thinking", {"no one"}), {}, "Team Leader"});
    QVERIFY(decision.isPublished);
    QVERIFY(decision.events.empty());
}

void TestRouting::leaderOverwritesRecipients()
{
    TeamKit kit;
    Message message = makeMessage("Mike", "words", {"Bob"});
    message.causeBy = action::runCommand;
    QVERIFY(kit.submit(RolePublish{RoleName("Mike"), message}).events.empty());
    message.causeBy = action::quickThink;
    QCOMPARE(active(kit.submit(RolePublish{RoleName("Mike"), message})), "Bob");
}

void TestRouting::leaderTellsOneMember()
{
    TeamKit kit({}, false);
    const Decision decision = kit.submit(PublishTeamMessage{RoleName("Mike"), textBlocks("Write it"), "Alice", {}, {}});
    QCOMPARE(reached(decision), "Alice");
    QCOMPARE(textOfCopy(decision), "[Message] from Mike to Alice: Write it");
    QCOMPARE(messageOf(decision).message.role, std::string("user"));
    QVERIFY(kit.submit(PublishTeamMessage{RoleName("Mike"), textBlocks("Me"), "Mike", {}, {}}).events.empty());
}

void TestRouting::roleTellsItself()
{
    TeamKit kit;
    const Decision decision = kit.speak("Bob", "remember", {"<self>"});
    QCOMPARE(messageOf(decision).route.rule, RoutingRule::ToSelf);
    QCOMPARE(reached(decision), "Bob");
    QCOMPARE(textOfCopy(decision), "remember");
    QVERIFY(mgxHistory(messageOf(decision)).empty());
    QCOMPARE(kit.state.role(RoleName("Bob"))->unread(), 1);
}

void TestRouting::signingByClassPath()
{
    TeamKit kit;
    const MessagePublished published = messageOf(kit.speak("Bob", "done"));
    QCOMPARE(published.message.sentFrom, Address("class.Bob"));
    QCOMPARE(metadataAgent(published.message).value_or(""), std::string("Bob(Architect)"));
    QCOMPARE(published.route.addressNote, std::string("[Message] from Bob(Architect) to Mike: "));
}

void TestRouting::messageIsRecordedOnceWithItsDeliveries()
{
    TeamKit kit;
    const Decision decision = kit.speak("Alice", "the PRD", {"Bob"});
    QCOMPARE(kinds(decision), "message_published");
    const MessagePublished published = messageOf(decision);
    QCOMPARE(textOf(published.message), std::string("the PRD"));
    const std::vector<Message> history = mgxHistory(published);
    QCOMPARE(history.size(), std::size_t(2));
    QCOMPARE(history[0].id, history[1].id);
    QCOMPARE(textOf(history[0]), std::string("[Message] from Alice(Product Manager) to Bob, Mike: the PRD"));
    QCOMPARE(textOf(history[1]), std::string("the PRD"));
    QCOMPARE(kit.state.messageCount(), 1);
}

void TestRouting::personNamesUnknown()
{
    TeamKit kit;
    const ConversationState before = kit.state;
    const Decision direct = kit.tell("Eve", "hello");
    QCOMPARE(direct.error->code, ErrorCode::UnknownRecipient);
    QVERIFY(sentence(direct).contains("Eve"));
    QVERIFY(direct.events.empty() && !direct.route);
    const Decision several = kit.submit(Publish{makeMessage("", "hello", {"Bob", "Eve", "Nobody"}), "Bob", {}});
    QVERIFY(sentence(several).contains("Eve") && sentence(several).contains("Nobody"));
    QVERIFY(!sentence(several).contains("Bob"));
    QVERIFY(several.events.empty());
    QVERIFY(kit.submit(Publish{makeMessage("", "hello", {"Eve"}), {}, {}}).error);
    QCOMPARE(kit.state, before);
}

void TestRouting::roleNamesUnknown()
{
    TeamKit kit({}, false);
    const Decision decision = kit.submit(PublishTeamMessage{RoleName("Mike"), textBlocks("Check it"), "Eve", {}, {}});
    QVERIFY(!decision.error);
    const Route route = messageOf(decision).route;
    QVERIFY(route.isUndelivered);
    QCOMPARE(route.unknownRecipients, std::vector<Address>{Address("Eve")});
    QVERIFY(route.deliveries.empty());
    QCOMPARE(kit.state.messageCount(), 1);
}

void TestRouting::roleNamesUnknownBesideKnown()
{
    TeamKit kit({}, false);
    const Decision decision = kit.speak("Alice", "look", {"Bob", "Eve"});
    QCOMPARE(reached(decision), "Mike Bob");
    QVERIFY(!messageOf(decision).route.isUndelivered);
    QCOMPARE(messageOf(decision).route.unknownRecipients, std::vector<Address>{Address("Eve")});
}

void TestRouting::nobodyLeads()
{
    TeamKit kit({}, false, false);
    const Decision decision = kit.speak("Alice", "who leads?", {"Bob"});
    QVERIFY(!decision.error);
    QVERIFY(messageOf(decision).route.withoutLeader);
    QCOMPARE(reached(decision), "Alice Bob Alex David");
    QCOMPARE(active(decision), "Bob");
}

/// The line before a text names the leader if a message is for all.
void TestRouting::nobodyLeadsAndAllAreNamed()
{
    TeamKit::Settings leaderless;
    leaderless.leader = {};
    leaderless.leaderProfile.clear();
    const TeamKit::Settings named; // one that was not hired
    for (const TeamKit::Settings& settings : {leaderless, named}) {
        TeamKit kit(settings, true, false);
        QCOMPARE(textOfCopy(kit.speak("Alice", "hello")), "[Message] from Alice(Product Manager) to everyone: hello");
    }
}

void TestRouting::replyToPersonIsKept()
{
    TeamKit kit;
    const Decision decision = kit.submit(ReplyToUser{RoleName("Mike"), textBlocks("It is done"), {}, {}});
    const MessagePublished published = messageOf(decision);
    QCOMPARE(published.route.rule, RoutingRule::ToUser);
    QCOMPARE(joined(published.message.sendTo), "<human>");
    QCOMPARE(textOf(published.message), std::string("It is done"));
    QVERIFY(published.route.deliveries.empty());
    QVERIFY(!published.route.isUndelivered);
    QCOMPARE(kit.state.rowCount(channel::publicOnly), 1);
}

void TestRouting::replyToPersonEndsDirectChat()
{
    TeamKit kit;
    kit.tell("Bob", "secretly?", true);
    const Decision decision = kit.submit(ReplyToUser{RoleName("Bob"), textBlocks("Yes"), {}, {}});
    QCOMPARE(kinds(decision), "message_published direct_chat_ended");
    QVERIFY(messageOf(decision).route.isPrivate);
    QVERIFY(kit.state.directChats().empty());
}

void TestRouting::leaderIsASetting()
{
    RoutingSettings settings;
    settings.leader = RoleName("Alice");
    TeamKit kit(settings, false);
    QCOMPARE(reached(kit.speak("Bob", "words", {"Alex"})), "Alice Alex");
    const Decision fromLeader = kit.submit(Publish{makeMessage("Alice", "go", {"Bob"}), {}, "Product Manager"});
    QCOMPARE(messageOf(fromLeader).route.rule, RoutingRule::FromLeader);
}

/// A program may hire without profiles: then they distinguish nobody.
void TestRouting::leaderWithoutAProfile_isToldByName()
{
    TeamKit kit({}, true, false);
    kit.submit(HireRole{makeRole("Mike", "")});
    kit.submit(HireRole{makeRole("Eve", "")});
    QVERIFY(messageOf(kit.speak("Eve", "words", {"Mike"})).route.rule != RoutingRule::FromLeader);
    QCOMPARE(messageOf(kit.speak("Mike", "words", {"Eve"})).route.rule, RoutingRule::FromLeader);
}

void TestRouting::publicSwitchIsAnIntent()
{
    TeamKit kit;
    QCOMPARE(kinds(kit.submit(SetPublicChat{false})), "public_chat_set");
    QVERIFY(!kit.state.isPublic());
    QVERIFY(kit.submit(SetPublicChat{false}).events.empty());
    QCOMPARE(reached(kit.speak("Alice", "words", {"Bob"})), "Mike Bob");
    kit.submit(SetPublicChat{true});
    QCOMPARE(reached(kit.speak("Alice", "words", {"Bob"})), "Mike Alice Bob Alex David");
}

void TestRouting::watchedCauseMakesActive()
{
    TeamKit kit;
    Role watcher = makeRole("Eve", "Tester");
    watcher.watch = {action::quickThink};
    kit.submit(HireRole{watcher});
    const Decision decision = kit.speak("Alice", "words");
    QCOMPARE(messageOf(decision).route.deliveries.back().reason, DeliveryReason::Watches);
    QCOMPARE(active(decision), "Mike Eve");
}

void TestRouting::nothingBeforeTheStart()
{
    const Decision decision = decide({}, Publish{makeMessage("", "hello"), {}, {}}, {});
    QCOMPARE(decision.error->code, ErrorCode::NotAllowed);
    TeamKit kit;
    QCOMPARE(kit.submit(StartSession{}).error->code, ErrorCode::NotAllowed);
    QCOMPARE(kit.submit(HireRole{makeRole("Bob", "Again")}).error->code, ErrorCode::DuplicateRole);
    QCOMPARE(kit.submit(HireRole{Role{}}).error->code, ErrorCode::BadInput);
    QCOMPARE(kit.submit(HireRole{makeRole("quarter\u200Bdeck", "Again")}).error->code, ErrorCode::BadInput);
    QCOMPARE(kit.submit(RolePublish{RoleName("Eve"), {}}).error->code, ErrorCode::UnknownRole);
    QCOMPARE(kit.submit(Annotate{{{999}, AnnotationKind::Note, "x", "y"}}).error->code, ErrorCode::NotFound);
}

void TestRouting::recordedMessageIsNotRouted()
{
    TeamKit kit;
    const Decision decision =
        kit.submit(RecordMessage{makeMessage("Orchestrator", "search", {"Bob"}), {RoleName("David"), RoleName("Bob")}});
    QCOMPARE(messageOf(decision).route.rule, RoutingRule::None);
    QCOMPARE(reached(decision), "Bob David");
    QCOMPARE(textOfCopy(decision), "search");
    QVERIFY(!messageOf(decision).message.id.isEmpty());
}

void TestRouting::costsAndTokens()
{
    TeamKit kit;
    Message message = makeMessage("", "words");
    message.usage = Usage{"m", 100, 20, 0.25, 900};
    kit.submit(RolePublish{RoleName("Bob"), message});
    QCOMPARE(kit.state.role(RoleName("Bob"))->tokens, 120);
    QCOMPARE(kit.state.totalCost(), 0.25);
    QVERIFY(kit.state.isCostKnown());
    kit.submit(RecordUsage{RoleName("Alice"), Usage{"local", 10, 0, {}, 0}});
    QVERIFY(!kit.state.isCostKnown());
    QVERIFY(!kit.state.role(RoleName("Alice"))->isCostKnown);
    QVERIFY(kit.state.role(RoleName("Bob"))->isCostKnown);
    QCOMPARE(kit.state.totalTokens(), 130);
}

} // namespace tst_routing

QUARTERDECK_TEST(tst_routing, TestRouting)
#include "tst_routing.moc"
