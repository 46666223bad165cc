#include "bridge_program.h"
#include "held_server.h"
#include "mcp_gateway.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace tst_mcp_bridge {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

/// Clients that start their tools themselves.
class TestMcpBridge final : public QObject
{
    Q_OBJECT
private slots:
    void aQuestionIsAnswered();
    void whatComesBeforeInitializeIsAnsweredAtOnce();
    void whatIsSaidComesAsItIs();
    void aTextThatWasCutWithinAnEmoji();
    void eachOfABatchIsAnswered();
    void anAnswerOutlivesARestart_data();
    void anAnswerOutlivesARestart();
    void whatNobodyHeardOfIsAskedOnce();
    void aForgottenSessionIsMadeAnew();
    void manyQuestionsAtOnce();
    void cancellationComesThrough();
    void cancellationOutlivesARestart();
    void nobodyWaitsToCancelOnly();
    void whatIsCancelledBeforeItIsSentIsNotAsked_data();
    void whatIsCancelledBeforeItIsSentIsNotAsked();
    void theEndWithdrawsNothing_data();
    void theEndWithdrawsNothing();
    void whoIsKilledAndAsksAgainIsAskedFor_data();
    void whoIsKilledAndAsksAgainIsAskedFor();
    void anotherRunFindsTheAnswer();
    void whoAsksNothingSaysGoodbye();
};

void TestMcpBridge::aQuestionIsAnswered()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.sayLine("{ what");
    QCOMPARE(bridge.nextLine()["error"]["code"], json(-32700));
    bridge.initialize();
    QCOMPARE(bridge.nextLine()["result"]["protocolVersion"], json("2025-06-18"));
    bridge.say({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}});
    bridge.say({{"jsonrpc", "2.0"}, {"id", "p"}, {"method", "ping"}});
    QCOMPARE(bridge.nextLine(), json::parse(R"({"jsonrpc": "2.0", "id": "p", "result": {}})"));
    bridge.ask("q", "Shall I?");
    const QuestionId id = house.asked("Shall I?");
    QVERIFY(!id.isEmpty());
    QVERIFY(house.answer(id, "yes \xe2\x9c\x93"));
    const json response = bridge.nextLine(); // nothing before it: the client wants no progress told
    QCOMPARE(response["id"], json("q"));
    QCOMPARE(response["result"]["structuredContent"]["answer"], json("yes \xe2\x9c\x93"));
    QCOMPARE(house.kit.hub->summaries().front().title, std::string("Shall I?"));
}

/// By the bridge itself: clients that ask first what a server knows wait for nothing else.
void TestMcpBridge::whatComesBeforeInitializeIsAnsweredAtOnce()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.say({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "server/discover"}});
    const json refused = bridge.nextLine();
    QCOMPARE(refused["id"], json(1));
    QCOMPARE(refused["error"]["code"], json(-32601));
    bridge.say({{"jsonrpc", "2.0"}, {"method", "notifications/odd"}}); // of which nobody hears
    bridge.say({{"jsonrpc", "2.0"}, {"id", "p"}, {"method", "ping"}});
    QCOMPARE(bridge.nextLine(), json::parse(R"({"jsonrpc": "2.0", "id": "p", "result": {}})"));
    bridge.initialize();
    QCOMPARE(bridge.nextLine()["result"]["protocolVersion"], json("2025-06-18"));
}

/// Even if it is not sent as a stream.
void TestMcpBridge::whatIsSaidComesAsItIs()
{
    const std::string said = "def f():\n    return  1\n\ttwice  ";
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    bridge.ask("q", "How?");
    const QuestionId id = house.asked("How?");
    QVERIFY(house.answer(id, said));
    QCOMPARE(bridge.nextLine()["result"]["structuredContent"]["answer"], json(said));
    bridge.call("again", "check_answer", {{"question_id", id.str()}});
    QCOMPARE(bridge.nextLine()["result"]["structuredContent"]["answer"], json(said));
}

void TestMcpBridge::aTextThatWasCutWithinAnEmoji()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    bridge.sayLine(R"({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "ask_human", )"
                   R"("arguments": {"question": "Well \ud83d"}}})");
    QVERIFY(waitFor([&] { return house.openQuestions() == 1; }));
    const auto& open = house.kit.hub->summaries().front().openQuestions.front();
    QVERIFY2(open.question.text.starts_with("Well "), open.question.text.c_str());
    QVERIFY(house.answer(open.question.id, "yes"));
    const json response = bridge.nextLine();
    QCOMPARE(response["id"], json(3));
    QCOMPARE(response["result"]["structuredContent"]["answer"], json("yes"));
}

void TestMcpBridge::eachOfABatchIsAnswered()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    bridge.sayLine(R"([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 1, "method": "ping"}])");
    for (int answered = 0; answered < 2; ++answered)
        QCOMPARE(bridge.nextLine(), json::parse(R"({"jsonrpc": "2.0", "id": 1, "result": {}})"));
    for (const char* none : {"[]", "7", "[7]"}) {
        bridge.sayLine(none);
        QCOMPARE(bridge.nextLine()["error"]["code"], json(-32600));
    }
    bridge.sayLine(R"({"jsonrpc": "2.0", "id": 2, "method": 5})");
    QVERIFY(bridge.nextLine().contains("error"));
    bridge.say({{"jsonrpc", "2.0"}, {"id", 4}, {"method", "ping"}});
    QCOMPARE(bridge.nextLine()["id"], json(4));
}

void TestMcpBridge::anAnswerOutlivesARestart_data()
{
    QTest::addColumn<bool>("isAnsweredBefore");
    QTest::addColumn<bool>("hasToken");
    // The client may or may not have heard that it was asked.
    QTest::newRow("answered after it") << false << false;
    QTest::newRow("answered after it, with progress") << false << true;
    QTest::newRow("answered before the client knows") << true << false;
}

void TestMcpBridge::anAnswerOutlivesARestart()
{
    QFETCH(bool, isAnsweredBefore);
    QFETCH(bool, hasToken);
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    bridge.ask(7, "Shall I?", hasToken ? json{{"progressToken", "t"}} : json());
    const QuestionId id = house.asked("Shall I?");
    QVERIFY(!id.isEmpty());
    if (hasToken)
        QCOMPARE(bridge.nextLine()["params"]["progressToken"], json("t"));
    house.close();
    house.kit.hub->start();
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    if (isAnsweredBefore)
        QVERIFY(house.answer(id, "yes"));
    house.open(house.port);
    if (hasToken)
        QCOMPARE(bridge.nextLine()["params"]["progressToken"], json("t"));
    if (!isAnsweredBefore)
        QVERIFY(house.answer(id, "yes"));
    const json response = bridge.nextLine();
    QCOMPARE(response["id"], json(7));
    QCOMPARE(response["result"]["structuredContent"]["answer"], json("yes"));
    QCOMPARE(response["result"]["structuredContent"]["question_id"], json(id.str())); // it was not asked twice
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
}

/// The connection breaks after the question is stored, and before the client hears of it.
void TestMcpBridge::whatNobodyHeardOfIsAskedOnce()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    bridge.say({{"jsonrpc", "2.0"},
                {"id", 1},
                {"method", "tools/call"},
                {"params", {{"name", "notify_human"}, {"arguments", {{"text", "hello"}}}}}});
    QCOMPARE(bridge.nextLine()["id"], json(0));
    QCOMPARE(bridge.nextLine()["id"], json(1));
    house.kit.settle();
    house.kit.library->holdWrites();
    bridge.ask(2, "Shall I?");
    QVERIFY(waitFor([&] { return house.kit.library->heldWrites() > 0; }));
    house.server.reset();
    house.kit.library->releaseWrites();
    house.kit.settle();
    house.close();
    house.open(house.port);
    const QuestionId id = house.asked("Shall I?");
    QVERIFY(house.answer(id, "yes"));
    const json response = bridge.nextLine();
    QVERIFY2(response.is_object(), "It was asked a second time.");
    QCOMPARE(response.value("id", json()), json(2));
    QCOMPARE(response.value("result", json::object())["structuredContent"]["question_id"], json(id.str()));
    QCOMPARE(house.openQuestions(), std::size_t(0));
}

void TestMcpBridge::aForgottenSessionIsMadeAnew()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    house.close(); // nothing was kept of a client that only connected
    house.open(house.port);
    bridge.ask(1, "Shall I?");
    const QuestionId id = house.asked("Shall I?");
    QVERIFY(!id.isEmpty());
    QVERIFY(house.answer(id, "yes"));
    QCOMPARE(bridge.nextLine()["result"]["structuredContent"]["answer"], json("yes"));
}

void TestMcpBridge::manyQuestionsAtOnce()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    constexpr int count = 12;
    for (int i = 0; i < count; ++i)
        bridge.ask(i, qPrintable(QStringLiteral("Question %1?").arg(i)));
    for (int i = count - 1; i >= 0; --i) {
        const QuestionId id = house.asked("Question " + std::to_string(i) + "?");
        QVERIFY(!id.isEmpty());
        QVERIFY(house.answer(id, std::to_string(i)));
        const json response = bridge.nextLine();
        QCOMPARE(response["id"], json(i));
        QCOMPARE(response["result"]["structuredContent"]["answer"], json(std::to_string(i)));
    }
}

void TestMcpBridge::cancellationComesThrough()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    bridge.ask("q", "Shall I?");
    QVERIFY(!house.asked("Shall I?").isEmpty());
    bridge.say({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "q"}}}});
    QVERIFY(waitFor([&] { return house.openQuestions() == 0; }));
    bridge.say({{"jsonrpc", "2.0"}, {"id", 2}, {"method", "ping"}});
    QCOMPARE(bridge.nextLine()["id"], json(2)); // the one that was cancelled is answered by nothing
}

/// Nothing starts Quarterdeck here: it comes back by itself.
void TestMcpBridge::cancellationOutlivesARestart()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    bridge.ask("q", "Shall I?", {{"progressToken", "t"}});
    QVERIFY(!house.asked("Shall I?").isEmpty());
    QVERIFY(!bridge.nextLine().is_null()); // it waits
    house.close();
    bridge.say({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "q"}}}});
    bridge.say({{"jsonrpc", "2.0"}, {"id", 2}, {"method", "ping"}});
    QVERIFY(bridge.nextLine().contains("error")); // it was looked for, and is not there
    house.open(house.port);
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    QVERIFY(waitFor([&] { return house.openQuestions() == 0; }));
    bridge.say({{"jsonrpc", "2.0"}, {"id", 3}, {"method", "ping"}});
    QCOMPARE(bridge.nextLine()["id"], json(3)); // the one that was cancelled is answered by nothing
}

void TestMcpBridge::nobodyWaitsToCancelOnly()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    bridge.ask("q", "Shall I?", {{"progressToken", "t"}});
    QVERIFY(!bridge.nextLine().is_null()); // it waits
    house.close();
    bridge.say({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "q"}}}});
    bridge.sayNoMore();
    QCOMPARE(bridge.exitCode(), 0);
}

void TestMcpBridge::whatIsCancelledBeforeItIsSentIsNotAsked_data()
{
    QTest::addColumn<bool>("isSentBefore"); ///< and broken off
    QTest::newRow("while Quarterdeck is looked for") << false;
    QTest::newRow("while it waits to be sent again") << true;
}

/// The cancellation would arrive first, or on another connection: nobody would wait for what is asked then.
void TestMcpBridge::whatIsCancelledBeforeItIsSentIsNotAsked()
{
    QFETCH(const bool, isSentBefore);
    McpGateway house; // whose token is shown
    HeldServer server;
    BridgeProgram bridge(server.port());
    bridge.initialize();
    QCOMPARE(bridge.nextLine()["id"], json(0));
    if (!isSentBefore)
        server.hold();
    bridge.ask("q", "Shall I?");
    if (isSentBefore) {
        QVERIFY(waitFor([&] { return server.calls > 0; }));
        server.hold();
    }
    QVERIFY(waitFor([&] { return server.isLookedFor(); }));
    const int calls = server.calls;
    bridge.say({{"jsonrpc", "2.0"}, {"method", "notifications/cancelled"}, {"params", {{"requestId", "q"}}}});
    bridge.sayLine("{ what");
    QCOMPARE(bridge.nextLine()["error"]["code"], json(-32700)); // it has read what was said before
    server.release();
    QVERIFY(waitFor([&] { return server.cancellations == 1; }));
    bridge.say({{"jsonrpc", "2.0"}, {"id", "p"}, {"method", "ping"}});
    QCOMPARE(bridge.nextLine()["id"], json("p"));
    QCOMPARE(server.calls, calls);
}

void TestMcpBridge::theEndWithdrawsNothing_data()
{
    QTest::addColumn<bool>("isAskedBefore");
    QTest::newRow("after the question is asked") << true;
    QTest::newRow("before it is asked") << false;
}

void TestMcpBridge::theEndWithdrawsNothing()
{
    QFETCH(const bool, isAskedBefore);
    McpGateway house;
    {
        BridgeProgram bridge(house.port);
        bridge.initialize();
        bridge.ask(1, "Shall I?"); // it does not wait for the welcome
        if (isAskedBefore) {
            QCOMPARE(bridge.nextLine()["id"], json(0));
            QVERIFY(!house.asked("Shall I?").isEmpty());
        }
        bridge.sayNoMore();
        QCOMPARE(bridge.exitCode(), 0);
    }
    QCOMPARE(house.openQuestions(), std::size_t(1));
}

void TestMcpBridge::whoIsKilledAndAsksAgainIsAskedFor_data()
{
    QTest::addColumn<bool>("isAnsweredBefore");
    QTest::addColumn<bool>("isRestarted"); ///< the gateway
    QTest::newRow("answered by the next") << false << false;
    QTest::newRow("answered meanwhile") << true << false;
    QTest::newRow("answered by the next, of a new gateway") << false << true;
    QTest::newRow("answered meanwhile, before a new gateway") << true << true;
}

/// The person sees one question, and the restarted program has the answer.
void TestMcpBridge::whoIsKilledAndAsksAgainIsAskedFor()
{
    QFETCH(const bool, isAnsweredBefore);
    QFETCH(const bool, isRestarted);
    McpGateway house;
    const auto isProcessKnown = [&] {
        return waitFor([&] {
            return std::ranges::any_of(house.server->programs(),
                                       [](const auto& one) { return one.isHere && !one.heard; });
        });
    };
    QuestionId id;
    {
        BridgeProgram bridge(house.port);
        bridge.initialize();
        QVERIFY(!bridge.nextLine().is_null());
        bridge.ask(1, "Shall I?", {{"progressToken", "t"}});
        id = house.asked("Shall I?");
        QVERIFY(!bridge.nextLine().is_null()); // it waits
        QVERIFY(isProcessKnown());
        bridge.kill();
    }
    const auto runState = [&] {
        const auto& all = house.kit.hub->summaries();
        return all.size() == 1 ? all.front().runState : RunState::NotStarted;
    };
    QVERIFY(waitFor([&] { return runState() == RunState::Stopped; })); // at once, and not after minutes
    if (isAnsweredBefore)
        QVERIFY(house.answer(id, "yes"));
    if (isRestarted) {
        house.close();
        house.open(house.port);
    }
    BridgeProgram again(house.port);
    again.initialize();
    QVERIFY(!again.nextLine().is_null());
    again.ask(1, "Shall I?");
    if (!isAnsweredBefore) {
        QVERIFY(waitFor([&] { return runState() == RunState::Running; }));
        QCOMPARE(house.openQuestions(), std::size_t(1));
        QVERIFY(house.answer(id, "yes"));
    }
    const json given = again.nextLine()["result"]["structuredContent"];
    QCOMPARE(given["answer"], json("yes"));
    QCOMPARE(given["question_id"], json(id.str()));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
}

/// The call has ended with "open", so the program says goodbye when its client closes the stream.
void TestMcpBridge::anotherRunFindsTheAnswer()
{
    McpGateway house;
    QString id;
    {
        BridgeProgram bridge(house.port);
        bridge.initialize();
        QVERIFY(!bridge.nextLine().is_null());
        bridge.call(1, "ask_human", {{"question", "Shall I?"}, {"wait_s", 0}});
        const json given = bridge.nextLine()["result"]["structuredContent"];
        QCOMPARE(given["status"], json("open"));
        id = QString::fromStdString(given["question_id"]);
        bridge.sayNoMore();
        QCOMPARE(bridge.exitCode(), 0);
    }
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().front().runState == RunState::Stopped; }));
    QCOMPARE(house.openQuestions(), std::size_t(1));
    BridgeProgram later(house.port);
    later.initialize();
    QVERIFY(!later.nextLine().is_null());
    later.call(1, "check_answer", {{"question_id", id.toStdString()}});
    QCOMPARE(later.nextLine()["result"]["structuredContent"]["status"], json("open"));
    QVERIFY(house.answer(QuestionId(id.toStdString()), "yes"));
    later.call(2, "check_answer", {{"question_id", id.toStdString()}});
    QCOMPARE(later.nextLine()["result"]["structuredContent"]["answer"], json("yes"));
}

void TestMcpBridge::whoAsksNothingSaysGoodbye()
{
    McpGateway house;
    BridgeProgram bridge(house.port);
    bridge.initialize();
    bridge.say({{"jsonrpc", "2.0"},
                {"id", 1},
                {"method", "tools/call"},
                {"params", {{"name", "notify_human"}, {"arguments", {{"text", "done"}}}}}});
    bridge.sayNoMore();
    QCOMPARE(bridge.nextLine()["id"], json(0));
    QVERIFY(bridge.nextLine()["result"].contains("structuredContent"));
    QCOMPARE(bridge.exitCode(), 0);
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().front().runState == RunState::Stopped; }));
}

} // namespace tst_mcp_bridge

QUARTERDECK_TEST(tst_mcp_bridge, TestMcpBridge)
#include "tst_mcp_bridge.moc"
