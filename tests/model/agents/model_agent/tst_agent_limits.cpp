#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QCoreApplication>
#include <QFloat16>
#include <QTest>
#include <QTranslator>
#include <nlohmann/json.hpp>

namespace tst_agent_limits {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

/// What happens to an agent where its model fails, calls or money come to an end, or a prompt is full.
class TestAgentLimits final : public QObject
{
    Q_OBJECT
private slots:
    void aFailedRoleSaysWhyAndIsTriedAgain();
    void aFailedRoleWaitsForThePersonAfterARestart();
    void aFailedRoleIsRetriedAtOnceAndAlone();
    void aFailedRoleIsRetriedAfterTheEnd();
    void triesAgainWhatMayBeMended();
    void missingConnectionIsSaidAndMended();
    void asksAfterManyCalls_data();
    void asksAfterManyCalls();
    void anAnswerCountsInWhateverLanguage();
    void budgetIsAskedForBeforeTheCall();
    void oldTurnsAreLeftOutAndCounted();
    void oldTurnsAreSummarised();
    void aPromptHoldsSoManyMessages();
    void fromSoManyMessagesOnOldOnesAreSummarised();
    void toolResultsEnterAPromptClean();
};

namespace {

const RoleState* role(const session::Session* session, const char* name)
{
    return session->state()->role(RoleName(name));
}

} // namespace

void TestAgentLimits::aFailedRoleSaysWhyAndIsTriedAgain()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("publish_team_message", R"({"content": "Go", "send_to": "Bob"})"),
                      calls("publish_team_message", R"({"content": "Go", "send_to": "Ann"})"), calls("end", "{}"),
                      calls("end", "{}")});
    bool isMended = false;
    kit.models->calls->models["Bob"] = [&](const team::ChatRequest&) {
        return isMended ? says("Better") : fails(ErrorCode::NotAllowed, "The key was refused.");
    };
    kit.models->play("Ann", {says("Done")});
    session::Session* session = kit.start(scriptedTeam({"Mike", "Bob", "Ann"}));
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams) && kit.models->calls->requests.size() == 6; }));
    QCOMPARE(role(session, "Bob")->activity, RoleActivity::Failed);
    QCOMPARE(role(session, "Bob")->activityDetail, std::string("The key was refused."));
    QVERIFY(role(session, "Bob")->hasNews);
    QCOMPARE(kit.models->requestsTo("Bob").size(), std::size_t(1));
    QCOMPARE(role(session, "Ann")->activity, RoleActivity::Idle);
    isMended = true;
    kit.runner(session).pause();
    kit.runner(session).resume();
    QVERIFY(waitFor([&] { return contains(joinedLines(spokenIn(kit.kit.log(session->id()))), "Bob > Mike: Better"); }));
    QVERIFY(waitFor([&] { return !role(session, "Bob")->hasNews; }));
}

void TestAgentLimits::aFailedRoleWaitsForThePersonAfterARestart()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("publish_team_message", R"({"content": "Go", "send_to": "Bob"})"), calls("end", "{}")});
    kit.models->calls->models["Bob"] = [](const team::ChatRequest&) {
        return fails(ErrorCode::NotAllowed, "The key was refused.");
    };
    kit.models->play("Ann", {says("Here"), says("Here")});
    session::Session* session = kit.start(scriptedTeam({"Mike", "Bob", "Ann"}));
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams) && kit.models->requestsTo("Bob").size() == 1; }));
    session = kit.restart(session->id());
    kit.kit.tell(*session, "Ann", "Are you there?"); // the team is at work again
    QVERIFY(waitFor([&] { return contains(joinedLines(spokenIn(kit.kit.log(session->id()))), "Here"); }));
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QCOMPARE(kit.models->requestsTo("Bob").size(), std::size_t(1));
    QCOMPARE(role(session, "Bob")->activity, RoleActivity::Failed);
    kit.runner(session).retry(RoleName("Bob"));
    QVERIFY(waitFor([&] { return kit.models->requestsTo("Bob").size() == 2; }));
}

void TestAgentLimits::aFailedRoleIsRetriedAtOnceAndAlone()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("publish_team_message", R"({"content": "Go", "send_to": "Bob"})"),
                      calls("publish_team_message", R"({"content": "Go", "send_to": "Ann"})"),
                      calls("publish_team_message", R"({"content": "Go", "send_to": "Eve"})"), calls("end", "{}"),
                      calls("end", "{}")});
    bool isMended = false;
    kit.models->calls->models["Bob"] = [&](const team::ChatRequest&) {
        return isMended ? says("Better") : fails(ErrorCode::NotAllowed, "The key was refused.");
    };
    kit.models->calls->models["Eve"] = [](const team::ChatRequest&) {
        return fails(ErrorCode::NotAllowed, "There is no such model.");
    };
    ModelAnswer endless = says("I am at it");
    endless.hangs = true;
    kit.models->calls->models["Ann"] = [&](const team::ChatRequest&) { return endless; };
    session::Session* session = kit.start(scriptedTeam({"Mike", "Bob", "Ann", "Eve"}));
    const auto hasFailed = [&](const char* name) { return role(session, name)->activity == RoleActivity::Failed; };
    QVERIFY(waitFor([&] { return hasFailed("Bob") && hasFailed("Eve") && kit.models->requestsTo("Ann").size() == 1; }));
    team::TeamRunner& runner = kit.runner(session);
    runner.retry(RoleName("Ann")); // is at work
    runner.retry(RoleName("Nobody"));
    runner.retry(RoleName("Bob")); // fails again
    QVERIFY(waitFor([&] { return kit.models->requestsTo("Bob").size() == 2 && hasFailed("Bob"); }));
    isMended = true;
    runner.retry(RoleName("Bob")); // while Ann's round goes on
    QVERIFY(waitFor([&] { return contains(joinedLines(spokenIn(kit.kit.log(session->id()))), "Bob > Mike: Better"); }));
    QVERIFY(waitFor([&] { return role(session, "Bob")->activity == RoleActivity::Idle; }));
    QVERIFY(!role(session, "Bob")->hasNews);
    QVERIFY(hasFailed("Eve"));
    QCOMPARE(kit.models->requestsTo("Ann").size(), std::size_t(1));
    QCOMPARE(kit.models->requestsTo("Eve").size(), std::size_t(1));
    runner.pause();
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Paused; }));
    runner.retry(RoleName("Eve")); // not while the run rests
    kit.kit.submit(*session, SetBudget{9});
    QCOMPARE(kit.models->requestsTo("Eve").size(), std::size_t(1));
    QCOMPARE(session->state()->runState(), RunState::Paused);
}

void TestAgentLimits::aFailedRoleIsRetriedAfterTheEnd()
{
    ModelTeamKit kit;
    bool isMended = false;
    kit.models->calls->models["Mike"] = [&](const team::ChatRequest&) {
        return isMended ? says("Here I am") : fails(ErrorCode::NotAllowed, "The key was refused.");
    };
    session::Session* session = kit.start(scriptedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return role(session, "Mike")->activity == RoleActivity::Failed; }));
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    kit.kit.submit(*session, SetRunState{RunState::Finished, {}});
    isMended = true;
    kit.teams->retry(session->id(), RoleName("Mike")); // as the window does
    QVERIFY(waitFor(
        [&] { return role(session, "Mike")->activity == RoleActivity::Idle && !role(session, "Mike")->hasNews; }));
    QCOMPARE(spokenIn(kit.kit.log(session->id())).back(), std::string("Mike > <human>: Here I am"));
    QCOMPARE(kit.models->requestsTo("Mike").size(), std::size_t(2));
}

void TestAgentLimits::triesAgainWhatMayBeMended()
{
    ModelTeamKit kit;
    int tries = 0;
    kit.models->calls->models["Mike"] = [&](const team::ChatRequest&) {
        return ++tries == 1 ? fails(ErrorCode::Io, "The connection was cut.") : says(tries == 2 ? " \n" : "Here I am");
    };
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.retries = 2;
    session::Session* session = kit.start(team);
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QCOMPARE(tries, 3);
    QCOMPARE(spokenIn(kit.kit.log(session->id())).back(), std::string("Mike > <human>: Here I am"));
}

void TestAgentLimits::missingConnectionIsSaidAndMended()
{
    ModelTeamKit kit;
    kit.models->play("Mike", {says("Hello")});
    kit.models->missing["test"] = Error{ErrorCode::NotFound, "There is no connection “test”: add it.", {}};
    session::Session* session = kit.start(scriptedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return role(session, "Mike")->activity == RoleActivity::Failed; }));
    QCOMPARE(role(session, "Mike")->activityDetail, std::string("There is no connection “test”: add it."));
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QCOMPARE(kit.models->asked, 1);
    kit.models->missing.clear();
    session = kit.restart(session->id());
    kit.runner(session).retry(RoleName("Mike"));
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams) && kit.models->calls->requests.size() == 1; }));
    QCOMPARE(spokenIn(kit.kit.log(session->id())).back(), std::string("Mike > <human>: Hello"));
    QCOMPARE(role(session, "Mike")->activity, RoleActivity::Idle);
}

void TestAgentLimits::asksAfterManyCalls_data()
{
    QTest::addColumn<int>("option");
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("calls");
    QTest::newRow("go on") << 0 << "" << 4;
    QTest::newRow("let it be") << 1 << "" << 2;
    QTest::newRow("own words") << -1 << "Hurry up" << 4;
}

void TestAgentLimits::asksAfterManyCalls()
{
    QFETCH(int, option);
    QFETCH(QString, words);
    QFETCH(int, calls);
    ModelTeamKit kit;
    kit.models->calls->models["Mike"] = [](const team::ChatRequest&) { return test::calls("nothing", "{}"); };
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.maxCalls = 2;
    session::Session* session = kit.start(team);
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    QCOMPARE(kit.models->calls->requests.size(), std::size_t(2));
    session = kit.restart(session->id());
    const Question question = session->state()->openQuestions().front().question;
    AnswerQuestion answer;
    answer.id = question.id;
    if (option >= 0)
        answer.option = question.options[static_cast<std::size_t>(option)].label;
    else
        answer.content = textBlocks(words.toStdString());
    kit.kit.submit(*session, answer);
    QVERIFY(waitFor([&] {
        return (calls == 2 ? isQuiet(session, *kit.teams) : session->state()->openQuestions().size() == 1)
            && kit.models->calls->requests.size() == static_cast<std::size_t>(calls);
    }));
    if (!words.isEmpty())
        QVERIFY(contains(promptText(kit.models->calls->requests.back()), "User: Hurry up"));
    QVERIFY(calls == 4 || session->state()->openQuestions().empty());
}

/// The person chooses what was in the question, though the program was restarted in another language.
void TestAgentLimits::anAnswerCountsInWhateverLanguage()
{
    class OtherLanguage final : public QTranslator
    {
    public:
        [[nodiscard]] bool isEmpty() const override { return false; }
        [[nodiscard]] QString translate(const char*, const char* source, const char*, int) const override
        {
            return QStringLiteral("~") + QLatin1String(source);
        }
    };
    ModelTeamKit kit;
    kit.models->calls->models["Mike"] = [](const team::ChatRequest&) { return test::calls("nothing", "{}"); };
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.maxCalls = 2;
    session::Session* session = kit.start(team);
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    OtherLanguage language;
    QCoreApplication::installTranslator(&language);
    session = kit.restart(session->id());
    const Question question = session->state()->openQuestions().front().question;
    AnswerQuestion answer;
    answer.id = question.id;
    answer.option = question.options.front().label;
    QVERIFY(!answer.option.starts_with("~"));
    kit.kit.submit(*session, answer);
    QVERIFY(waitFor(
        [&] { return session->state()->openQuestions().size() == 1 && kit.models->calls->requests.size() == 4; }));
    QVERIFY(session->state()->openQuestions().front().question.options.front().label.starts_with("~"));
    QCoreApplication::removeTranslator(&language);
}

void TestAgentLimits::budgetIsAskedForBeforeTheCall()
{
    ModelTeamKit kit;
    kit.models->calls->models["Mike"] = [](const team::ChatRequest& request) {
        return answersIn(request, "Mike") < 4 ? test::calls("nothing", "{}") : says("Enough");
    };
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.budget = 0.02;
    session::Session* session = kit.start(team);
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    QCOMPARE(session->state()->runState(), RunState::Paused);
    QCOMPARE(kit.models->calls->requests.size(), std::size_t(2));
    AnswerQuestion answer;
    answer.id = session->state()->openQuestions().front().question.id;
    answer.content = textBlocks("$10");
    kit.kit.submit(*session, answer);
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    QCOMPARE(kit.models->calls->requests.size(), std::size_t(5));
    QCOMPARE(session->state()->budget(), std::optional(10.0));
    QCOMPARE(spokenIn(kit.kit.log(session->id())).back(), std::string("Mike > <human>: Enough"));
}

void TestAgentLimits::oldTurnsAreLeftOutAndCounted()
{
    ModelTeamKit kit;
    kit.models->calls->models["Mike"] = [](const team::ChatRequest&) { return says("Noted."); };
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.promptTokens = 2000;
    session::Session* session = kit.start(team, "");
    for (int i = 0; i < 8; ++i) {
        kit.kit.tell(*session, "", "Number " + std::to_string(i) + std::string(1500, 'x'));
        QVERIFY(waitFor([&] {
            return isQuiet(session, *kit.teams)
                && kit.models->calls->requests.size() == static_cast<std::size_t>(i + 1);
        }));
    }
    const std::string prompt = promptText(kit.models->calls->requests.back());
    QVERIFY(contains(prompt, "Number 7") && contains(prompt, "Number 6") && !contains(prompt, "Number 4"));
    const auto messages = bodiesOf<MessagePublished>(kit.kit.log(session->id()));
    const nlohmann::json saw = messages.back().message.metadata.json().at("quarterdeck").at("saw");
    QCOMPARE(saw.at("to").get<int>(), 15);
    const int leftOut = saw.at("left_out").get<int>();
    QCOMPARE(saw.at("from").get<int>(), leftOut);
    QVERIFY(leftOut >= 9 && leftOut < 13);
    QVERIFY(contains(prompt, "(" + std::to_string(leftOut) + " earlier messages are left out.)"));
    QVERIFY(saw.at("tokens").get<int>() <= 2000);
    // Whoever starts anew sees the same.
    session = kit.restart(session->id());
    kit.kit.tell(*session, "", "Number 8");
    QVERIFY(waitFor([&] { return kit.models->calls->requests.size() == 9 && isQuiet(session, *kit.teams); }));
    const auto after = bodiesOf<MessagePublished>(kit.kit.log(session->id()));
    const nlohmann::json then = after.back().message.metadata.json().at("quarterdeck").at("saw");
    QCOMPARE(then.at("from").get<int>(), then.at("left_out").get<int>());
    QCOMPARE(then.at("to").get<int>(), 17);
}

void TestAgentLimits::oldTurnsAreSummarised()
{
    ModelTeamKit kit;
    kit.models->calls->models["Mike"] = [](const team::ChatRequest&) { return says("Noted."); };
    kit.models->calls->models["small"] = [](const team::ChatRequest&) { return says("Numbers were told."); };
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.promptTokens = 2000;
    team.overflow = team::Overflow::Summarise;
    team.roles.front().models["summarise"] = {"test", "small"};
    session::Session* session = kit.start(team, "");
    for (int i = 0; i < 4; ++i) {
        kit.kit.tell(*session, "", "Number " + std::to_string(i) + std::string(1500, 'x'));
        QVERIFY(waitFor([&] {
            return isQuiet(session, *kit.teams)
                && kit.models->requestsTo("Mike").size() == static_cast<std::size_t>(i + 1);
        }));
    }
    const auto summaries = kit.models->requestsTo("small");
    QCOMPARE(summaries.size(), std::size_t(1));
    QVERIFY(contains(promptText(summaries.front()), "Number 0"));
    const std::string prompt = promptText(kit.models->requestsTo("Mike").back());
    QVERIFY(contains(prompt, "Numbers were told.") && contains(prompt, "Number 3") && !contains(prompt, "Number 0"));
    QVERIFY(contains(joinedLines(stepsOfAgents(kit.kit.log(session->id()))), "Mike: says Numbers were told."));
    session = kit.restart(session->id());
    kit.kit.tell(*session, "", "Once more");
    QVERIFY(waitFor([&] { return kit.models->requestsTo("Mike").size() == 5 && isQuiet(session, *kit.teams); }));
    QVERIFY(contains(promptText(kit.models->requestsTo("Mike").back()), "Numbers were told."));
    QCOMPARE(kit.models->requestsTo("small").size(), std::size_t(1));
}

void TestAgentLimits::aPromptHoldsSoManyMessages()
{
    ModelTeamKit kit;
    kit.models->calls->models["Mike"] = [](const team::ChatRequest& request) {
        // In each of its turns a call, and then a word.
        const bool isCalled = !request.messages.empty() && request.messages.back().role == "tool";
        return isCalled ? says("Noted.") : test::calls("nothing", "{}");
    };
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.promptMessages = 5;
    session::Session* session = kit.start(team, "");
    for (int i = 0; i < 4; ++i) {
        kit.kit.tell(*session, "", "Number " + std::to_string(i));
        QVERIFY(waitFor([&] {
            return isQuiet(session, *kit.teams)
                && kit.models->calls->requests.size() == static_cast<std::size_t>(2 * i + 2);
        }));
    }
    // The newest: what it was told, its call and the result; before that what it said, and then the pair does not fit.
    const team::ChatRequest& last = kit.models->calls->requests.back();
    const std::string prompt = promptText(last);
    QVERIFY2(contains(prompt, "Number 3") && !contains(prompt, "Number 2"), prompt.c_str());
    const auto results = std::ranges::count(last.messages, "tool", &Message::role);
    const auto called = std::ranges::count_if(
        last.messages, [](const Message& message) { return !blocksOf<ToolUseBlock>(message).empty(); });
    QCOMPARE(results, called); // never one without the other
    const auto messages = bodiesOf<MessagePublished>(kit.kit.log(session->id()));
    const nlohmann::json saw = messages.back().message.metadata.json().at("quarterdeck").at("saw");
    QVERIFY(saw.at("to").get<int>() - saw.at("from").get<int>() <= 5);
    QVERIFY(saw.at("left_out").get<int>() > 0);
    QVERIFY(contains(prompt, "(" + std::to_string(saw.at("left_out").get<int>()) + " earlier messages are left out.)"));
}

void TestAgentLimits::fromSoManyMessagesOnOldOnesAreSummarised()
{
    ModelTeamKit kit;
    kit.models->calls->models["Mike"] = [](const team::ChatRequest&) { return says("Noted."); };
    kit.models->calls->models["small"] = [](const team::ChatRequest&) { return says("Numbers were told."); };
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.promptMessages = 4;
    team.overflow = team::Overflow::Summarise;
    team.roles.front().models["summarise"] = {"test", "small"};
    session::Session* session = kit.start(team, "");
    for (int i = 0; i < 3; ++i) {
        QVERIFY(kit.models->requestsTo("small").empty()); // two words and two answers still have room
        kit.kit.tell(*session, "", "Number " + std::to_string(i));
        QVERIFY(waitFor([&] {
            return isQuiet(session, *kit.teams)
                && kit.models->requestsTo("Mike").size() == static_cast<std::size_t>(i + 1);
        }));
    }
    QCOMPARE(kit.models->requestsTo("small").size(), std::size_t(1));
    const std::string prompt = promptText(kit.models->requestsTo("Mike").back());
    QVERIFY2(contains(prompt, "Numbers were told.") && contains(prompt, "Number 2") && !contains(prompt, "Number 0"),
             prompt.c_str());
}

void TestAgentLimits::toolResultsEnterAPromptClean()
{
    ModelTeamKit kit;
    kit.models->play("Mike", {calls("ask_human", R"({"question": "What?"})"), says("Ah")});
    session::Session* session = kit.start(scriptedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return session->state()->openQuestions().size() == 1; }));
    AnswerQuestion answer;
    answer.id = session->state()->openQuestions().front().question.id;
    answer.content = textBlocks("\x1b[31mred\n" + std::string(30'000, 'a') + "the end");
    kit.kit.submit(*session, answer);
    QVERIFY(waitFor([&] { return isQuiet(session, *kit.teams); }));
    const std::string prompt = promptText(kit.models->calls->requests.back());
    QVERIFY(contains(prompt, "[31mred\n") && !contains(prompt, "\x1b") && contains(prompt, "the end"));
    QVERIFY(contains(prompt, " bytes left out]"));
    QVERIFY(prompt.size() < 25'000);
    QVERIFY(contains(joinedLines(stepsOfAgents(kit.kit.log(session->id()))), std::string(30'000, 'a')));
}

} // namespace tst_agent_limits

QUARTERDECK_TEST(tst_agent_limits, TestAgentLimits)
#include "tst_agent_limits.moc"
