#include "socketio/socket_server.h"

#include "support/wait.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using namespace quarterdeck::gateway::socketio;
using quarterdeck::test::waitFor;

namespace {

const std::string rs = "\x1e";

/// Who waits for an answer.
struct Asker final : HttpExchange
{
    void answer(HttpAnswer given, std::function<void()> whenTaken) override
    {
        answers.push_back(std::move(given));
        taking = std::move(whenTaken);
    }
    void begin(HttpAnswer) override { QFAIL("Socket.IO answers as a whole."); }
    void write(std::string, std::function<void()>) override { }
    void end() override { }
    void whenGone(std::function<void()> call) override { gone = std::move(call); }
    [[nodiscard]] std::string body() const { return answers.size() == 1 ? answers.front().body : std::string("none"); }

    std::vector<HttpAnswer> answers;
    std::function<void()> taking; ///< while the answer is
    std::function<void()> gone;
};

struct Line final : WebSocket
{
    void send(std::string text, std::shared_ptr<void> hold) override
    {
        sent.push_back(std::move(text));
        if (hold)
            taking = std::move(hold);
    }
    void close() override { isClosed = true; }
    [[nodiscard]] std::string last() const { return sent.empty() ? std::string() : sent.back(); }

    std::vector<std::string> sent;
    std::shared_ptr<void> taking; ///< while it is
    bool isClosed = false;
};

/// A server in a room without sockets.
struct House
{
    explicit House(EngineTimes times = {}) : server("/python", times)
    {
        QObject::connect(&server, &SocketServer::joined, &server,
                         [this](const std::string& socket, const conversation::JsonValue& auth) {
                             joined.push_back(socket);
                             auths.push_back(auth.json().dump());
                         });
        QObject::connect(&server, &SocketServer::left, &server,
                         [this](const std::string& socket) { left.push_back(socket); });
    }
    std::shared_ptr<Asker> ask(const char* method, const std::string& query, const std::string& body = {})
    {
        const auto asker = std::make_shared<Asker>();
        server.engine().take({method, "/socket.io/", query, {}, body}, asker);
        return asker;
    }
    std::shared_ptr<Asker> get() { return ask("GET", polling + "&sid=" + sid); }
    std::string post(const std::string& body) { return ask("POST", polling + "&sid=" + sid, body)->body(); }
    std::shared_ptr<Line> connect(const std::string& query)
    {
        const auto line = std::make_shared<Line>();
        server.engine().welcome(query, line);
        return line;
    }
    void handshake()
    {
        sid = nlohmann::json::parse(ask("GET", polling)->body().substr(1)).at("sid").get<std::string>();
    }
    /// By polling, into the namespace.
    void join()
    {
        handshake();
        static_cast<void>(post("40/python,{\"run_id\":\"r\"}"));
        static_cast<void>(get());
    }

    const std::string polling = "EIO=4&transport=polling";
    SocketServer server;
    std::string sid;
    std::vector<std::string> joined;
    std::vector<std::string> auths;
    std::vector<std::string> left;
};

} // namespace

/// Engine.IO 4 and Socket.IO 5, packet by packet.
class TestSocketIo final : public QObject
{
    Q_OBJECT
private slots:
    void socketPackets_data();
    void socketPackets();
    void noPackets();
    void payloads();
    void queries();

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
    void whatIsHeldMayBeLarge_data();
    void whatIsHeldMayBeLarge();
    void whatTheClientCausesIsBounded_data();
    void whatTheClientCausesIsBounded();
    void whoTakesSomethingLargeIsNotPinged_data();
    void whoTakesSomethingLargeIsNotPinged();
    void whoTakesSomethingLargeMayAnswerLate_data();
    void whoTakesSomethingLargeMayAnswerLate();
};

void TestSocketIo::socketPackets_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("nameSpace");
    QTest::addColumn<QByteArray>("ack");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char* text, const char* nameSpace, const char* ack, const char* json) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(nameSpace) << QByteArray(ack) << QByteArray(json);
    };
    row("0", "/", "", "");
    row("0{\"a\":1}", "/", "", "{\"a\":1}");
    row("0/python,", "/python", "", "");
    row("0/python,{\"run_id\":\"1\"}", "/python", "", "{\"run_id\":\"1\"}");
    row("1/python,", "/python", "", "");
    row("2[\"x\"]", "/", "", "[\"x\"]");
    row("212[\"x,y\"]", "/", "12", "[\"x,y\"]");
    row("2/python,7[\"x\"]", "/python", "7", "[\"x\"]");
    row("4/no,{\"message\":\"m\"}", "/no", "", "{\"message\":\"m\"}");
}

void TestSocketIo::socketPackets()
{
    QFETCH(QByteArray, text);
    const auto packet = readSocketPacket(text.toStdString());
    QVERIFY(packet);
    QTEST(QByteArray::fromStdString(packet->nameSpace), "nameSpace");
    QTEST(packet->ackId ? QByteArray::number(static_cast<qulonglong>(*packet->ackId)) : QByteArray(), "ack");
    QTEST(QByteArray::fromStdString(packet->json), "json");
    QCOMPARE(QByteArray::fromStdString(textOf(*packet)), text);
}

void TestSocketIo::noPackets()
{
    for (const char* text : {"", "5-", "9", "x"})
        QVERIFY2(!readSocketPacket(text), text);
    for (const char* text : {"", "7", "b4", "\x1e"})
        QVERIFY2(!readEnginePacket(text), text);
    QVERIFY(readSocketPacket("0/without a comma")->json.empty());
    const auto odd = readSocketPacket("2/,/x"); // what begins like a name is none
    QVERIFY(odd->json == "/x" && readSocketPacket(textOf(*odd)) == odd);
    QVERIFY(!readSocketPacket("299999999999999999999999[]")->ackId);
}

void TestSocketIo::payloads()
{
    const auto two = readPayload("2" + rs + "4hello");
    QVERIFY(two && two->size() == 2);
    QVERIFY(two->at(0) == (EnginePacket{EngineKind::Ping, ""}));
    QVERIFY(two->at(1) == (EnginePacket{EngineKind::Message, "hello"}));
    for (const std::string& body : {std::string(), "2" + rs + rs + "2", rs, std::string("hello")})
        QVERIFY2(!readPayload(body), body.c_str());
}

void TestSocketIo::queries()
{
    QCOMPARE(queryValue("EIO=4&transport=polling&sid=a", "sid"), std::string("a"));
    QCOMPARE(queryValue("EIO=4&transport=polling", "transport"), std::string("polling"));
    QCOMPARE(queryValue("xEIO=3&EIO=4", "EIO"), std::string("4"));
    QCOMPARE(queryValue("sid", "sid"), std::string());
    QCOMPARE(queryValue("", "sid"), std::string());
}

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
    House house;
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
    House house;
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
    House house;
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
    House house;
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
    House house;
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
    House house;
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
    House house;
    house.handshake();
    static_cast<void>(house.post("40/client,{}"));
    QCOMPARE(house.get()->body(), std::string(R"(44/client,{"message":"Invalid namespace"})"));
    static_cast<void>(house.post("40"));
    QCOMPARE(house.get()->body(), std::string(R"(44{"message":"Invalid namespace"})"));
    QVERIFY(house.joined.empty());
}

void TestSocketIo::eventsAreAcknowledged()
{
    House house;
    house.join();
    static_cast<void>(house.post("42/python,3[\"x\"]" + rs + "42/python,[\"y\"]"));
    QCOMPARE(house.get()->body(), std::string("43/python,3[]"));
}

void TestSocketIo::atMostSixteenPacketsABody()
{
    House house;
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
    House house;
    house.join();
    const auto first = house.get();
    const auto second = house.get();
    QCOMPARE(first->body(), std::string("6"));
    QVERIFY(second->answers.empty());
}

void TestSocketIo::whoHasGoneGetsNothing()
{
    House house;
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
    House house;
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
    House house({std::chrono::milliseconds(20), std::chrono::milliseconds(20)});
    house.join();
    const auto held = house.get();
    QVERIFY(waitFor([&] { return !house.left.empty(); }));
    QCOMPARE(held->body(), std::string("2"));
    QCOMPARE(house.get()->body(), std::string(R"({"code":1,"message":"Session ID unknown"})"));
}

void TestSocketIo::whoAnswersPingsStays()
{
    House house({std::chrono::milliseconds(10), std::chrono::milliseconds(60'000)});
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
    House house;
    house.join();
    const auto answer = house.ask("POST", house.polling + "&sid=" + house.sid, "nonsense");
    QCOMPARE(static_cast<int>(answer->answers.front().status), 400);
    QVERIFY(house.left == house.joined);
}

namespace {

void byTransport()
{
    QTest::addColumn<bool>("isWebSocket");
    QTest::newRow("polling") << false;
    QTest::newRow("WebSocket") << true;
}

/// A client in the namespace, and what it takes.
struct Taker
{
    Taker(House& house, bool isWebSocket) : m_house(house)
    {
        if (isWebSocket) {
            line = house.connect("transport=websocket&EIO=4");
            house.server.engine().receive(line.get(), "40/python,");
        } else {
            house.join();
        }
    }
    void tell(const std::string& text) const
    {
        if (line)
            m_house.server.engine().receive(line.get(), text);
        else
            static_cast<void>(m_house.post(text));
    }
    /// What comes next; it is being taken until `taken`.
    std::string takes()
    {
        if (line)
            return line->last();
        m_asker = m_house.get();
        return m_asker->body();
    }
    /// What came by then to who waited.
    [[nodiscard]] std::string has() const { return line ? line->last() : m_asker->body(); }
    void taken()
    {
        if (line)
            line->taking.reset();
        else
            m_asker->taking = nullptr;
    }

    std::shared_ptr<Line> line;

private:
    House& m_house;
    std::shared_ptr<Asker> m_asker;
};

std::shared_ptr<void> holdOf(int& released)
{
    return {static_cast<void*>(&released), [&released](void*) { ++released; }};
}

} // namespace

void TestSocketIo::whatIsHeldMayBeLarge_data() { byTransport(); }

void TestSocketIo::whatIsHeldMayBeLarge()
{
    QFETCH(bool, isWebSocket);
    House house;
    Taker taker(house, isWebSocket);
    int released = 0;
    const std::string large = "[\"" + std::string(70'000'000, 'x') + "\"]";
    house.server.emitTo(house.joined.front(), large, holdOf(released));
    QVERIFY(taker.takes() == "42/python," + large);
    QVERIFY(house.left.empty());
    QCOMPARE(released, 0);
    taker.taken();
    QCOMPARE(released, 1);
    house.server.emitTo("nobody", "[]", holdOf(released));
    QCOMPARE(released, 2);
    house.server.emitTo(house.joined.front(), "[]", holdOf(released));
    house.server.engine().closeAll();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    if (isWebSocket)
        taker.taken(); // what was sent is its socket's
    QCOMPARE(released, 3);
}

void TestSocketIo::whatTheClientCausesIsBounded_data()
{
    QTest::addColumn<bool>("isWebSocket");
    QTest::newRow("polling") << false; // a WebSocket's queue is its own: see tst_slow_readers
}

void TestSocketIo::whatTheClientCausesIsBounded()
{
    QFETCH(bool, isWebSocket);
    House house;
    const Taker taker(house, isWebSocket);
    std::string asking;
    for (int i = 0; i < 50'000; ++i)
        asking += (i == 0 ? "" : rs) + "42/python,1[\"x\"]";
    for (int i = 0; i < 40 && house.left.empty(); ++i)
        taker.tell(asking);
    QCOMPARE(house.left, house.joined);
}

void TestSocketIo::whoTakesSomethingLargeIsNotPinged_data() { byTransport(); }

/// Its pong would come when it has taken all of it.
void TestSocketIo::whoTakesSomethingLargeIsNotPinged()
{
    QFETCH(bool, isWebSocket);
    House house({std::chrono::milliseconds(20), std::chrono::milliseconds(20)});
    Taker taker(house, isWebSocket);
    int released = 0;
    house.server.emitTo(house.joined.front(), "[]", holdOf(released));
    QVERIFY(taker.takes().ends_with("42/python,[]"));
    QVERIFY(!waitFor([&] { return !house.left.empty(); }, 200));
    taker.taken();
    QVERIFY(waitFor([&] { return !house.left.empty(); }));
}

void TestSocketIo::whoTakesSomethingLargeMayAnswerLate_data() { byTransport(); }

/// It was asked for a sign of life before.
void TestSocketIo::whoTakesSomethingLargeMayAnswerLate()
{
    QFETCH(bool, isWebSocket);
    House house({std::chrono::milliseconds(20), std::chrono::milliseconds(1000)});
    Taker taker(house, isWebSocket);
    static_cast<void>(taker.takes());
    QVERIFY(waitFor([&] { return taker.has() == "2"; }));
    int released = 0;
    house.server.emitTo(house.joined.front(), "[]", holdOf(released));
    QVERIFY(taker.takes().ends_with("42/python,[]"));
    QVERIFY(!waitFor([&] { return !house.left.empty(); }, 1500));
    taker.taken();
    QVERIFY(waitFor([&] { return !house.left.empty(); }));
}

QTEST_GUILESS_MAIN(TestSocketIo)
#include "tst_socketio.moc"
