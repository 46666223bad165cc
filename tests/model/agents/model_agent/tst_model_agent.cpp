#include "model/conversation/channel.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFloat16>
#include <QSignalSpy>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_model_agent {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

/// One agent, or two, on scripted models: what it sees, what it says, and what it does with its tools.
class TestModelAgent final : public QObject
{
    Q_OBJECT
private slots:
    void answersThePerson();
    void remembersItsOwnWords();
    void membersAnswerTheLeader();
    void thoughtsAreNobodysButTheThinkers();
    void wrongArgumentsComeBackWithTheirPath_data();
    void wrongArgumentsComeBackWithTheirPath();
    void severalCallsRunAtOnce();
    void asksThePersonAndGoesOn();
    void imagesOfAnAnswerReachTheModel();
    void privateWordsStayPrivate();
    void showsItsAnswerAsItComes();
    void usageIsCountedForTheRole();
};

namespace {

QString lines(const std::vector<std::string>& list) { return QString::fromStdString(joinedLines(list)); }

const RoleState* role(const session::Session* session, const char* name)
{
    return session->state()->role(RoleName(name));
}

} // namespace

void TestModelAgent::answersThePerson()
{
    ModelTeamKit kit;
    kit.models->play("Mike", {says("Hello!")});
    session::Session* session = kit.start(scriptedTeam({"Mike"}), "Hi");
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    const auto log = kit.kit.log(session->id());
    QCOMPARE(lines(spokenIn(log)), QStringLiteral("User > Mike: Hi\nMike > <human>: Hello!\n"));
    QCOMPARE(stepsOfAgents(log).size(), std::size_t(0));
    const auto requests = kit.models->requestsTo("Mike");
    QCOMPARE(requests.size(), std::size_t(1));
    const QString prompt = QString::fromStdString(promptText(requests.front()));
    QVERIFY(prompt.startsWith(u"system: You are Mike, Team Leader of the team \"Test\"."));
    QVERIFY2(prompt.contains(u"<history>\nUser: [Message] from User to Mike: Hi\n</history>"), qPrintable(prompt));
    QCOMPARE(*session->state(), foldOf(log));
}

void TestModelAgent::remembersItsOwnWords()
{
    ModelTeamKit kit;
    kit.models->play("Mike", {says("One"), says("Two")});
    session::Session* session = kit.start(scriptedTeam({"Mike"}), "First");
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QCOMPARE(role(session, "Mike")->unread(), 0);
    session = kit.restart(session->id());
    kit.kit.tell(*session, "", "Second");
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams) && kit.models->calls->requests.size() == 2; }));
    const QString prompt = QString::fromStdString(promptText(kit.models->calls->requests.back()));
    QVERIFY2(prompt.contains(u"First\nMike: One\nUser: [Message] from User to Mike: Second"), qPrintable(prompt));
    QVERIFY(!prompt.contains(u"hm"));
}

void TestModelAgent::membersAnswerTheLeader()
{
    for (const bool isPublic : {false, true}) {
        ModelTeamKit kit;
        kit.models->play("Mike",
                         {calls("publish_team_message", R"({"content": "Count", "send_to": "Bob"})"),
                          calls("end", "{}"), says("It is three.")});
        kit.models->play("Bob", {says("Three")});
        team::TeamDefinition team = scriptedTeam({"Mike", "Bob", "Ann"});
        team.isPublic = isPublic;
        session::Session* session = kit.start(team, "How many?");
        QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams) && kit.models->calls->requests.size() == 4; }));
        const auto log = kit.kit.log(session->id());
        const QString all = isPublic ? QStringLiteral("<all>,") : QString();
        QCOMPARE(lines(spokenIn(log)),
                 QStringLiteral("User > %1Mike: How many?\nMike > %1Bob: Count\nBob > %1Mike: Three\n"
                                "Mike > <human>: It is three.\n")
                     .arg(all));
        // Its words are in its prompt once, though in public it hears itself like everybody else.
        const QString prompt = QString::fromStdString(promptText(kit.models->calls->requests.back()));
        QCOMPARE(prompt.count(u"Count"), 0);
        QCOMPARE(prompt.count(u"calls publish_team_message"), 1);
        QCOMPARE(prompt.count(u"Bob: [Message] from Bob(Member) to Mike: Three"), 1);
        QCOMPARE(role(session, "Ann")->delivered, isPublic ? 3 : 0);
        QCOMPARE(*session->state(), foldOf(log));
    }
}

void TestModelAgent::thoughtsAreNobodysButTheThinkers()
{
    ModelTeamKit kit;
    kit.models->play(
        "Mike",
        {together({says("I wonder"), calls("publish_team_message", R"({"content": "Go", "send_to": "Bob"})")}),
         calls("end", "{}"), calls("end", "{}")});
    kit.models->play("Bob", {says("Gone")});
    session::Session* session = kit.start(scriptedTeam({"Mike", "Bob"}));
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Finished; }));
    const auto steps = kit.kit.rows(session->id(), channel::inboxOf(RoleName("Mike")));
    QVERIFY(contains(joinedLines(stepsOfAgents(steps)), "Mike: says I wonder calls publish_team_message"));
    QCOMPARE(lines(stepsOfAgents(kit.kit.rows(session->id(), channel::publicOnly))), QString());
    QCOMPARE(lines(stepsOfAgents(kit.kit.inbox(session->id(), "Bob"))), QString());
    const QString bobs = QString::fromStdString(promptText(kit.models->requestsTo("Bob").front()));
    QVERIFY(bobs.contains(u"Go") && !bobs.contains(u"I wonder") && !bobs.contains(u"hm"));
}

void TestModelAgent::wrongArgumentsComeBackWithTheirPath_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("answer");
    QTest::newRow("no JSON") << "reply_to_human"
                             << "{\"content\": "
                             << "The arguments do not fit: $: not a JSON object";
    QTest::newRow("missing") << "publish_team_message"
                             << "{\"content\": \"x\"}"
                             << "The arguments do not fit: $.send_to";
    QTest::newRow("another type") << "append_task"
                                  << R"({"task_id": "a", "dependent_task_ids": "b", "instruction": "", "assignee": ""})"
                                  << "The arguments do not fit: $.dependent_task_ids";
    QTest::newRow("no such tool") << "fly"
                                  << "{}"
                                  << "There is no tool \"fly\" for you.";
    QTest::newRow("a stranger") << "publish_team_message"
                                << R"({"content": "x", "send_to": "Zoe"})"
                                << "Nobody of that name is in the team";
    QTest::newRow("itself") << "publish_team_message"
                            << R"({"content": "x", "send_to": "Mike"})"
                            << "That is you.";
    QTest::newRow("no plan") << "finish_current_task"
                             << "{}"
                             << "No task of the plan is open.";
}

void TestModelAgent::wrongArgumentsComeBackWithTheirPath()
{
    QFETCH(QString, tool);
    QFETCH(QString, input);
    QFETCH(QString, answer);
    ModelTeamKit kit;
    kit.models->play("Mike", {calls(tool.toStdString(), input.toStdString()), says("Sorry.")});
    session::Session* session = kit.start(scriptedTeam({"Mike", "Bob"}));
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    const auto results = [&] {
        std::vector<ToolResultBlock> found;
        for (const MessagePublished& one : bodiesOf<MessagePublished>(kit.kit.log(session->id())))
            for (ToolResultBlock& block : blocksOf<ToolResultBlock>(one.message))
                found.push_back(block);
        return found;
    }();
    QCOMPARE(results.size(), std::size_t(1));
    QVERIFY(results.front().isError);
    QVERIFY2(QString::fromStdString(results.front().output).startsWith(answer), results.front().output.c_str());
    // The model hears it and continues.
    QVERIFY(contains(promptText(kit.models->calls->requests.back()), answer.toStdString()));
}

void TestModelAgent::severalCallsRunAtOnce()
{
    ModelTeamKit kit;
    kit.models->play(
        "Mike",
        {together({calls("ask_human", R"({"question": "Red?"})"), calls("ask_human", R"({"question": "Blue?"})"),
                   calls("reply_to_human", R"({"content": "I wait."})")}),
         says("Thanks.")});
    session::Session* session = kit.start(scriptedTeam({"Mike"}));
    // Both are open, and the third is done, before anybody answers.
    QVERIFY(waitFor([&] {
        return session->state()->openQuestions().size() == 2 && stepsOfAgents(kit.kit.log(session->id())).size() == 2;
    }));
    const Person person(*session);
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    const auto& request = kit.models->calls->requests.back();
    QCOMPARE(std::ranges::count(request.messages, std::string("tool"), &Message::role), 3);
    QCOMPARE(spokenIn(kit.kit.log(session->id())).back(), std::string("Mike > <human>: Thanks."));
}

void TestModelAgent::asksThePersonAndGoesOn()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("ask_human", R"({"question": "Which?", "options": ["4×4", "5×5"]})"), says("So be it.")});
    session::Session* session = kit.start(scriptedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    QCOMPARE(session->state()->openQuestions().front().question.options.size(), std::size_t(2));
    session = kit.restart(session->id());
    QCOMPARE(session->state()->openQuestions().size(), std::size_t(1));
    const Person person(*session);
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QVERIFY(contains(promptText(kit.models->calls->requests.back()), "ask_human gave 5×5"));
    QCOMPARE(bodiesOf<QuestionAsked>(kit.kit.log(session->id())).size(), std::size_t(1));
    QCOMPARE(kit.models->calls->requests.size(), std::size_t(2));
}

void TestModelAgent::imagesOfAnAnswerReachTheModel()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {together({calls("ask_human", R"({"question": "Which logo?"})"),
                                calls("ask_human", R"({"question": "Red?"})", "second")}),
                      says("That one.")});
    session::Session* session = kit.start(scriptedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 2; }));
    const MediaBlock image{MediaKind::Image, {AttachmentHash("ab12"), {}, "image/png", "logo.png", 0, 0, 0}};
    for (const OpenQuestion& open : std::vector(session->state()->openQuestions())) {
        AnswerQuestion answer;
        answer.id = open.question.id;
        answer.content = open.question.text == "Red?" ? textBlocks("Yes") : std::vector<ContentBlock>{image};
        kit.kit.submit(*session, answer);
    }
    QVERIFY(waitFor([&] { return kit.models->calls->requests.size() == 2 && isQuiet(session, *kit.teams); }));
    const auto& messages = kit.models->calls->requests.back().messages;
    // After the results of all calls, where every protocol accepts it.
    QVERIFY(hasBlock<ToolResultBlock>(messages[messages.size() - 2]));
    QCOMPARE(messages.back().role, std::string("user"));
    QCOMPARE(std::get<MediaBlock>(messages.back().content.back()), image);
}

void TestModelAgent::privateWordsStayPrivate()
{
    ModelTeamKit kit;
    kit.models->play("Bob", {calls("nothing", "{}"), says("Fine.")});
    team::TeamDefinition team = scriptedTeam({"Mike", "Bob"});
    team.isPublic = true;
    session::Session* session = kit.start(team, "");
    kit.kit.tell(*session, "Bob", "How are you?", true);
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams) && kit.models->calls->requests.size() == 2; }));
    QCOMPARE(lines(spokenIn(kit.kit.log(session->id()))),
             QStringLiteral("User > Bob: How are you? (private)\nBob > <human>: Fine. (private)\n"));
    QCOMPARE(role(session, "Mike")->delivered, 0);
    const auto chat = kit.kit.rows(session->id(), channel::privateWith(RoleName("Bob")));
    QCOMPARE(spokenIn(chat).size(), std::size_t(2));
    QCOMPARE(stepsOfAgents(chat).size(), std::size_t(2));
}

void TestModelAgent::showsItsAnswerAsItComes()
{
    ModelTeamKit kit;
    kit.models->play("Mike", {says("A long answer in pieces")});
    session::Session* session = kit.start(scriptedTeam({"Mike"}), "");
    std::vector<session::StreamingMessage> drafts;
    connect(session, &session::Session::streamingMessageChanged, this,
            [&](const session::StreamingMessage& draft) { drafts.push_back(draft); });
    kit.kit.tell(*session, "", "Go");
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QVERIFY(drafts.size() >= 2);
    QVERIFY(!drafts.front().isDone && drafts.back().isDone);
    QCOMPARE(drafts.front().text, std::string("A long ").substr(0, drafts.front().text.size()));
    const auto messages = bodiesOf<MessagePublished>(kit.kit.log(session->id()));
    QCOMPARE(drafts.front().id, messages.back().message.id.str());
}

void TestModelAgent::usageIsCountedForTheRole()
{
    ModelTeamKit kit;
    kit.models->play("Mike", {calls("nothing", "{}"), says("Done")});
    session::Session* session = kit.start(scriptedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QCOMPARE(role(session, "Mike")->tokens, 240);
    QCOMPARE(session->state()->totalCost(), 0.02);
    const auto messages = bodiesOf<MessagePublished>(kit.kit.log(session->id()));
    QCOMPARE(messages.back().message.usage->model, std::string("Mike"));
}

} // namespace tst_model_agent

QUARTERDECK_TEST(tst_model_agent, TestModelAgent)
#include "tst_model_agent.moc"
