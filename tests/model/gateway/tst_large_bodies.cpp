#include "tests/model/gateway/rest/api_kit.h"
#include "tests/support/test.h"

#include <QByteArrayList>
#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QTest>
#include <functional>

namespace tst_large_bodies {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

constexpr int patience = 60'000;

QByteArray post(const QByteArray& path, const QByteArray& body, const QByteArray& fields = {})
{
    return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
        + House::token + "\r\n" + fields + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

/// A client whose answers are noted in the order in which they come.
class Poster
{
public:
    Poster(std::uint16_t port, QByteArray name, QByteArrayList& order)
    {
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this, name = std::move(name), &order] {
            const QByteArray read = m_socket.readAll();
            for (qsizetype at = read.indexOf("HTTP/1.1 "); at >= 0; at = read.indexOf("HTTP/1.1 ", at + 1))
                order.append(name + ' ' + read.mid(at + 9, 3));
        });
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        static_cast<void>(waitFor([this] { return m_socket.state() == QAbstractSocket::ConnectedState; }));
    }
    /// At once, as far as the system accepts it.
    void send(const QByteArray& bytes)
    {
        m_socket.write(bytes);
        m_socket.flush();
    }
    /// The server has read everything that was sent.
    [[nodiscard]] bool isAllRead()
    {
        return waitFor([this] { return m_socket.bytesToWrite() == 0 && hasEmptyQueues(); }, patience);
    }

private:
    /// What the system holds of this connection, for either side, by its own table.
    [[nodiscard]] bool hasEmptyQueues() const
    {
        QFile table(QStringLiteral("/proc/self/net/tcp"));
        if (!table.open(QIODevice::ReadOnly))
            return false;
        const auto hex = [](quint16 port) {
            return ':' + QByteArray::number(port, 16).rightJustified(4, '0').toUpper();
        };
        const QByteArray here = hex(m_socket.localPort());
        const QByteArray there = hex(m_socket.peerPort());
        int sides = 0;
        for (const QByteArray& line : table.readAll().split('\n')) {
            const QByteArrayList fields = line.simplified().split(' ');
            const bool isSide = (fields.value(1).endsWith(here) && fields.value(2).endsWith(there))
                || (fields.value(1).endsWith(there) && fields.value(2).endsWith(here));
            sides += isSide && fields.value(4) == "00000000:00000000" ? 1 : 0;
        }
        return sides == 2;
    }

    QTcpSocket m_socket;
};

struct Protocol
{
    const char* name;
    /// What a run, a session or a client posts: a text of that length.
    std::function<QByteArray(const QByteArray& who, const QByteArray& text)> saying;
    int megabytes;
};

QByteArray toStudio(const QByteArray& run, const QByteArray& text)
{
    return studioPost("pushMessage",
                      R"({"runId": ")" + run + R"(", "msg": {"name": "Bob", "role": "assistant", "content": ")" + text
                          + R"("}})");
}

QByteArray toMetaGpt(const QByteArray& run, const QByteArray& text)
{
    return post("/metagpt/report?run=" + run,
                R"({"block": "Docs", "uuid": "u", "name": "object", "role": "Bob", "value": {"a": ")" + text
                    + R"("}})");
}

QByteArray toApi(const QByteArray& session, const QByteArray& text)
{
    return post("/v1/sessions/" + session + "/messages", R"({"sent_from": "", "content": ")" + text + R"("})");
}

/// Of a client that is not known: what it posts is read, and answered by the same thread.
QByteArray toMcp(const QByteArray& client, const QByteArray& text)
{
    return post("/mcp", R"({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": ")" + text + R"("}})",
                "Accept: application/json\r\nMcp-Session-Id: " + client + "\r\n");
}

const std::vector<Protocol> protocols = {
    {"Studio", toStudio, 50}, {"MetaGPT", toMetaGpt, 30}, {"API", toApi, 30}, {"MCP", toMcp, 30}};

/// A text whose reading takes a while: each letter is an escape.
QByteArray longText(int megabytes) { return QByteArray("\\u0061").repeated(megabytes * 1'000'000 / 6); }

QByteArray madeSession(const House& house, const QByteArray& name)
{
    const Answered made = test::Request(house.server->port(), "POST", "/v1/sessions",
                                        R"({"title": ")" + name + R"(", "source": "test", "kind": "remote"})")
                              .answer();
    return made.status == 201 ? QByteArray::fromStdString(made.body["id"].get<std::string>()) : QByteArray();
}

} // namespace

/// A large body beside small ones: who is answered first.
class TestLargeBodies final : public QObject
{
    Q_OBJECT
private slots:
    void aLargeBodyStallsNobody_data();
    void aLargeBodyStallsNobody();
    void theOrderOfARunIsKept();
    void fiftyMegabytesAreKeptAsTheyCame();
};

void TestLargeBodies::aLargeBodyStallsNobody_data()
{
    QTest::addColumn<int>("protocol");
    for (std::size_t i = 0; i < protocols.size(); ++i)
        QTest::newRow(protocols[i].name) << static_cast<int>(i);
}

/// The small one is sent when all of the large one is there. Both are answered by what one thread does in its order.
void TestLargeBodies::aLargeBodyStallsNobody()
{
    QFETCH(int, protocol);
    const Protocol& taken = protocols[static_cast<std::size_t>(protocol)];
    House house;
    const bool isApi = taken.name == std::string_view("API");
    const QByteArray one = isApi ? madeSession(house, "one") : "one";
    const QByteArray other = isApi ? madeSession(house, "other") : "other";
    QByteArrayList order;
    Poster large(house.server->port(), "large", order);
    Poster small(house.server->port(), "small", order);
    large.send(taken.saying(one, "first")); // their sessions are open then
    small.send(taken.saying(other, "first"));
    QVERIFY(waitFor([&] { return order.size() == 2; }, patience));
    order.clear();
    const QByteArray all = taken.saying(one, longText(taken.megabytes));
    large.send(all.chopped(1));
    QVERIFY(large.isAllRead());
    large.send(all.right(1));
    small.send(taken.saying(other, "second"));
    QVERIFY(waitFor([&] { return order.size() == 2; }, patience));
    const QByteArray status = taken.name == std::string_view("MCP") ? " 404" : " 200";
    QCOMPARE(order, (QByteArrayList{"small" + status, "large" + status}));
}

void TestLargeBodies::theOrderOfARunIsKept()
{
    House house;
    QByteArrayList order;
    Poster large(house.server->port(), "large", order);
    Poster small(house.server->port(), "small", order);
    small.send(toStudio("run", "first"));
    QVERIFY(waitFor([&] { return order.size() == 1; }, patience));
    const QByteArray all = toStudio("run", longText(20));
    large.send(all.chopped(1));
    QVERIFY(large.isAllRead());
    large.send(all.right(1));
    small.send(toStudio("run", "third"));
    QVERIFY(waitFor([&] { return order.size() == 3; }, patience));
    const std::vector<std::string> texts = house.texts();
    QCOMPARE(texts.size(), std::size_t(3));
    QVERIFY(texts.at(1).size() > 3'000'000);
    QCOMPARE(texts.at(2), std::string("third"));
}

/// In the library, and for its readers; a program that says something small meanwhile is answered first.
void TestLargeBodies::fiftyMegabytesAreKeptAsTheyCame()
{
    House house;
    QByteArrayList order;
    Poster large(house.server->port(), "large", order);
    Poster small(house.server->port(), "small", order);
    small.send(toStudio("small", "first"));
    QVERIFY(waitFor([&] { return order.size() == 1; }, patience));
    order.clear();
    std::string text; // no two places are the same
    for (int i = 0; text.size() < 50'000'000; ++i)
        text += "\xe5\xad\x97 " + std::to_string(i) + ' ';
    const QByteArray all = toStudio("large", QByteArray::fromStdString(text));
    large.send(all.chopped(1));
    QVERIFY(large.isAllRead());
    large.send(all.right(1));
    for (int i = 0; i < 3; ++i)
        small.send(toStudio("small", "again"));
    QVERIFY(waitFor([&] { return order.size() == 4; }, patience));
    QCOMPARE(order, (QByteArrayList{"small 200", "small 200", "small 200", "large 200"}));
    std::vector<std::string> found;
    for (const session::SessionSummary& one : house.kit.hub->summaries())
        if (one.source == "agentscope:large")
            for (const session::Event& event : house.kit.log(one.id))
                if (const auto* said = std::get_if<MessagePublished>(&event.body))
                    found.push_back(textOf(said->message));
    QCOMPARE(found.size(), std::size_t(1));
    QVERIFY(found.front() == text);
}

} // namespace tst_large_bodies

QUARTERDECK_TEST(tst_large_bodies, TestLargeBodies)
#include "tst_large_bodies.moc"
