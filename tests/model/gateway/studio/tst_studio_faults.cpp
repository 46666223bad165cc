#include "studio_kit.h"
#include "tests/support/test.h"

#include <QByteArrayList>
#include <QDateTime>
#include <QDir>
#include <QFloat16>
#include <QLatin1Char>
#include <QProcess>
#include <QTest>
#include <signal.h>

namespace tst_studio_faults {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// A program that polls, request by request.
class Poller
{
public:
    explicit Poller(std::uint16_t port) : m_port(port)
    {
        const QByteArray open = bodyOf("GET", {});
        m_session = QByteArray::fromStdString(json::parse(open.mid(1).toStdString()).at("sid").get<std::string>());
    }
    [[nodiscard]] bool joins(const QByteArray& run) const
    {
        return post("40/python,{\"run_id\":\"" + run + "\"}") == "ok" && get().startsWith("40/python,");
    }
    [[nodiscard]] QByteArray post(const QByteArray& packets) const { return bodyOf("POST", packets); }
    [[nodiscard]] QByteArray get() const { return bodyOf("GET", {}); }
    /// A GET that waits, on this connection.
    void hold(Client& client) const { client.send(request("GET", {})); }

private:
    [[nodiscard]] QByteArray request(const QByteArray& method, const QByteArray& packets) const
    {
        return method + " /socket.io/?EIO=4&transport=polling" + (m_session.isEmpty() ? "" : "&sid=" + m_session)
            + " HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: text/plain\r\nContent-Length: "
            + QByteArray::number(packets.size()) + "\r\nConnection: close\r\n\r\n" + packets;
    }
    [[nodiscard]] QByteArray bodyOf(const QByteArray& method, const QByteArray& packets) const
    {
        Client client(m_port);
        client.send(request(method, packets));
        const QByteArray read = client.all();
        return read.mid(read.indexOf("\r\n\r\n") + 4);
    }

    std::uint16_t m_port;
    QByteArray m_session;
};

/// Head and body of the answer to a request for a WebSocket.
QByteArray answerToUpgrade(std::uint16_t port, const QByteArray& query, const QByteArray& fields)
{
    Client client(port);
    client.send("GET /socket.io/?" + query + " HTTP/1.1\r\n" + fields
                + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    static_cast<void>(client.hasRead("\r\n\r\n"));
    return client.read().startsWith("HTTP/1.1 101 ") ? client.read() : client.all();
}

/// Of other people's libraries.
struct Alien
{
    Alien(const Talk& talk, const QString& name)
    {
        const QString port = QString::number(talk.server->port());
        const QStringList way = name.split(QLatin1Char(' ')); // "python polling"
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        if (way.front() == QStringLiteral("node"))
            process.start(QStringLiteral(QUARTERDECK_NODE),
                          {QDir(QStringLiteral(QUARTERDECK_GATEWAY_CLIENTS)).filePath(QStringLiteral("studio.mjs")),
                           QStringLiteral("http://localhost:") + port, way.back()});
        else
            process.start(QStringLiteral("/usr/bin/python3"),
                          {QStringLiteral(QUARTERDECK_STUDIO_PROGRAM), port, QStringLiteral("run 1"), way.back(),
                           QStringLiteral("1")});
    }
    ~Alien()
    {
        process.kill();
        process.waitForFinished();
    }
    [[nodiscard]] bool hasAsked(const Talk& talk)
    {
        return waitFor(
            [&] { return talk.session() != nullptr && talk.session()->state()->openQuestions().size() == 1; });
    }
    [[nodiscard]] bool dies()
    {
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        return waitFor([&] { return process.state() == QProcess::NotRunning; });
    }
    QProcess process;
};

} // namespace

/// What goes wrong between a program of AgentScope and its person, over real sockets.
class TestStudioFaults final : public QObject
{
    Q_OBJECT
private slots:
    void aRequestWithoutAnIdIsAQuestion();
    void aTimeoutIsSaidInWords();
    void anEarlierPieceThatComesLateChangesNothing_data();
    void anEarlierPieceThatComesLateChangesNothing();
    void aDroppedPollKeepsTheAnswer();
    void aProgramThatComesAgainByPollingGetsTheAnswer();
    void upgradesAreRefused_data();
    void upgradesAreRefused();
    void aKilledProgramsQuestionStays_data();
    void aKilledProgramsQuestionStays();
};

/// Studio refuses it with 400, and its program ends.
void TestStudioFaults::aRequestWithoutAnIdIsAQuestion()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    for (int times = 0; times < 2; ++times)
        QCOMPARE(talk.tell("requestUserInput", R"({"runId": "run 1", "agentName": "Human"})"), 200);
    const auto open = talk.session()->state()->openQuestions();
    QCOMPARE(open.size(), std::size_t(2));
    const std::string id = open.front().question.id.str();
    QVERIFY(!id.empty() && id != open.back().question.id.str());
    QVERIFY(talk.answer(id.c_str(), "yes"));
    QVERIFY(program.hears(1));
    QCOMPARE(program.inputs.front(), textInput(id.c_str(), "yes"));
    QCOMPARE(talk.tell("pushMessage", echo("m", "yes")), 200);
    QCOMPARE(talk.unproved(), std::size_t(0));
}

void TestStudioFaults::aTimeoutIsSaidInWords()
{
    Talk talk;
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.isConnected());
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    const Timestamp soon{QDateTime::currentMSecsSinceEpoch() + 100};
    QVERIFY(!talk.kit.submit(talk.session(), MoveDeadline{QuestionId("q"), soon}).error);
    QVERIFY(program.hears(1));
    const char* words = "(The person did not answer in time.)";
    QCOMPARE(program.inputs.front(), textInput("q", words));
    QVERIFY(talk.session()->state()->openQuestions().empty());
    QCOMPARE(talk.tell("pushMessage", echo("m", words)), 200);
    QVERIFY(talk.texts().empty());
    QCOMPARE(talk.unproved(), std::size_t(0));
}

void TestStudioFaults::anEarlierPieceThatComesLateChangesNothing_data()
{
    QTest::addColumn<QByteArrayList>("pieces");
    QTest::addColumn<QByteArray>("kept");
    QTest::newRow("in its order") << QByteArrayList{"a", "a b", "a b c"} << QByteArray("a b c");
    QTest::newRow("the middle one last") << QByteArrayList{"a", "a b c", "a b"} << QByteArray("a b c");
    QTest::newRow("the first one last, twice") << QByteArrayList{"a b c", "a", "a"} << QByteArray("a b c");
    QTest::newRow("and then it goes on") << QByteArrayList{"a b c", "a", "a b c d"} << QByteArray("a b c d");
    QTest::newRow("another text") << QByteArrayList{"a b c", "b"} << QByteArray("b"); // the program's word
}

void TestStudioFaults::anEarlierPieceThatComesLateChangesNothing()
{
    QFETCH(QByteArrayList, pieces);
    QFETCH(QByteArray, kept);
    Talk talk;
    for (const QByteArray& piece : pieces)
        QCOMPARE(talk.tell("pushMessage", saying("m", piece)), 200);
    QCOMPARE(talk.texts(), std::vector<std::string>{kept.toStdString()});
}

/// The connection of a waiting GET breaks. The next GET of the same session has the answer; if it was on its way by
/// then, the client sees that its GET failed, and comes as another.
void TestStudioFaults::aDroppedPollKeepsTheAnswer()
{
    Talk talk;
    const Poller poller(talk.server->port());
    QVERIFY(poller.joins("run 1"));
    QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    {
        Client dropped(talk.server->port());
        poller.hold(dropped);
        QVERIFY(waitFor([&] { return dropped.socket().bytesToWrite() == 0; }));
        dropped.socket().abort();
    }
    QVERIFY(talk.answer("q", "yes"));
    QByteArray got = poller.get();
    if (!got.contains("forwardUserInput")) { // it went to the one that broke
        const Poller again(talk.server->port());
        QCOMPARE(again.post("40/python,{\"run_id\":\"run 1\"}"), QByteArray("ok"));
        got = again.get();
    }
    QVERIFY2(got.contains(R"(42/python,["forwardUserInput", )"), got);
    QCOMPARE(talk.unproved(), std::size_t(1));
}

void TestStudioFaults::aProgramThatComesAgainByPollingGetsTheAnswer()
{
    Talk talk;
    {
        const Poller poller(talk.server->port());
        QVERIFY(poller.joins("run 1"));
        QCOMPARE(talk.tell("requestUserInput", asking("q")), 200);
    } // and is not heard again
    QVERIFY(talk.answer("q", "yes"));
    const Poller again(talk.server->port());
    QCOMPARE(again.post("40/python,{\"run_id\":\"run 1\"}"), QByteArray("ok"));
    QByteArray got = again.get();
    if (!got.contains("forwardUserInput"))
        got = again.get();
    QVERIFY2(got.contains(R"(42/python,["forwardUserInput", "q", )"), got);
    QCOMPARE(talk.tell("pushMessage", echo("m", "yes")), 200);
    QCOMPARE(talk.unproved(), std::size_t(0));
    QVERIFY(talk.texts().empty());
}

void TestStudioFaults::upgradesAreRefused_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    const QByteArray good = "EIO=4&transport=websocket";
    const QByteArray host = "Host: localhost:3000\r\n";
    const QByteArray version = R"({"code":5,"message":"Unsupported protocol version"})";
    QTest::newRow("as it should be") << good << host << 101 << QByteArray();
    QTest::newRow("another host") << good << QByteArray("Host: canary.invalid\r\n") << 403 << QByteArray();
    QTest::newRow("a host that looks like ours")
        << good << QByteArray("Host: localhost.canary.invalid:3000\r\n") << 403 << QByteArray();
    QTest::newRow("no host") << good << QByteArray() << 403 << QByteArray();
    QTest::newRow("a web page") << good << host + "Origin: http://canary.invalid\r\n" << 403 << QByteArray();
    QTest::newRow("a page of this machine") << good << host + "Origin: http://localhost:8080\r\n"
                                            << 403 << QByteArray();
    QTest::newRow("a page without an origin") << good << host + "Origin: null\r\n" << 403 << QByteArray();
    QTest::newRow("its own origin") << good << host + "Origin: http://localhost:3000\r\n" << 101 << QByteArray();
    QTest::newRow("version 3") << QByteArray("EIO=3&transport=websocket") << host << 400 << version;
    QTest::newRow("no version") << QByteArray("transport=websocket") << host << 400 << version;
}

void TestStudioFaults::upgradesAreRefused()
{
    QFETCH(QByteArray, query);
    QFETCH(QByteArray, fields);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    Talk talk;
    const QByteArray read = answerToUpgrade(talk.server->port(), query, fields);
    QCOMPARE(read.mid(9, 3).toInt(), status);
    QVERIFY2(read.endsWith(body), read);
    if (!body.isEmpty()) { // by polling it is the same
        Client client(talk.server->port());
        client.send("GET /socket.io/?" + query + " HTTP/1.1\r\n" + fields + "\r\n");
        const QByteArray polled = client.answers(1);
        QVERIFY2(polled.startsWith("HTTP/1.1 400 ") && polled.endsWith(body), polled);
    }
}

void TestStudioFaults::aKilledProgramsQuestionStays_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"node polling", "node websocket", "python polling", "python websocket"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// It waits for its answer, which waits for the program; who has the run next is given it.
void TestStudioFaults::aKilledProgramsQuestionStays()
{
    QFETCH(QString, name);
    Talk talk;
    Alien alien(talk, name);
    QVERIFY(alien.hasAsked(talk));
    QVERIFY(alien.dies());
    // A WebSocket's end is noticed at once; a polling one is given up if it answers no ping, or its process ends.
    if (name.endsWith(QStringLiteral("websocket")))
        QVERIFY(waitFor([&] { return talk.session()->state()->runState() == RunState::Stopped; }));
    const auto open = talk.session()->state()->openQuestions();
    QCOMPARE(open.size(), std::size_t(1));
    QCOMPARE(talk.kit.hub->summaries().front().openQuestions.size(), std::size_t(1));
    QVERIFY(talk.answer(open.front().question.id.str().c_str(), "yes"));
    QCOMPARE(talk.unproved(), std::size_t(1));
    Program program(talk.server->port(), QStringLiteral("run 1"));
    QVERIFY(program.hears(1));
    QCOMPARE(program.inputs.front(), textInput(open.front().question.id.str().c_str(), "yes"));
    QCOMPARE(talk.tell("pushMessage", echo("m", "yes")), 200);
    QCOMPARE(talk.unproved(), std::size_t(0));
}

} // namespace tst_studio_faults

QUARTERDECK_TEST(tst_studio_faults, TestStudioFaults)
#include "tst_studio_faults.moc"
