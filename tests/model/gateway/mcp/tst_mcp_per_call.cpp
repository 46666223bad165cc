#include "mcp_kit.h"
#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QProcess>
#include <QTest>
#include <set>

namespace tst_mcp_per_call {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using gateway::mcp::clientOfSession;
using nlohmann::json;

namespace {

constexpr std::int64_t process = 4711;

std::string idOf(const McpClient& client) { return clientOfSession(client.session.toStdString()); }

/// It connects, and its process is found.
McpClient comes(McpHouse& house, std::int64_t from = process)
{
    house.process = from;
    McpClient client(house.port());
    if (from != 0)
        house.server->setClientProcess(idOf(client), from);
    return client;
}

bool says(const McpClient& client, const char* text)
{
    return client.result("notify_human", {{"text", text}}).contains("structuredContent");
}

bool isHeldBack(const std::unique_ptr<McpWire>& call)
{
    return waitFor([&] { return call->read().contains("event-stream"); });
}

} // namespace

/// Programs with a session of MCP for each call: they connect, call a tool, say goodbye and come again. To the person
/// each is one program, with one session.
class TestMcpPerCall final : public QObject
{
    Q_OBJECT
private slots:
    void itsCallsAreInOneSession();
    void anotherProgramIsAnother_data();
    void anotherProgramIsAnother();
    void whoStayedIsAnother();
    void callsAtOnceAreInOneSession();
    void itsQuestionIsFoundAgain();
    void aRestartKeepsItsSession();
    void itIsKnownAfterARestart_data();
    void itIsKnownAfterARestart();
    void itIsThereWhileItsProcessIs();
    void itsEqualQuestionIsItsOwn();
    void theProcessIsFound();
};

void TestMcpPerCall::itsCallsAreInOneSession()
{
    McpHouse house;
    std::set<std::string> sessions;
    for (const char* text : {"one", "two", "three"}) {
        const McpClient client = comes(house);
        sessions.insert(client.session.toStdString());
        QVERIFY(says(client, text));
        QCOMPARE(client.leave(), 200);
        QCOMPARE(client.call("notify_human", {{"text", "late"}})->status(), 404);
    }
    QCOMPARE(sessions.size(), std::size_t(3));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QCOMPARE(house.session()->state()->messageCount(), std::int64_t(3));
}

void TestMcpPerCall::anotherProgramIsAnother_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("another process") << 4712 << QByteArray("tester");
    QTest::newRow("an unknown process") << 0 << QByteArray("tester");
    QTest::newRow("another name") << static_cast<int>(process) << QByteArray("somebody else");
}

void TestMcpPerCall::anotherProgramIsAnother()
{
    QFETCH(int, from);
    QFETCH(QByteArray, name);
    McpHouse house;
    const McpClient first = comes(house);
    QVERIFY(says(first, "one"));
    QCOMPARE(first.leave(), 200);
    house.process = from;
    McpClient second(house.port());
    McpWire wire(house.port());
    QByteArray body = initializing();
    wire.send(mcpPost(body.replace("\"tester\"", '"' + name + '"'), {}));
    second.session = wire.field("Mcp-Session-Id");
    QVERIFY(says(second, "two"));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(2));
}

/// Two clients in one process, each with its own session as long as they please.
void TestMcpPerCall::whoStayedIsAnother()
{
    McpHouse house;
    const McpClient first = comes(house);
    QVERIFY(says(first, "one"));
    const McpClient second = comes(house);
    QVERIFY(says(second, "two"));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(2));
}

void TestMcpPerCall::callsAtOnceAreInOneSession()
{
    McpHouse house;
    QCOMPARE(comes(house).leave(), 200);
    const McpClient one = comes(house);
    const McpClient other = comes(house);
    const json shallI = {{"question", "Shall I?"}};
    const auto first = one.call("ask_human", shallI);
    QCOMPARE(house.questions().size(), std::size_t(1));
    const auto second = other.call("ask_human", shallI); // with the same request id
    const auto both = house.questions(2);
    QCOMPARE(both.size(), std::size_t(2));
    QVERIFY(isHeldBack(first) && isHeldBack(second));
    QCOMPARE(one.leave(), 200); // withdraws what it waits for, and nothing of the other
    QCOMPARE(structuredIn(first->streamed())["status"], json("withdrawn"));
    QCOMPARE(house.questions().size(), std::size_t(1));
    QVERIFY(!house.kit.submit(house.session(), words(both.back().question.id, "yes")).error);
    QCOMPARE(structuredIn(second->streamed())["answer"], json("yes"));
    QVERIFY(waitFor([&] { return house.session()->state()->undeliveredAnswers().empty(); }));
}

void TestMcpPerCall::itsQuestionIsFoundAgain()
{
    McpHouse house;
    const McpClient first = comes(house);
    const json asked = structuredIn(first.call("ask_human", {{"question", "Shall I?"}, {"wait_s", 0}})->json());
    QCOMPARE(first.leave(), 200);
    const QuestionId id(asked["question_id"].get<std::string>());
    QVERIFY(!house.kit.submit(house.session(), words(id, "yes")).error);
    const McpClient second = comes(house);
    QCOMPARE(structuredIn(second.call("check_answer", {{"question_id", id.str()}})->json())["answer"], json("yes"));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
}

void TestMcpPerCall::aRestartKeepsItsSession()
{
    McpHouse house;
    const McpClient first = comes(house);
    QVERIFY(says(first, "one"));
    QCOMPARE(first.leave(), 200);
    const McpClient second = comes(house);
    const auto asking = second.call("ask_human", {{"question", "Shall I?"}});
    const auto open = house.questions();
    QCOMPARE(open.size(), std::size_t(1));
    QVERIFY(waitFor([&] { return !asking->lastEventId().isEmpty(); }));
    house.restart();
    const auto resumed = second.resume(asking->lastEventId());
    QVERIFY(isHeldBack(resumed));
    QVERIFY(!house.kit.submit(house.session(), words(open.front().question.id, "yes")).error);
    QCOMPARE(structuredIn(resumed->streamed())["answer"], json("yes"));
    QVERIFY(says(second, "two"));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
}

void TestMcpPerCall::itIsKnownAfterARestart_data()
{
    QTest::addColumn<int>("later");
    QTest::addColumn<int>("sessions");
    QTest::newRow("the same process") << static_cast<int>(process) << 1;
    QTest::newRow("another process") << 4712 << 2;
    QTest::newRow("an unknown process") << 0 << 2;
}

/// Its next call comes to a Quarterdeck that has seen none of it.
void TestMcpPerCall::itIsKnownAfterARestart()
{
    QFETCH(int, later);
    QFETCH(int, sessions);
    McpHouse house;
    for (const char* text : {"one", "two"}) {
        const McpClient client = comes(house);
        QVERIFY(says(client, text));
        QCOMPARE(client.leave(), 200);
    }
    house.restart();
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    for (const char* text : {"three", "four"}) {
        const McpClient client = comes(house, later);
        QVERIFY(says(client, text));
        QCOMPARE(client.leave(), 200);
    }
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(sessions) + (later == 0 ? 1 : 0)); // which is unknown again
}

/// Not just during its calls: its session would say that it left, and that it came, with each.
void TestMcpPerCall::itIsThereWhileItsProcessIs()
{
    McpHouse house;
    for (const char* text : {"one", "two"}) {
        const McpClient client = comes(house);
        QVERIFY(says(client, text));
        QCOMPARE(client.leave(), 200);
    }
    const std::string id = house.session()->state()->source().substr(4);
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Running; }));
    house.kit.settle();
    QVERIFY(house.session()->state()->runState() == RunState::Running);
    QVERIFY(house.server->dropClient(id));
    QVERIFY(waitFor([&] { return house.session()->state()->runState() == RunState::Stopped; }));
    QVERIFY(house.session()->state()->runCause().kind == RunCauseKind::ProgramLeft);
}

/// While its process lives, nobody else of its name takes what it asked.
void TestMcpPerCall::itsEqualQuestionIsItsOwn()
{
    McpHouse house;
    QCOMPARE(comes(house).leave(), 200);
    const json brief = {{"question", "Shall I?"}, {"wait_s", 0}};
    const McpClient first = comes(house);
    const json asked = structuredIn(first.call("ask_human", brief)->json());
    QCOMPARE(first.leave(), 200);
    const McpClient stranger = comes(house, 4712);
    QVERIFY(structuredIn(stranger.call("ask_human", brief)->json())["question_id"] != asked["question_id"]);
    const McpClient again = comes(house);
    QCOMPARE(structuredIn(again.call("ask_human", brief)->json())["question_id"], asked["question_id"]);
}

/// As a client by Python's library does it: a new connection for each call.
void TestMcpPerCall::theProcessIsFound()
{
    House house;
    const QString code = QStringLiteral(R"(
import http.client, json
for text in "one", "two", "three":
    fields = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
              "Authorization": "Bearer %1"}
    there = http.client.HTTPConnection("127.0.0.1", %2)
    def send(method, body=None):
        there.request(method, "/mcp", json.dumps(dict(jsonrpc="2.0", **body)) if body else None, fields)
        answer = there.getresponse()
        if answer.getheader("Mcp-Session-Id"):
            fields["Mcp-Session-Id"] = answer.getheader("Mcp-Session-Id")
        return answer.read()
    send("POST", {"method": "initialize", "id": 0, "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "mcp", "version": "0.1.0"}}})
    send("POST", {"method": "notifications/initialized"})
    send("POST", {"method": "tools/call", "id": 1, "params": {"name": "notify_human", "arguments": {"text": text}}})
    send("DELETE")
    there.close()
)")
                             .arg(QString::fromStdString(House::token))
                             .arg(house.server->port());
    QProcess program;
    program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    program.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-c"), code});
    QVERIFY(program.waitForStarted());
    QVERIFY(waitFor([&] { return program.state() == QProcess::NotRunning; }));
    QCOMPARE(program.exitCode(), 0);
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().size() == 1; }));
    QCOMPARE(house.texts(), (std::vector<std::string>{"one", "two", "three"}));
    QVERIFY(waitFor([&] { return house.server->programs().size() == 1 && !house.server->programs().front().isHere; }));
}

} // namespace tst_mcp_per_call

QUARTERDECK_TEST(tst_mcp_per_call, TestMcpPerCall)
#include "tst_mcp_per_call.moc"
