#include "mcp_kit.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_mcp_stateless {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

constexpr const char* version = "2026-07-28";

json metaWith(bool takesTasks)
{
    json capabilities = json::object();
    if (takesTasks)
        capabilities["extensions"]["io.modelcontextprotocol/tasks"] = json::object();
    return {{"io.modelcontextprotocol/protocolVersion", version},
            {"io.modelcontextprotocol/clientInfo", {{"name", "tester"}, {"version", "1"}}},
            {"io.modelcontextprotocol/clientCapabilities", capabilities}};
}

json request(const char* method, json params, bool takesTasks = false)
{
    params["_meta"] = metaWith(takesTasks);
    return {{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", std::move(params)}};
}

/// What the head repeats of a request.
QByteArray fieldsOf(const json& message)
{
    QByteArray fields = QByteArray("MCP-Protocol-Version: ") + version + "\r\n";
    fields += "Mcp-Method: " + QByteArray::fromStdString(message["method"].get<std::string>()) + "\r\n";
    for (const char* name : {"name", "taskId"})
        if (message["params"].contains(name))
            fields += "Mcp-Name: " + QByteArray::fromStdString(message["params"][name].get<std::string>()) + "\r\n";
    return fields;
}

struct Answered
{
    int status = 0;
    json body;
};

} // namespace

/// Clients of the revision that knows no sessions: each request stands for itself.
class TestMcpStateless final : public QObject
{
    Q_OBJECT
private slots:
    void discovery_tellsWhatThereIs();
    void oddRequest_isRefused_data();
    void oddRequest_isRefused();
    void question_isAnsweredWhileItWaits();
    void question_isATask();
    void task_isCancelled();
    void cancellation_isForTheClientThatAsked();
    void nameInTheHead_mayBeEncoded();
    void tasks_needTheExtension();
    void clientsOfOneProcess_haveOneSession();
    void olderClients_areServedBeside();

private:
    [[nodiscard]] static std::unique_ptr<McpWire> send(const McpHouse& house, const json& message)
    {
        return send(house, message, fieldsOf(message));
    }
    [[nodiscard]] static std::unique_ptr<McpWire> send(const McpHouse& house, const json& message,
                                                       const QByteArray& fields)
    {
        auto wire = std::make_unique<McpWire>(house.port());
        wire->send(mcpPost(QByteArray::fromStdString(message.dump()), fields));
        return wire;
    }
    [[nodiscard]] static Answered ask(const McpHouse& house, const json& message)
    {
        const auto wire = send(house, message);
        const int status = wire->status();
        return {status, wire->json()};
    }
};

void TestMcpStateless::discovery_tellsWhatThereIs()
{
    const McpHouse house;
    const json found = ask(house, request("server/discover", json::object())).body["result"];
    QCOMPARE(found["supportedVersions"][0], json(version));
    QCOMPARE(found["resultType"], json("complete"));
    QVERIFY(found["capabilities"]["extensions"].contains("io.modelcontextprotocol/tasks"));
    QCOMPARE(found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], json("quarterdeck"));
    const json tools = ask(house, request("tools/list", json::object())).body["result"];
    QCOMPARE(tools["tools"].size(), std::size_t(4));
    QCOMPARE(tools["cacheScope"], json("public"));
    QVERIFY(tools["ttlMs"].get<int>() > 0);
    // Somebody who does not say who it is, is served.
    json nobody = request("tools/list", json::object());
    nobody["params"]["_meta"].erase("io.modelcontextprotocol/clientInfo");
    QCOMPARE(ask(house, nobody).status, 200);
}

void TestMcpStateless::oddRequest_isRefused_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const json& message, const QByteArray& fields, int status, int code) {
        QTest::newRow(name) << QByteArray::fromStdString(message.dump()) << fields << status << code;
    };
    const json good = request("tools/list", json::object());
    json bare = good;
    bare["params"].erase("_meta");
    row("no meta", bare, fieldsOf(good), 400, -32602);
    json unable = good;
    unable["params"]["_meta"].erase("io.modelcontextprotocol/clientCapabilities");
    row("no capabilities", unable, fieldsOf(good), 400, -32602);
    row("no version in the head", good, "Mcp-Method: tools/list\r\n", 400, -32020);
    row("another method in the head", good, fieldsOf(request("prompts/list", json::object())), 400, -32020);
    row("a method in capitals", good, fieldsOf(request("TOOLS/LIST", json::object())), 400, -32020);
    const json call = request("tools/call", {{"name", "check_answer"}, {"arguments", json::object()}});
    row("no name in the head", call, fieldsOf(request("tools/call", json::object())), 400, -32020);
    row("another name in the head", call, fieldsOf(request("tools/call", {{"name", "ask_human"}})), 400, -32020);
    const json unknown = request("tools/call", {{"name", "no_tool"}, {"arguments", json::object()}});
    row("no such tool", unknown, fieldsOf(unknown), 400, -32602);
    json later = good;
    later["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "v999.0.0";
    QByteArray laterFields = fieldsOf(good);
    row("a later version", later, laterFields.replace(version, "v999.0.0"), 400, -32022);
    for (const char* method : {"initialize", "ping", "logging/setLevel", "tasks/list", "tasks/result", "no/such"}) {
        const json gone = request(method, json::object());
        row(method, gone, fieldsOf(gone), 404, -32601);
    }
}

void TestMcpStateless::oddRequest_isRefused()
{
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, fields);
    QFETCH(int, status);
    QFETCH(int, code);
    const McpHouse house;
    const auto wire = send(house, json::parse(message.toStdString()), fields);
    QCOMPARE(wire->status(), status);
    const json refused = wire->json();
    QCOMPARE(refused["error"]["code"], json(code));
    QCOMPARE(refused["id"], json(7));
    if (code == -32022)
        QCOMPARE(refused["error"]["data"]["requested"], json("v999.0.0"));
}

void TestMcpStateless::question_isAnsweredWhileItWaits()
{
    McpHouse house;
    house.process = 4711;
    const auto asking =
        send(house, request("tools/call", {{"name", "ask_human"}, {"arguments", {{"question", "Shall I?"}}}}));
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    QVERIFY(!house.kit.submit(house.session(), words(open.front().question.id, "Do.")).error);
    const json response = asking->streamed();
    QCOMPARE(response["result"]["resultType"], json("complete"));
    QCOMPARE(structuredIn(response)["answer"], json("Do."));
    QCOMPARE(house.kit.hub->summaries().front().title, std::string("Shall I?"));
}

void TestMcpStateless::question_isATask()
{
    McpHouse house;
    house.process = 4711;
    const json asked =
        ask(house, request("tools/call", {{"name", "ask_human"}, {"arguments", {{"question", "Shall I?"}}}}, true))
            .body["result"];
    QCOMPARE(asked["resultType"], json("task"));
    QCOMPARE(asked["status"], json("working"));
    QVERIFY(asked["ttlMs"].is_number_integer() && asked["pollIntervalMs"].is_number_integer());
    const json id = asked["taskId"];
    const auto get = [&] { return ask(house, request("tasks/get", {{"taskId", id}}, true)).body["result"]; };
    const json working = get();
    QCOMPARE(working["status"], json("working"));
    QVERIFY(!working.contains("result"));
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    QCOMPARE(json(open.front().question.id.str()), id);
    QVERIFY(!house.kit.submit(house.session(), words(open.front().question.id, "Do.")).error);
    const json done = get();
    QCOMPARE(done["status"], json("completed"));
    QCOMPARE(done["resultType"], json("complete"));
    QCOMPARE(done["result"]["structuredContent"]["answer"], json("Do."));
    QVERIFY(waitFor([&] { return house.session()->state()->undeliveredAnswers().empty(); }));
    // It is the same after a restart, and nobody else has such a task.
    house.restart();
    QCOMPARE(get()["result"]["structuredContent"]["answer"], json("Do."));
    QCOMPARE(ask(house, request("tasks/get", {{"taskId", "nothing"}}, true)).body["error"]["code"], json(-32602));
}

void TestMcpStateless::task_isCancelled()
{
    McpHouse house;
    house.process = 4711;
    const json id =
        ask(house, request("tools/call", {{"name", "ask_human"}, {"arguments", {{"question", "Shall I?"}}}}, true))
            .body["result"]["taskId"];
    const auto cancel = [&] { return ask(house, request("tasks/cancel", {{"taskId", id}}, true)).body["result"]; };
    QCOMPARE(cancel()["resultType"], json("complete"));
    QVERIFY(house.waitForQuestions(0));
    const auto status = [&] {
        return ask(house, request("tasks/get", {{"taskId", id}}, true)).body["result"]["status"];
    };
    QVERIFY(waitFor([&] { return status() == json("cancelled"); }));
    QCOMPARE(cancel()["resultType"], json("complete")); // once more is no error
    QCOMPARE(ask(house, request("tasks/cancel", {{"taskId", "nothing"}}, true)).body["error"]["code"], json(-32602));
}

/// One process may hold several clients, whose requests have the same ids at different times.
void TestMcpStateless::cancellation_isForTheClientThatAsked()
{
    McpHouse house;
    house.process = 4711;
    const auto of = [](const char* client, int id, const char* tool, const json& arguments) {
        json message = request("tools/call", {{"name", tool}, {"arguments", arguments}});
        message["id"] = id;
        message["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] = client;
        return message;
    };
    QCOMPARE(ask(house, of("one", 1, "notify_human", {{"text", "hello"}})).status, 200);
    const auto asking = send(house, of("two", 8, "ask_human", {{"question", "Shall I?"}}));
    const auto open = [&] {
        std::size_t all = 0;
        for (const session::SessionSummary& one : house.kit.hub->summaries())
            all += one.openQuestions.size();
        return all;
    };
    QVERIFY(waitFor([&] { return open() == 1; }));
    const json cancelled = {{"jsonrpc", "2.0"},
                            {"method", "notifications/cancelled"},
                            {"params", {{"requestId", 8}, {"_meta", metaWith(false)}}}};
    const QByteArray fields = QByteArray("MCP-Protocol-Version: ") + version + "\r\n"; // a method need not be repeated
    QCOMPARE(send(house, cancelled, fields)->status(), 202);
    QVERIFY(waitFor([&] { return open() == 0; }));
    QCOMPARE(ask(house, of("one", 8, "notify_human", {{"text", "again"}})).status, 200);
}

void TestMcpStateless::nameInTheHead_mayBeEncoded()
{
    const McpHouse house;
    const json call = request("tools/call", {{"name", "notify_human"}, {"arguments", {{"text", "hello"}}}});
    QByteArray fields = fieldsOf(call);
    fields.replace("notify_human", "=?base64?" + QByteArray("notify_human").toBase64() + "?=");
    QCOMPARE(send(house, call, fields)->status(), 200);
}

void TestMcpStateless::tasks_needTheExtension()
{
    const McpHouse house;
    const Answered refused = ask(house, request("tasks/get", {{"taskId", "x"}}));
    QCOMPARE(refused.status, 400);
    QCOMPARE(refused.body["error"]["code"], json(-32021));
    QVERIFY(
        refused.body["error"]["data"]["requiredCapabilities"]["extensions"].contains("io.modelcontextprotocol/tasks"));
}

void TestMcpStateless::clientsOfOneProcess_haveOneSession()
{
    McpHouse house;
    const auto notify = [&](const char* text) {
        return ask(house, request("tools/call", {{"name", "notify_human"}, {"arguments", {{"text", text}}}})).status;
    };
    house.process = 4711;
    QCOMPARE(notify("one"), 200);
    QCOMPARE(notify("two"), 200);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    house.process = 4712;
    QCOMPARE(notify("three"), 200);
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().size() == 2; }));
}

void TestMcpStateless::olderClients_areServedBeside()
{
    const McpHouse house;
    const McpClient older(house.port());
    QVERIFY(!older.session.isEmpty());
    QCOMPARE(older.result("notify_human", {{"text", "hello"}}).value("isError", false), false);
    // One that would speak the newest revision with "initialize" is offered the one before it.
    const McpClient newer(house.port(), version);
    QVERIFY(!newer.session.isEmpty());
}

} // namespace tst_mcp_stateless

QUARTERDECK_TEST(tst_mcp_stateless, TestMcpStateless)
#include "tst_mcp_stateless.moc"
