#include "metagpt_company.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <algorithm>
#include <vector>

namespace tst_metagpt_absence {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// Between a company and the gateway: can be closed and opened again, like a server that is away for a while.
class SwingDoor
{
public:
    explicit SwingDoor(std::uint16_t gateway) : m_gateway(gateway)
    {
        m_server.listen(QHostAddress::LocalHost);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            while (QTcpSocket* client = m_server.nextPendingConnection())
                lead(client);
        });
    }
    [[nodiscard]] std::uint16_t port() const { return m_server.serverPort(); }
    void shut()
    {
        m_port = m_server.serverPort();
        m_server.close();
        for (const QPointer<QTcpSocket>& client : std::exchange(m_clients, {}))
            if (client)
                client->abort();
    }
    [[nodiscard]] bool open() { return m_server.listen(QHostAddress::LocalHost, m_port); }
    /// As a log that ends before what a program has heard refuses its events.
    bool hasOlderLog = false;
    /// Requests are refused whose address has this in it.
    QByteArray refused;
    int refusals = 0;

private:
    void lead(QTcpSocket* client)
    {
        m_clients.emplace_back(client);
        auto* server = new QTcpSocket(client);
        server->connectToHost(QHostAddress::LocalHost, m_gateway);
        const auto asked = std::make_shared<QByteArray>();
        QObject::connect(client, &QTcpSocket::readyRead, server, [this, client, server, asked] {
            const QByteArray bytes = client->readAll();
            *asked += bytes;
            const bool isTooFar = hasOlderLog && lastHeard(*asked) > 0;
            const bool isRefused = !refused.isEmpty() && asked->left(asked->indexOf('\r')).contains(refused);
            if (!isTooFar && !isRefused)
                return void(server->write(bytes));
            if (!isWhole(*asked))
                return;
            refusals += isRefused ? 1 : 0;
            client->write(isRefused ? "HTTP/1.1 403 Forbidden" : "HTTP/1.1 409 Conflict");
            client->write("\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
            client->disconnectFromHost();
        });
        QObject::connect(server, &QTcpSocket::readyRead, client,
                         [client, server] { client->write(server->readAll()); });
        QObject::connect(server, &QTcpSocket::disconnected, client, &QTcpSocket::disconnectFromHost);
        QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
    }

    static int numberIn(const QByteArray& asked, const QByteArray& field)
    {
        const QByteArray head = asked.left(asked.indexOf("\r\n\r\n")).toLower();
        const auto at = head.indexOf(field);
        return at < 0 ? 0 : head.mid(at + field.size()).split('\r').front().toInt();
    }
    static int lastHeard(const QByteArray& asked) { return numberIn(asked, "last-event-id: "); }
    static bool isWhole(const QByteArray& asked)
    {
        const auto end = asked.indexOf("\r\n\r\n");
        return end >= 0 && asked.size() - end - 4 >= numberIn(asked, "content-length: ");
    }

    std::uint16_t m_gateway;
    std::uint16_t m_port = 0;
    QTcpServer m_server;
    std::vector<QPointer<QTcpSocket>> m_clients;
};

/// Nothing that runs can be deleted: its program must not have been able to say that it does.
[[nodiscard]] bool deleteOnly(House& house) { return isDeleted(*house.kit.hub, house.kit.hub->summaries().front().id); }

/// Once it has heard that, it hears everything the person says.
[[nodiscard]] bool isHeard(House& house, Company& company, const char* said)
{
    Publish words;
    words.message.content = textBlocks(said);
    house.kit.submit(house.kit.open(house.kit.hub->summaries().front().id), words);
    return company.next() == json({{"heard", said}, {"to", ""}});
}

} // namespace

/// A company of MetaGPT while Quarterdeck is away, has another log, or refuses it.
class TestMetagptAbsence final : public QObject
{
    Q_OBJECT
private slots:
    void anAbsenceIsWaitedThrough();
    void aDeletedSessionIsFollowedByAnother_data();
    void aDeletedSessionIsFollowedByAnother();
    void aDeletedSessionStaysAway();
    void anOlderLogIsHeardFromItsBeginning();
    void anOlderLogGetsItsMembersAgain();
    void aRefusalOfEventsIsLoggedOnce();
    void aRefusalIsLogged_data();
    void aRefusalIsLogged();
    void withoutQuarterdeckItGoesOn_data();
    void withoutQuarterdeckItGoesOn();
};

void TestMetagptAbsence::anAbsenceIsWaitedThrough()
{
    constexpr int longAbsenceMs = 8000;
    House house;
    SwingDoor door(house.server->port());
    Company company(door.port(), House::token, {QStringLiteral("absence")});
    const auto isAsked = [&] {
        return house.kit.hub->summaries().size() == 1 && !house.kit.hub->summaries().front().openQuestions.empty();
    };
    QVERIFY2(waitFor(isAsked, 60'000), company.complaints());
    session::Session* session = house.kit.open(house.kit.hub->summaries().front().id);
    const QuestionId asked = session->state()->openQuestions().front().question.id;
    door.shut();
    company.process.write("\n");
    QVERIFY(company.next() == json({{"said", 3}}));
    QVERIFY(!waitFor([&] { return company.process.canReadLine(); }, longAbsenceMs)); // it is not asked at the terminal
    house.kit.submit(session, AnswerQuestion{asked, {}, textBlocks("5x5"), {}});
    QVERIFY(door.open());
    QVERIFY(company.next() == json({{"answer", "Human response: 5x5"}}));
    QVERIFY(company.hasEnded());
    const std::vector<std::string> shown = {"Build a game", "One", "Two", "Three"};
    QVERIFY(waitFor([&] { return house.texts() == shown; }));
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Finished; }));
    const QByteArray said = company.complaints();
    QVERIFY2(said.count("Quarterdeck is away") == 1 && said.count("Quarterdeck is back") == 1, said);
}

void TestMetagptAbsence::aDeletedSessionIsFollowedByAnother_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("a question that is open is asked again") << QStringLiteral("absence");
    QTest::newRow("what is said stands in another") << QStringLiteral("talk");
}

void TestMetagptAbsence::aDeletedSessionIsFollowedByAnother()
{
    QFETCH(QString, mode);
    const bool isAsking = mode == QStringLiteral("absence");
    House house;
    SwingDoor door(house.server->port());
    door.refused = "/status";
    Company company(door.port(), House::token, {mode});
    const auto isThere = [&] {
        return house.kit.hub->summaries().size() == 1 && house.texts() == std::vector<std::string>{"Build a game"}
        && house.kit.hub->summaries().front().openQuestions.size() == (isAsking ? 1 : 0);
    };
    QVERIFY2(waitFor(isThere, 60'000), company.complaints());
    if (!isAsking)
        QVERIFY(isHeard(house, company, "Begin"));
    QVERIFY(deleteOnly(house));
    door.refused.clear();
    company.process.write("\n");
    if (isAsking) {
        const auto isAskedAgain = [&] {
            return house.kit.hub->summaries().size() == 1 && !house.kit.hub->summaries().front().openQuestions.empty();
        };
        QVERIFY2(waitFor(isAskedAgain, 60'000), company.complaints());
    }
    QVERIFY(company.next() == json({{"said", 3}}));
    const std::vector<std::string> shown = {"One", "Two", "Three"};
    QVERIFY2(waitFor([&] { return house.kit.hub->summaries().size() == 1 && house.texts() == shown; }, 60'000),
             company.complaints());
    session::Session* session = house.kit.open(house.kit.hub->summaries().front().id);
    for (const char* name : {"Mike", "Bob"})
        QVERIFY(session->state()->role(RoleName(name))); // hired there as well
    if (isAsking) {
        const OpenQuestion asked = session->state()->openQuestions().front();
        QVERIFY(asked.question.asker == RoleName("Bob"));
        house.kit.submit(session, AnswerQuestion{asked.question.id, {}, textBlocks("5x5"), {}});
        QVERIFY(company.next() == json({{"answer", "Human response: 5x5"}}));
    } else {
        QVERIFY(isHeard(house, company, "Go on"));
    }
    QVERIFY(company.hasEnded());
    const QByteArray said = company.complaints();
    QVERIFY2(said.count("deleted the session") == 1, said);
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Finished; }));
}

/// Who deleted it does not find an empty one in its place, because the program ended.
void TestMetagptAbsence::aDeletedSessionStaysAway()
{
    House house;
    SwingDoor door(house.server->port());
    door.refused = "/status";
    Company company(door.port(), House::token, {QStringLiteral("talk"), QStringLiteral("silently")});
    QVERIFY2(waitFor(
                 [&] {
                     return house.kit.hub->summaries().size() == 1
                         && house.texts() == std::vector<std::string>{"Build a game"};
                 },
                 60'000),
             company.complaints());
    QVERIFY(isHeard(house, company, "Begin"));
    QVERIFY(deleteOnly(house));
    door.refused.clear();
    company.process.write("\n");
    QVERIFY(company.hasEnded());
    QVERIFY2(company.process.exitCode() == 0, company.complaints());
    QVERIFY(house.kit.hub->summaries().empty());
}

/// A backup was restored. What it has heard before it does not hear again.
void TestMetagptAbsence::anOlderLogIsHeardFromItsBeginning()
{
    House house;
    SwingDoor door(house.server->port());
    Company company(door.port(), House::token, {QStringLiteral("talk")});
    QVERIFY2(waitFor([&] { return house.kit.hub->summaries().size() == 1; }, 60'000), company.complaints());
    QVERIFY(isHeard(house, company, "Begin"));
    door.shut();
    door.hasOlderLog = true;
    QVERIFY(door.open());
    company.process.write("\n");
    QVERIFY(company.next() == json({{"said", 3}}));
    QVERIFY(isHeard(house, company, "Go on"));
    QVERIFY(company.hasEnded());
    QVERIFY2(company.complaints().count("is not heard") == 0, company.complaints());
}

/// It ends before they were hired: what they say would be refused from then on.
void TestMetagptAbsence::anOlderLogGetsItsMembersAgain()
{
    House house;
    SwingDoor door(house.server->port());
    door.refused = "/status";
    Company company(door.port(), House::token, {QStringLiteral("talk")});
    QVERIFY2(waitFor([&] { return house.kit.hub->summaries().size() == 1; }, 60'000), company.complaints());
    QVERIFY(isHeard(house, company, "Begin"));
    const session::SessionId id = house.kit.hub->summaries().front().id;
    door.shut();
    QVERIFY(deleteOnly(house));
    SessionStarted older;
    older.kind = SessionKind::Team;
    older.title = "MetaGPT";
    older.source = "api:metagpt";
    session::Session* session = nullptr;
    house.kit.hub->create(id, older, {}, [&](const auto& made) { session = made ? *made : nullptr; });
    QVERIFY(waitFor([&] { return session != nullptr; }));
    door.refused.clear();
    QVERIFY(door.open());
    company.process.write("\n");
    QVERIFY(company.next() == json({{"said", 3}}));
    const std::vector<std::string> shown = {"One", "Two", "Three"};
    QVERIFY2(waitFor([&] { return house.texts() == shown; }, 60'000), company.complaints());
    QVERIFY(session->state()->role(RoleName("Bob")) && session->state()->role(RoleName("Mike")));
    QVERIFY(waitFor([&] { return session->state()->runState() == RunState::Running; }));
    QVERIFY(isHeard(house, company, "Go on"));
    QVERIFY(company.hasEnded());
    QVERIFY2(!company.complaints().contains("_role"), company.complaints()); // none was unknown, or there already
}

/// The adapter keeps asking, and hears the person as soon as it is let in.
void TestMetagptAbsence::aRefusalOfEventsIsLoggedOnce()
{
    House house;
    SwingDoor door(house.server->port());
    door.refused = "/events";
    Company company(door.port(), House::token, {QStringLiteral("talk")});
    QVERIFY2(waitFor([&] { return door.refusals > 1; }, 60'000), company.complaints());
    door.refused.clear();
    QVERIFY(isHeard(house, company, "Begin"));
    company.process.write("\n");
    QVERIFY(company.next() == json({{"said", 3}}));
    QVERIFY(isHeard(house, company, "Go on"));
    QVERIFY(company.hasEnded());
    QVERIFY2(company.complaints().count("is not heard") == 1, company.complaints());
}

void TestMetagptAbsence::aRefusalIsLogged_data()
{
    QTest::addColumn<QByteArray>("refused"); ///< in its address
    QTest::addColumn<QByteArray>("logged");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("of messages") << QByteArray("/messages") << QByteArray("Not shown in Quarterdeck")
                                 << QByteArray("Human response: 5x5\n/");
    QTest::newRow("of questions") << QByteArray("/questions") << QByteArray("Not asked in Quarterdeck")
                                  << QByteArray("Human response: (of the terminal)");
    QTest::newRow("of pictures") << QByteArray("/attachments/") << QByteArray("A picture of the person was not fetched")
                                 << QByteArray("Human response: 5x5");
}

/// And the company goes on without what was refused.
void TestMetagptAbsence::aRefusalIsLogged()
{
    QFETCH(QByteArray, refused);
    QFETCH(QByteArray, logged);
    QFETCH(QByteArray, answer);
    House house;
    SwingDoor door(house.server->port());
    door.refused = refused;
    Company company(door.port(), House::token);
    const auto isAsked = [&] {
        return house.kit.hub->summaries().size() == 1 && !house.kit.hub->summaries().front().openQuestions.empty();
    };
    if (refused != "/questions") {
        QVERIFY2(waitFor(isAsked, 60'000), company.complaints());
        session::Session* session = house.kit.open(house.kit.hub->summaries().front().id);
        std::vector<ContentBlock> said = textBlocks("5x5");
        said.emplace_back(stored(house, "a drawing"));
        house.kit.submit(session, AnswerQuestion{session->state()->openQuestions().front().question.id, {}, said, {}});
    }
    const QByteArray told = QByteArray::fromStdString(company.next().value("answer", ""));
    QVERIFY2(refused == "/messages" ? told.startsWith(answer) : told == answer, told);
    QVERIFY(door.refusals > 0);
    QVERIFY2(company.complaints().contains(logged), company.complaints());
}

void TestMetagptAbsence::withoutQuarterdeckItGoesOn_data()
{
    QTest::addColumn<bool>("isThere");
    QTest::newRow("it refuses") << true;
    QTest::newRow("nobody is there") << false;
}

void TestMetagptAbsence::withoutQuarterdeckItGoesOn()
{
    QFETCH(bool, isThere);
    House house;
    QTcpServer nobody;
    QVERIFY(nobody.listen(QHostAddress::LocalHost));
    const quint16 silent = nobody.serverPort();
    nobody.close();
    Company company(isThere ? house.server->port() : silent, "another token");
    QVERIFY(company.next() == json({{"answer", "Human response: (of the terminal)"}}));
    QVERIFY(house.kit.hub->summaries().empty());
}

} // namespace tst_metagpt_absence

QUARTERDECK_TEST(tst_metagpt_absence, TestMetagptAbsence)
#include "tst_metagpt_absence.moc"
