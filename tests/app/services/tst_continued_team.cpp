#include "continued_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>

namespace tst_continued_team {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// Teams of recordings that go on in sessions of their own.
class TestContinuedTeam final : public QObject
{
    Q_OBJECT
private slots:
    void teamTakesOnlyWhatIsNew();
    void membersRememberWhatTheySaid();
    void unreadMailIsTakenUp_data();
    void unreadMailIsTakenUp();
    void openDirectChatStaysOpen();
    void exportHasTheHistory();
};

void TestContinuedTeam::teamTakesOnlyWhatIsNew()
{
    ContinuedKit kit;
    const SessionId id = kit.continued(kit.import(savedTeam()));
    kit.team.models->calls->models["Mike"] = [](const auto&) { return says("It shall be blue."); };
    kit.team.models->calls->models["Alex"] = [](const auto&) { return says("I was asked again."); };
    session::Session* live = kit.goOn(id, "Paint it");
    QVERIFY(live != nullptr);
    QVERIFY(kit.team.models->requestsTo("Alex").empty());
    const auto requests = kit.team.models->requestsTo("Mike");
    QCOMPARE(requests.size(), std::size_t(1));
    const std::string prompt = promptText(requests.front());
    for (const char* known : {idea, "Please make it, Alex.", "It crawls.", "Paint it"})
        QVERIFY2(prompt.find(known) != std::string::npos, prompt.c_str());
    QVERIFY(prompt.find("Paint it") > prompt.find("It crawls."));

    const std::vector<Event> log = kit.engine().log(id);
    std::set<MessageId> ids;
    int said = 0;
    for (const Event& one : messagesIn(log)) {
        QVERIFY(ids.insert(publishedIn(one).message.id).second);
        said += textOf(publishedIn(one).message).find(idea) == std::string::npos ? 0 : 1;
    }
    QCOMPARE(said, 1); // nothing is published again
    QCOMPARE(QString::fromStdString(joinedLines(spokenIn(log))).section(u'\n', -3),
             QStringLiteral("User > <all>,Mike: Paint it\nMike > <human>: It shall be blue.\n"));
    QVERIFY(*live->state() == foldOf(log));
    kit.team.restart(id);
    QVERIFY(waitFor([&] { return isQuiet(kit.engine().hub().live(id), *kit.team.teams); }));
    QCOMPARE(kit.engine().log(id).size(), log.size());
}

void TestContinuedTeam::membersRememberWhatTheySaid()
{
    ContinuedKit kit;
    const SessionId id = kit.continued(kit.import(savedTeam()));
    kit.team.models->calls->models["Alex"] = [](const auto&) { return says("Like a worm."); };
    kit.team.models->calls->models["Mike"] = [](const auto&) { return calls("end", "{}"); };
    QVERIFY(kit.goOn(id, "@Alex How does it crawl?") != nullptr);
    const auto requests = kit.team.models->requestsTo("Alex");
    QCOMPARE(requests.size(), std::size_t(1));
    const std::string prompt = promptText(requests.front());
    QVERIFY2(prompt.find("Alex: It crawls.") != std::string::npos, prompt.c_str());
    QVERIFY2(prompt.find("Mike: Please make it, Alex.") != std::string::npos, prompt.c_str());
}

void TestContinuedTeam::unreadMailIsTakenUp_data()
{
    QTest::addColumn<QByteArray>("change"); // of the engineer
    const QByteArray two =
        QByteArray::fromStdString(message("2", "Mike", {"<all>", "Alex"}, "Please make it, Alex.").dump());
    QTest::addRow("interrupted") << "{\"latest_observed_msg\": " + two + "}";
    QTest::addRow("in the buffer") << "{\"rc\": {\"msg_buffer\": [" + two + "]}}";
    const QByteArray text =
        QByteArray::fromStdString(json(json::array({json::parse(two.toStdString()).dump()}).dump()).dump());
    QTest::addRow("in a saved buffer") << "{\"rc\": {\"msg_buffer\": " + text + "}}";
}

void TestContinuedTeam::unreadMailIsTakenUp()
{
    QFETCH(const QByteArray, change);
    ContinuedKit kit;
    json saved = savedTeam();
    json& history = saved["env"]["history"]["storage"];
    history.erase(2); // nobody has answered
    saved["env"]["roles"]["Mike"]["rc"]["memory"]["storage"] = history;
    saved["env"]["roles"]["Alex"]["rc"]["memory"]["storage"] = json::array({history[0]});
    saved["env"]["roles"]["Alex"].merge_patch(json::parse(change.toStdString()));
    const SessionId id = kit.continued(kit.import(saved));
    const ConversationState before = foldOf(kit.engine().log(id));
    QCOMPARE(before.role(RoleName("Alex"))->delivered, 2);
    QCOMPARE(before.role(RoleName("Alex"))->unread(), 1);
    QCOMPARE(before.role(RoleName("Mike"))->unread(), 0);
    kit.team.models->calls->models["Alex"] = [](const auto&) { return says("It crawls."); };
    kit.team.models->calls->models["Mike"] = [](const auto&) { return says("It is done."); };
    session::Session* live = kit.goOn(id, {});
    QVERIFY(live != nullptr);
    QCOMPARE(kit.team.models->requestsTo("Alex").size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(joinedLines(spokenIn(kit.engine().log(id)))).section(u'\n', -3),
             QStringLiteral("Alex > <all>,Mike: It crawls.\nMike > <human>: It is done.\n"));
}

/// Interrupted at a question that the person had asked him directly: his answer is for the person.
void TestContinuedTeam::openDirectChatStaysOpen()
{
    ContinuedKit kit;
    json saved = savedTeam();
    json asked = message("4", "", {"<all>", "Alex"}, "How does it crawl?");
    saved["env"]["history"]["storage"].push_back(asked);
    saved["env"]["roles"]["Alex"]["latest_observed_msg"] = asked;
    saved["env"]["direct_chat_roles"] = {"Alex", "Nobody"};
    const SessionId id = kit.continued(kit.import(saved));
    const ConversationState before = foldOf(kit.engine().log(id));
    QCOMPARE(before.directChats().size(), std::size_t(1));
    QVERIFY(before.directChatWith(RoleName("Alex")) != nullptr);
    kit.team.models->calls->models["Alex"] = [](const auto&) { return says("Like a worm."); };
    session::Session* live = kit.goOn(id, {});
    QVERIFY(live != nullptr);
    QVERIFY(live->state()->directChats().empty());
    const MessagePublished last = publishedIn(messagesIn(kit.engine().log(id)).back());
    QCOMPARE(textOf(last.message), std::string("Like a worm."));
    QCOMPARE(static_cast<int>(last.route.rule), static_cast<int>(RoutingRule::DirectReply));
}

void TestContinuedTeam::exportHasTheHistory()
{
    ContinuedKit kit;
    const SessionId id = kit.continued(kit.import(savedTeam()));
    kit.team.models->calls->models["Mike"] = [](const auto&) { return says("It shall be blue."); };
    QVERIFY(kit.goOn(id, "Paint it") != nullptr);
    const json team = json::parse(kit.exported(id, "metagpt"));
    QCOMPARE(team.at("idea").get<std::string>(), std::string(idea));
    QCOMPARE(team.at("env").at("roles").at("Mike").at("__module_class_name").get<std::string>(),
             std::string("metagpt.roles.di.team_leader.TeamLeader"));
    std::vector<std::string> ids;
    for (const json& one : team.at("env").at("history").at("storage"))
        ids.push_back(one.at("id").get<std::string>());
    QVERIFY(ids.size() > 4);
    QVERIFY((std::vector<std::string>(ids.begin(), ids.begin() + 3) == std::vector<std::string>{"1", "2", "3"}));
    const std::string markdown = kit.exported(id, "markdown");
    QVERIFY(markdown.find("It crawls.") < markdown.find("Paint it"));
}

} // namespace tst_continued_team

QUARTERDECK_TEST(tst_continued_team, TestContinuedTeam)
#include "tst_continued_team.moc"
