#include "foreign_program.h"
#include "model/gateway/http/connection_owner.h"
#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QSysInfo>
#include <QTcpServer>
#include <QTest>

namespace tst_other_users {

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using namespace quarterdeck::test;

namespace {

ConnectionEnd v4(std::uint16_t port) { return {std::string("\x7f\0\0\1", 4), port}; }
ConnectionEnd v6(std::uint16_t port) { return {std::string(15, '\0') + '\1', port}; }

/// As Linux writes them, on a machine that begins numbers with their lowest byte.
const SocketTables tables{
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    "   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0\n"
    "   1: 0100007F:0BB8 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1\n"
    "   2: 0100007F:9C40 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000 65534        0 13 1 0 20 4 30 10 -1\n"
    "   3: 0200007F:9C41 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000   101        0 14 1 0 20 4 30 10 -1\n"
    "   4: 0100007F:9C42 0100007F:0BB8 05 00000000:00000000 00:00000000 00000000     0        0 0 1 0 20 4 30 10 -1\n",
    "  sl  local_address                         remote_address                        st tx_queue rx_queue tr\n"
    "   0: 00000000000000000000000001000000:9C43 00000000000000000000000001000000:0BB8 01 00000000:00000000 "
    "00:00000000 00000000  1001        0 15 1 0 20 4 30 10 -1\n"
    "   1: 0000000000000000FFFF00000100007F:9C44 0000000000000000FFFF00000100007F:0BB8 01 00000000:00000000 "
    "00:00000000 00000000  1002        0 16 1 0 20 4 30 10 -1\n"};
constexpr std::uint16_t server = 0x0bb8;

QByteArray requestTo(const QByteArray& target, const QByteArray& fields = {})
{
    const QByteArray body = R"({"id": "run 1", "runId": "run 1", "msg": {"id": "m", "role": "user", "name": "user",)"
                            R"( "content": "I hereby approve it"}})";
    const bool isGet = target.contains("socket.io") || target.contains("getCurrentVersion");
    return (isGet ? "GET " : "POST ") + target + " HTTP/1.1\r\nHost: localhost:3000\r\n" + fields
        + (isGet ? QByteArray()
                 : "Content-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n")
        + "\r\n" + (isGet ? QByteArray() : body);
}

const QByteArray token = House::token;

} // namespace

/// Loopback is everybody's who has an account on this computer.
class TestOtherUsers final : public QObject
{
    Q_OBJECT
private slots:
    void owners_data();
    void owners();
    void users_data();
    void users();
    void whoHasLeft_isNobody();
    void requests_data();
    void requests();
    void anyWayOfConnecting_data();
    void anyWayOfConnecting();
    void ownPrograms_areLetIn_data() { anyWayOfConnecting_data(); }
    void ownPrograms_areLetIn();
};

void TestOtherUsers::owners_data()
{
    QTest::addColumn<ConnectionEnd>("near");
    QTest::addColumn<ConnectionEnd>("far");
    QTest::addColumn<std::optional<SocketOwner>>("expected");
    const auto owner = [](std::uint32_t user, std::uint64_t inode) { return std::optional(SocketOwner{user, inode}); };
    const std::optional<SocketOwner> nobody;
    QTest::newRow("IPv4") << v4(40'000) << v4(server) << owner(65534, 13);
    QTest::newRow("its other end") << v4(server) << v4(40'000) << owner(1000, 12);
    QTest::newRow("IPv6") << v6(40'003) << v6(server) << owner(1001, 15);
    QTest::newRow("IPv4 as IPv6") << v4(40'004) << v4(server) << owner(1002, 16);
    QTest::newRow("closed") << v4(40'002) << v4(server) << owner(0, 0);
    QTest::newRow("the same port at another address") << v4(40'001) << v4(server) << nobody;
    QTest::newRow("the same port of the other family") << v6(40'000) << v6(server) << nobody;
    QTest::newRow("the same port of another server") << v4(40'000) << v4(server + 1) << nobody;
}

void TestOtherUsers::owners()
{
    QFETCH(ConnectionEnd, near);
    QFETCH(ConnectionEnd, far);
    QFETCH(std::optional<SocketOwner>, expected);
    if (QSysInfo::ByteOrder == QSysInfo::BigEndian)
        QSKIP("The tables are written in this machine's order of bytes.");
    QVERIFY(ownerIn(tables, near, far) == expected);
}

void TestOtherUsers::users_data()
{
    QTest::addColumn<std::optional<SocketOwner>>("owner");
    QTest::addColumn<ClientUser>("expected");
    const auto own = static_cast<std::uint32_t>(::geteuid());
    const auto row = [](const char* name, std::optional<SocketOwner> owner, ClientUser expected) {
        QTest::newRow(name) << owner << expected;
    };
    row("ours", SocketOwner{own, 1}, ClientUser::Same);
    row("somebody's", SocketOwner{own + 1, 1}, ClientUser::Other);
    row("somebody's who has left", SocketOwner{own + 1, 0}, ClientUser::Other);
    row("root's", SocketOwner{0, 1}, own == 0 ? ClientUser::Same : ClientUser::Root);
    row("nobody's any more, which looks like root's", SocketOwner{0, 0}, ClientUser::Unknown);
    row("not found", std::nullopt, ClientUser::Unknown);
}

void TestOtherUsers::users()
{
    QFETCH(std::optional<SocketOwner>, owner);
    QFETCH(ClientUser, expected);
    QVERIFY(userOf(owner) == expected);
}

/// Who sends a request and closes the socket is not taken for root.
void TestOtherUsers::whoHasLeft_isNobody()
{
    if (!canBeForeign())
        QSKIP("Only root can start a process of another user.");
    QTcpServer listener;
    QVERIFY(listener.listen(QHostAddress::LocalHost));
    AnotherProgram gone(foreignUser, QStringLiteral("127.0.0.1"), listener.serverPort(), "x",
                        AnotherProgram::After::Leave);
    QVERIFY(gone.answer().isEmpty());
    QVERIFY(waitFor([&] { return listener.hasPendingConnections(); }));
    const QTcpSocket* socket = listener.nextPendingConnection();
    const ClientUser user = userOf(ownerOf(v4(socket->peerPort()), v4(socket->localPort())));
    QVERIFY(user == ClientUser::Unknown || user == ClientUser::Other);
}

void TestOtherUsers::requests_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, const QByteArray& request, int expected) {
        QTest::newRow(name) << request << expected;
    };
    row("a run", requestTo("/trpc/registerRun"), 403);
    row("a message", requestTo("/trpc/pushMessage"), 403);
    row("a question", requestTo("/trpc/requestUserInput"), 403);
    row("the version", requestTo("/trpc/getCurrentVersion"), 403);
    row("a report of MetaGPT", requestTo("/metagpt/report"), 403);
    row("polling", requestTo("/socket.io/?transport=polling&EIO=4"), 403);
    row("a WebSocket",
        requestTo("/socket.io/?transport=websocket&EIO=4",
                  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"),
        403);
    row("traces", requestTo("/v1/traces"), 403);
    row("metrics", requestTo("/v1/metrics"), 403);
    row("a run, with another token", requestTo("/trpc/registerRun?token=0123"), 403);
    // Whoever brings the token may stand behind a proxy, which is another user's.
    row("a run, with the token", requestTo("/?token=" + token + "/trpc/registerRun"), 200);
    row("traces, with the token", requestTo("/v1/traces", "Authorization: Bearer " + token + "\r\n"), 200);
    row("the API, with the token", requestTo("/v1/sessions", "Authorization: Bearer " + token + "\r\n"), 400);
    row("the API", requestTo("/v1/sessions"), 401);
    row("MCP", requestTo("/mcp"), 401);
}

void TestOtherUsers::requests()
{
    QFETCH(QByteArray, request);
    QFETCH(int, expected);
    if (!canBeForeign())
        QSKIP("Only root can start a process of another user.");
    House house;
    AnotherProgram program(foreignUser, QStringLiteral("127.0.0.1"), house.server->port(), request);
    const QByteArray answer = program.answer();
    QCOMPARE(answer.mid(9, 3).toInt(), expected);
    if (expected == 403)
        QVERIFY2(answer.contains("another user of this computer"), answer);
    if (expected != 200)
        QVERIFY(house.kit.hub->summaries().empty());
    const auto traces = house.server->listenForTraces(0);
    QVERIFY(traces.has_value());
    if (request.contains("/v1/traces"))
        QCOMPARE(AnotherProgram(foreignUser, QStringLiteral("127.0.0.1"), *traces, request).status(), expected);
}

void TestOtherUsers::anyWayOfConnecting_data()
{
    QTest::addColumn<QString>("host");
    for (const char* host : {"127.0.0.1", "::1", "::ffff:127.0.0.1"})
        QTest::newRow(host) << QString::fromLatin1(host);
}

void TestOtherUsers::anyWayOfConnecting()
{
    QFETCH(QString, host);
    if (!canBeForeign())
        QSKIP("Only root can start a process of another user.");
    if (host == QStringLiteral("::1") && !QTcpServer().listen(QHostAddress::LocalHostIPv6))
        QSKIP("This machine has no IPv6.");
    House house;
    QCOMPARE(AnotherProgram(foreignUser, host, house.server->port(), requestTo("/trpc/pushMessage")).status(), 403);
    QVERIFY(house.kit.hub->summaries().empty());
}

void TestOtherUsers::ownPrograms_areLetIn()
{
    QFETCH(QString, host);
    if (host == QStringLiteral("::1") && !QTcpServer().listen(QHostAddress::LocalHostIPv6))
        QSKIP("This machine has no IPv6.");
    House house;
    QCOMPARE(AnotherProgram(::geteuid(), host, house.server->port(), requestTo("/trpc/pushMessage")).status(), 200);
    QVERIFY(house.texts() == std::vector<std::string>{"I hereby approve it"});
}

} // namespace tst_other_users

QUARTERDECK_TEST(tst_other_users, TestOtherUsers)
#include "tst_other_users.moc"
