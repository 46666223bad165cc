#include "socketio_kit.h"
#include "tests/support/test.h"

#include <QCoreApplication>
#include <QFloat16>
#include <QTest>
#include <algorithm>

namespace tst_socketio {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// Engine.IO 4 and Socket.IO 5, packet by packet.
class TestSocketIo final : public QObject
{
    Q_OBJECT
private slots:
    void handshakes_data();
    void handshakes();
    void joinsByPolling();
    void joinsByWebSocketAlone();
    void goesOverToAWebSocket();
    void aGetIsNotHeldDuringAProbe();
    void aFailedProbeLeavesThePolling();
    void otherNamespacesAreRefused();
    void eventsAreAcknowledged();
    void atMostSixteenPacketsABody();
    void whoWaitsTwiceGetsANoop();
    void whoHasGoneGetsNothing();
    void leaves_data();
    void leaves();
    void whoIsSilentIsForgotten();
    void whoAnswersPingsStays();
    void badBodiesEndTheSession();
};

void TestSocketIo::handshakes_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const auto row = [](const char* name, const char* method, const char* query, int status, const char* body) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(query) << status << QByteArray(body);
    };
    row("as it is", "GET", "transport=polling&EIO=4&t=1.5", 200, "0{");
    row("of version 3", "GET", "transport=polling&EIO=3", 400,
        R"({"code":5,"message":"Unsupported protocol version"})");
    row("of none", "GET", "transport=polling", 400, R"({"code":5,"message":"Unsupported protocol version"})");
    row("another transport", "GET", "transport=flash&EIO=4", 400, R"({"code":0,"message":"Transport unknown"})");
    row("unknown", "GET", "transport=polling&EIO=4&sid=x", 400, R"({"code":1,"message":"Session ID unknown"})");
    row("posted", "POST", "transport=polling&EIO=4", 400, R"({"code":2,"message":"Bad handshake method"})");
}

void TestSocketIo::handshakes()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, query);
    QFETCH(QByteArray, body);
    SocketHouse house;
    const auto asker = house.ask(method.constData(), query.toStdString());
    QCOMPARE(asker->answers.size(), std::size_t(1));
    QTEST(static_cast<int>(asker->answers.front().status), "status");
    QVERIFY2(asker->body().starts_with(body.toStdString()), asker->body().c_str());
    if (asker->answers.front().status == 200) {
        const auto open = nlohmann::json::parse(asker->body().substr(1));
        QVERIFY(open.at("upgrades") == nlohmann::json::array({"websocket"}));
        QCOMPARE(open.at("pingInterval").get<int>(), 25'000);
        QCOMPARE(open.at("pingTimeout").get<int>(), 20'000);
        QVERIFY(!open.at("sid").get<std::string>().empty());
    }
}

void TestSocketIo::joinsByPolling()
{
    SocketHouse house;
    house.handshake();
    const auto held = house.get();
    QVERIFY(held->answers.empty());
    QCOMPARE(house.post("40/python,{\"run_id\":\"r 1\"}"), std::string("ok"));
    QCOMPARE(house.joined.size(), std::size_t(1));
    QCOMPARE(house.auths.front(), std::string(R"({"run_id":"r 1"})"));
    QCOMPARE(held->body(), "40/python,{\"sid\":\"" + house.joined.front() + "\"}");
    const auto next = house.get();
    house.server.emitTo(house.joined.front(), R"(["forwardUserInput"])");
    QCOMPARE(next->body(), std::string(R"(42/python,["forwardUserInput"])"));
    // Nobody waits: it is there for the next GET.
    house.server.emitTo(house.joined.front(), R"(["two"])");
    QCOMPARE(house.get()->body(), std::string(R"(42/python,["two"])"));
}

void TestSocketIo::joinsByWebSocketAlone()
{
    SocketHouse house;
    const auto line = house.connect("transport=websocket&EIO=4&t=1");
    QVERIFY2(line->last().starts_with("0{") && line->last().find("\"upgrades\":[]") != std::string::npos,
             line->last().c_str());
    house.server.engine().receive(line.get(), "40/python,");
    QCOMPARE(house.joined.size(), std::size_t(1));
    house.server.emitTo(house.joined.front(), R"(["x"])");
    QCOMPARE(line->last(), std::string(R"(42/python,["x"])"));
    house.server.engine().lose(line.get());
    QVERIFY(house.left == house.joined);
    for (const char* query :
         {"transport=websocket&EIO=3", "transport=polling&EIO=4", "transport=websocket&EIO=4&sid=x"})
        QVERIFY2(house.connect(query)->isClosed, query);
}

void TestSocketIo::goesOverToAWebSocket()
{
    SocketHouse house;
    house.join();
    const auto held = house.get();
    const auto line = house.connect("transport=websocket&EIO=4&sid=" + house.sid);
    house.server.engine().receive(line.get(), "2probe");
    QCOMPARE(line->last(), std::string("3probe"));
    QCOMPARE(held->body(), std::string("6"));
    // Until it has gone over, what comes waits for a GET.
    house.server.emitTo(house.joined.front(), R"(["between"])");
    QCOMPARE(line->sent.size(), std::size_t(1));
    house.server.engine().receive(line.get(), "5");
    QCOMPARE(line->last(), std::string(R"(42/python,["between"])"));
    house.server.emitTo(house.joined.front(), R"(["after"])");
    QCOMPARE(line->last(), std::string(R"(42/python,["after"])"));
    QCOMPARE(static_cast<int>(house.get()->answers.front().status), 400);
    QCOMPARE(house.joined.size(), std::size_t(1));
    QVERIFY(house.left.empty());
}

/// The client sent it before it read that its probe was answered; it goes over when that GET has ended.
void TestSocketIo::aGetIsNotHeldDuringAProbe()
{
    SocketHouse house;
    house.join();
    const auto line = house.connect("transport=websocket&EIO=4&sid=" + house.sid);
    house.server.engine().receive(line.get(), "2probe");
    const auto late = house.get();
    QVERIFY(waitFor([&] { return !late->answers.empty(); }));
    QCOMPARE(late->body(), std::string("6"));
    house.server.engine().receive(line.get(), "5");
    QCOMPARE(house.joined.size(), std::size_t(1));
    QVERIFY(house.left.empty());
}

void TestSocketIo::aFailedProbeLeavesThePolling()
{
    SocketHouse house;
    house.join();
    const auto line = house.connect("transport=websocket&EIO=4&sid=" + house.sid);
    house.server.engine().receive(line.get(), "4hello");
    QVERIFY(line->isClosed);
    house.server.engine().lose(line.get());
    QVERIFY(house.left.empty());
    house.server.emitTo(house.joined.front(), R"(["x"])");
    QCOMPARE(house.get()->body(), std::string(R"(42/python,["x"])"));
}

void TestSocketIo::otherNamespacesAreRefused()
{
    SocketHouse house;
    house.handshake();
    static_cast<void>(house.post("40/client,{}"));
    QCOMPARE(house.get()->body(), std::string(R"(44/client,{"message":"Invalid namespace"})"));
    static_cast<void>(house.post("40"));
    QCOMPARE(house.get()->body(), std::string(R"(44{"message":"Invalid namespace"})"));
    QVERIFY(house.joined.empty());
}

void TestSocketIo::eventsAreAcknowledged()
{
    SocketHouse house;
    house.join();
    static_cast<void>(house.post("42/python,3[\"x\"]" + rs + "42/python,[\"y\"]"));
    QCOMPARE(house.get()->body(), std::string("43/python,3[]"));
}

void TestSocketIo::atMostSixteenPacketsABody()
{
    SocketHouse house;
    house.join();
    for (int i = 0; i < 20; ++i)
        house.server.emitTo(house.joined.front(), "[" + std::to_string(i) + "]");
    const std::string first = house.get()->body();
    QCOMPARE(std::count(first.begin(), first.end(), '\x1e'), std::ptrdiff_t(15));
    QVERIFY(first.starts_with("42/python,[0]\x1e"));
    QVERIFY(house.get()->body().ends_with("42/python,[19]"));
}

void TestSocketIo::whoWaitsTwiceGetsANoop()
{
    SocketHouse house;
    house.join();
    const auto first = house.get();
    const auto second = house.get();
    QCOMPARE(first->body(), std::string("6"));
    QVERIFY(second->answers.empty());
}

void TestSocketIo::whoHasGoneGetsNothing()
{
    SocketHouse house;
    house.join();
    const auto held = house.get();
    held->gone();
    // The server says so by way of the loop.
    QCoreApplication::processEvents();
    house.server.emitTo(house.joined.front(), R"(["x"])");
    QVERIFY(held->answers.empty());
    QCOMPARE(house.get()->body(), std::string(R"(42/python,["x"])"));
}

void TestSocketIo::leaves_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("the namespace") << QByteArray("41/python,");
    QTest::newRow("altogether") << QByteArray("1");
}

void TestSocketIo::leaves()
{
    QFETCH(QByteArray, body);
    SocketHouse house;
    house.join();
    const auto held = house.get();
    QCOMPARE(house.post(body.toStdString()), std::string("ok"));
    QVERIFY(house.left == house.joined);
    QCOMPARE(held->answers.empty() ? std::string("held") : held->body(),
             body == "1" ? std::string("6") : std::string("held"));
    house.server.emitTo(house.joined.front(), R"(["x"])"); // finds nobody
    QCOMPARE(house.left.size(), std::size_t(1));
}

void TestSocketIo::whoIsSilentIsForgotten()
{
    SocketHouse house({std::chrono::milliseconds(20), std::chrono::milliseconds(20)});
    house.join();
    const auto held = house.get();
    QVERIFY(waitFor([&] { return !house.left.empty(); }));
    QCOMPARE(held->body(), std::string("2"));
    QCOMPARE(house.get()->body(), std::string(R"({"code":1,"message":"Session ID unknown"})"));
}

void TestSocketIo::whoAnswersPingsStays()
{
    SocketHouse house({std::chrono::milliseconds(10), std::chrono::milliseconds(60'000)});
    house.join();
    for (int i = 0; i < 3; ++i) {
        const auto held = house.get();
        QVERIFY(waitFor([&] { return !held->answers.empty(); }));
        QCOMPARE(held->body(), std::string("2"));
        QCOMPARE(house.post("3"), std::string("ok"));
    }
    QVERIFY(house.left.empty());
}

void TestSocketIo::badBodiesEndTheSession()
{
    SocketHouse house;
    house.join();
    const auto answer = house.ask("POST", house.polling + "&sid=" + house.sid, "nonsense");
    QCOMPARE(static_cast<int>(answer->answers.front().status), 400);
    QVERIFY(house.left == house.joined);
}

} // namespace tst_socketio

QUARTERDECK_TEST(tst_socketio, TestSocketIo)
#include "tst_socketio.moc"
