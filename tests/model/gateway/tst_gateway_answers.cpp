#include "gateway_kit.h"
#include "tests/support/test.h"

#include <QCoreApplication>
#include <QFloat16>
#include <QTest>

namespace tst_gateway_answers {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

json bodyIn(const QByteArray& answer)
{
    return json::parse(answer.mid(answer.indexOf("\r\n\r\n") + 4).toStdString(), nullptr, false);
}

json refusalOf(int status, int number, const char* code, const char* path, const json& message)
{
    return {
        {"error",
         {{"message", message}, {"code", number}, {"data", {{"code", code}, {"httpStatus", status}, {"path", path}}}}}};
}

} // namespace

/// What programs are answered, byte for byte, and how large what they send may be.
class TestGatewayAnswers final : public QObject
{
    Q_OBJECT
private slots:
    void studiosAreAsItsOwn_data();
    void studiosAreAsItsOwn();
    void studiosTellWhatCannotBeStored();
    void aSocketIsAnsweredAtOnce();
    void bodiesMayBeAsLargeAsDocumented_data();
    void bodiesMayBeAsLargeAsDocumented();
    void onlyTelemetryIsCompressed_data();
    void onlyTelemetryIsCompressed();
};

void TestGatewayAnswers::studiosAreAsItsOwn_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("answer"); ///< JSON; without its message, which must be there
    const auto row = [](const char* name, const QByteArray& request, int status, const json& answer) {
        QTest::newRow(name) << request << status << QByteArray::fromStdString(answer.dump());
    };
    const json success = {{"result", json::object()}};
    const QByteArray run = R"({"id": "r", "project": "p", "name": "n", "timestamp": "2026-01-01 00:00:00.000", "pid": 1,
        "status": "running", "run_dir": ""})";
    row("registerRun", studioPost("registerRun", run), 200, success);
    row("registerReply", studioPost("registerReply", R"({"runId": "r", "replyId": "a", "replyName": "Bob"})"), 200,
        success);
    row("pushMessage", studioPost("pushMessage", saying("m", "one")), 200, success);
    row("requestUserInput",
        studioPost("requestUserInput",
                   R"({"requestId": "q", "runId": "r", "agentId": "a", "agentName": "Bob", "structuredInput": null})"),
        200, success);
    row("pushMessageToFridayApp", studioPost("pushMessageToFridayApp", saying("m", "one")), 200, success);
    row("pushFinishedSignalToFridayApp", studioPost("pushFinishedSignalToFridayApp", R"({"replyId": "a"})"), 200,
        success);
    row("the version", "GET /trpc/getCurrentVersion HTTP/1.1\r\nHost: localhost\r\n\r\n", 200,
        {{"result",
          {{"data",
            {{"success", true},
             {"message", "Version retrieved successfully"},
             {"data", {{"version", QCoreApplication::applicationVersion().toStdString()}}}}}}}});
    for (const char* route : {"registerRun", "registerReply", "pushMessage", "requestUserInput"}) {
        const std::string name = route;
        row((name + ", no JSON").c_str(), studioPost(route, "{"), 400,
            refusalOf(400, -32600, "BAD_REQUEST", route, nullptr));
        row((name + ", no run").c_str(), studioPost(route, "{}"), 400,
            refusalOf(400, -32600, "BAD_REQUEST", route, nullptr));
        row((name + ", no UTF-8").c_str(), studioPost(route, "{\"id\": \"\xff\", \"runId\": \"\xff\"}"), 400,
            refusalOf(400, -32600, "BAD_REQUEST", route, nullptr));
    }
    row("no such route", studioPost("nothing", "{}"), 404, refusalOf(404, -32004, "NOT_FOUND", "nothing", nullptr));
}

void TestGatewayAnswers::studiosAreAsItsOwn()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    QFETCH(QByteArray, answer);
    House house;
    Client client(house.server->port());
    client.send(request);
    const QByteArray read = client.answers(1);
    QCOMPARE(read.mid(9, 3).toInt(), status);
    QVERIFY2(read.contains("Content-Type: application/json"), read);
    json body = bodyIn(read);
    if (status != 200) {
        json& message = body["error"]["message"];
        QVERIFY2(message.is_string() && message.get<std::string>().ends_with('.'), read);
        message = nullptr;
    } else if (request.startsWith("POST")) {
        QVERIFY2(read.endsWith("\r\n\r\n{\"result\":{}}"), read);
    }
    QCOMPARE(QByteArray::fromStdString(body.dump()), answer);
}

/// The program tries again at once, and then ends.
void TestGatewayAnswers::studiosTellWhatCannotBeStored()
{
    House house;
    Client first(house.server->port());
    first.send(studioPost("pushMessage", saying("m", "one")));
    QCOMPARE(first.status(), 200);
    house.kit.library->refuseAppends(1);
    Client client(house.server->port());
    client.send(studioPost("pushMessage", saying("n", "two")));
    const QByteArray read = client.answers(1);
    QVERIFY2(read.startsWith("HTTP/1.1 507 "), read);
    json body = bodyIn(read);
    QVERIFY(!body["error"]["message"].get<std::string>().empty());
    body["error"]["message"] = nullptr;
    QVERIFY2(body == refusalOf(507, -32603, "INTERNAL_SERVER_ERROR", "pushMessage", nullptr), read);
    Client again(house.server->port());
    again.send(studioPost("pushMessage", saying("n", "two")));
    QCOMPARE(again.status(), 200);
    QVERIFY(house.texts() == (std::vector<std::string>{"one", "two"}));
}

/// A client gives up after a second: what the run has to store meanwhile must not be waited for.
void TestGatewayAnswers::aSocketIsAnsweredAtOnce()
{
    House house;
    house.kit.library->holdWrites();
    Client registering(house.server->port());
    registering.send(studioPost("registerRun", R"({"id": "r", "name": "n"})"));
    QVERIFY(waitFor([&] { return house.kit.library->heldWrites() > 0; }));
    const QByteArray address = "/socket.io/?EIO=4&transport=polling";
    const auto bodyOf = [&](const QByteArray& request, const QByteArray& end) {
        Client client(house.server->port());
        client.send(request);
        static_cast<void>(client.hasRead(end));
        return client.read().mid(client.read().indexOf("\r\n\r\n") + 4);
    };
    const QByteArray head = " HTTP/1.1\r\nHost: localhost\r\n";
    const QByteArray open = bodyOf("GET " + address + head + "\r\n", "}");
    QVERIFY2(open.startsWith("0{"), open);
    const std::string sid = json::parse(open.mid(1).toStdString()).at("sid").get<std::string>();
    const QByteArray own = address + "&sid=" + QByteArray::fromStdString(sid) + head;
    const QByteArray connecting = R"(40/python,{"run_id":"r"})";
    QCOMPARE(bodyOf("POST " + own + "Content-Type: text/plain;charset=UTF-8\r\nContent-Length: "
                        + QByteArray::number(connecting.size()) + "\r\n\r\n" + connecting,
                    "\r\n\r\nok"),
             QByteArray("ok"));
    const QByteArray connected = bodyOf("GET " + own + "\r\n", "}");
    QVERIFY2(connected.startsWith(R"(40/python,{"sid":")") && connected.endsWith(R"("})"), connected);
    QVERIFY(registering.isWaiting()); // all of this was answered before the write
    house.kit.library->releaseWrites();
    QCOMPARE(registering.status(), 200);
}

void TestGatewayAnswers::bodiesMayBeAsLargeAsDocumented_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<qint64>("megabytes");
    const auto row = [](const char* path, qint64 megabytes) { QTest::newRow(path) << QByteArray(path) << megabytes; };
    row("/trpc/registerRun", 128);
    row("/trpc/pushMessage", 128);
    row("/trpc/requestUserInput", 128);
    row("/v1/sessions", 32);
    row("/v1/sessions/s/messages", 32);
    row("/v1/sessions/s/attachments", 32);
    row("/mcp", 32);
    row("/v1/traces", 20);
    row("/metagpt/report", 32);
}

/// Whoever asks beforehand is told; of the larger one, nothing is read.
void TestGatewayAnswers::bodiesMayBeAsLargeAsDocumented()
{
    QFETCH(QByteArray, path);
    QFETCH(qint64, megabytes);
    House house;
    const qint64 most = megabytes << 20;
    for (const qint64 length : {most, most + 1}) {
        Client client(house.server->port());
        client.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Authorization: Bearer " + House::token
                    + "\r\nExpect: 100-continue\r\nContent-Length: " + QByteArray::number(length) + "\r\n\r\n");
        QVERIFY2(client.hasRead(length == most ? "HTTP/1.1 100 Continue\r\n\r\n" : "HTTP/1.1 413 "), client.read());
        if (length == most)
            continue;
        const QByteArray read = client.answers(1);
        const QByteArray limit = QByteArray::number(megabytes) + " MB";
        QVERIFY2(read.contains(limit), read);
    }
}

void TestGatewayAnswers::onlyTelemetryIsCompressed_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("status");
    for (const char* path : {"/trpc/pushMessage", "/v1/sessions", "/v1/sessions/s/messages", "/mcp", "/metagpt/report"})
        QTest::newRow(path) << QByteArray(path) << 415;
    QTest::newRow("/v1/traces") << QByteArray("/v1/traces") << 400; // it is taken, and no gzip
}

void TestGatewayAnswers::onlyTelemetryIsCompressed()
{
    QFETCH(QByteArray, path);
    House house;
    Client client(house.server->port());
    client.send("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Authorization: Bearer " + House::token
                + "\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}");
    QTEST(client.status(), "status");
}

} // namespace tst_gateway_answers

QUARTERDECK_TEST(tst_gateway_answers, TestGatewayAnswers)
#include "tst_gateway_answers.moc"
