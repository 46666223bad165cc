#include "mcp_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <random>

namespace tst_mcp_server {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

json request(const char* method, const json& params = json::object())
{
    return {{"jsonrpc", "2.0"}, {"id", "a"}, {"method", method}, {"params", params}};
}

QByteArray text(const json& message) { return QByteArray::fromStdString(message.dump()); }

} // namespace

/// Clients of MCP over HTTP, byte for byte.
class TestMcpServer final : public QObject
{
    Q_OBJECT
private slots:
    void versions_data();
    void versions();
    void bytes_data();
    void bytes();
    void answers_data();
    void answers();
    void whoOnlyConnectsLeavesNothing();
    void goodbye();
    void whoFallsSilentIsGone();
    void whoIsNotThereAfterARestartIsGone();
    void anyBytes();
    void aToolsListFitsTheVersion();
    void batches();
    void aLoneSurrogateComesBack();
};

void TestMcpServer::versions_data()
{
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<QByteArray>("given");
    for (const char* known : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
        QTest::newRow(known) << QByteArray(known) << QByteArray(known);
    QTest::newRow("an older one") << QByteArray("2024-10-07") << QByteArray("2025-11-25");
    QTest::newRow("a newer one") << QByteArray("2031-01-01") << QByteArray("2025-11-25");
}

void TestMcpServer::versions()
{
    QFETCH(QByteArray, wanted);
    QFETCH(QByteArray, given);
    McpHouse house;
    McpWire wire(house.port());
    wire.send(mcpPost(initializing(wanted), {}));
    const json answer = wire.json();
    QCOMPARE(wire.field("Content-Type"), QByteArray("application/json"));
    QCOMPARE(wire.field("Mcp-Session-Id").size(), 32);
    QCOMPARE(answer["id"], json(0));
    QCOMPARE(answer["result"]["protocolVersion"], json(given.toStdString()));
    QCOMPARE(answer["result"]["serverInfo"]["name"], json("quarterdeck"));
    QVERIFY(answer["result"]["capabilities"].contains("tools"));
    QVERIFY(answer["result"]["capabilities"].contains("logging"));
}

void TestMcpServer::bytes_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    const QByteArray session = "Mcp-Session-Id: SESSION\r\n";
    const QByteArray ping = text(request("ping"));
    const QByteArray good = mcpPost(ping, session);
    const auto changed = [&](const char* from, const char* to) { return QByteArray(good).replace(from, to); };
    QTest::newRow("a ping") << good << 200;
    QTest::newRow("no token") << changed("Authorization: Bearer the token\r\n", "") << 401;
    QTest::newRow("a wrong token") << changed("the token", "the tokem") << 401;
    QTest::newRow("a web page") << mcpPost(ping, session + "Origin: https://canary.invalid\r\n") << 403;
    QTest::newRow("its own page") << mcpPost(ping, session + "Origin: http://localhost\r\n") << 200;
    QTest::newRow("another host") << changed("Host: localhost", "Host: canary.invalid") << 403;
    QTest::newRow("no session") << mcpPost(ping, {}) << 400;
    QTest::newRow("an unknown session") << changed("SESSION", "00000000000000000000000000000000") << 404;
    QTest::newRow("an unknown version") << mcpPost(ping, session + "MCP-Protocol-Version: 2020-01-01\r\n") << 400;
    QTest::newRow("an older version") << mcpPost(ping, session + "MCP-Protocol-Version: 2025-06-18\r\n") << 200;
    QTest::newRow("takes neither") << mcpPost(ping, session, "text/html") << 406;
    QTest::newRow("takes it in the second line")
        << mcpPost(ping, session, "text/html\r\nAccept: Text/Event-Stream") << 200;
    QTest::newRow("takes anything") << mcpPost(ping, session, "*/*") << 200;
    QTest::newRow("a form") << changed("application/json\r\nAuth", "text/plain\r\nAuth") << 415;
    QTest::newRow("no JSON") << mcpPost("{", session) << 400;
    QTest::newRow("no JSON-RPC") << mcpPost(R"({"id": 1, "method": "ping"})", session) << 400;
    QTest::newRow("deep JSON") << mcpPost(QByteArray(5000, '['), session) << 400;
    QTest::newRow("a batch") << mcpPost("[" + ping + "]", session + "MCP-Protocol-Version: 2025-11-25\r\n") << 400;
    QTest::newRow("an empty batch") << mcpPost("[]", session) << 400;
    QTest::newRow("no version asked for")
        << mcpPost(R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})", {}) << 400;
    QTest::newRow("a notification") << mcpPost(R"({"jsonrpc": "2.0", "method": "notifications/initialized"})", session)
                                    << 202;
    QTest::newRow("an unknown cancellation")
        << mcpPost(R"({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}})", session)
        << 202;
    QTest::newRow("a response") << mcpPost(R"({"jsonrpc": "2.0", "id": 1, "result": {}})", session) << 202;
    const QByteArray get = "GET /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer the token\r\n"
                           "Accept: text/event-stream\r\n"
        + session;
    QTest::newRow("to listen") << get + "\r\n" << 405;
    QTest::newRow("to go on with nothing") << get + "Last-Event-ID: what\r\n\r\n" << 405;
    QTest::newRow("another method") << changed("POST", "PUT") << 405;
}

void TestMcpServer::bytes()
{
    QFETCH(QByteArray, request);
    McpHouse house;
    const McpClient client(house.port());
    McpWire wire(house.port());
    wire.send(request.replace("SESSION", client.session));
    QTEST(wire.status(), "status");
}

void TestMcpServer::answers_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("error");       ///< 0 = a result
    QTest::addColumn<QByteArray>("said"); ///< of a tool that failed; empty = none did
    const auto calling = [](const char* tool, const char* arguments) {
        return text(McpClient::calling(tool, json::parse(arguments), "a"));
    };
    QTest::newRow("ping") << text(request("ping")) << 0 << QByteArray();
    const auto level = [](const json& params) { return text(request("logging/setLevel", params)); };
    for (const char* one : {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"})
        QTest::newRow(qPrintable(QStringLiteral("a level: ") + QLatin1String(one)))
            << level({{"level", one}}) << 0 << QByteArray();
    QTest::newRow("no such level") << level({{"level", "loud"}}) << -32602 << QByteArray();
    QTest::newRow("a level that is none") << level({{"level", 4}}) << -32602 << QByteArray();
    QTest::newRow("no level") << level(json::object()) << -32602 << QByteArray();
    QTest::newRow("no such method") << text(request("resources/list")) << -32601 << QByteArray();
    QTest::newRow("initialized twice") << QByteArray(R"([{"jsonrpc": "2.0", "id": "a", "method": "initialize"}])")
                                       << -32600 << QByteArray();
    QTest::newRow("no tool's name") << text(request("tools/call")) << -32602 << QByteArray();
    QTest::newRow("no such tool") << calling("test_error_handling", "{}") << 0 << QByteArray("test_error_handling");
    QTest::newRow("nothing asked") << calling("ask_human", "{}") << 0 << QByteArray("arguments[question] is missing.");
    QTest::newRow("an empty question") << calling("ask_human", R"({"question": ""})") << 0 << QByteArray("question");
    QTest::newRow("no arguments") << calling("ask_human", "null") << 0 << QByteArray("question");
    QTest::newRow("arguments that are a list") << calling("ask_human", "[]") << 0 << QByteArray("arguments");
    QTest::newRow("a field too many") << calling("ask_human", R"({"question": "?", "timeout": 3})") << 0
                                      << QByteArray("timeout");
    QTest::newRow("a time that has gone") << calling("ask_human", R"({"question": "?", "timeout_s": -1})") << 0
                                          << QByteArray("arguments[timeout_s] is -1; it must be at least 1.");
    QTest::newRow("an unknown default") << calling("ask_human",
                                                   R"({"question": "?", "options": ["a"], "default": "b"})")
                                        << 0 << QByteArray("default");
    QTest::newRow("an option twice") << calling("ask_human", R"({"question": "?", "options": ["a", {"label": "a"}]})")
                                     << 0 << QByteArray("label \"a\"");
    QTest::newRow("a schema of no form") << calling("ask_human", R"({"question": "?", "schema": {"type": "string"}})")
                                         << 0 << QByteArray("object");
    QTest::newRow("a picture's path") << calling("ask_human", R"({"question": "?", "images": ["/etc/passwd"]})") << 0
                                      << QByteArray("images][0]");
    QTest::newRow("no picture") << calling("ask_human", R"({"question": "?", "images": ["aGVsbG8="]})") << 0
                                << QByteArray("no picture");
    QTest::newRow("an unknown urgency") << calling("ask_human", R"({"question": "?", "urgency": "now"})") << 0
                                        << QByteArray("arguments[urgency] is \"now\"; it must be one of \"low\", "
                                                      "\"normal\", \"high\".");
    QTest::newRow("a number for a question") << calling("ask_human", R"({"question": 5})") << 0
                                             << QByteArray("arguments[question] is 5; it must be a string.");
    QTest::newRow("a number for an option") << calling("ask_human", R"({"question": "?", "options": ["a", 1]})") << 0
                                            << QByteArray("arguments[options][1] is 1; it must be one of these types: "
                                                          "\"string\", \"object\".");
    QTest::newRow("an unknown question") << calling("check_answer", R"({"question_id": "0123456789ab-01234567"})") << 0
                                         << QByteArray("no question");
    QTest::newRow("nobody speaks") << calling("post_message", R"({"from": " ", "text": "hello"})") << 0
                                   << QByteArray("from");
}

void TestMcpServer::answers()
{
    QFETCH(QByteArray, message);
    QFETCH(int, error);
    QFETCH(QByteArray, said);
    McpHouse house;
    const McpClient client(house.port(), "2025-03-26");
    McpWire wire(house.port());
    wire.send(mcpPost(message, client.fields()));
    json answer = wire.json();
    if (answer.is_array())
        answer = answer.at(0);
    QCOMPARE(answer["jsonrpc"], json("2.0"));
    QCOMPARE(answer["id"], json("a"));
    QCOMPARE(answer.contains("error") ? answer["error"]["code"].get<int>() : 0, error);
    const json result = answer.value("result", json::object());
    QCOMPARE(result.value("isError", false), !said.isEmpty());
    if (!said.isEmpty())
        QVERIFY2(QByteArray::fromStdString(result["content"][0]["text"].get<std::string>()).contains(said),
                 answer.dump().c_str());
    QVERIFY(house.kit.hub->summaries().empty()); // nothing that failed leaves anything behind
}

void TestMcpServer::whoOnlyConnectsLeavesNothing()
{
    McpHouse house;
    const McpClient client(house.port());
    QCOMPARE(client.send(request("tools/list"))->status(), 200);
    QVERIFY(house.kit.hub->summaries().empty());
    house.restart();
    QCOMPARE(client.send(request("tools/list"))->status(), 404); // it is to initialize anew
}

void TestMcpServer::goodbye()
{
    McpHouse house;
    const McpClient client(house.port());
    const auto asking = client.call("ask_human", {{"question", "Shall I?"}});
    QCOMPARE(house.questions().size(), std::size_t(1));
    QVERIFY(house.session()->state()->runState() == RunState::Running);
    McpWire wire(house.port());
    wire.send("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer the token\r\n" + client.fields()
              + "\r\n");
    QCOMPARE(wire.status(), 200);
    QCOMPARE(asking->streamed()["result"]["structuredContent"]["status"], json("withdrawn"));
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }));
    QCOMPARE(client.send(request("ping"))->status(), 404);
}

void TestMcpServer::whoFallsSilentIsGone()
{
    McpHouse house(std::chrono::milliseconds(50));
    const McpClient client(house.port());
    const auto isShownAs = [&](RunState state) {
        return waitFor([&] { return house.session()->state()->runState() == state; });
    };
    const auto asking = client.call("ask_human", {{"question", "Shall I?"}});
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    QVERIFY(isShownAs(RunState::Running));
    QVERIFY(!waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }, 300)); // it waits
    QVERIFY(!house.kit.submit(house.session(), DeclineQuestion{open.front().question.id}).error);
    QVERIFY(!asking->streamed().is_null());
    QVERIFY(isShownAs(RunState::Stopped));
    QVERIFY(client.result("notify_human", {{"text", "still here"}}).contains("content"));
    QVERIFY(house.kit.log(house.session()->id()).size() > 1);
    QVERIFY(isShownAs(RunState::Stopped));
}

void TestMcpServer::whoIsNotThereAfterARestartIsGone()
{
    McpHouse house;
    const McpClient client(house.port());
    QVERIFY(client.result("notify_human", {{"text", "one"}}).contains("content"));
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Running; }));
    house.restart();
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }));
    QVERIFY(client.result("notify_human", {{"text", "two"}}).contains("content"));
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Running; }));
}

/// What is read before anybody is asked throws nothing, whatever is in it.
void TestMcpServer::anyBytes()
{
    using namespace gateway::mcp;
    const std::vector<std::string> seeds = {
        McpClient::calling("ask_human",
                           {{"question", "q"},
                            {"options", {"a", {{"label", "b"}, {"description", "c"}}}},
                            {"schema", {{"type", "object"}}},
                            {"images", {"data:image/png;base64,iVBORw0KGgo=", {{"data", "iVBORw0KGgo="}}}},
                            {"timeout_s", 1e9}},
                           1, {{"progressToken", 1}, {"quarterdeck/key", "k"}})
            .dump(),
        McpClient::calling("check_answer", {{"question_id", "0123456789ab-0123456789"}, {"wait_s", 0.5}}).dump(),
        McpClient::calling("post_message", {{"from", "a"}, {"to", {"b"}}, {"text", "t"}}).dump(),
        "[" + initializing().toStdString() + R"(, {"jsonrpc": "2.0", "method": "x", "params": {"_meta": 1}}])",
    };
    constexpr std::string_view alphabet = "{}[]\":,0-1e9.nulltruefalse \\\"ud800\xff\x00";
    std::mt19937 random(7);
    int taken = 0;
    for (int i = 0; i < 8'000; ++i) {
        std::string text = seeds[random() % seeds.size()];
        for (unsigned n = random() % 4; n > 0; --n) {
            const std::size_t at = random() % text.size();
            random() % 3 == 0 ? text.erase(at, 1 + random() % 8)
                              : text.replace(at, random() % 2, 1, alphabet[random() % alphabet.size()]);
        }
        const auto body = readRpc(text);
        for (RpcMessage& message : body ? std::vector<RpcMessage>(body->messages) : std::vector<RpcMessage>()) {
            taken += withCall(message).call.has_value() ? 1 : 0;
            static_cast<void>(clientIn(message.params));
            QVERIFY(!textOf(errorOf(message.id, {rpc_code::invalidRequest, message.fault})).empty());
        }
        static_cast<void>(resumePointIn(text.substr(0, 60)));
    }
    QVERIFY(taken > 1'000);
}

void TestMcpServer::aToolsListFitsTheVersion()
{
    McpHouse house;
    for (const char* version : {"2025-11-25", "2025-03-26"}) {
        const McpClient client(house.port(), version);
        const json tools = client.send(request("tools/list"))->json()["result"]["tools"];
        QCOMPARE(tools.size(), std::size_t(4));
        for (const json& tool : tools) {
            QCOMPARE(tool["inputSchema"]["type"], json("object"));
            QVERIFY(!tool["description"].get<std::string>().empty());
            QCOMPARE(tool.contains("outputSchema"), QByteArray(version) != "2025-03-26");
        }
    }
}

void TestMcpServer::batches()
{
    McpHouse house;
    const McpClient client(house.port(), "2025-03-26");
    McpWire wire(house.port());
    wire.send(mcpPost(R"([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "method": "what"}, 7,
                          {"jsonrpc": "2.0", "id": "b", "method": "ping"}])",
                      client.fields()));
    const json answer = wire.json();
    QCOMPARE(answer.size(), std::size_t(3));
    QCOMPARE(answer[0], json::parse(R"({"jsonrpc": "2.0", "id": 1, "result": {}})"));
    QCOMPARE(answer[1]["error"]["code"], json(-32600));
    QCOMPARE(answer[2]["id"], json("b"));

    McpWire asking(house.port());
    asking.send(mcpPost(text(json::array({McpClient::calling("ask_human", {{"question", "One?"}}, 1), request("ping"),
                                          McpClient::calling("ask_human", {{"question", "Two?"}}, 2)})),
                        client.fields()));
    const auto open = house.questions(2);
    QCOMPARE(open.size(), std::size_t(2));
    for (const OpenQuestion& one : open)
        QVERIFY(!house.kit.submit(house.session(), DeclineQuestion{one.question.id}).error);
    QVERIFY(waitFor([&] { return asking.hasEnded(); }));
    QCOMPARE(asking.events().size(), std::size_t(3));
}

void TestMcpServer::aLoneSurrogateComesBack()
{
    McpHouse house;
    const McpClient client(house.port());
    McpWire wire(house.port());
    wire.send(mcpPost(R"({"jsonrpc": "2.0", "id": "\ud800", "method": "ping"})", client.fields()));
    QVERIFY(wire.body().contains(R"("\ud800")"));
}

} // namespace tst_mcp_server

QUARTERDECK_TEST(tst_mcp_server, TestMcpServer)
#include "tst_mcp_server.moc"
