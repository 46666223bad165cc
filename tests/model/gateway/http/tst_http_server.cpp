#include "model/gateway/http/http_server.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/http/server_limits.h"
#include "tests/support/test.h"

#include "tests/support/wait.h"

#include <QFloat16>
#include <QLatin1Char>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>
#include <QWebSocket>
#include <atomic>
#include <mutex>
#include <thread>

namespace tst_http_server {

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using quarterdeck::test::waitFor;

namespace {

QByteArray post(const QByteArray& body, const QByteArray& fields = {})
{
    return "POST /echo HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\n" + fields
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

/// A client that speaks bytes.
class Client
{
public:
    explicit Client(std::uint16_t port, QHostAddress::SpecialAddress address = QHostAddress::LocalHost)
    {
        m_socket.connectToHost(QHostAddress(address), port);
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { m_read += m_socket.readAll(); });
    }
    void send(const QByteArray& bytes) { m_socket.write(bytes); }
    /// Until what it has read ends so.
    [[nodiscard]] QByteArray readTo(const QByteArray& end)
    {
        static_cast<void>(waitFor([&] { return m_read.endsWith(end); }));
        return std::exchange(m_read, {});
    }
    [[nodiscard]] int status() { return readTo("}").mid(9, 3).toInt(); }
    [[nodiscard]] bool hasEnded() const { return m_socket.state() == QAbstractSocket::UnconnectedState; }
    [[nodiscard]] bool isEnded()
    {
        return waitFor([&] { return hasEnded(); });
    }

private:
    QTcpSocket m_socket;
    QByteArray m_read;
};

HttpAdmission admission(const HttpRequest& head)
{
    RouteRules rules;
    rules.bodyBytes = 100'000'000;
    rules.isWebSocket = rules.takesGet = head.path == "/socket";
    return admit(head, rules);
}

/// A server that repeats what it was told; or keeps the client waiting.
struct House
{
    explicit House(HttpLimits limits = {})
    {
        HttpHandlers handlers;
        handlers.admit = admission;
        handlers.handle = [this](const HttpRequest& request, const std::shared_ptr<HttpExchange>& exchange) {
            if (request.body == "wait") {
                exchange->whenGone([this] { ++gone; });
                const std::scoped_lock lock(mutex);
                kept.push_back(exchange);
            } else if (request.path == "/keep") {
                const std::scoped_lock lock(mutex);
                requests.push_back(request);
            } else {
                exchange->answer({200, request.path + " {" + request.body + "}"});
            }
        };
        handlers.welcome = [this](const HttpRequest& request, const std::shared_ptr<WebSocket>& socket) {
            socket->send("hello " + request.query);
            return WebSocketListener{[socket](std::string text) {
                                         if (text.starts_with("bye"))
                                             socket->close();
                                         else
                                             socket->send("echo " + text);
                                     },
                                     [this] { ++closed; }};
        };
        auto started = HttpServer::start(0, limits, handlers);
        if (started)
            server = std::move(*started);
    }
    /// With their bodies.
    [[nodiscard]] std::size_t keptRequests()
    {
        const std::scoped_lock lock(mutex);
        return requests.size();
    }
    [[nodiscard]] std::size_t waiting()
    {
        const std::scoped_lock lock(mutex);
        return kept.size();
    }

    std::mutex mutex;
    std::vector<std::shared_ptr<HttpExchange>> kept;
    std::vector<HttpRequest> requests;
    std::atomic<int> gone = 0;
    std::atomic<int> closed = 0;
    std::unique_ptr<HttpServer> server;
};

/// A client of Qt's.
struct SocketClient
{
    explicit SocketClient(std::uint16_t port)
    {
        QObject::connect(&socket, &QWebSocket::textMessageReceived, &socket,
                         [this](const QString& text) { read.append(text); });
        socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/socket?a=1").arg(port)));
    }
    [[nodiscard]] bool hears(const QString& text)
    {
        return waitFor([&] { return !read.isEmpty() && read.last() == text; });
    }
    QWebSocket socket;
    QStringList read;
};

} // namespace

/// The server on real sockets, byte for byte.
class TestHttpServer final : public QObject
{
    Q_OBJECT
private slots:
    void bytes_data();
    void bytes();
    void manyRequestsOnOneConnection();
    void asksForTheBody();
    void aLargeBodyArrives();
    void largeBodiesWaitForRoom();
    void whoLeavesGivesRoom();
    void anAnswerToHeadHasNoBody();
    void answersFromAnotherThread();
    void whoWaitsAndGoesIsNoticed();
    void whoWaitsMaySendTheNext();
    void webSocketsTalk();
    void webSocketsEnd_data();
    void webSocketsEnd();
    void webSocketsAreForTheirPathOnly();
    void bothLoopbacksAnswer();
    void aTakenPortIsSaid();
    void programsStartedHereDoNotHoldThePort();
    void slowSendersStallNobodyAndEnd_data();
    void slowSendersStallNobodyAndEnd();
    void whoIsIdleBetweenRequestsEnds();
    void whoSendsNoMoreGivesRoom();
    void whoSendsSlowlyIsWaitedFor();
    void openFilesLeaveRoom();
    void idleConnectionsMakeRoom();
    void furtherConnectionsWait();
    void endsWithOpenConnections();
};

void TestHttpServer::bytes_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    const QByteArray good = post("1");
    const auto changed = [&](const char* from, const char* to) { return QByteArray(good).replace(from, to); };
    QTest::newRow("as AgentScope sends it") << good << 200;
    QTest::newRow("in chunks") << QByteArray("POST /echo HTTP/1.1\r\nHost: [::1]:3000\r\nContent-Type: application/json"
                                             "\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n\r\n")
                               << 200;
    QTest::newRow("another host") << changed("localhost", "canary.invalid") << 403;
    QTest::newRow("two hosts") << changed("Host:", "Host: localhost\r\nHost:") << 403;
    QTest::newRow("by the whole address") << changed("POST /", "POST HTTP://localhost:3000/") << 200;
    QTest::newRow("by the whole address of another host") << changed("POST /", "POST http://canary.invalid/") << 403;
    QTest::newRow("by the whole address, to two hosts")
        << changed("POST /", "POST http://localhost/").replace("Host:", "Host: localhost\r\nHost:") << 403;
    QTest::newRow("an end that nobody knows") << changed("Content-Length: 1", "Transfer-Encoding: gzip") << 400;
    QTest::newRow("a web page") << post("1", "Origin: https://canary.invalid\r\n") << 403;
    QTest::newRow("GET") << QByteArray("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") << 405;
    QTest::newRow("a form") << changed("application/json", "text/plain") << 415;
    QTest::newRow("compressed") << post("1", "Content-Encoding: gzip\r\n") << 415;
    QTest::newRow("too large") << changed("Content-Length: 1", "Content-Length: 999999999999") << 413;
    QTest::newRow("a large head") << post("1", "X: " + QByteArray(40'000, 'x') + "\r\n") << 431;
    QTest::newRow("no HTTP") << QByteArray("hello there\r\n\r\n") << 400;
    const auto inChunks = [](const QByteArray& chunks, const QByteArray& fields = {}) {
        return "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + fields
            + "Transfer-Encoding: chunked\r\n\r\n" + chunks;
    };
    QTest::newRow("chunks with extensions and trailers")
        << inChunks("1;a=b\r\n1\r\n0\r\nX: y\r\n\r\n", "Trailer: X\r\n") << 200;
    QTest::newRow("a chunk of no length") << inChunks("x\r\n1\r\n0\r\n\r\n") << 400;
    QTest::newRow("a chunk of another length") << inChunks("1\r\n12\r\n0\r\n\r\n") << 400;
    QTest::newRow("a chunk that is too large") << inChunks("ffffffffff\r\n1") << 413;
    QTest::newRow("a length beyond all numbers") << inChunks("fffffffffffffffffff\r\n1") << 400;
    // Two who read one stream must not find different requests in it.
    QTest::newRow("chunks and a length") << inChunks("1\r\n1\r\n0\r\n\r\n", "Content-Length: 1\r\n") << 400;
    QTest::newRow("two lengths") << changed("Content-Length: 1", "Content-Length: 1\r\nContent-Length: 2") << 400;
    QTest::newRow("a length below zero") << changed("Content-Length: 1", "Content-Length: -1") << 400;
    QTest::newRow("compressed chunks") << inChunks("1\r\n1\r\n0\r\n\r\n", "Content-Encoding: gzip\r\n") << 415;
}

void TestHttpServer::bytes()
{
    QFETCH(QByteArray, request);
    House house;
    QVERIFY(house.server);
    Client client(house.server->port());
    client.send(request);
    QTEST(client.status(), "status");
}

void TestHttpServer::manyRequestsOnOneConnection()
{
    House house;
    Client client(house.server->port());
    client.send(post("1") + post("2") + post("3"));
    const QByteArray read = client.readTo("{3}");
    QCOMPARE(read.count("200 OK"), 3);
    QVERIFY(read.indexOf("/echo {1}") < read.indexOf("/echo {2}"));
    client.send(post("4"));
    QVERIFY(client.readTo("{4}").contains("200 OK"));
}

void TestHttpServer::asksForTheBody()
{
    House house;
    Client client(house.server->port());
    const QByteArray request = post("body", "Expect: 100-continue\r\n");
    client.send(request.chopped(4));
    QVERIFY(client.readTo("\r\n\r\n").startsWith("HTTP/1.1 100"));
    client.send("body");
    QVERIFY(client.readTo("{body}").contains("200 OK"));
}

void TestHttpServer::aLargeBodyArrives()
{
    House house;
    Client client(house.server->port());
    client.send(post(QByteArray(50'000'000, 'x')));
    QVERIFY(client.readTo("x}").size() > 50'000'000);
}

void TestHttpServer::largeBodiesWaitForRoom()
{
    HttpLimits limits;
    limits.bodiesBytes = 200'000;
    House house(limits);
    const QByteArray large = post(QByteArray(300'000, 'x')).replace("/echo", "/keep");
    Client first(house.server->port());
    first.send(large);
    QVERIFY(waitFor([&] { return house.keptRequests() == 1; }));
    Client second(house.server->port());
    second.send(large);
    Client third(house.server->port());
    third.send("POST /keep HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: "
               "chunked\r\n\r\n493e0\r\n"
               + QByteArray(300'000, 'x') + "\r\n0\r\n\r\n");
    // Small ones have room, and by then the server had the time to read the others.
    for (int i = 0; i < 20; ++i) {
        Client small(house.server->port());
        small.send(post("1"));
        QCOMPARE(small.status(), 200);
    }
    QCOMPARE(house.keptRequests(), std::size_t(1));
    for (std::size_t left = 2; left > 0; --left) {
        {
            const std::scoped_lock lock(house.mutex);
            QCOMPARE(house.requests.front().body.size(), std::size_t(300'000));
            house.requests.clear();
        }
        QVERIFY(waitFor([&] { return house.keptRequests() == 1; }));
    }
}

void TestHttpServer::whoLeavesGivesRoom()
{
    HttpLimits limits;
    limits.bodiesBytes = 200'000;
    House house(limits);
    const QByteArray large = post(QByteArray(300'000, 'x')).replace("/echo", "/keep");
    auto first = std::make_unique<Client>(house.server->port());
    first->send(large.chopped(1));
    Client second(house.server->port());
    second.send(large.chopped(1));
    first.reset();
    second.send("x");
    QVERIFY(waitFor([&] { return house.keptRequests() == 1; }));
}

void TestHttpServer::anAnswerToHeadHasNoBody()
{
    House house;
    Client client(house.server->port());
    client.send("HEAD /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QVERIFY(client.isEnded());
    const QByteArray read = client.readTo("\r\n\r\n");
    QVERIFY2(read.startsWith("HTTP/1.1 405 ") && read.indexOf("\r\n\r\n") == read.size() - 4, read);
    QVERIFY(!read.contains("Content-Length: 0\r\n"));
}

void TestHttpServer::answersFromAnotherThread()
{
    House house;
    Client client(house.server->port());
    client.send(post("wait"));
    QVERIFY(waitFor([&] { return house.waiting() == 1; }));
    std::thread([&] { house.kept.front()->answer({200, "{late}"}); }).join();
    QVERIFY(client.readTo("{late}").contains("200 OK"));
}

void TestHttpServer::whoWaitsAndGoesIsNoticed()
{
    House house;
    auto client = std::make_unique<Client>(house.server->port());
    client->send(post("wait"));
    QVERIFY(waitFor([&] { return house.waiting() == 1; }));
    QCOMPARE(house.gone.load(), 0);
    client.reset();
    QVERIFY(waitFor([&] { return house.gone == 1; }));
    house.kept.front()->answer({200, "{}"}); // finds nobody
    Client next(house.server->port());
    next.send(post("1"));
    QCOMPARE(next.status(), 200);
    QCOMPARE(house.gone.load(), 1);
}

void TestHttpServer::whoWaitsMaySendTheNext()
{
    House house;
    Client client(house.server->port());
    client.send(post("wait"));
    QVERIFY(waitFor([&] { return house.waiting() == 1; }));
    client.send(post("2"));
    house.kept.front()->answer({200, "{first}"});
    const QByteArray read = client.readTo("{2}");
    QVERIFY2(read.contains("{first}") && read.indexOf("{first}") < read.indexOf("{2}"), read);
    QCOMPARE(house.gone.load(), 0);
}

void TestHttpServer::webSocketsTalk()
{
    House house;
    SocketClient client(house.server->port());
    QVERIFY(client.hears(QStringLiteral("hello a=1")));
    const QString text = QString::fromUtf8("\u4f60\u597d") + QString(100'000, QLatin1Char('x'));
    client.socket.sendTextMessage(text);
    QVERIFY(client.hears(QStringLiteral("echo ") + text));
    client.socket.sendBinaryMessage("is not for here");
    client.socket.sendTextMessage(QStringLiteral("on"));
    QVERIFY(client.hears(QStringLiteral("echo on")));
    QCOMPARE(house.closed.load(), 0);
}

void TestHttpServer::webSocketsEnd_data()
{
    QTest::addColumn<QString>("how");
    for (const char* how : {"theServer", "theClient", "itsSocket", "tooLong"})
        QTest::newRow(how) << QString::fromLatin1(how);
}

void TestHttpServer::webSocketsEnd()
{
    QFETCH(QString, how);
    House house;
    auto client = std::make_unique<SocketClient>(house.server->port());
    QVERIFY(client->hears(QStringLiteral("hello a=1")));
    if (how == QLatin1String("theServer"))
        client->socket.sendTextMessage(QStringLiteral("bye"));
    else if (how == QLatin1String("theClient"))
        client->socket.close();
    else if (how == QLatin1String("itsSocket"))
        client->socket.abort();
    else
        client->socket.sendTextMessage(QString(1'000'001, QLatin1Char('x')));
    QVERIFY(waitFor([&] { return house.closed == 1; }));
    QVERIFY(waitFor([&] { return client->socket.state() == QAbstractSocket::UnconnectedState; }));
}

void TestHttpServer::webSocketsAreForTheirPathOnly()
{
    House house;
    Client client(house.server->port());
    client.send("GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    QCOMPARE(client.status(), 405);
}

void TestHttpServer::bothLoopbacksAnswer()
{
    if (!QTcpServer().listen(QHostAddress::LocalHostIPv6))
        QSKIP("This machine has no IPv6.");
    House house;
    Client client(house.server->port(), QHostAddress::LocalHostIPv6);
    client.send(post("1"));
    QCOMPARE(client.status(), 200);
}

void TestHttpServer::aTakenPortIsSaid()
{
    House house;
    const auto second = HttpServer::start(house.server->port(), {}, {});
    QVERIFY(!second);
    QVERIFY(second.error().code == conversation::ErrorCode::Locked);
    QVERIFY(QString::fromStdString(second.error().sentence).contains(QString::number(house.server->port())));
}

void TestHttpServer::programsStartedHereDoNotHoldThePort()
{
    House house;
    Client client(house.server->port());
    client.send(post("1"));
    QCOMPARE(client.status(), 200);
    QProcess other;
    other.start(QStringLiteral("sleep"), {QStringLiteral("600")});
    QVERIFY(other.waitForStarted());
    const std::uint16_t port = house.server->port();
    house.server.reset();
    QVERIFY(client.isEnded());
    const auto again = HttpServer::start(port, {}, {});
    QVERIFY2(again.has_value(), again ? "" : again.error().sentence.c_str());
    other.kill();
    other.waitForFinished();
}

void TestHttpServer::slowSendersStallNobodyAndEnd_data()
{
    QTest::addColumn<QByteArray>("begun");
    QTest::newRow("nothing at all") << QByteArray();
    QTest::newRow("a head") << QByteArray("POST /echo HTTP/1.1\r\nHo");
    QTest::newRow("a small body") << post("12").chopped(1);
    QTest::newRow("a large body") << post(QByteArray(100'000, 'x')).chopped(1);
    QTest::newRow("chunks") << QByteArray("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                          "Transfer-Encoding: chunked\r\n\r\n5\r\n1");
}

void TestHttpServer::slowSendersStallNobodyAndEnd()
{
    QFETCH(QByteArray, begun);
    HttpLimits limits;
    limits.headTime = limits.bodyTime = std::chrono::milliseconds(300);
    House house(limits);
    std::vector<std::unique_ptr<Client>> slow;
    for (int i = 0; i < 50; ++i) {
        slow.push_back(std::make_unique<Client>(house.server->port()));
        slow.back()->send(begun);
    }
    Client client(house.server->port());
    client.send(post("1"));
    QCOMPARE(client.status(), 200);
    for (const auto& one : slow)
        QVERIFY(one->isEnded());
}

/// A first request has its own, shorter time: see "nothing at all".
void TestHttpServer::whoIsIdleBetweenRequestsEnds()
{
    HttpLimits limits;
    limits.headTime = std::chrono::hours(1);
    limits.idleTime = std::chrono::milliseconds(300);
    House house(limits);
    Client client(house.server->port());
    for (int i = 0; i < 2; ++i) { // the time begins anew with each
        client.send(post("1"));
        QCOMPARE(client.status(), 200);
        QVERIFY(!client.hasEnded());
    }
    QVERIFY(client.isEnded());
}

/// They have been given all the room that there is.
void TestHttpServer::whoSendsNoMoreGivesRoom()
{
    HttpLimits limits;
    limits.bodyTime = std::chrono::hours(1);
    limits.pieceTime = std::chrono::milliseconds(100);
    limits.bodiesBytes = 200'000;
    House house(limits);
    std::vector<std::unique_ptr<Client>> slow;
    for (int i = 0; i < 3; ++i) {
        slow.push_back(std::make_unique<Client>(house.server->port()));
        slow.back()->send(post(QByteArray(400'000, 'x')).chopped(250'000));
    }
    Client first(house.server->port());
    first.send(post("1")); // what was sent before is read by then
    QCOMPARE(first.status(), 200);
    Client client(house.server->port());
    client.send(post(QByteArray(100'000, 'y')));
    QVERIFY(client.readTo("y}").contains("200 OK"));
    QVERIFY(waitFor([&] { return std::ranges::any_of(slow, [](const auto& one) { return one->hasEnded(); }); }));
}

void TestHttpServer::whoSendsSlowlyIsWaitedFor()
{
    HttpLimits limits;
    limits.pieceTime = std::chrono::milliseconds(20);
    House house(limits);
    Client client(house.server->port());
    const QByteArray whole = post(QByteArray(200'000, 'x'));
    client.send(whole.chopped(100'000));
    QVERIFY(!waitFor([&] { return client.hasEnded(); }, 200)); // nobody waits
    client.send(whole.right(100'000));
    QVERIFY(client.readTo("x}").contains("200 OK"));
}

/// The library and the window open files, too.
void TestHttpServer::openFilesLeaveRoom()
{
    QCOMPARE(connectionsWithin(1'000'000, 1024), std::size_t(1024));
    QCOMPARE(connectionsWithin(2'560, 1024), std::size_t(1024));
    QCOMPARE(connectionsWithin(1'024, 1024), std::size_t(256));
    QCOMPARE(connectionsWithin(64, 1024), std::size_t(16));
    QCOMPARE(connectionsWithin(1, 1024), std::size_t(1));
}

/// Whoever has nothing under way makes room at once, the longest silent one first.
void TestHttpServer::idleConnectionsMakeRoom()
{
    HttpLimits limits;
    limits.connections = 2;
    House house(limits);
    Client first(house.server->port());
    Client second(house.server->port());
    for (Client* one : {&first, &second}) {
        one->send(post("1"));
        QCOMPARE(one->status(), 200);
    }
    Client third(house.server->port());
    third.send(post("wait"));
    QVERIFY(waitFor([&] { return house.waiting() == 1; }));
    QVERIFY(waitFor([&] { return first.hasEnded(); }));
    QVERIFY(!second.hasEnded());
}

void TestHttpServer::furtherConnectionsWait()
{
    HttpLimits limits;
    limits.connections = 2;
    House house(limits);
    auto first = std::make_unique<Client>(house.server->port());
    Client second(house.server->port());
    for (Client* one : {first.get(), &second})
        one->send(post("wait"));
    QVERIFY(waitFor([&] { return house.waiting() == 2; }));
    Client third(house.server->port());
    third.send(post("wait"));
    QVERIFY(!waitFor([&] { return house.waiting() == 3; }, 200));
    first.reset();
    QVERIFY(waitFor([&] { return house.waiting() == 3; }));
}

void TestHttpServer::endsWithOpenConnections()
{
    House house;
    Client idle(house.server->port());
    SocketClient socket(house.server->port());
    QVERIFY(socket.hears(QStringLiteral("hello a=1")));
    Client waiting(house.server->port());
    waiting.send(post("wait"));
    QVERIFY(waitFor([&] { return house.waiting() == 1; }));
    house.server.reset();
    QVERIFY(waiting.isEnded());
    QVERIFY(idle.isEnded());
    QVERIFY(waitFor([&] { return socket.socket.state() == QAbstractSocket::UnconnectedState; }));
    house.kept.front()->answer({200, "{}"}); // finds nobody
}

} // namespace tst_http_server

QUARTERDECK_TEST(tst_http_server, TestHttpServer)
#include "tst_http_server.moc"
