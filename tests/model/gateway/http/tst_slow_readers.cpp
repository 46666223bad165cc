#include "model/gateway/http/http_server.h"
#include "model/gateway/http/request_rules.h"
#include "tests/support/test.h"

#include "tests/support/wait.h"

#include <QByteArrayList>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>
#include <atomic>
#include <chrono>

namespace tst_slow_readers {

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using quarterdeck::test::waitFor;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t much = 16'000'000; ///< bytes; more than the system holds for who does not read

/// Tells when it is gone.
std::shared_ptr<void> holdOf(std::atomic<int>& released)
{
    return {static_cast<void*>(&released), [&released](void*) { ++released; }};
}

/// Answers a lot, or is a WebSocket that does as it is told: "much", "little", "bye".
struct House
{
    explicit House(HttpLimits limits)
    {
        HttpHandlers handlers;
        handlers.admit = [](const HttpRequest& head) {
            RouteRules rules;
            rules.takesGet = rules.isWebSocket = true;
            return admit(head, rules);
        };
        handlers.handle = [this](const HttpRequest&, const std::shared_ptr<HttpExchange>& exchange) {
            exchange->answer({200, std::string(much, 'x')}, [kept = holdOf(released)] {});
        };
        handlers.welcome = [this](const HttpRequest&, const std::shared_ptr<WebSocket>& socket) {
            ++opened;
            return WebSocketListener{[this, socket](const std::string& text) { obey(*socket, text); },
                                     [this] { ++closed; }};
        };
        auto started = HttpServer::start(0, limits, handlers);
        if (started)
            server = std::move(*started);
    }
    void obey(WebSocket& socket, const std::string& text)
    {
        if (text == "much")
            socket.send(std::string(much, 'x'), holdOf(released));
        else if (text == "little")
            socket.send(std::string(100'000, 'x'));
        else
            socket.close();
    }

    std::atomic<int> opened = 0;
    std::atomic<int> closed = 0;
    std::atomic<int> released = 0;
    std::unique_ptr<HttpServer> server; ///< ends before what it tells
};

/// Reads nothing by itself.
class Client
{
public:
    explicit Client(std::uint16_t port)
    {
        m_socket.setReadBufferSize(1);
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        static_cast<void>(waitFor([&] { return m_socket.state() == QAbstractSocket::ConnectedState; }));
    }
    void get(const QByteArray& fields = {})
    {
        m_socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n");
    }
    void becomeWebSocket()
    {
        get("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n");
    }
    /// A masked frame whose mask changes nothing.
    void tell(const QByteArray& text)
    {
        m_socket.write("\x81" + QByteArray(1, static_cast<char>(0x80 + text.size())) + QByteArray(4, '\0') + text);
    }
    /// A piece again and again, with a pause before each; true once this much has come.
    [[nodiscard]] bool reads(qint64 bytes, qint64 piece, milliseconds pause)
    {
        m_socket.setReadBufferSize(piece);
        qint64 read = 0;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] { read += m_socket.read(piece).size(); });
        timer.start(pause);
        return waitFor([&] { return read >= bytes || m_socket.state() == QAbstractSocket::UnconnectedState; })
            && read >= bytes;
    }

private:
    QTcpSocket m_socket;
};

HttpLimits patient(milliseconds bodyTime)
{
    HttpLimits limits;
    limits.bodyTime = bodyTime;
    limits.headTime = milliseconds(300); // a goodbye has as long as a greeting
    return limits;
}

} // namespace

/// Clients that accept slowly what is sent to them, and those that accept nothing, on real sockets.
class TestSlowReaders final : public QObject
{
    Q_OBJECT
private slots:
    void aWebSocketThatReadsNothingIsClosed_data();
    void aWebSocketThatReadsNothingIsClosed();
    void aWebSocketThatReadsNothingIsLeftWithLittle();
    void whoReadsSlowlyGetsAll_data();
    void whoReadsSlowlyGetsAll();
};

void TestSlowReaders::aWebSocketThatReadsNothingIsClosed_data()
{
    QTest::addColumn<QByteArrayList>("told");
    QTest::newRow("much is sent to it") << QByteArrayList{"much"};
    QTest::newRow("closed with much before it") << QByteArrayList{"much", "bye"};
    QTest::newRow("closed, and does not answer that") << QByteArrayList{"bye"};
}

void TestSlowReaders::aWebSocketThatReadsNothingIsClosed()
{
    QFETCH(QByteArrayList, told);
    House house(patient(milliseconds(300)));
    Client client(house.server->port());
    client.becomeWebSocket();
    QVERIFY(waitFor([&] { return house.opened == 1; }));
    for (const QByteArray& text : told)
        client.tell(text);
    QVERIFY(waitFor([&] { return house.closed == 1; }));
    QVERIFY(waitFor([&] { return house.released == told.count("much"); }));
}

/// What the system has accepted on its behalf says nothing about it.
void TestSlowReaders::aWebSocketThatReadsNothingIsLeftWithLittle()
{
    House house(patient(milliseconds(10)));
    Client client(house.server->port());
    client.becomeWebSocket();
    QVERIFY(waitFor([&] { return house.opened == 1; }));
    client.tell("little");
    QVERIFY(client.reads(100'000, 1'000'000, milliseconds(30)));
    client.tell("little");
    QVERIFY(client.reads(100'000, 1'000'000, milliseconds(30)));
    QCOMPARE(house.closed.load(), 0);
}

void TestSlowReaders::whoReadsSlowlyGetsAll_data()
{
    QTest::addColumn<bool>("isWebSocket");
    QTest::newRow("a WebSocket") << true;
    QTest::newRow("an answer") << false;
}

/// All of it takes longer than anything of it may.
void TestSlowReaders::whoReadsSlowlyGetsAll()
{
    QFETCH(bool, isWebSocket);
    House house(patient(milliseconds(2000)));
    Client client(house.server->port());
    if (isWebSocket) {
        client.becomeWebSocket();
        QVERIFY(waitFor([&] { return house.opened == 1; }));
        client.tell("much");
    } else {
        client.get();
    }
    QVERIFY(client.reads(much, 200'000, milliseconds(50)));
    QVERIFY(waitFor([&] { return house.released == 1; }));
    QCOMPARE(house.closed.load(), 0);
}

} // namespace tst_slow_readers

QUARTERDECK_TEST(tst_slow_readers, TestSlowReaders)
#include "tst_slow_readers.moc"
