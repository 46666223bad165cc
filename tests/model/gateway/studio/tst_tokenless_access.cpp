#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_tokenless_access {

using namespace quarterdeck;
using namespace quarterdeck::test;
using gateway::TokenlessAccess;

namespace {

const QByteArray token = House::token;

/// Which of AgentScope's and MetaGPT's addresses are asked, as their programs join them.
QByteArray requestTo(const QByteArray& target, const QByteArray& fields = {})
{
    const QByteArray body = R"({"id": "run 1", "runId": "run 1"})";
    const bool isGet = target.contains("socket.io") || target.contains("getCurrentVersion");
    return (isGet ? "GET " : "POST ") + target + " HTTP/1.1\r\nHost: localhost:3000\r\n" + fields
        + (isGet ? QByteArray()
                 : "Content-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n")
        + "\r\n" + (isGet ? QByteArray() : body);
}

int statusAt(std::uint16_t port, const QByteArray& request)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, port);
    socket.write(request);
    static_cast<void>(waitFor([&] { return socket.bytesAvailable() > 12; }));
    return socket.readAll().mid(9, 3).toInt();
}

int statusOf(House& house, const QByteArray& request) { return statusAt(house.server->port(), request); }

} // namespace

/// Programs that send no token by themselves are let in, need one in their address, or are not let in.
class TestTokenlessAccess final : public QObject
{
    Q_OBJECT
private slots:
    void requests_data();
    void requests();
    void others_areLetInAsEver();
    void tracesByTheirOwnPort_areAsThose();
    void aSocketEnds_whenItMayNotBe();
};

void TestTokenlessAccess::requests_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("open");
    QTest::addColumn<int>("withToken");
    QTest::addColumn<int>("off");
    const auto row = [](const char* name, const QByteArray& request, int open, int withToken, int off = 403) {
        QTest::newRow(name) << request << open << withToken << off;
    };
    row("none", requestTo("/trpc/registerRun"), 200, 401);
    row("behind the path", requestTo("/trpc/registerRun?token=" + token), 200, 200);
    row("as it is joined", requestTo("/?token=" + token + "/trpc/registerRun"), 200, 200);
    row("joined, another one", requestTo("/?token=0123/trpc/registerRun"), 200, 401);
    row("joined, empty", requestTo("/?token=/trpc/registerRun"), 200, 401);
    row("part of it", requestTo("/trpc/registerRun?token=" + token.chopped(1)), 200, 401);
    row("more than it", requestTo("/trpc/registerRun?token=" + token + "0"), 200, 401);
    row("another name", requestTo("/trpc/registerRun?atoken=" + token), 200, 401);
    row("in a field", requestTo("/trpc/registerRun", "Authorization: Bearer " + token + "\r\n"), 200, 200);
    row("a web page with it", requestTo("/trpc/registerRun?token=" + token, "Origin: http://a\r\n"), 403, 403);
    row("version", requestTo("/trpc/getCurrentVersion"), 200, 401);
    row("version with it", requestTo("/?token=" + token + "/trpc/getCurrentVersion"), 200, 200);
    row("polling", requestTo("/socket.io/?transport=polling&EIO=4"), 200, 401);
    row("polling with it", requestTo("/socket.io/?token=" + token + "/&transport=polling&EIO=4"), 200, 200);
    const QByteArray upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    row("WebSocket", requestTo("/socket.io/?transport=websocket&EIO=4", upgrade), 101, 401);
    row("WebSocket with it", requestTo("/socket.io/?token=" + token + "&transport=websocket&EIO=4", upgrade), 101, 101);
    row("MetaGPT", requestTo("/metagpt/report"), 200, 401);
    row("MetaGPT with it", requestTo("/metagpt/report?token=" + token), 200, 200);
    row("traces", requestTo("/v1/traces"), 200, 401, 401);
    row("metrics", requestTo("/v1/metrics"), 200, 401, 401);
    row("logs with it", requestTo("/v1/logs?token=" + token), 200, 200, 200);
    row("traces with another one", requestTo("/v1/traces", "Authorization: Bearer 0123\r\n"), 200, 401, 401);
    row("traces with it", requestTo("/v1/traces?token=" + token), 200, 200, 200);
    row("traces of AgentScope with it", requestTo("/?token=" + token + "/v1/traces"), 200, 200, 200);
    row("traces with it in a field", requestTo("/v1/traces", "Authorization: Bearer " + token + "\r\n"), 200, 200, 200);
}

void TestTokenlessAccess::requests()
{
    QFETCH(QByteArray, request);
    QFETCH(int, open);
    QFETCH(int, withToken);
    QFETCH(int, off);
    House house;
    QCOMPARE(statusOf(house, request), open);
    house.server->setTokenlessAccess(TokenlessAccess::WithToken);
    QCOMPARE(statusOf(house, request), withToken);
    house.server->setTokenlessAccess(TokenlessAccess::Off);
    QCOMPARE(statusOf(house, request), off);
    house.server->setTokenlessAccess(TokenlessAccess::Open);
    QCOMPARE(statusOf(house, request), open);
    house.studio = TokenlessAccess::Off; // as it was set before
    house.restart();
    QCOMPARE(statusOf(house, request), off);
}

void TestTokenlessAccess::others_areLetInAsEver()
{
    House house;
    house.server->setTokenlessAccess(TokenlessAccess::Off);
    QCOMPARE(statusOf(house, "GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"), 200);
    const QByteArray session = R"({"title": "Chess", "source": "chess"})";
    const QByteArray head = "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            "Content-Length: "
        + QByteArray::number(session.size()) + "\r\n";
    QCOMPARE(statusOf(house, head + "Authorization: Bearer " + token + "\r\n\r\n" + session), 201);
    house.server->setTokenlessAccess(TokenlessAccess::WithToken);
    QCOMPARE(statusOf(house, head.chopped(0).replace("/v1/sessions", "/v1/sessions?token=" + token) + "\r\n" + session),
             401);
}

void TestTokenlessAccess::tracesByTheirOwnPort_areAsThose()
{
    House house;
    const auto port = house.server->listenForTraces(0);
    QVERIFY(port.has_value());
    const QByteArray without = requestTo("/v1/traces");
    const QByteArray with = requestTo("/v1/traces?token=" + token);
    QCOMPARE(statusAt(*port, without), 200);
    house.server->setTokenlessAccess(TokenlessAccess::WithToken);
    QCOMPARE(statusAt(*port, without), 401);
    QCOMPARE(statusAt(*port, with), 200);
    house.server->setTokenlessAccess(TokenlessAccess::Off);
    QCOMPARE(statusAt(*port, without), 401);
    QCOMPARE(statusAt(*port, with), 200);
}

void TestTokenlessAccess::aSocketEnds_whenItMayNotBe()
{
    for (const TokenlessAccess access : {TokenlessAccess::Off, TokenlessAccess::WithToken}) {
        House house;
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, house.server->port());
        QByteArray read;
        const auto hasRead = [&](const QByteArray& bytes) {
            return waitFor([&] { return (read += socket.readAll()).contains(bytes); });
        };
        socket.write(requestTo("/socket.io/?transport=websocket&EIO=4",
                               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
        QVERIFY(hasRead("pingInterval"));
        house.server->setTokenlessAccess(access);
        QVERIFY(hasRead("\x81\x01"
                        "1\x88\x02")); // of Engine.IO, and of the WebSocket
    }
}

} // namespace tst_tokenless_access

QUARTERDECK_TEST(tst_tokenless_access, TestTokenlessAccess)
#include "tst_tokenless_access.moc"
