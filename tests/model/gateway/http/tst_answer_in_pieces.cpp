#include "model/gateway/http/http_server.h"
#include "model/gateway/http/request_rules.h"
#include "tests/support/test.h"

#include "tests/support/wait.h"

#include <QTcpSocket>
#include <QTest>
#include <atomic>
#include <mutex>

namespace tst_answer_in_pieces {

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using quarterdeck::test::waitFor;

namespace {

/// A client that speaks bytes, and reads as much as it likes.
class Client
{
public:
    explicit Client(std::uint16_t port, qint64 mostRead = 0)
    {
        m_socket.setReadBufferSize(mostRead);
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        static_cast<void>(waitFor([&] { return m_socket.state() == QAbstractSocket::ConnectedState; }));
    }
    void ask(const QByteArray& path, const QByteArray& version = "1.1")
    {
        m_socket.write("GET /" + path + " HTTP/" + version + "\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
    }
    [[nodiscard]] bool reads(const QByteArray& end)
    {
        return waitFor([&] {
            read += m_socket.readAll();
            return read.endsWith(end);
        });
    }
    [[nodiscard]] bool isEnded()
    {
        return waitFor([&] {
            read += m_socket.readAll();
            return m_socket.state() == QAbstractSocket::UnconnectedState;
        });
    }
    QByteArray read;

private:
    QTcpSocket m_socket;
};

/// A server whose answers the test writes; but one at "/whole".
struct House
{
    explicit House(HttpLimits limits = {})
    {
        HttpHandlers handlers;
        handlers.admit = [](const HttpRequest& head) {
            RouteRules rules;
            rules.takesGet = true;
            return admit(head, rules);
        };
        handlers.handle = [this](const HttpRequest& request, const std::shared_ptr<HttpExchange>& given) {
            if (request.path == "/whole")
                return given->answer({200, "whole"});
            given->whenGone([this] { ++gone; });
            const std::scoped_lock lock(mutex);
            exchange = given;
        };
        auto started = HttpServer::start(0, limits, handlers);
        if (started)
            server = std::move(*started);
    }
    /// The next one that asks.
    [[nodiscard]] std::shared_ptr<HttpExchange> next()
    {
        std::shared_ptr<HttpExchange> taken;
        static_cast<void>(waitFor([&] {
            const std::scoped_lock lock(mutex);
            taken = std::exchange(exchange, nullptr);
            return taken != nullptr;
        }));
        return taken;
    }

    std::mutex mutex;
    std::shared_ptr<HttpExchange> exchange;
    std::atomic<int> gone = 0;
    std::unique_ptr<HttpServer> server;
};

const HttpResponse events{200, "one;", "text/event-stream", {{"X-Kind", "pieces"}}};

} // namespace

/// Answers that take their time, on real sockets.
class TestAnswerInPieces final : public QObject
{
    Q_OBJECT
private slots:
    void piecesComeAsTheyAreWritten();
    void theConnectionGoesOn();
    void withoutChunksTheConnectionEnds();
    void aKnownLengthIsTold_data();
    void aKnownLengthIsTold();
    void whatIsNotWholeEndsTheConnection_data();
    void whatIsNotWholeEndsTheConnection();
    void onlyOneAnswer();
    void whoLeavesIsNoticed();
    void whoHasItAllIsNotGone();
    void whatIsTakenIsTold();
    void aWholeAnswerIsTold_data();
    void aWholeAnswerIsTold();
    void whoReadsNothingEnds_data();
    void whoReadsNothingEnds();
    void onePieceMayBeLarge_data();
    void onePieceMayBeLarge();
    void whatWaitsGoesWithItsConnection();
    void whoReadsSlowlyStallsNobody();
    void endsWithTheServer();
};

void TestAnswerInPieces::piecesComeAsTheyAreWritten()
{
    House house;
    Client client(house.server->port());
    client.ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->begin(events);
    QVERIFY(client.reads("4\r\none;\r\n"));
    QVERIFY(client.read.startsWith("HTTP/1.1 200 OK\r\n"));
    for (const char* field : {"Content-Type: text/event-stream\r\n", "Transfer-Encoding: chunked\r\n",
                              "X-Kind: pieces\r\n", "Cache-Control: no-store\r\n"})
        QVERIFY2(client.read.contains(field), client.read);
    exchange->write(std::string(26, 'x'), {});
    QVERIFY(client.reads("1a\r\n" + QByteArray(26, 'x') + "\r\n"));
    exchange->write({}, {});
    exchange->write("three", {});
    exchange->end();
    QVERIFY(client.reads("5\r\nthree\r\n0\r\n\r\n"));
}

void TestAnswerInPieces::theConnectionGoesOn()
{
    House house;
    Client client(house.server->port());
    client.ask("pieces");
    client.ask("whole"); // pipelined
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->begin(events);
    QVERIFY(client.reads("one;\r\n"));
    exchange->end();
    QVERIFY(client.reads("whole"));
    QVERIFY(client.read.contains("0\r\n\r\nHTTP/1.1 200"));
    client.ask("pieces");
    const auto second = house.next();
    QVERIFY(second);
    exchange->write("of the first", {}); // finds nobody
    second->begin({200, "two;"});
    second->end();
    QVERIFY(client.reads("4\r\ntwo;\r\n0\r\n\r\n"));
    QVERIFY(!client.read.contains("of the first"));
    QCOMPARE(house.gone.load(), 0);
}

void TestAnswerInPieces::withoutChunksTheConnectionEnds()
{
    House house;
    Client client(house.server->port());
    client.ask("pieces", "1.0");
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->begin(events);
    exchange->write("two;", {});
    exchange->end();
    QVERIFY(client.isEnded());
    QVERIFY2(client.read.endsWith("\r\n\r\none;two;"), client.read);
}

void TestAnswerInPieces::aKnownLengthIsTold_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::newRow("HTTP 1.1") << QByteArray("1.1");
    QTest::newRow("HTTP 1.0") << QByteArray("1.0");
}

/// The bytes as they are, and the connection continues.
void TestAnswerInPieces::aKnownLengthIsTold()
{
    QFETCH(QByteArray, version);
    House house;
    Client client(house.server->port());
    client.ask("pieces", version);
    const auto exchange = house.next();
    QVERIFY(exchange);
    HttpResponse head = events;
    head.wholeBytes = 8;
    exchange->begin(head);
    exchange->write("two;", {});
    exchange->end();
    QVERIFY(client.reads("one;two;"));
    QVERIFY2(client.read.contains("Content-Length: 8\r\n") && !client.read.contains("Transfer-Encoding"), client.read);
    client.ask("whole");
    QVERIFY(client.reads("whole"));
}

void TestAnswerInPieces::whatIsNotWholeEndsTheConnection_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<QByteArray>("read");
    QTest::newRow("too little") << QByteArray("two") << QByteArray("\r\n\r\none;two");
    QTest::newRow("too much") << QByteArray("two;HTTP/1.1 200") << QByteArray("\r\n\r\none;");
}

/// It tells the client that something is missing; surplus is not taken for another answer.
void TestAnswerInPieces::whatIsNotWholeEndsTheConnection()
{
    QFETCH(QByteArray, piece);
    QFETCH(QByteArray, read);
    House house;
    Client client(house.server->port());
    client.ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    HttpResponse head = events;
    head.wholeBytes = 8;
    exchange->begin(head);
    QVERIFY(client.reads("one;"));
    exchange->write(piece.toStdString(), {});
    exchange->end();
    QVERIFY(client.isEnded());
    QVERIFY2(client.read.endsWith(read), client.read);
}

void TestAnswerInPieces::onlyOneAnswer()
{
    House house;
    Client client(house.server->port());
    client.ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->write("before the head", {});
    exchange->begin(events);
    exchange->begin(events);
    exchange->answer({200, "another"});
    exchange->end();
    exchange->end();
    exchange->write("behind the end", {});
    QVERIFY(client.reads("\r\n\r\n4\r\none;\r\n0\r\n\r\n"));
    client.ask("whole");
    QVERIFY(client.reads("whole"));
    QCOMPARE(client.read.count("HTTP/1.1"), 2);
}

void TestAnswerInPieces::whoLeavesIsNoticed()
{
    House house;
    auto client = std::make_unique<Client>(house.server->port());
    client->ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->begin(events);
    QVERIFY(client->reads("one;\r\n"));
    QCOMPARE(house.gone.load(), 0);
    client.reset();
    QVERIFY(waitFor([&] { return house.gone == 1; }));
    exchange->write("finds nobody", {});
    exchange->end();
    Client next(house.server->port());
    next.ask("whole");
    QVERIFY(next.reads("whole"));
    QCOMPARE(house.gone.load(), 1);
}

void TestAnswerInPieces::whoHasItAllIsNotGone()
{
    House house;
    auto client = std::make_unique<Client>(house.server->port());
    client->ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->begin(events);
    exchange->end();
    QVERIFY(client->reads("0\r\n\r\n"));
    client.reset();
    auto next = Client(house.server->port());
    next.ask("whole");
    QVERIFY(next.reads("whole"));
    QCOMPARE(house.gone.load(), 0);
}

void TestAnswerInPieces::whatIsTakenIsTold()
{
    House house;
    Client client(house.server->port());
    client.ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    std::atomic<int> taken = 0;
    exchange->begin(events);
    for (int i = 0; i < 3; ++i)
        exchange->write("x", [&] { ++taken; });
    exchange->write({}, [&] { ++taken; });
    QVERIFY(waitFor([&] { return taken == 4; }));
    exchange->end();
    QVERIFY(client.reads("0\r\n\r\n"));
}

void TestAnswerInPieces::aWholeAnswerIsTold_data()
{
    QTest::addColumn<bool>("isThere");
    QTest::newRow("to who is there") << true;
    QTest::newRow("not of who is gone") << false;
}

void TestAnswerInPieces::aWholeAnswerIsTold()
{
    QFETCH(bool, isThere);
    House house;
    auto client = std::make_unique<Client>(house.server->port());
    client->ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    if (!isThere) {
        client.reset();
        QVERIFY(waitFor([&] { return house.gone == 1; }));
    }
    std::atomic<int> taken = 0;
    exchange->answer({200, "all of it"}, [&] { ++taken; });
    Client next(house.server->port()); // the server's thread has done it by then
    next.ask("whole");
    QVERIFY(next.reads("whole"));
    QVERIFY(!isThere || client->reads("all of it"));
    QVERIFY(waitFor([&] { return taken == (isThere ? 1 : 0); }));
}

void TestAnswerInPieces::whoReadsNothingEnds_data()
{
    QTest::addColumn<int>("bodyMs");
    QTest::addColumn<int>("queuedBytes");
    QTest::newRow("by its time") << 300 << 1'000'000'000;
    QTest::newRow("by what heaps up") << 600'000 << 1'000'000;
}

/// The system takes some megabytes for it, and then no more.
void TestAnswerInPieces::whoReadsNothingEnds()
{
    QFETCH(int, bodyMs);
    QFETCH(int, queuedBytes);
    HttpLimits limits;
    limits.bodyTime = std::chrono::milliseconds(bodyMs);
    limits.queuedBytes = static_cast<std::size_t>(queuedBytes);
    House house(limits);
    Client client(house.server->port(), 1);
    client.ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->begin(events);
    for (int i = 0; i < 64; ++i)
        exchange->write(std::string(1'000'000, 'x'), {});
    QVERIFY(waitFor([&] { return house.gone == 1; }));
}

void TestAnswerInPieces::onePieceMayBeLarge_data()
{
    QTest::addColumn<bool>("isWithHead");
    QTest::newRow("with the head") << true;
    QTest::newRow("by itself") << false;
}

void TestAnswerInPieces::onePieceMayBeLarge()
{
    QFETCH(bool, isWithHead);
    House house;
    Client client(house.server->port());
    client.ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    const std::string large(HttpLimits().queuedBytes + 1'000'000, 'x');
    exchange->begin({200, isWithHead ? large : std::string()});
    if (!isWithHead)
        exchange->write(large, {});
    exchange->end();
    QVERIFY(client.reads("x\r\n0\r\n\r\n"));
    QCOMPARE(client.read.count('x'), static_cast<int>(large.size()));
    client.ask("whole");
    QVERIFY(client.reads("whole"));
}

/// The connection is gone, and all it kept with it, also when the answer had its end already.
void TestAnswerInPieces::whatWaitsGoesWithItsConnection()
{
    HttpLimits limits;
    limits.queuedBytes = 1'000'000'000;
    House house(limits);
    auto client = std::make_unique<Client>(house.server->port(), 1);
    client->ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->begin(events);
    auto kept = std::make_shared<int>();
    const std::weak_ptr<int> isKept = kept;
    for (int i = 0; i < 64; ++i)
        exchange->write(std::string(1'000'000, 'x'), [kept] {});
    kept.reset();
    exchange->end();
    QVERIFY(!isKept.expired());
    client.reset();
    QVERIFY(waitFor([&] { return isKept.expired(); }));
}

/// A peer waiting for acceptance holds one piece, however little the other one reads.
void TestAnswerInPieces::whoReadsSlowlyStallsNobody()
{
    House house;
    Client slow(house.server->port(), 1);
    slow.ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    std::atomic<int> taken = 0;
    exchange->begin(events);
    std::function<void()> more = [&] {
        if (++taken < 64)
            exchange->write(std::string(1'000'000, 'x'), more);
    };
    exchange->write(std::string(1'000'000, 'x'), more);
    Client quick(house.server->port());
    quick.ask("whole");
    QVERIFY(quick.reads("whole"));
    QVERIFY(taken < 64);
    QCOMPARE(house.gone.load(), 0);
    house.server.reset();
}

void TestAnswerInPieces::endsWithTheServer()
{
    House house;
    Client client(house.server->port());
    client.ask("pieces");
    const auto exchange = house.next();
    QVERIFY(exchange);
    exchange->begin(events);
    QVERIFY(client.reads("one;\r\n"));
    house.server.reset();
    QVERIFY(client.isEnded());
    exchange->write("finds nobody", {});
    exchange->end();
}

} // namespace tst_answer_in_pieces

QUARTERDECK_TEST(tst_answer_in_pieces, TestAnswerInPieces)
#include "tst_answer_in_pieces.moc"
