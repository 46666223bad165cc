#include "socketio_kit.h"
#include "tests/support/test.h"

#include <QCoreApplication>
#include <QEvent>
#include <QTest>

namespace tst_socketio_held {

using namespace quarterdeck;
using namespace quarterdeck::test;

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
    Taker(SocketHouse& house, bool isWebSocket) : m_house(house)
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
    SocketHouse& m_house;
    std::shared_ptr<Asker> m_asker;
};

std::shared_ptr<void> holdOf(int& released)
{
    return {static_cast<void*>(&released), [&released](void*) { ++released; }};
}

} // namespace

/// What is sent to a client that takes it slowly, or takes nothing.
class TestSocketIoHeld final : public QObject
{
    Q_OBJECT
private slots:
    void whatIsHeldMayBeLarge_data();
    void whatIsHeldMayBeLarge();
    void whatTheClientCausesIsBounded_data();
    void whatTheClientCausesIsBounded();
    void whoTakesSomethingLargeIsNotPinged_data();
    void whoTakesSomethingLargeIsNotPinged();
    void whoTakesSomethingLargeMayAnswerLate_data();
    void whoTakesSomethingLargeMayAnswerLate();
};

void TestSocketIoHeld::whatIsHeldMayBeLarge_data() { byTransport(); }

void TestSocketIoHeld::whatIsHeldMayBeLarge()
{
    QFETCH(bool, isWebSocket);
    SocketHouse house;
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

void TestSocketIoHeld::whatTheClientCausesIsBounded_data()
{
    QTest::addColumn<bool>("isWebSocket");
    QTest::newRow("polling") << false; // a WebSocket's queue is its own: see tst_slow_readers
}

void TestSocketIoHeld::whatTheClientCausesIsBounded()
{
    QFETCH(bool, isWebSocket);
    SocketHouse house;
    const Taker taker(house, isWebSocket);
    std::string asking;
    for (int i = 0; i < 50'000; ++i)
        asking += (i == 0 ? "" : rs) + "42/python,1[\"x\"]";
    for (int i = 0; i < 40 && house.left.empty(); ++i)
        taker.tell(asking);
    QCOMPARE(house.left, house.joined);
}

void TestSocketIoHeld::whoTakesSomethingLargeIsNotPinged_data() { byTransport(); }

/// Its pong would come when it has taken all of it.
void TestSocketIoHeld::whoTakesSomethingLargeIsNotPinged()
{
    QFETCH(bool, isWebSocket);
    SocketHouse house({std::chrono::milliseconds(20), std::chrono::milliseconds(20)});
    Taker taker(house, isWebSocket);
    int released = 0;
    house.server.emitTo(house.joined.front(), "[]", holdOf(released));
    QVERIFY(taker.takes().ends_with("42/python,[]"));
    QVERIFY(!waitFor([&] { return !house.left.empty(); }, 200));
    taker.taken();
    QVERIFY(waitFor([&] { return !house.left.empty(); }));
}

void TestSocketIoHeld::whoTakesSomethingLargeMayAnswerLate_data() { byTransport(); }

/// It was asked for a sign of life before.
void TestSocketIoHeld::whoTakesSomethingLargeMayAnswerLate()
{
    QFETCH(bool, isWebSocket);
    SocketHouse house({std::chrono::milliseconds(20), std::chrono::milliseconds(1000)});
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

} // namespace tst_socketio_held

QUARTERDECK_TEST(tst_socketio_held, TestSocketIoHeld)
#include "tst_socketio_held.moc"
