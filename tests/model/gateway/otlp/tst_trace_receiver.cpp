#include "tests/support/test.h"
#include "trace_posts.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>

namespace tst_trace_receiver {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

/// Posts of traces over real sockets: what is taken and refused, and how much at a time.
class TestTraceReceiver final : public QObject
{
    Q_OBJECT
private slots:
    void answers_data();
    void answers();
    void partialSuccess();
    void bodiesThatAreTooLarge();
    void aFullDisk_isTriedAgain();
    void traffic_isBounded();
    void whatIsDecompressed_isBounded();
    void otherSignals_areTakenAndDropped_data();
    void otherSignals_areTakenAndDropped();
    void onlyTracesOnTheirOwnPort();
    void brokenHttp2_endsItsConnectionOnly_data();
    void brokenHttp2_endsItsConnectionOnly();
};

void TestTraceReceiver::answers_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const QByteArray good = request({call("b7ad6b7169203331", {"Hi"}, "Ho")});
    const QByteArray asJson = "Content-Type: application/json; charset=utf-8\r\n";
    const QByteArray asProtobuf = "Content-Type: application/x-protobuf\r\n";
    QTest::newRow("JSON") << post(good) << 200 << QByteArray("{}");
    QTest::newRow("no span") << post("{}") << 200 << QByteArray("{}");
    QTest::newRow("no byte of protobuf") << post("", asProtobuf) << 200 << QByteArray();
    QTest::newRow("gzip") << post(gzip(good), asJson + "Content-Encoding: gzip\r\n") << 200 << QByteArray("{}");
    QTest::newRow("identity") << post(good, asJson + "Content-Encoding: identity\r\n") << 200 << QByteArray("{}");
    QTest::newRow("no gzip") << post(good, asJson + "Content-Encoding: gzip\r\n") << 400
                             << QByteArray(R"({"message":"The request body is not compressed as its headers say."})");
    QTest::newRow("no JSON") << post("{") << 400
                             << QByteArray(R"({"message":"The request body is not valid JSON: line 1, column 2."})");
    QTest::newRow("no protobuf") << post("\xff\xff", asProtobuf) << 400
                                 << QByteArray("5The request body is not an ExportTraceServiceRequest.");
    QTest::newRow("other compression") << post(good, asJson + "Content-Encoding: br\r\n") << 415 << QByteArray();
    QTest::newRow("other content") << post(good, "Content-Type: text/plain\r\n") << 415 << QByteArray();
    QTest::newRow("a web page") << post(good, asJson + "Origin: https://example.org\r\n") << 403 << QByteArray();
    QTest::newRow("a name that points here")
        << post(good).replace("localhost:4318", "canary.invalid") << 403 << QByteArray();
    QTest::newRow("GET") << QByteArray("GET /v1/traces HTTP/1.1\r\nHost: localhost\r\n\r\n") << 405 << QByteArray();
}

void TestTraceReceiver::answers()
{
    QFETCH(QByteArray, sent);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    House house;
    const QByteArray read = answer(house, sent);
    QCOMPARE(statusOf(read), status);
    if (status == 200 || status == 400)
        QCOMPARE(bodyOf(read), body);
    QCOMPARE(read.contains("Content-Type: application/x-protobuf"), sent.contains("application/x-protobuf"));
    QCOMPARE(house.kit.hub->summaries().empty(),
             status != 200 || !sent.contains("Content-Length: ") || sent.contains("-Length: 0")
                 || sent.endsWith("\r\n{}"));
}

void TestTraceReceiver::partialSuccess()
{
    House house;
    json nameless = call("b7ad6b7169203331", {"Hi"}, "Ho");
    nameless.erase("spanId");
    const QByteArray read = answer(house, post(request({nameless, call("b7ad6b7169203331", {"Hi"}, "Ho")})));
    QCOMPARE(statusOf(read), 200);
    const json body = json::parse(bodyOf(read).toStdString());
    QCOMPARE(body["partialSuccess"]["rejectedSpans"], json("1"));
    QVERIFY(body["partialSuccess"]["errorMessage"].get<std::string>().ends_with('.'));
    QCOMPARE(house.texts(), (std::vector<std::string>{"Hi", "Ho"}));
    // In protobuf: field 1, which holds field 1 (a number) and field 2 (a sentence).
    const QByteArray empty("\x0a\x06\x12\x04\x12\x02\x0a\x00", 8); // a span with an empty id
    const QByteArray partial = bodyOf(answer(house, post(empty, "Content-Type: application/x-protobuf\r\n")));
    QCOMPARE(partial.left(1), QByteArray("\x0a"));
    QCOMPARE(partial.mid(2, 3), QByteArray("\x08\x01\x12"));
}

void TestTraceReceiver::bodiesThatAreTooLarge()
{
    House house;
    const QByteArray large((20 << 20) + 1, ' ');
    QCOMPARE(statusOf(answer(house, post(gzip(large), "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"))),
             413);
    QCOMPARE(statusOf(answer(house,
                             "POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                             "Content-Length: 20971521\r\n\r\n")),
             413);
}

void TestTraceReceiver::aFullDisk_isTriedAgain()
{
    House house;
    const QByteArray first = post(request({call("b7ad6b7169203331", {"Hi"}, "Ho")}));
    QCOMPARE(statusOf(answer(house, first)), 200);
    house.kit.library->refuseAppends(1);
    const QByteArray second = post(request({call("00ad6b7169203332", {"Hi", "Ho", "So?"}, "Yes.")}));
    const QByteArray refused = answer(house, second);
    QCOMPARE(statusOf(refused), 503);
    QVERIFY(refused.contains("Retry-After: 1"));
    QCOMPARE(house.texts(), (std::vector<std::string>{"Hi", "Ho"}));
    QCOMPARE(statusOf(answer(house, second)), 200);
    QCOMPARE(house.texts(), (std::vector<std::string>{"Hi", "Ho", "So?", "Yes."}));
}

void TestTraceReceiver::traffic_isBounded()
{
    House house;
    QCOMPARE(statusOf(answer(house, post(request({call("b7ad6b7169203331", {"Hi"}, "Ho")})))), 200);
    house.kit.library->holdWrites();
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 64; ++i) {
        clients.push_back(std::make_unique<Client>(house.server->port()));
        const std::string id = "00000000000001" + std::to_string(10 + i);
        clients.back()->send(post(request({call(id, {"Hi"}, id)})));
    }
    // The next one is told to come again, once all of them have been accepted.
    QByteArray refused;
    QVERIFY(waitFor([&] {
        QByteArray read = answer(house, post("{}"));
        if (statusOf(read) == 503)
            refused = read;
        return !refused.isEmpty();
    }));
    QVERIFY(refused.contains("Retry-After: 1"));
    house.kit.library->releaseWrites();
    for (const auto& client : clients)
        QCOMPARE(client->status(), 200);
    QCOMPARE(statusOf(answer(house, post("{}"))), 200);
    QCOMPARE(spansIn(house, house.kit.hub->summaries().front().id), std::size_t(65));
}

/// 15 kB when it is sent, 15 MB in memory.
void TestTraceReceiver::whatIsDecompressed_isBounded()
{
    House house;
    QCOMPARE(statusOf(answer(house, post(request({call("b7ad6b7169203331", {"Hi"}, "Ho")})))), 200);
    house.kit.library->holdWrites();
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 6; ++i) {
        clients.push_back(std::make_unique<Client>(house.server->port()));
        const std::string id = "00000000000001" + std::to_string(10 + i);
        const QByteArray body = gzip(request({call(id, {"Hi"}, std::string(15'000'000, static_cast<char>('a' + i)))}));
        QVERIFY(body.size() < 100'000);
        clients.back()->send(post(body, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"));
    }
    const auto waiting = [&] {
        return std::ranges::count_if(clients, [](const auto& client) { return client->isWaiting(); });
    };
    QVERIFY(waitFor([&] { return waiting() == 4; })); // 60 MB
    for (auto client = clients.begin(); client != clients.end();) {
        if (!(*client)->isWaiting()) {
            QCOMPARE((*client)->status(), 503);
            client = clients.erase(client);
        } else {
            ++client;
        }
    }
    QCOMPARE(statusOf(answer(house, post("{}"))), 200); // which has its place
    house.kit.library->releaseWrites();
    for (const auto& client : clients)
        QCOMPARE(client->status(), 200);
    QCOMPARE(spansIn(house, house.kit.hub->summaries().front().id), std::size_t(5));
}

void TestTraceReceiver::otherSignals_areTakenAndDropped_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("metrics") << QByteArray("/v1/metrics");
    QTest::newRow("logs") << QByteArray("/v1/logs");
}

/// An exporter of them writes errors into its program's output where they are refused.
void TestTraceReceiver::otherSignals_areTakenAndDropped()
{
    QFETCH(const QByteArray, path);
    House house;
    const auto port = house.server->listenForTraces(0);
    QVERIFY(port.has_value());
    const auto to = [&](QByteArray sent) { return sent.replace("/v1/traces", path); };
    const QByteArray inJson = to(post(R"({"resourceLogs": []})"));
    const QByteArray inProtobuf =
        answer(house, to(post(QByteArray("\x0a\x00", 2), "Content-Type: application/x-protobuf\r\n")));
    QCOMPARE(bodyOf(answer(house, inJson)), QByteArray("{}"));
    QCOMPARE(statusOf(inProtobuf), 200);
    QVERIFY(inProtobuf.contains("Content-Type: application/x-protobuf"));
    Client other(*port);
    other.send(inJson);
    QCOMPARE(other.status(), 200);
    Client page(*port);
    page.send(QByteArray(inJson).replace("Host:", "Origin: https://example.org\r\nHost:"));
    QCOMPARE(page.status(), 403);
    QVERIFY(house.kit.hub->summaries().empty());
}

void TestTraceReceiver::onlyTracesOnTheirOwnPort()
{
    House house;
    const auto port = house.server->listenForTraces(0);
    QVERIFY(port.has_value());
    Client client(*port);
    client.send("GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QCOMPARE(client.status(), 404);
    Client pushing(*port);
    pushing.send(studioPost("pushMessage", saying("m1", "no")));
    QCOMPARE(pushing.status(), 404);
    Client traces(*port);
    traces.send(post("{}"));
    QCOMPARE(traces.status(), 200);
    QCOMPARE(house.server->listenForTraces(house.server->port()).error().code, ErrorCode::Locked);
}

void TestTraceReceiver::brokenHttp2_endsItsConnectionOnly_data()
{
    QTest::addColumn<QByteArray>("sent");
    const QByteArray preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const QByteArray settings("\0\0\0\4\0\0\0\0\0", 9);
    QTest::newRow("no end of the preface") << QByteArray("PRI * HTTP/2.0\r\n\r\nGET / HTTP/1.1\r\n\r\n");
    QTest::newRow("no settings") << preface + QByteArray(100, 'x');
    QTest::newRow("a head that is none") << preface + settings + QByteArray("\0\0\4\1\5\0\0\0\1\xff\xff\xff\xff", 13);
    QTest::newRow("a stream of the server's") << preface + settings + QByteArray("\0\0\1\1\5\0\0\0\2\x82", 10);
}

void TestTraceReceiver::brokenHttp2_endsItsConnectionOnly()
{
    QFETCH(const QByteArray, sent);
    House house;
    Client broken(house.server->port());
    broken.send(sent);
    QVERIFY(broken.isEnded());
    Client other(house.server->port());
    other.send(post("{}"));
    QCOMPARE(other.status(), 200);
}

} // namespace tst_trace_receiver

QUARTERDECK_TEST(tst_trace_receiver, TestTraceReceiver)
#include "tst_trace_receiver.moc"
