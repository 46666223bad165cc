#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include <QProcess>
#include <QTcpServer>
#include <QTest>
#include <algorithm>
#include <sys/resource.h>

namespace tst_many_connections {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

constexpr int most = 1024;   ///< that are served at once
constexpr int share = 256;   ///< of one process
constexpr int processes = 4; ///< take all of it
constexpr int further = 20;

/// One end of each connection is a file of this process.
bool hasFiles()
{
    constexpr rlim_t needed = 4096;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return false;
    limit.rlim_cur = std::max(limit.rlim_cur, std::min(needed, limit.rlim_max));
    return ::setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= needed;
}

QByteArray postOf(const QByteArray& number)
{
    return studioPost("pushMessage", saying("m" + number, "text " + number));
}

/// Has many connections: on each it has said nothing ("silent"), has been answered ("kept"), or has begun a request
/// ("begun").
class Holder
{
public:
    Holder(std::uint16_t port, const QString& manner, int count, int number)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral("/usr/bin/python3"),
                        {QStringLiteral("-Ic"), QString::fromLatin1(script), QString::number(port), manner,
                         QString::number(count),
                         QString::fromLatin1(postOf("of " + QByteArray::number(number) + ' '))});
    }
    ~Holder()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Holder)
    /// What it says next; empty = nothing.
    [[nodiscard]] QByteArray next()
    {
        static_cast<void>(waitFor([&] { return m_process.canReadLine(); }));
        return m_process.readLine().trimmed();
    }
    /// How many of them still stand.
    [[nodiscard]] int standing() { return tell("count\n"); }
    /// Ends what it has begun: how many were answered.
    [[nodiscard]] int finish() { return tell("finish\n"); }

private:
    int tell(const char* command)
    {
        m_process.write(command);
        return next().toInt();
    }
    static constexpr const char* script = R"(
import resource, select, socket, sys
port, manner, count, post = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4].encode()
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
lines = []
for _ in range(count):
    line = socket.create_connection(("127.0.0.1", port), 60)
    lines.append(line)
    if manner == "kept":
        line.sendall(post)
        assert b" 200 " in line.recv(65536)
    if manner == "begun":
        line.sendall(post[:-1])
print("ready", flush=True)
def stands(line):
    readable, _, _ = select.select([line], [], [], 0)
    return not readable or bool(line.recv(1, socket.MSG_PEEK))
def finished(line):
    line.sendall(post[-1:])
    return b" 200 " in line.recv(65536)
for command in sys.stdin:
    works = stands if command == "count\n" else finished
    print(sum(map(works, lines)), flush=True)
)";
    QProcess m_process;
};

using Holders = std::vector<std::unique_ptr<Holder>>;

Holders holdersOf(const House& house, const QString& manner)
{
    Holders holders;
    for (int i = 0; i < processes; ++i) {
        holders.push_back(std::make_unique<Holder>(house.server->port(), manner, share, i));
        if (holders.back()->next() != "ready")
            return {};
    }
    return holders;
}

int standingOf(const Holders& holders)
{
    int standing = 0;
    for (const auto& one : holders)
        standing += one->standing();
    return standing;
}

using Clients = std::vector<std::unique_ptr<Client>>;

auto waitingIn(const Clients& clients)
{
    return std::ranges::count_if(clients, [](const auto& client) { return client->isWaiting(); });
}

} // namespace

/// As many connections as are served at once, and some more.
class TestManyConnections final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void whoIsSilentMakesRoom_data();
    void whoIsSilentMakesRoom();
    void whoseRequestIsUnderWayStays();
    void aProcessHasItsShare();
    void beyondItsShareAProcessWaits();
};

void TestManyConnections::initTestCase()
{
    if (!hasFiles())
        QSKIP("This machine lets a process have too few files.");
}

void TestManyConnections::whoIsSilentMakesRoom_data()
{
    QTest::addColumn<QString>("manner");
    QTest::newRow("between two requests") << QStringLiteral("kept");
    QTest::newRow("before the first one") << QStringLiteral("silent");
}

/// Nobody waits until the others' time is over: of those that were answered before, all but the longest silent ones
/// still stand.
void TestManyConnections::whoIsSilentMakesRoom()
{
    QFETCH(QString, manner);
    House house;
    Holders holders = holdersOf(house, manner);
    QCOMPARE(holders.size(), std::size_t(processes));
    Clients honest;
    for (int i = 0; i < further; ++i) {
        honest.push_back(std::make_unique<Client>(house.server->port()));
        honest.back()->send(postOf(QByteArray::number(i)));
        QCOMPARE(honest.back()->status(), 200);
    }
    if (manner == QStringLiteral("kept")) { // whoever says nothing at all has ten seconds for it
        QCOMPARE(standingOf(holders), most - further);
        QCOMPARE(holders.front()->standing(), share - further); // those of the first process came first
    }
    for (const auto& client : honest) {
        client->send(postOf("again"));
        QCOMPARE(client->status(), 200);
    }
}

void TestManyConnections::whoseRequestIsUnderWayStays()
{
    House house;
    Holders holders = holdersOf(house, QStringLiteral("begun"));
    QCOMPARE(holders.size(), std::size_t(processes));
    Clients late;
    for (int i = 0; i < further; ++i) {
        late.push_back(std::make_unique<Client>(house.server->port()));
        late.back()->send(postOf(QByteArray::number(i)));
    }
    QCOMPARE(standingOf(holders), most);
    QCOMPARE(waitingIn(late), further);
    int answered = 0;
    for (const auto& one : holders)
        answered += one->finish();
    QCOMPARE(answered, most);
    for (const auto& client : late)
        QCOMPARE(client->status(), 200);
}

void TestManyConnections::aProcessHasItsShare()
{
    House house;
    Clients clients;
    for (int i = 0; i < share + further; ++i) {
        clients.push_back(std::make_unique<Client>(house.server->port()));
        clients.back()->send(postOf(QByteArray::number(i)));
        QCOMPARE(clients.back()->status(), 200);
    }
    QVERIFY(waitFor([&] { return waitingIn(clients) == share; }));
    for (int i = 0; i < further; ++i)
        QVERIFY(!clients[static_cast<std::size_t>(i)]->isWaiting()); // the longest silent ones
}

/// Also one that leaves none of its requests complete; others are answered.
void TestManyConnections::beyondItsShareAProcessWaits()
{
    House house;
    Holder greedy(house.server->port(), QStringLiteral("begun"), share, 0);
    QCOMPARE(greedy.next(), QByteArray("ready"));
    Clients clients;
    for (int i = 0; i < share; ++i) {
        clients.push_back(std::make_unique<Client>(house.server->port()));
        clients.back()->send(postOf(QByteArray::number(i)).chopped(1));
    }
    Client beyond(house.server->port());
    beyond.send(postOf("beyond"));
    Holder other(house.server->port(), QStringLiteral("kept"), 1, 1);
    QCOMPARE(other.next(), QByteArray("ready")); // it was answered, though it came after
    QVERIFY(beyond.isWaiting());
    clients.front()->send("}");
    QCOMPARE(clients.front()->status(), 200);
    QCOMPARE(beyond.status(), 200);
    QCOMPARE(greedy.standing(), share);
}

} // namespace tst_many_connections

QUARTERDECK_TEST(tst_many_connections, TestManyConnections)
#include "tst_many_connections.moc"
