#include "http/http_server.h"

#include "support/wait.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>
#include <mutex>
#include <thread>

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
    /// Until it has read what ends so.
    [[nodiscard]] QByteArray readTo(const QByteArray& end)
    {
        static_cast<void>(waitFor([&] { return m_read.endsWith(end); }));
        return std::exchange(m_read, {});
    }
    [[nodiscard]] int status() { return readTo("}").mid(9, 3).toInt(); }
    [[nodiscard]] bool isEnded()
    {
        return waitFor([&] { return m_socket.state() == QAbstractSocket::UnconnectedState; });
    }

private:
    QTcpSocket m_socket;
    QByteArray m_read;
};

/// A server that says what it was told; or keeps who asked waiting.
struct House
{
    explicit House(HttpLimits limits = {})
    {
        auto started = HttpServer::start(0, limits, [this](const HttpRequest& request, const AnswerHttp& answer) {
            if (request.body == "wait") {
                const std::scoped_lock lock(mutex);
                kept.push_back(answer);
            } else {
                answer({200, request.path + " {" + request.body + "}"});
            }
        });
        if (started)
            server = std::move(*started);
    }
    [[nodiscard]] std::size_t waiting()
    {
        const std::scoped_lock lock(mutex);
        return kept.size();
    }

    std::mutex mutex;
    std::vector<AnswerHttp> kept;
    std::unique_ptr<HttpServer> server;
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
    void answersFromAnotherThread();
    void bothLoopbacksAnswer();
    void aTakenPortIsSaid();
    void slowSendersStallNobodyAndEnd();
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
    QTest::newRow("a web page") << post("1", "Origin: https://canary.invalid\r\n") << 403;
    QTest::newRow("GET") << QByteArray("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") << 405;
    QTest::newRow("a form") << changed("application/json", "text/plain") << 415;
    QTest::newRow("compressed") << post("1", "Content-Encoding: gzip\r\n") << 415;
    QTest::newRow("too large") << changed("Content-Length: 1", "Content-Length: 999999999999") << 413;
    QTest::newRow("a large head") << post("1", "X: " + QByteArray(40'000, 'x') + "\r\n") << 431;
    QTest::newRow("no HTTP") << QByteArray("hello there\r\n\r\n") << 400;
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

void TestHttpServer::answersFromAnotherThread()
{
    House house;
    Client client(house.server->port());
    client.send(post("wait"));
    QVERIFY(waitFor([&] { return house.waiting() == 1; }));
    std::thread([&] { house.kept.front()({200, "{late}"}); }).join();
    QVERIFY(client.readTo("{late}").contains("200 OK"));
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

void TestHttpServer::slowSendersStallNobodyAndEnd()
{
    HttpLimits limits;
    limits.headTime = std::chrono::milliseconds(300);
    House house(limits);
    std::vector<std::unique_ptr<Client>> slow;
    for (int i = 0; i < 50; ++i) {
        slow.push_back(std::make_unique<Client>(house.server->port()));
        slow.back()->send("POST /echo HTTP/1.1\r\nHo");
    }
    Client client(house.server->port());
    client.send(post("1"));
    QCOMPARE(client.status(), 200);
    for (const auto& one : slow)
        QVERIFY(one->isEnded());
}

void TestHttpServer::furtherConnectionsWait()
{
    HttpLimits limits;
    limits.connections = 2;
    House house(limits);
    auto first = std::make_unique<Client>(house.server->port());
    Client second(house.server->port());
    for (Client* one : {first.get(), &second}) {
        one->send(post("1"));
        QCOMPARE(one->status(), 200);
    }
    Client third(house.server->port());
    third.send(post("wait"));
    QVERIFY(!waitFor([&] { return house.waiting() == 1; }, 200));
    first.reset();
    QVERIFY(waitFor([&] { return house.waiting() == 1; }));
}

void TestHttpServer::endsWithOpenConnections()
{
    House house;
    Client idle(house.server->port());
    Client waiting(house.server->port());
    waiting.send(post("wait"));
    QVERIFY(waitFor([&] { return house.waiting() == 1; }));
    house.server.reset();
    QVERIFY(waiting.isEnded());
    QVERIFY(idle.isEnded());
    house.kept.front()({200, "{}"}); // finds nobody
}

QTEST_GUILESS_MAIN(TestHttpServer)
#include "tst_http_server.moc"
