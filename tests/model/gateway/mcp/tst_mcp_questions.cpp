#include "mcp_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>

namespace tst_mcp_questions {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

const char* const onePixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

AnswerQuestion option(const QuestionId& id, const std::string& label)
{
    AnswerQuestion answer;
    answer.id = id;
    answer.option = label;
    return answer;
}

AnswerQuestion form(const QuestionId& id, const json& values)
{
    AnswerQuestion answer;
    answer.id = id;
    answer.form = JsonValue(values);
    return answer;
}

} // namespace

/// What clients of MCP ask the person, and how the answers come back to them.
class TestMcpQuestions final : public QObject
{
    Q_OBJECT
private slots:
    void aQuestionBecomesACard();
    void ends_data();
    void ends();
    void aPictureGoesBothWays();
    void silenceIsNoConsent();
    void aLateAnswerIsKept();
    void cancellationWithdraws();
    void whoOnlyTakesJsonWaitsForIt();
    void thePersonThinks();
    void nobodyNeedsToWait();
    void aLostConnectionLosesNothing_data();
    void aLostConnectionLosesNothing();
    void whatIsSentAgainIsAskedOnce();
    void anotherClientCanLook();
    void aNameOfTheProgram_isTaken();
    void messagesAreShown();
    void aDeletedSessionBeginsAnew();
    void aFullDiskIsSaid();
    void whatWasDeliveredIsSaidToBeLater();
};

void TestMcpQuestions::aQuestionBecomesACard()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.call("ask_human",
                                    {{"question", "4×4 or 5×5?"},
                                     {"why", "The board."},
                                     {"options", {"4×4", {{"label", "5×5"}, {"description", "harder"}}}},
                                     {"default", "4×4"},
                                     {"urgency", "high"},
                                     {"timeout_s", 3600},
                                     {"schema", nullptr}});
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    const Question& question = open.front().question;
    QCOMPARE(question.text, std::string("4×4 or 5×5?"));
    QCOMPARE(question.reason, std::string("The board."));
    QCOMPARE(question.asker.str(), std::string("tester"));
    QVERIFY(question.options == (std::vector<QuestionOption>{{"4×4", ""}, {"5×5", "harder"}}));
    QCOMPARE(question.defaultOption, std::string("4×4"));
    QVERIFY(question.urgency == Urgency::High);
    QCOMPARE(question.deadline->msSinceEpoch - question.askedAt.msSinceEpoch, std::int64_t(3'600'000));
    QVERIFY(question.schema.isNull());
    const session::SessionSummary& summary = house.kit.hub->summaries().front();
    QVERIFY(summary.kind == SessionKind::Remote);
    QCOMPARE(summary.title, std::string("4×4 or 5×5?"));
    QCOMPARE(summary.source, "mcp:" + client.session.toStdString());
    QCOMPARE(asking->field("Content-Type"), QByteArray("text/event-stream"));
}

void TestMcpQuestions::ends_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("status");
    QTest::addColumn<QString>("answer"); ///< as JSON
    QTest::newRow("an option") << "option"
                               << "answered"
                               << R"("yes")";
    QTest::newRow("own words") << "words"
                               << "answered"
                               << R"("neither \u2713")";
    QTest::newRow("declined") << "declined"
                              << "declined"
                              << "null";
    QTest::newRow("withdrawn") << "withdrawn"
                               << "withdrawn"
                               << "null";
    QTest::newRow("a form") << "form"
                            << "answered"
                            << R"({"n": 7})";
}

void TestMcpQuestions::ends()
{
    QFETCH(QString, how);
    QFETCH(QString, status);
    QFETCH(QString, answer);
    McpHouse house;
    const McpClient client(house.port());
    json arguments = {{"question", "Shall I?"}};
    if (how == QStringLiteral("form"))
        arguments["schema"] = json::parse(R"({"type": "object", "properties": {"n": {"type": "integer"}}})");
    else
        arguments["options"] = {"yes", "no"};
    const auto asking = client.call("ask_human", arguments);
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    const QuestionId id = open.front().question.id;
    const std::map<QString, Intent> intents = {{QStringLiteral("option"), option(id, "yes")},
                                               {QStringLiteral("words"), words(id, "neither \xe2\x9c\x93")},
                                               {QStringLiteral("declined"), DeclineQuestion{id}},
                                               {QStringLiteral("withdrawn"), WithdrawQuestion{id}},
                                               {QStringLiteral("form"), form(id, {{"n", 7}})}};
    QVERIFY(!house.kit.submit(house.session(), intents.at(how)).error);
    const json response = asking->streamed();
    QCOMPARE(response["id"], json(1));
    const json given = structuredIn(response);
    QCOMPARE(given["status"], json(status.toStdString()));
    QCOMPARE(given["answer"], json::parse(answer.toStdString()));
    QCOMPARE(given["question_id"], json(id.str()));
    QCOMPARE(given["answered_at"].is_string(), status == QStringLiteral("answered"));
    QVERIFY(given["waited_s"].is_number());
    QCOMPARE(json::parse(response["result"]["content"][0]["text"].get<std::string>()), given);
    QVERIFY(!response["result"].contains("isError"));
    // It has the answer: the log says so.
    QVERIFY(waitFor([&] { return house.session()->state()->undeliveredAnswers().empty(); }));
    QCOMPARE(structuredIn(client.call("check_answer", {{"question_id", id.str()}})->json()), given);
}

void TestMcpQuestions::aPictureGoesBothWays()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.call(
        "ask_human", {{"question", "Like this?"}, {"images", {std::string("data:image/gif;base64,") + onePixel}}});
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    QCOMPARE(open.front().question.images.size(), std::size_t(1));
    const MediaBlock picture = open.front().question.images.front();
    QCOMPARE(picture.source.mediaType, std::string("image/png")); // by its content
    AnswerQuestion answer = words(open.front().question.id, "like that");
    answer.content.emplace_back(picture);
    QVERIFY(!house.kit.submit(house.session(), answer).error);
    const json content = asking->streamed()["result"]["content"];
    QCOMPARE(content.size(), std::size_t(2));
    QCOMPARE(content[1], json({{"type", "image"}, {"mimeType", "image/png"}, {"data", onePixel}}));
}

void TestMcpQuestions::silenceIsNoConsent()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.call(
        "ask_human", {{"question", "Shall I?"}, {"options", {"yes"}}, {"default", "yes"}, {"timeout_s", 1}});
    const json given = structuredIn(asking->streamed());
    QCOMPARE(given["status"], json("timed_out"));
    QVERIFY(given["answer"].is_null() && given["answered_at"].is_null());
    QVERIFY(given["waited_s"].get<double>() >= 1.0);
}

void TestMcpQuestions::aLateAnswerIsKept()
{
    McpHouse house;
    const McpClient client(house.port());
    const json given = structuredIn(client.call("ask_human", {{"question", "Shall I?"}, {"timeout_s", 1}})->streamed());
    const QuestionId id(given["question_id"].get<std::string>());
    QVERIFY(!house.kit.submit(house.session(), words(id, "yes, do")).error);
    const json later = structuredIn(client.call("check_answer", {{"question_id", id.str()}})->json());
    QCOMPARE(later["status"], json("timed_out"));
    QVERIFY(later["answer"].is_null());
    QVERIFY(QString::fromStdString(later["late_answer"]).endsWith(QStringLiteral("yes, do")));
}

void TestMcpQuestions::cancellationWithdraws()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.send(McpClient::calling("ask_human", {{"question", "Shall I?"}}, "q1"));
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    const json cancelled = {
        {"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "q1"}}}};
    QCOMPARE(client.send(cancelled)->status(), 202);
    QVERIFY(asking->streamed().is_null()); // the stream ends without a response
    QVERIFY(waitFor([&] { return house.session()->state()->openQuestions().empty(); })); // it is stored later
    QCOMPARE(structuredIn(client.call("check_answer", {{"question_id", open.front().question.id.str()}})->json())
                 .value("status", ""),
             std::string("withdrawn"));
}

void TestMcpQuestions::whoOnlyTakesJsonWaitsForIt()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.send(McpClient::calling("ask_human", {{"question", "Shall I?"}}), "application/json");
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    QVERIFY(asking->read().isEmpty());
    QVERIFY(!house.kit.submit(house.session(), words(open.front().question.id, "yes")).error);
    QCOMPARE(structuredIn(asking->json())["answer"], json("yes"));
    QCOMPARE(asking->field("Content-Type"), QByteArray("application/json"));
}

void TestMcpQuestions::thePersonThinks()
{
    QVERIFY(gateway::mcp::McpServer::Times().beat == std::chrono::seconds(10)); // most give up after 60
    McpHouse house;
    const McpClient client(house.port());
    const auto asking =
        client.send(McpClient::calling("ask_human", {{"question", "Shall I?"}}, 5, {{"progressToken", "token 1"}}));
    QVERIFY(waitFor([&] { return asking->events().size() >= 3; }));
    const std::string id = house.questions().front().question.id.str();
    double before = -1;
    for (const json& event : asking->events()) {
        QCOMPARE(event["method"], json("notifications/progress"));
        QCOMPARE(event["params"]["progressToken"], json("token 1"));
        QCOMPARE(event["params"]["_meta"]["quarterdeck/question_id"], json(id));
        QVERIFY(event["params"]["progress"].get<double>() > before);
        before = event["params"]["progress"].get<double>();
    }
    const auto silent = client.call("ask_human", {{"question", "And without a token?"}});
    QVERIFY(waitFor([&] { return silent->read().count("\n: ") >= 2; })); // comments only
    QVERIFY(silent->events().empty());
}

void TestMcpQuestions::nobodyNeedsToWait()
{
    McpHouse house;
    const McpClient client(house.port());
    const json asked = structuredIn(client.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}})->json());
    QCOMPARE(asked["status"], json("open"));
    QVERIFY(asked["answer"].is_null());
    const json id = asked["question_id"];
    QCOMPARE(structuredIn(client.call("check_answer", {{"question_id", id}})->json())["status"], json("open"));
    const auto waiting = client.call("check_answer", {{"question_id", id}, {"wait_s", 0.05}});
    QCOMPARE(structuredIn(waiting->streamed())["status"], json("open"));
    const auto longer = client.call("check_answer", {{"question_id", id}, {"wait_s", 600}});
    QVERIFY(waitFor([&] { return longer->read().contains("event-stream"); }));
    QVERIFY(!house.kit.submit(house.session(), words(QuestionId(id.get<std::string>()), "yes")).error);
    QCOMPARE(structuredIn(longer->streamed())["answer"], json("yes"));
    QVERIFY(house.waitForQuestions(0));
}

void TestMcpQuestions::aLostConnectionLosesNothing_data()
{
    QTest::addColumn<bool>("isRestarted");
    QTest::addColumn<bool>("isAnsweredBefore");
    for (const bool isRestarted : {false, true})
        for (const bool isAnsweredBefore : {false, true})
            QTest::addRow("%s, answered %s", isRestarted ? "restarted" : "hung up",
                          isAnsweredBefore ? "meanwhile" : "afterwards")
                << isRestarted << isAnsweredBefore;
}

void TestMcpQuestions::aLostConnectionLosesNothing()
{
    QFETCH(bool, isRestarted);
    QFETCH(bool, isAnsweredBefore);
    McpHouse house;
    const McpClient client(house.port());
    const auto asking =
        client.send(McpClient::calling("ask_human", {{"question", "Shall I?"}}, "ask", {{"progressToken", 7}}));
    QVERIFY(waitFor([&] { return asking->events().size() >= 2; }));
    const QuestionId id = house.questions().front().question.id;
    asking->hangUp();
    const auto say = [&] { return !house.kit.submit(house.session(), words(id, "yes")).error; };
    if (isAnsweredBefore)
        QVERIFY(say());
    if (isRestarted)
        house.restart();
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    const auto resumed = client.resume(asking->lastEventId());
    if (!isAnsweredBefore) {
        QVERIFY(waitFor([&] { return !resumed->events().empty(); }));
        QCOMPARE(resumed->events().front()["params"]["progressToken"], json(7));
        QCOMPARE(house.questions().size(), std::size_t(1)); // still the same one
        QVERIFY(say());
    }
    const json response = resumed->streamed();
    QCOMPARE(response["id"], json("ask"));
    QCOMPARE(structuredIn(response)["answer"], json("yes"));
    QCOMPARE(structuredIn(client.call("check_answer", {{"question_id", id.str()}})->json())["answer"], json("yes"));
}

void TestMcpQuestions::whatIsSentAgainIsAskedOnce()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = [&](const char* key, const char* question = "Shall I?") {
        return client.send(McpClient::calling("ask_human", {{"question", question}}, 1, {{"quarterdeck/key", key}}));
    };
    const auto first = asking("one");
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    const auto again = asking("one");
    QVERIFY(waitFor([&] { return again->read().contains("event-stream"); }));
    QCOMPARE(house.questions().size(), std::size_t(1));
    const auto other = asking("two", "And then?");
    QCOMPARE(house.questions(2).size(), std::size_t(2));
    QVERIFY(!house.kit.submit(house.session(), words(open.front().question.id, "yes")).error);
    QCOMPARE(structuredIn(first->streamed())["answer"], json("yes"));
    QCOMPARE(structuredIn(again->streamed())["answer"], json("yes"));
    QCOMPARE(structuredIn(asking("one")->json())["answer"], json("yes"));
}

void TestMcpQuestions::anotherClientCanLook()
{
    McpHouse house;
    std::string id;
    {
        const McpClient client(house.port());
        id = structuredIn(client.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}})->json())["question_id"];
    }
    house.restart();
    const McpClient next(house.port()); // the agent was started anew
    QVERIFY(!house.kit.submit(house.session(), words(QuestionId(id), "yes")).error);
    QCOMPARE(structuredIn(next.call("check_answer", {{"question_id", id}})->json())["answer"], json("yes"));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QVERIFY(next.result("check_answer", {{"question_id", id.substr(0, 11) + "x" + id.substr(12)}})["isError"]);
}

/// A client can be called as it likes, and is not refused for it.
void TestMcpQuestions::aNameOfTheProgram_isTaken()
{
    McpHouse house;
    const McpClient client(house.port());
    const json posted =
        client.result("post_message", {{"from", "Quarterdeck"}, {"to", {"QUARTERDECK"}}, {"text", "The run is over."}});
    QVERIFY2(posted.contains("structuredContent"), posted.dump().c_str());
    std::vector<Message> messages;
    for (const session::Event& event : house.kit.log(house.session()->id()))
        if (const auto* published = std::get_if<MessagePublished>(&event.body))
            messages.push_back(published->message);
    QCOMPARE(messages.size(), std::size_t(1));
    QCOMPARE(messages[0].sentFrom.str(), std::string("Quarterdeck (another program)"));
    QVERIFY(messages[0].sendTo == (AddressSet{Address("QUARTERDECK (another program)")}));
}

void TestMcpQuestions::messagesAreShown()
{
    McpHouse house;
    const McpClient client(house.port());
    std::vector<gateway::UserNotification> notices;
    connect(house.server.get(), &gateway::mcp::McpServer::userNotified, this,
            [&](const gateway::UserNotification& notice) { notices.push_back(notice); });
    QVERIFY(
        client.result("notify_human", {{"text", "It is done."}, {"level", "warning"}}).contains("structuredContent"));
    house.kit.library->refuseAppends(1);
    QVERIFY(client.result("notify_human", {{"text", "It is lost."}})["isError"]);
    const json posted = client.result(
        "post_message", {{"from", "Alice"}, {"to", {"Bob", "human"}}, {"text", "Look"}, {"images", {onePixel}}});
    QVERIFY2(posted.contains("structuredContent"), posted.dump().c_str());
    QVERIFY(client.result("post_message", {{"from", "Bob"}, {"text", "To nobody"}}).contains("structuredContent"));
    // Unknown levels, and words between agents, alert nobody.
    QCOMPARE(notices.size(), std::size_t(1));
    QCOMPARE(notices.front().session, house.session()->id());
    QCOMPARE(notices.front().program, std::string("tester"));
    QCOMPARE(notices.front().text, std::string("It is done."));
    QVERIFY(notices.front().level == gateway::UserNotification::Level::Warning);
    std::vector<Message> messages;
    std::vector<Route> routes;
    for (const session::Event& event : house.kit.log(house.session()->id()))
        if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
            messages.push_back(published->message);
            routes.push_back(published->route);
        }
    QCOMPARE(messages.size(), std::size_t(3));
    QCOMPARE(textOf(messages[0]), std::string("It is done."));
    QVERIFY(messages[0].sendTo == AddressSet{address::person});
    QCOMPARE(messages[0].metadata.json()["level"], json("warning"));
    QCOMPARE(messages[0].sentFrom.str(), std::string("tester"));
    QCOMPARE(messages[1].sentFrom.str(), std::string("Alice"));
    QVERIFY(messages[1].sendTo == (AddressSet{Address("Bob"), address::person}));
    QVERIFY(hasBlock<MediaBlock>(messages[1]));
    QCOMPARE(messages[1].id.str(), posted["structuredContent"]["message_id"].get<std::string>());
    QCOMPARE(routes[1].deliveries.size(), std::size_t(1));
    QCOMPARE(routes[1].deliveries.front().role.str(), std::string("Bob"));
    QVERIFY(messages[2].sendTo == AddressSet{address::none});
    QVERIFY(house.session()->state()->role(RoleName("Alice")));
}

void TestMcpQuestions::aDeletedSessionBeginsAnew()
{
    McpHouse house;
    const McpClient client(house.port());
    QVERIFY(client.result("notify_human", {{"text", "one"}}).contains("structuredContent"));
    const session::SessionId id = house.session()->id();
    QVERIFY(house.removeSession());
    QVERIFY(client.result("notify_human", {{"text", "two"}}).contains("structuredContent"));
    QVERIFY(house.session() != nullptr && house.session()->id() != id);
}

void TestMcpQuestions::aFullDiskIsSaid()
{
    McpHouse house;
    const McpClient client(house.port());
    QVERIFY(client.result("notify_human", {{"text", "one"}}).contains("structuredContent"));
    house.kit.library->refuseAppends(1);
    const json result = client.result("ask_human", {{"question", "Shall I?"}});
    QCOMPARE(result["isError"], json(true));
    QCOMPARE(result["content"][0]["text"], json(ScriptedLibrary::diskFull().sentence));
}

/// It could not be stored at once.
void TestMcpQuestions::whatWasDeliveredIsSaidToBeLater()
{
    McpHouse house;
    const McpClient client(house.port());
    const json asked = structuredIn(client.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}})->json());
    const QuestionId id(asked["question_id"].get<std::string>());
    QVERIFY(!house.kit.submit(house.session(), words(id, "yes")).error);
    house.kit.library->refuseAppends(1);
    QCOMPARE(structuredIn(client.call("check_answer", {{"question_id", id.str()}})->json())["answer"], json("yes"));
    QVERIFY(waitFor([&] { return house.session()->state()->undeliveredAnswers().empty(); }));
}

} // namespace tst_mcp_questions

QUARTERDECK_TEST(tst_mcp_questions, TestMcpQuestions)
#include "tst_mcp_questions.moc"
