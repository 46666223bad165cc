#include "gateway_kit.h"

#include <QTcpServer>
#include <QtTest>
#include <algorithm>
#include <set>
#include <sys/resource.h>

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

constexpr int most = 1024; ///< that are served at once
constexpr int further = 20;

/// Both ends of each connection are files of this process, and the server leaves some for others.
bool hasFiles()
{
    constexpr rlim_t needed = 4096;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return false;
    limit.rlim_cur = std::max(limit.rlim_cur, std::min(needed, limit.rlim_max));
    return ::setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= needed;
}

/// Each says something different, so that a lost one is noticed.
class Talk
{
public:
    [[nodiscard]] QByteArray next()
    {
        const QByteArray number = QByteArray::number(static_cast<qulonglong>(m_said.size()));
        m_said.insert("text " + number.toStdString());
        return studioPost("pushMessage", saying("m" + number, "text " + number));
    }
    /// All of it is in the log, once.
    [[nodiscard]] bool isStored(const House& house) const
    {
        std::multiset<std::string> texts;
        for (const session::Event& event : house.kit.log(house.kit.hub->summaries().front().id))
            if (const auto* published = std::get_if<MessagePublished>(&event.body))
                texts.insert(textOf(published->message));
        return std::ranges::equal(texts, m_said);
    }

private:
    std::set<std::string> m_said;
};

using Clients = std::vector<std::unique_ptr<Client>>;

bool areAllAnswered(const Clients& clients)
{
    return std::ranges::all_of(clients, [](const auto& client) { return client->status() == 200; });
}

auto waitingIn(const Clients& clients)
{
    return std::ranges::count_if(clients, [](const auto& client) { return client->isWaiting(); });
}

} // namespace

/// As many programs as are served at once, and some more.
class TestManyConnections final : public QObject
{
    Q_OBJECT
private slots:
    void furtherOnesWait_data();
    void furtherOnesWait();
};

void TestManyConnections::furtherOnesWait_data()
{
    QTest::addColumn<QHostAddress>("address");
    QTest::newRow("127.0.0.1") << QHostAddress(QHostAddress::LocalHost);
    QTest::newRow("::1") << QHostAddress(QHostAddress::LocalHostIPv6);
}

void TestManyConnections::furtherOnesWait()
{
    QFETCH(QHostAddress, address);
    if (!QTcpServer().listen(address))
        QSKIP("This machine has no IPv6.");
    if (!hasFiles())
        QSKIP("This machine lets a process have too few files.");
    House house;
    Talk talk;
    Client earlier(house.server->port());
    // After this many answers, the server has seen everybody who came before.
    const auto goesOn = [&] {
        for (int i = 0; i < 20; ++i) {
            earlier.send(talk.next());
            if (earlier.status() != 200)
                return false;
        }
        return true;
    };
    QVERIFY(goesOn());

    Clients clients;
    for (int i = 1; i < most; ++i) {
        clients.push_back(std::make_unique<Client>(house.server->port()));
        clients.back()->send(talk.next());
    }
    QVERIFY(areAllAnswered(clients));
    std::vector<QByteArray> begun;
    for (const auto& client : clients) {
        begun.push_back(talk.next());
        client->send(begun.back().chopped(1));
    }
    QVERIFY(goesOn());

    Clients late;
    for (int i = 0; i < further; ++i) {
        late.push_back(std::make_unique<Client>(house.server->port(), address));
        late.back()->send(talk.next());
    }
    QVERIFY(waitFor([&] { return waitingIn(late) == further; }));
    QVERIFY(goesOn());
    QCOMPARE(waitingIn(late), further);

    for (std::size_t i = 0; i < clients.size(); ++i)
        clients[i]->send(begun[i].right(1));
    QVERIFY(areAllAnswered(clients));
    clients.pop_back();
    QVERIFY(waitFor([&] { return waitingIn(late) == further - 1; }));
    QVERIFY(goesOn());
    QCOMPARE(waitingIn(late), further - 1);

    clients.clear();
    QVERIFY(areAllAnswered(late));
    for (int i = 1; i < most - further; ++i) {
        clients.push_back(std::make_unique<Client>(house.server->port()));
        clients.back()->send(talk.next());
    }
    QVERIFY(areAllAnswered(clients));
    QVERIFY(goesOn());
    QVERIFY(talk.isStored(house));
}

QTEST_GUILESS_MAIN(TestManyConnections)
#include "tst_many_connections.moc"
