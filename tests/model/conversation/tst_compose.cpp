#include "model/conversation/compose.h"
#include "team_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_compose {

using namespace quarterdeck::conversation;

/// What the person types: who is named, what is sent, and what the composer says beforehand.
class TestCompose final : public QObject
{
    Q_OBJECT
private slots:
    void address_data();
    void address();
    void chineseNames_data();
    void chineseNames();
    void toTheLeaderByDefault();
    void namedRoleIsADirectMessage();
    void everyone();
    void unknownNameIsRefused();
    void attachmentsFollowTheText();
    void eyeAndLock();
    void lockByDefaultWhenNotPublic();
    void followUpOfAPrivateChatIsPrivate();
    void privateChat_isWrittenToItsRole_data();
    void privateChat_isWrittenToItsRole();
    void privateChatWithNobody_isNone();
    void busyRole();
    void previewOfTheLeader();
    void previewOfUnknown();
    void previewChangesNothing();
    void previewEqualsWhatIsSent();

private:
    static void readInto(const TeamKit& kit, const QString& typed, ComposedAddress& address);
    static const IdSource makeId;
};

const IdSource TestCompose::makeId = [] { return std::string("m"); };

void TestCompose::readInto(const TeamKit& kit, const QString& typed, ComposedAddress& address)
{
    address = readAddress(kit.state, typed.toStdString());
}

void TestCompose::address_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("named");
    QTest::addColumn<bool>("isEveryone");
    QTest::addColumn<QString>("unknown");
    QTest::addColumn<QString>("body");
    QTest::newRow("none") << "hello"
                          << "" << false << ""
                          << "hello";
    QTest::newRow("empty") << ""
                           << "" << false << ""
                           << "";
    QTest::newRow("one") << "@Bob hello"
                         << "Bob" << false << ""
                         << "hello";
    QTest::newRow("only a name") << "@Bob"
                                 << "Bob" << false << ""
                                 << "";
    QTest::newRow("spaces before") << "  @Bob hello"
                                   << "Bob" << false << ""
                                   << "hello";
    QTest::newRow("several") << "@Bob @Alice hello"
                             << "Bob Alice" << false << ""
                             << "hello";
    QTest::newRow("commas") << "@Bob, @Alice: hello"
                            << "Bob Alice" << false << ""
                            << "hello";
    QTest::newRow("twice") << "@Bob @Bob hello"
                           << "Bob" << false << ""
                           << "hello";
    QTest::newRow("other case") << "@bob hello"
                                << "Bob" << false << ""
                                << "hello";
    QTest::newRow("everyone") << "@everyone hello"
                              << "" << true << ""
                              << "hello";
    QTest::newRow("longer word") << "@Bobby hello"
                                 << "" << false << "Bobby"
                                 << "hello";
    QTest::newRow("unknown") << "@Eve hello"
                             << "" << false << "Eve"
                             << "hello";
    QTest::newRow("known and unknown") << "@Bob @Eve hello"
                                       << "Bob" << false << "Eve"
                                       << "hello";
    QTest::newRow("later @ is text") << "hello @Bob"
                                     << "" << false << ""
                                     << "hello @Bob";
    QTest::newRow("lone @ is text") << "@ 5 o'clock"
                                    << "" << false << ""
                                    << "@ 5 o'clock";
    QTest::newRow("longest name wins") << "@Bob Li hello"
                                       << "Bob Li" << false << ""
                                       << "hello";
    QTest::newRow("line break") << "@Bob\nhello\n  there"
                                << "Bob" << false << ""
                                << "hello\n  there";
}

void TestCompose::address()
{
    QFETCH(QString, typed);
    TeamKit kit;
    kit.submit(HireRole{makeRole("Bob Li", "Tester")});
    ComposedAddress got;
    readInto(kit, typed, got);
    QTEST(joined(got.named), "named");
    QTEST(got.isEveryone, "isEveryone");
    QTEST(got.unknown.empty() ? QString() : QString::fromStdString(got.unknown.front()), "unknown");
    QTEST(QString::fromStdString(got.body), "body");
}

void TestCompose::chineseNames_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("named");
    QTest::addColumn<QString>("body");
    QTest::newRow("space") << "@李雷 你好"
                           << "李雷"
                           << "你好";
    QTest::newRow("no space") << "@李雷你好"
                              << "李雷"
                              << "你好";
    QTest::newRow("wide comma") << "@李雷，你好"
                                << "李雷"
                                << "你好";
    QTest::newRow("two names") << "@李雷、@韩梅梅：你们好"
                               << "李雷 韩梅梅"
                               << "你们好";
    QTest::newRow("latin name before Chinese") << "@Bob你好"
                                               << "Bob"
                                               << "你好";
    QTest::newRow("wide space") << "@李雷\u3000你好"
                                << "李雷"
                                << "你好";
}

void TestCompose::chineseNames()
{
    QFETCH(QString, typed);
    TeamKit kit;
    kit.submit(HireRole{makeRole("李雷", "测试")});
    kit.submit(HireRole{makeRole("韩梅梅", "设计")});
    ComposedAddress got;
    readInto(kit, typed, got);
    QTEST(joined(got.named), "named");
    QTEST(QString::fromStdString(got.body), "body");
    QVERIFY(got.unknown.empty());
}

void TestCompose::toTheLeaderByDefault()
{
    TeamKit kit({}, false);
    const auto publish = composeMessage(kit.state, "Build a 2048 game", Audience::ByDefault, {}, makeId);
    QVERIFY(publish);
    QCOMPARE(joined(publish->message.sendTo), "Mike");
    QVERIFY(publish->userDefinedRecipient.empty());
    QCOMPARE(textOf(publish->message), std::string("Build a 2048 game"));
    QCOMPARE(publish->message.role, std::string("user"));
    QCOMPARE(reached(kit.submit(*publish)), "Mike");
}

void TestCompose::namedRoleIsADirectMessage()
{
    TeamKit kit;
    const auto publish = composeMessage(kit.state, "@Bob @Alice hello", Audience::ByDefault, {}, makeId);
    QCOMPARE(joined(publish->message.sendTo), "Alice Bob");
    QVERIFY(!publish->userDefinedRecipient.empty());
    QVERIFY(!publish->isPrivate);
    QCOMPARE(messageOf(kit.submit(*publish)).route.rule, RoutingRule::DirectMessage);
}

void TestCompose::everyone()
{
    TeamKit kit({}, false);
    const auto publish = composeMessage(kit.state, "@everyone stop", Audience::ByDefault, {}, makeId);
    const Decision decision = kit.submit(*publish);
    QCOMPARE(messageOf(decision).route.rule, RoutingRule::Ordinary);
    QCOMPARE(reached(decision), "Mike Alice Bob Alex David");
}

void TestCompose::unknownNameIsRefused()
{
    TeamKit kit;
    const auto publish = composeMessage(kit.state, "@Eve hello", Audience::ByDefault, {}, makeId);
    QVERIFY(!publish);
    QCOMPARE(publish.error().code, ErrorCode::UnknownRecipient);
    QVERIFY(QString::fromStdString(publish.error().sentence).contains("Eve"));
}

void TestCompose::attachmentsFollowTheText()
{
    TeamKit kit;
    const auto publish = composeMessage(kit.state, "@Bob look", Audience::ByDefault, {MediaBlock{}}, makeId);
    QCOMPARE(publish->message.content.size(), std::size_t(2));
    QVERIFY(std::holds_alternative<TextBlock>(publish->message.content[0]));
    QVERIFY(std::holds_alternative<MediaBlock>(publish->message.content[1]));
    const auto picture = composeMessage(kit.state, "", Audience::ByDefault, {MediaBlock{}}, makeId);
    QCOMPARE(picture->message.content.size(), std::size_t(1));
}

void TestCompose::eyeAndLock()
{
    TeamKit kit;
    const SendPreview eye = previewSend(kit.state, "@Bob hi", Audience::ByDefault);
    QVERIFY(!eye.error);
    QCOMPARE(joined(eye.acts), "Bob");
    QCOMPARE(joined(eye.hears), "Mike Alice Alex David");
    QCOMPARE(joined(eye.notTold), "");
    QVERIFY(eye.canBePrivate && !eye.route.isPrivate);
    const SendPreview lock = previewSend(kit.state, "@Bob hi", Audience::OnlyNamed);
    QCOMPARE(joined(lock.acts), "Bob");
    QCOMPARE(joined(lock.hears), "");
    QCOMPARE(joined(lock.notTold), "Mike Alice Alex David");
    QVERIFY(lock.canBePrivate && lock.route.isPrivate);
}

void TestCompose::lockByDefaultWhenNotPublic()
{
    TeamKit kit({}, false);
    for (const Audience audience : {Audience::ByDefault, Audience::OnlyNamed}) {
        const SendPreview preview = previewSend(kit.state, "@Bob hi", audience);
        QVERIFY(preview.route.isPrivate);
        QVERIFY(!preview.canBePrivate); // there is nothing to switch
        QCOMPARE(joined(preview.notTold), "Mike Alice Alex David");
    }
}

void TestCompose::followUpOfAPrivateChatIsPrivate()
{
    TeamKit kit;
    kit.tell("Bob", "secret", true);
    QVERIFY(previewSend(kit.state, "@Bob more", Audience::ByDefault).route.isPrivate);
    QVERIFY(!previewSend(kit.state, "@Bob aloud", Audience::Everyone).route.isPrivate);
    QVERIFY(!previewSend(kit.state, "@Alice hello", Audience::ByDefault).route.isPrivate);
}

void TestCompose::privateChat_isWrittenToItsRole_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("acts");
    QTest::addColumn<bool>("isPrivate");
    QTest::newRow("nothing yet") << ""
                                 << "Bob" << true;
    QTest::newRow("nobody named") << "Li said so"
                                  << "Bob" << true;
    QTest::newRow("itself named") << "@Bob more"
                                  << "Bob" << true;
    QTest::newRow("another named") << "@Alice hello"
                                   << "Alice" << false;
    QTest::newRow("both named") << "@Bob @Alice hello"
                                << "Alice Bob" << false;
    QTest::newRow("everyone") << "@everyone hello"
                              << "Mike" << false;
}

void TestCompose::privateChat_isWrittenToItsRole()
{
    QFETCH(QString, typed);
    TeamKit kit;
    kit.submit(HireRole{makeRole("Bob Li", "Tester")});
    const RoleName bob("Bob");
    const SendPreview preview = previewSend(kit.state, typed.toStdString(), Audience::ByDefault, bob);
    QTEST(joined(preview.acts), "acts");
    QTEST(preview.route.isPrivate, "isPrivate");
    const auto publish = composeMessage(kit.state, typed.toStdString(), Audience::ByDefault, {}, makeId, bob);
    QCOMPARE(messageOf(kit.decideOnly(*publish)).route.deliveries, preview.route.deliveries);
    QVERIFY(!previewSend(kit.state, typed.toStdString(), Audience::Everyone, bob).route.isPrivate);
}

void TestCompose::privateChatWithNobody_isNone()
{
    const TeamKit kit;
    const SendPreview preview = previewSend(kit.state, "hello", Audience::ByDefault, RoleName("Eve"));
    QVERIFY(!preview.error);
    QCOMPARE(joined(preview.acts), "Mike");
    QVERIFY(!preview.route.isPrivate);
}

void TestCompose::busyRole()
{
    TeamKit kit;
    kit.setActivity("Bob", RoleActivity::Acting);
    const SendPreview preview = previewSend(kit.state, "@Bob hi", Audience::ByDefault);
    QCOMPARE(joined(preview.route.busyRoles), "Bob");
    QCOMPARE(joined(preview.route.directChatRoles), "");
}

void TestCompose::previewOfTheLeader()
{
    TeamKit kit({}, false);
    const SendPreview preview = previewSend(kit.state, "", Audience::ByDefault);
    QCOMPARE(joined(preview.acts), "Mike");
    QCOMPARE(joined(preview.notTold), "Alice Bob Alex David");
    QVERIFY(!preview.canBePrivate);
}

void TestCompose::previewOfUnknown()
{
    TeamKit kit;
    const SendPreview preview = previewSend(kit.state, "@Eve hi", Audience::ByDefault);
    QCOMPARE(preview.error->code, ErrorCode::UnknownRecipient);
    QVERIFY(preview.acts.empty() && preview.hears.empty());
}

void TestCompose::previewChangesNothing()
{
    TeamKit kit;
    const ConversationState before = kit.state;
    QVERIFY(!previewSend(kit.state, "@Bob @Alice hi", Audience::OnlyNamed).error);
    QCOMPARE(kit.state, before);
}

void TestCompose::previewEqualsWhatIsSent()
{
    TeamKit kit;
    for (const char* typed : {"hello", "@Bob hello", "@everyone hello", "@Bob @Alice hello"}) {
        for (const Audience audience : {Audience::ByDefault, Audience::Everyone, Audience::OnlyNamed}) {
            const SendPreview preview = previewSend(kit.state, typed, audience);
            const auto publish = composeMessage(kit.state, typed, audience, {}, makeId);
            QCOMPARE(preview.route.deliveries, messageOf(kit.decideOnly(*publish)).route.deliveries);
        }
    }
}

} // namespace tst_compose

QUARTERDECK_TEST(tst_compose, TestCompose)
#include "tst_compose.moc"
