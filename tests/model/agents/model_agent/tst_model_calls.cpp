#include "model/agents/run/team_runner.h"
#include "model/conversation/channel.h"
#include "tests/model/agents/support/served_team.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_model_calls {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

/// A member's model calls through everything between them: the agent, the provider, its gate, and a real socket. How
/// often it is called, when it is not, and what of it is paid.
class TestModelCalls final : public QObject
{
    Q_OBJECT
private slots:
    void faultsAreTriedAsOftenAsTheyMayBe_data();
    void faultsAreTriedAsOftenAsTheyMayBe();
    void whoWaitsAtTheGateMindsTheBudget();
    void callsUnderWayCountForTheBudget();
    void pauseHoldsWhatIsToBeTriedAgain();
    void pausedCallsGiveTheirPlaceToOthers();
    void whatBroughtNoMessageIsPaid_data();
    void whatBroughtNoMessageIsPaid();
    void stoppedCallsArePaid();
    void eachActionHasAModel();
    void leaderSumsUpAtTheBudget();
    void anotherConnectionIsChosen_data();
    void anotherConnectionIsChosen();
};

namespace {

using std::size_t;

ServedThrough quickRetries()
{
    ServedThrough through;
    through.environment.retries.attempts = 3;
    through.environment.retries.firstDelayMs = 1;
    return through;
}

/// Dollars for a million tokens.
team::PriceTable priceOf(const char* model, double prompt, double completion)
{
    team::ModelPrice price;
    price.model = model;
    price.classes = {{0, prompt, completion}};
    return team::PriceTable({price});
}

const RoleState* role(const session::Session* session, const char* name)
{
    return session->state()->role(RoleName(name));
}

bool hasFailed(const ServedTeam& served, const session::Session* session, const char* name)
{
    return role(session, name)->activity == RoleActivity::Failed && isQuiet(session, *served.kit.teams);
}

size_t requestsFor(const ServedTeam& served, const std::string& model)
{
    const auto chats = served.server.chats();
    return static_cast<size_t>(
        std::ranges::count_if(chats, [&](const auto& one) { return one.body.value("model", "") == model; }));
}

void answerWith(ServedTeam& served, session::Session* session, size_t option)
{
    const Question question = session->state()->openQuestions().front().question;
    AnswerQuestion answer;
    answer.id = question.id;
    answer.option = question.options.at(option).label;
    QVERIFY(!served.kit.kit.submit(*session, answer).error);
}

/// Six members, with the leader giving all others work at once.
constexpr const char* busyScript = R"({"rules": [
    {"when": {"system": "You are Mike"}, "once": true, "replies": [
        {"usage": {"prompt_tokens": 1, "completion_tokens": 1}, "tool_calls": [
            {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Ann"}},
            {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Bob"}},
            {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Eve"}},
            {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Joe"}},
            {"name": "publish_team_message", "arguments": {"content": "Count.", "send_to": "Sue"}},
            {"name": "end", "arguments": {}}]}]},
    {"when": {"system": "You are Mike"}, "reply": {"text": "Noted.", "usage": {"prompt_tokens": 1, "completion_tokens": 1}}}],
    "otherwise": {"text": "Three.", "usage": {"prompt_tokens": 1000000, "completion_tokens": 300}}})";

team::TeamDefinition busyTeam()
{
    team::TeamDefinition team = servedTeam({"Mike", "Ann", "Bob", "Eve", "Joe", "Sue"});
    for (size_t i = 1; i < team.roles.size(); ++i)
        team.roles[i].model.model = "dear";
    team.budget = 1.0;
    return team;
}

bool isPausedAndAsked(const session::Session* session)
{
    return session->state()->runState() == RunState::Paused && session->state()->openQuestions().size() == 1;
}

} // namespace

void TestModelCalls::faultsAreTriedAsOftenAsTheyMayBe_data()
{
    QTest::addColumn<bool>("isAnthropic");
    QTest::addColumn<QString>("reply");
    QTest::addColumn<int>("requests");
    struct Row
    {
        const char* reply;
        int requests; ///< of at most 3 of the provider, twice
    };
    const std::array rows = {
        Row{R"({"error": "bad_request"})", 1},
        Row{R"({"error": "wrong_key"})", 1},
        Row{R"({"error": "redirect"})", 1},
        Row{R"({"error": "html"})", 1},
        Row{R"({"error": "context_too_long"})", 1},
        Row{R"({"error": "server_error"})", 3},
        Row{R"({"error": "overloaded"})", 3},
        Row{R"({"error": "in_200"})", 3},
        Row{R"({"error": "rate_limited", "retry_after": "0"})", 3},
        Row{R"({"error": "rate_limited", "retry_after": "86400"})", 1},
        Row{R"({"fault": "cut_after_head", "text": "Nothing of this is heard."})", 3},
        Row{R"({"fault": "huge", "bytes": 1000000})", 1},
        Row{R"({"fault": "cut_middle", "text": "Half of this is heard, and no more than that."})", 2},
        Row{R"({"error": "in_stream", "text": "This begins well and then goes wrong."})", 2},
        Row{R"({"fault": "silence", "text": "Half of this is heard, and then nothing."})", 2},
        Row{R"({"fault": "hang"})", 2},
        Row{R"({"text": " ", "thinking": "Nothing comes to my mind."})", 2},
    };
    for (const bool isAnthropic : {false, true})
        for (const Row& row : rows)
            QTest::newRow((isAnthropic ? "Anthropic, " : "OpenAI, ") + QByteArray(row.reply))
                << isAnthropic << row.reply << row.requests;
}

void TestModelCalls::faultsAreTriedAsOftenAsTheyMayBe()
{
    QFETCH(bool, isAnthropic);
    QFETCH(QString, reply);
    QFETCH(int, requests);
    ServedThrough through = quickRetries();
    through.environment.maxReplyBytes = 100'000;
    through.changed = [&](team::ModelConnection& connection) {
        if (isAnthropic)
            connection.protocol = team::Protocol::Anthropic;
        if (reply.contains("silence") || reply.contains("hang"))
            connection.timeouts.idle = 200;
    };
    ServedTeam served(("{\"otherwise\": " + reply + "}").toUtf8().constData(), through);
    team::TeamDefinition team = servedTeam({"Mike"});
    team.retries = 1;
    session::Session* session = served.kit.start(team);
    QVERIFY(waitFor([&] { return hasFailed(served, session, "Mike"); }));
    QCOMPARE(served.server.chats().size(), static_cast<size_t>(requests));
}

void TestModelCalls::whoWaitsAtTheGateMindsTheBudget()
{
    ServedThrough through = quickRetries();
    through.prices = priceOf("dear", 1.25, 0.0); // 1.25 a call
    through.changed = [](team::ModelConnection& connection) { connection.limits.callsAtOnce = 1; };
    ServedTeam served(busyScript, through);
    session::Session* session = served.kit.start(busyTeam());
    QVERIFY(waitFor([&] { return isPausedAndAsked(session); }));
    QCOMPARE(requestsFor(served, "dear"), size_t(1));
    QCOMPARE(session->state()->totalCost(), 1.25);
    answerWith(served, session, 0); // 2.00: one more
    QVERIFY(waitFor([&] { return requestsFor(served, "dear") == 2 && isPausedAndAsked(session); }));
    QCOMPARE(session->state()->totalCost(), 2.5);
    answerWith(served, session, 1); // let it end
    QVERIFY(waitFor(
        [&] { return session->state()->runState() == RunState::Finished && !served.kit.runner(session).isActing(); },
        30'000));
    QCOMPARE(requestsFor(served, "dear"), size_t(2));
}

void TestModelCalls::callsUnderWayCountForTheBudget()
{
    ServedThrough through = quickRetries();
    through.prices = priceOf("dear", 0.0, 4'000.0); // 1.20 a call, as is expected of a model that was never heard
    ServedTeam served(busyScript, through);
    session::Session* session = served.kit.start(busyTeam());
    QVERIFY(waitFor([&] { return isPausedAndAsked(session); }));
    QCOMPARE(requestsFor(served, "dear"), size_t(1));
    QCOMPARE(session->state()->totalCost(), 1.2);
}

void TestModelCalls::pauseHoldsWhatIsToBeTriedAgain()
{
    ServedTeam served(R"({"rules": [
        {"when": {"system": "You are Mike"}, "once": true, "replies": [{"error": "rate_limited", "retry_after": "0"}]}],
        "otherwise": "Here I am."})",
                      quickRetries());
    served.server.hold();
    session::Session* session = served.kit.start(servedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return served.server.chats().size() == 1; }));
    served.kit.runner(session).pause();
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Paused; }));
    served.server.release();
    // By the time that others are through twice it would have come again.
    for (int i = 0; i < 2; ++i) {
        session::Session* other = served.kit.start(servedTeam({"Ann"}));
        QVERIFY(waitFor(
            [&] { return isQuiet(other, *served.kit.teams) && spokenIn(served.kit.kit.log(other->id())).size() > 1; }));
    }
    QCOMPARE(served.server.chats().size(), size_t(3));
    served.kit.runner(session).resume();
    QVERIFY(waitFor([&] { return served.server.chats().size() == 4 && isQuiet(session, *served.kit.teams); }));
    QCOMPARE(spokenIn(served.kit.kit.log(session->id())).back(), std::string("Mike > <human>: Here I am."));
}

void TestModelCalls::pausedCallsGiveTheirPlaceToOthers()
{
    ServedThrough through = quickRetries();
    through.changed = [](team::ModelConnection& connection) {
        connection.limits.callsAtOnce = 1;
        connection.limits.requestsPerMinute = 2; // one that is not sent is none
    };
    ServedTeam served(R"({"otherwise": "Here I am."})", through);
    served.server.hold();
    session::Session* first = served.kit.start(servedTeam({"Mike"}));
    QVERIFY(waitFor([&] { return served.server.chats().size() == 1; }));
    session::Session* waiting = served.kit.start(servedTeam({"Bob"}));
    QVERIFY(waitFor([&] { return role(waiting, "Bob")->activity == RoleActivity::Thinking; }));
    session::Session* last = served.kit.start(servedTeam({"Ann"}));
    QVERIFY(waitFor([&] { return role(last, "Ann")->activity == RoleActivity::Thinking; }));
    served.kit.runner(waiting).pause();
    QVERIFY(waitFor([&] { return waiting->state()->runState() == RunState::Paused; }));
    served.server.release();
    const auto hasSpoken = [&](session::Session* session) {
        return isQuiet(session, *served.kit.teams) && spokenIn(served.kit.kit.log(session->id())).size() > 1;
    };
    QVERIFY(waitFor([&] { return hasSpoken(first) && hasSpoken(last); }));
    QCOMPARE(served.server.chats().size(), size_t(2));
}

void TestModelCalls::whatBroughtNoMessageIsPaid_data()
{
    QTest::addColumn<bool>("isAnthropic");
    QTest::addColumn<QString>("reply");
    QTest::addColumn<int>("requests");
    const char* nothing = R"({"thinking": "Hm", "text": "", "usage": {"prompt_tokens": 100, "completion_tokens": 20,
        "input_tokens": 100, "output_tokens": 20}})";
    QTest::newRow("nothing but thoughts") << false << nothing << 3;
    QTest::newRow("nothing but thoughts, Anthropic") << true << nothing << 3;
}

void TestModelCalls::whatBroughtNoMessageIsPaid()
{
    QFETCH(bool, isAnthropic);
    QFETCH(QString, reply);
    QFETCH(int, requests);
    ServedThrough through = quickRetries();
    through.prices = priceOf("small", 1'000.0, 10'000.0);
    through.changed = [&](team::ModelConnection& connection) {
        if (isAnthropic)
            connection.protocol = team::Protocol::Anthropic;
    };
    ServedTeam served(("{\"otherwise\": " + reply + "}").toUtf8().constData(), through);
    team::TeamDefinition team = servedTeam({"Mike"});
    team.retries = requests - 1;
    session::Session* session = served.kit.start(team);
    QVERIFY(waitFor([&] { return hasFailed(served, session, "Mike"); }));
    const auto used = bodiesOf<UsageRecorded>(served.kit.kit.log(session->id()));
    QCOMPARE(used.size(), static_cast<size_t>(requests));
    for (const UsageRecorded& one : used) {
        QCOMPARE(one.role, RoleName("Mike"));
        QCOMPARE(one.usage.promptTokens, 100);
        QCOMPARE(one.usage.completionTokens, 20);
    }
    QCOMPARE(session->state()->totalCost(), 0.3 * requests);
}

/// Anthropic's servers say at the beginning what the prompt has; the rest is never heard.
void TestModelCalls::stoppedCallsArePaid()
{
    ServedThrough through = quickRetries();
    through.changed = [](team::ModelConnection& connection) { connection.protocol = team::Protocol::Anthropic; };
    ServedTeam served(R"({"otherwise": {"fault": "silence", "text": "Half of this is heard, and then nothing more."}})",
                      through);
    session::Session* session = served.kit.start(servedTeam({"Mike"}));
    bool isHeard = false;
    connect(session, &session::Session::streamingMessageChanged, this, [&] { isHeard = true; });
    QVERIFY(waitFor([&] { return isHeard; }));
    served.kit.runner(session).stop();
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Stopped; }));
    const auto used = bodiesOf<UsageRecorded>(served.kit.kit.log(session->id()));
    QCOMPARE(used.size(), size_t(1));
    QVERIFY(used.front().usage.promptTokens > 0);
}

void TestModelCalls::eachActionHasAModel()
{
    ServedTeam served(R"({"rules": [{"once": true, "replies": [
        {"tool_calls": [{"name": "reply_to_human", "arguments": {"content": "I begin."}}]}]}], "otherwise": "Done."})");
    team::TeamDefinition team = servedTeam({"Mike"});
    team.roles.front().models = {{team::model_action::quickThink, {{}, "quick"}},
                                 {"tool:reply_to_human", {{}, "reader"}}};
    session::Session* session = served.kit.start(team, "Hello");
    QVERIFY(waitFor([&] { return served.server.chats().size() == 2 && isQuiet(session, *served.kit.teams); }));
    QVERIFY(served.tell(session, "And?"));
    QStringList asked;
    for (const auto& one : served.server.chats())
        asked << QString::fromStdString(one.body.value("model", ""));
    QCOMPARE(asked.join(u' '), QStringLiteral("quick reader quick"));
}

/// One more call, without tools, that the budget would not allow.
void TestModelCalls::leaderSumsUpAtTheBudget()
{
    ServedThrough through;
    through.prices = priceOf("small", 1, 1);
    ServedTeam served(R"({"rules": [{"when": {"any": "is used up, and it ends here"}, "reply": "Half of it is done."}],
        "otherwise": {"usage": {"prompt_tokens": 1, "completion_tokens": 1000000},
            "tool_calls": [{"name": "reply_to_human", "arguments": {"content": "I begin."}}]}})",
                      through);
    team::TeamDefinition team = servedTeam({"Mike", "Bob"});
    team.budget = 0.5;
    session::Session* session = served.kit.start(team, "Hello");
    QVERIFY(waitFor([&] { return isPausedAndAsked(session); }));
    QCOMPARE(served.server.chats().size(), size_t(1));
    answerWith(served, session, 3);
    QVERIFY(waitFor(
        [&] { return session->state()->runState() == RunState::Finished && !served.kit.runner(session).isActing(); }));
    QCOMPARE(spokenIn(served.kit.kit.log(session->id())).back(), std::string("Mike > <human>: Half of it is done."));
    const auto chats = served.server.chats();
    QCOMPARE(chats.size(), size_t(2));
    QVERIFY(!chats.back().body.contains("tools"));
    QVERIFY(session->state()->openQuestions().empty());
    QVERIFY(session->state()->role(RoleName("Mike"))->activity == RoleActivity::Idle);
}

void TestModelCalls::anotherConnectionIsChosen_data()
{
    QTest::addColumn<QString>("connection");
    QTest::addColumn<QString>("model");
    QTest::newRow("it was deleted") << "Gone"
                                    << "small";
    QTest::newRow("none was chosen") << ""
                                     << "";
}

/// From then on it counts for everything the team asks, even after a restart.
void TestModelCalls::anotherConnectionIsChosen()
{
    QFETCH(QString, connection);
    QFETCH(QString, model);
    ServedTeam served(R"({"otherwise": "Here I am."})");
    team::TeamDefinition team = servedTeam({"Mike"});
    team.roles.front().model = {connection.toStdString(), model.toStdString()};
    session::Session* session = served.kit.start(team, "Hello");
    QVERIFY(waitFor([&] { return hasFailed(served, session, "Mike"); }));
    QCOMPARE(served.server.chats().size(), size_t(0));
    const team::ChosenModel chosen{served.providers->connections().front().id, "Home", "large"};
    served.kit.teams->speakThrough(session->id(), chosen);
    QVERIFY(waitFor([&] { return requestsFor(served, "large") == 1 && isQuiet(session, *served.kit.teams); }));
    QCOMPARE(spokenIn(served.kit.kit.log(session->id())).back(), std::string("Mike > <human>: Here I am."));
    const auto rows = bodiesOf<MessagePublished>(served.kit.kit.rows(session->id(), channel::publicOnly));
    QCOMPARE(std::ranges::count_if(rows, [&](const auto& row) { return team::chosenModelIn(row.message) == chosen; }),
             1);
    session = served.restart(session->id());
    QVERIFY(served.tell(session, "And now?"));
    QCOMPARE(requestsFor(served, "large"), size_t(2));
}

} // namespace tst_model_calls

QUARTERDECK_TEST(tst_model_calls, TestModelCalls)
#include "tst_model_calls.moc"
