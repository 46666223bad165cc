#include "model/gateway/clients/client_roster.h"
#include "model/gateway/clients/process_watch.h"
#include "model/session/session.h"
#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include <QProcess>
#include <QSignalSpy>
#include <QTest>

namespace tst_client_roster {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using gateway::ClientKind;
using gateway::ClientRoster;
using gateway::ConnectedClient;
using gateway::ConnectedClients;
using gateway::RateCounter;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds never = 1h;

/// A roster of a hub in memory, and a session of a program that speaks Quarterdeck's own API.
struct Port
{
    explicit Port(ClientRoster::Times times) : roster((kit.hub->start(), *kit.hub), times) { }
    session::Session* made(const char* source = "api:Chess")
    {
        SessionStarted settings;
        settings.kind = SessionKind::Remote;
        settings.title = "Chess";
        settings.source = source;
        session::Session* session = nullptr;
        kit.hub->create(settings, {}, [&](const auto& result) { session = result ? *result : nullptr; });
        static_cast<void>(waitFor([&] { return session != nullptr; }));
        return session;
    }
    void says(session::Session* session, const char* id, const char* from = "Bob")
    {
        RecordMessage record;
        record.message.id = MessageId(id);
        record.message.sentFrom = Address(from);
        record.message.content = textBlocks("Check.");
        record.message.sendTo = {address::none};
        QVERIFY(!kit.submit(session, record).error);
    }
    [[nodiscard]] bool shows(const std::function<bool(const ConnectedClient&)>& is)
    {
        return waitFor([&] { return roster.programs().size() == 1 && is(roster.programs().front()); });
    }

    SessionKit kit;
    ClientRoster roster;
};

} // namespace

/// Who is connected, according to logs and protocols.
class TestClientRoster final : public QObject
{
    Q_OBJECT
private slots:
    void rate_data();
    void rate();
    void whatIsSaidIsCounted();
    void thePersonIsNoProgram();
    void whoFallsSilentIsGone_andForgottenLater();
    void whoHasARequestOpenIsHere();
    void comingAndGoing();
    void whoAsksIsShownByName();
    void whoComesForEachCallIsShownOnce();
    void whoGoesOnForAnotherIsShownOnce();
    void itTellsOnceABeat();
    void errorsOfStrangersAreOne();
    void aDeletedSessionIsNobodys();
    void thereAreNotTooMany();
    void newsOutliveTheRoster();
    void studio();
    void whoseProcessEndsIsGone();
    void ofManyRunsOfAProcessEachIsGone();
    void whoIsPlayedByTwoProcessesGoesWithBoth();
    void whoseRequestsHaveAProcessEachMayComeAgain();
    void clientsProcesses_areFound_data();
    void clientsProcesses_areFound();
    void refusals_data();
    void refusals();
    void aRefusalInProtobufSaysWhy();
};

void TestClientRoster::rate_data()
{
    using Steps = std::vector<std::pair<std::int64_t, std::uint32_t>>;
    QTest::addColumn<Steps>("steps");
    QTest::addColumn<qint64>("now");
    QTest::addColumn<uint>("count");
    const std::int64_t t = 1'000'000;
    QTest::newRow("nothing") << Steps{} << qint64(t) << 0U;
    QTest::newRow("in one second") << Steps{{t, 1}, {t, 2}} << qint64(t) << 3U;
    QTest::newRow("over the minute") << Steps{{t, 1}, {t + 30, 1}, {t + 59, 1}} << qint64(t + 59) << 3U;
    QTest::newRow("the first one is over") << Steps{{t, 5}, {t + 30, 1}} << qint64(t + 60) << 1U;
    QTest::newRow("a long pause") << Steps{{t, 5}, {t + 30, 1}} << qint64(t + 10'000) << 0U;
    QTest::newRow("after a long pause") << Steps{{t, 5}, {t + 600, 2}} << qint64(t + 601) << 2U;
}

void TestClientRoster::rate()
{
    using Steps = std::vector<std::pair<std::int64_t, std::uint32_t>>;
    QFETCH(Steps, steps);
    QFETCH(qint64, now);
    QFETCH(uint, count);
    RateCounter counter;
    for (const auto& [second, added] : steps)
        counter.add(second, added);
    QCOMPARE(counter.inLastMinute(now), count);
}

void TestClientRoster::whatIsSaidIsCounted()
{
    Port port({5ms, never, never});
    session::Session* session = port.made();
    QVERIFY(port.shows([](const auto& one) { return one.isHere && one.messagesPerMinute == 0; }));
    port.says(session, "one");
    port.says(session, "two");
    QVERIFY(port.shows([](const auto& one) { return one.messagesPerMinute == 2; }));
    const ConnectedClient& program = port.roster.programs().front();
    QVERIFY(program.kind == ClientKind::Api);
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    QVERIFY(program.heard && program.heard->msSinceEpoch <= now && program.heard->msSinceEpoch > now - 120'000);
    QCOMPARE(program.title, std::string("Chess"));
    QCOMPARE(program.session, session->id());
    QVERIFY(std::abs(program.since.msSinceEpoch - session::decideContextNow().now.msSinceEpoch) < 60'000);
    HireRole hire;
    hire.role.name = RoleName("Bob");
    QVERIFY(!port.kit.submit(session, hire).error);
    QVERIFY(!port.kit.submit(session, question("q")).error);
    QVERIFY(port.shows([](const auto& one) { return one.openQuestions == 1; }));
}

void TestClientRoster::thePersonIsNoProgram()
{
    Port port({5ms, never, never});
    session::Session* session = port.made();
    port.says(session, "one", "");
    port.says(session, "two");
    QVERIFY(port.shows([](const auto& one) { return one.messagesPerMinute == 1; }));
    static_cast<void>(port.made("recording.json")); // no program's
    port.says(session, "three");
    QVERIFY(port.shows([](const auto& one) { return one.messagesPerMinute == 2; }));
}

void TestClientRoster::whoFallsSilentIsGone_andForgottenLater()
{
    ClientRoster::Clock::time_point now{1h};
    Port port({5ms, 50ms, 100ms, [&] { return now; }});
    session::Session* session = port.made();
    QVERIFY(port.shows([](const auto& one) { return one.isHere; }));
    now += 50ms;
    QVERIFY(port.shows([](const auto& one) { return !one.isHere; }));
    port.says(session, "one");
    QVERIFY(port.shows([](const auto& one) { return one.isHere; }));
    now += 50ms;
    QVERIFY(port.shows([](const auto& one) { return !one.isHere; }));
    now += 99ms;
    QVERIFY(!waitFor([&] { return port.roster.programs().empty(); }, 30));
    now += 1ms;
    QVERIFY(waitFor([&] { return port.roster.programs().empty(); }));
}

void TestClientRoster::whoHasARequestOpenIsHere()
{
    Port port({5ms, 20ms, never});
    const gateway::ClientIdentity name{ClientKind::Api, port.made()->id().str()};
    const auto one = port.roster.news()->holdOpen(name);
    auto other = port.roster.news()->holdOpen(name);
    QVERIFY(port.shows([](const auto& program) { return program.isHere; }));
    other.reset();
    QSignalSpy changes(&port.roster, &ClientRoster::changed);
    static_cast<void>(waitFor([&] { return !changes.empty(); }, 200));
    QVERIFY(port.roster.programs().front().isHere);
    QVERIFY(!port.roster.programs().front().heard); // it is known to be there
    const_cast<std::shared_ptr<void>&>(one).reset();
    QVERIFY(port.shows([](const auto& program) { return !program.isHere; }));
}

void TestClientRoster::comingAndGoing()
{
    Port port({5ms, never, never});
    const gateway::ClientIdentity name{ClientKind::Mcp, "a client"};
    port.roster.markConnected(name, "Claude");
    QVERIFY(port.shows([](const auto& one) { return one.isHere && one.title == "Claude" && one.session.isEmpty(); }));
    port.roster.markDisconnected(name);
    QVERIFY(port.shows([](const auto& one) { return !one.isHere; }));
    port.roster.markConnected(name);
    QVERIFY(port.shows([](const auto& one) { return one.isHere && one.title == "Claude"; }));
}

/// The title of its session is what it asked first.
void TestClientRoster::whoAsksIsShownByName()
{
    Port port({5ms, never, never});
    session::Session* session = port.made("mcp:a client");
    port.roster.markConnected({ClientKind::Mcp, "a client"}, "Claude");
    port.says(session, "1", "Claude");
    QVERIFY(port.shows([](const auto& one) { return one.title == "Claude" && !one.session.isEmpty(); }));
}

/// A restarted client has another name, and its earlier question. As AgentScope's HttpStatelessClient
/// does.
void TestClientRoster::whoComesForEachCallIsShownOnce()
{
    Port port({1ms, never, never});
    const auto mcp = [](const std::string& id) { return gateway::ClientIdentity{ClientKind::Mcp, id}; };
    for (int call = 0; call < 5; ++call) {
        port.roster.markConnected(mcp(std::to_string(call)), "agent");
        QVERIFY(port.shows([](const auto& one) { return one.isHere; }));
        port.roster.markDisconnected(mcp(std::to_string(call)));
        QVERIFY(port.shows([](const auto& one) { return !one.isHere && one.title == "agent"; }));
    }
    port.roster.markConnected(mcp("one"), "agent");
    port.roster.markConnected(mcp("two"), "agent");
    port.roster.markConnected(mcp("three"), "another");
    QVERIFY(waitFor([&] { return port.roster.programs().size() == 3; })); // all of these are here
    for (const char* id : {"one", "two", "three"})
        port.roster.markDisconnected(mcp(id));
    QVERIFY(waitFor([&] { return port.roster.programs().size() == 2; }));
    QVERIFY(port.roster.programs().front().title != port.roster.programs().back().title);
}

void TestClientRoster::whoGoesOnForAnotherIsShownOnce()
{
    Port port({5ms, never, never});
    const gateway::ClientIdentity former{ClientKind::Mcp, "former"};
    const gateway::ClientIdentity heir{ClientKind::Mcp, "heir"};
    session::Session* session = port.made("mcp:former");
    QVERIFY(port.shows([&](const auto& one) { return one.session == session->id(); }));
    port.roster.markConnected(former, "Claude");
    port.roster.markDisconnected(former);
    port.roster.markConnected(heir, "Claude 2");
    QVERIFY(waitFor([&] { return port.roster.programs().size() == 2; }));
    port.roster.join(heir, former);
    QVERIFY(port.shows([&](const auto& one) { return one.isHere && one.session == session->id(); }));
    port.roster.markConnected(heir);
    port.roster.setIdentity(heir);
    QVERIFY(port.shows([](const auto& one) { return one.isHere && !one.heard; }));
    port.roster.markDisconnected(heir);
    QVERIFY(port.shows([](const auto& one) { return !one.isHere; }));
    port.roster.part(heir);
    port.roster.markConnected(heir, "Claude 2");
    QVERIFY(waitFor([&] { return port.roster.programs().size() == 2; }));
}

void TestClientRoster::itTellsOnceABeat()
{
    Port port({never, never, never});
    QSignalSpy changes(&port.roster, &ClientRoster::changed);
    session::Session* session = port.made();
    QVERIFY(waitFor([&] { return changes.size() == 1; }));
    for (int i = 0; i < 50; ++i)
        port.says(session, std::to_string(i).c_str());
    port.kit.settle();
    QCoreApplication::processEvents();
    QCOMPARE(changes.size(), 1);
}

void TestClientRoster::errorsOfStrangersAreOne()
{
    Port port({5ms, never, never});
    for (int i = 0; i < 200; ++i)
        port.roster.news()->tellError({ClientKind::Api, std::to_string(i)}, 401, "No token.");
    QVERIFY(port.shows([](const auto& one) { return one.lastError.status == 401 && !one.isHere; }));
    session::Session* session = port.made();
    port.roster.news()->tellError({ClientKind::Api, session->id().str()}, 409, std::string(9'000, 'x'));
    QVERIFY(waitFor(
        [&] { return port.roster.programs().size() == 2 && port.roster.programs().front().lastError.status == 409; }));
    QVERIFY(port.roster.programs().front().lastError.sentence.size() < 600);
}

void TestClientRoster::aDeletedSessionIsNobodys()
{
    Port port({5ms, never, never});
    const session::SessionId deleted = port.made()->id(); // the next one may lie where it lay
    QVERIFY(port.shows([](const auto& one) { return one.isHere; }));
    session::SessionLabels labels;
    labels.archivedAt = Timestamp{1};
    bool isDone = false;
    port.kit.hub->setLabels(deleted, labels, [&](const auto&) { isDone = true; });
    QVERIFY(waitFor([&] { return isDone; }));
    port.kit.hub->remove(deleted, [](const auto&) {});
    port.says(port.made("api:Go"), "one");
    QVERIFY(port.shows([&](const auto& one) { return one.session != deleted; }));
}

void TestClientRoster::thereAreNotTooMany()
{
    Port port({5ms, never, never});
    for (int i = 0; i < 300; ++i) {
        port.roster.markConnected({ClientKind::Mcp, std::to_string(i)}, std::to_string(i));
        if (i < 150)
            port.roster.markDisconnected({ClientKind::Mcp, std::to_string(i)});
    }
    QVERIFY(waitFor([&] { return !port.roster.programs().empty(); }));
    QCOMPARE(port.roster.programs().size(), std::size_t(200));
    QCOMPARE(std::ranges::count_if(port.roster.programs(), &ConnectedClient::isHere), 150);
    QVERIFY(port.roster.programs().front().isHere && !port.roster.programs().back().isHere);
}

void TestClientRoster::newsOutliveTheRoster()
{
    std::shared_ptr<gateway::ClientActivity> news;
    std::shared_ptr<void> isOpen;
    {
        Port port({5ms, never, never});
        news = port.roster.news();
        isOpen = news->holdOpen({ClientKind::Api, "one"});
    }
    isOpen.reset();
    news->tellError({ClientKind::Api, "one"}, 400, "late");
    QCoreApplication::processEvents();
    QCOMPARE(news.use_count(), 1L); // nothing is on its way
}

void TestClientRoster::studio()
{
    House house;
    Client client(house.server->port());
    client.send(studioPost("registerRun", R"({"id": "run 1", "name": "Chess", "project": "games"})"));
    QCOMPARE(client.status(), 200);
    client.send(studioPost("pushMessage", saying("m", "one")));
    QCOMPARE(client.status(), 200);
    const auto program = [&] {
        return house.server->programs().empty() ? ConnectedClient{} : house.server->programs().front();
    };
    QVERIFY(waitFor([&] { return program().messagesPerMinute == 1; }));
    QVERIFY(program().kind == ClientKind::AgentScope && program().isHere);
    QCOMPARE(program().title, std::string("Chess"));
    house.kit.library->refuseAppends(1);
    client.send(studioPost("pushMessage", saying("n", "two")));
    QVERIFY(client.status() >= 500);
    QVERIFY(waitFor([&] { return !program().lastError.sentence.empty(); }));
    QCOMPARE(program().lastError.status, 0);
    QCOMPARE(house.server->programs().size(), std::size_t(1));
}

/// Also when it is killed, and holds no connection that would close.
void TestClientRoster::whoseProcessEndsIsGone()
{
    House house;
    const auto registered = [&](QProcess& program) {
        program.start(QStringLiteral("sleep"), {QStringLiteral("1000")});
        if (!program.waitForStarted())
            return 0;
        Client client(house.server->port());
        client.send(
            studioPost("registerRun", R"({"id": "run 1", "pid": )" + QByteArray::number(program.processId()) + "}"));
        return client.status();
    };
    const auto isHere = [&] { return !house.server->programs().empty() && house.server->programs().front().isHere; };
    QProcess first;
    QCOMPARE(registered(first), 200);
    QVERIFY(waitFor(isHere));
    // The run continues in another process: the fate of the first no longer matters.
    QProcess second;
    QCOMPARE(registered(second), 200);
    first.kill();
    QVERIFY(first.waitForFinished());
    Client client(house.server->port());
    client.send(studioPost("pushMessage", saying("m", "one")));
    QCOMPARE(client.status(), 200);
    QVERIFY(waitFor([&] { return isHere() && house.server->programs().front().messagesPerMinute == 1; }));
    second.kill();
    QVERIFY(second.waitForFinished());
    QVERIFY(waitFor([&] { return !isHere(); }));
    QCOMPARE(house.server->programs().size(), std::size_t(1));
}

/// And others are watched beside it.
void TestClientRoster::ofManyRunsOfAProcessEachIsGone()
{
    House house;
    Client client(house.server->port());
    const auto registers = [&](const QProcess& program, int run) {
        client.send(studioPost("registerRun",
                               R"({"id": "run )" + QByteArray::number(run) + R"(", "pid": )"
                                   + QByteArray::number(program.processId()) + "}"));
        return client.status();
    };
    const auto here = [&] { return std::ranges::count_if(house.server->programs(), &ConnectedClient::isHere); };
    constexpr int runs = 120;
    QProcess many;
    QProcess single;
    for (QProcess* program : {&many, &single}) {
        program->start(QStringLiteral("sleep"), {QStringLiteral("1000")});
        QVERIFY(program->waitForStarted());
    }
    for (int run = 0; run < runs; ++run)
        QCOMPARE(registers(many, run), 200);
    QCOMPARE(registers(single, runs), 200);
    QVERIFY(waitFor([&] { return here() == runs + 1; }));
    single.kill();
    QVERIFY(single.waitForFinished());
    QVERIFY(waitFor([&] { return here() == runs; }));
    many.kill();
    QVERIFY(many.waitForFinished());
    QVERIFY(waitFor([&] { return here() == 0; }));
}

void TestClientRoster::whoIsPlayedByTwoProcessesGoesWithBoth()
{
    gateway::ProcessWatch watch;
    const gateway::ClientIdentity program{ClientKind::Api, "one"};
    int ended = 0;
    connect(&watch, &gateway::ProcessWatch::ended, this, [&](const gateway::ClientIdentity& name) {
        QVERIFY(name == program);
        ++ended;
    });
    QProcess first;
    QProcess second;
    for (QProcess* process : {&first, &second}) {
        process->start(QStringLiteral("sleep"), {QStringLiteral("1000")});
        QVERIFY(process->waitForStarted());
        for (int i = 0; i < 2; ++i) // it is seen again and again
            QVERIFY(watch.join(program, process->processId()));
    }
    first.kill();
    QVERIFY(first.waitForFinished());
    QVERIFY(!waitFor([&] { return ended > 0; }, 300));
    second.kill();
    QVERIFY(second.waitForFinished());
    QVERIFY(waitFor([&] { return ended > 0; }));
    QCOMPARE(ended, 1);
    QVERIFY(!watch.join(program, second.processId()));
}

/// As a script's that calls curl: what ended is not the program.
void TestClientRoster::whoseRequestsHaveAProcessEachMayComeAgain()
{
    Port port({5ms, never, never});
    session::Session* session = port.made();
    const gateway::ClientIdentity name{ClientKind::Api, session->id().str()};
    for (const char* message : {"one", "two"}) {
        port.says(session, message);
        port.roster.setIdentity(name);
        QVERIFY(port.shows([](const auto& one) { return one.isHere && !one.heard; }));
        port.roster.markSuspect(name);
        QVERIFY(port.shows([](const auto& one) { return one.isHere && one.heard; }));
    }
}

void TestClientRoster::clientsProcesses_areFound_data()
{
    QTest::addColumn<bool>("isGoneWithIt");
    QTest::addColumn<QString>(
        "begin"); ///< of a program in Python that has a connection, and the fields of its requests
    QTest::newRow("own API") << false << QStringLiteral(R"(
id = json.loads(post("/v1/sessions", {"title": "Chess"}))["id"]
post("/v1/sessions/%s/roles" % id, {"name": "Bob"})
post("/v1/sessions/%s/messages" % id, {"sent_from": "Bob", "content": "one"}))");
    QTest::newRow("own API, a connection for each request") << false << QStringLiteral(R"(
id = json.loads(post("/v1/sessions", {"title": "Chess"}))["id"]
there.close()
post("/v1/sessions/%s/roles" % id, {"name": "Bob"})
there.close())");
    QTest::newRow("MCP") << true << QStringLiteral(R"(
def call(method, **more):
    return post("/mcp", dict(jsonrpc="2.0", method=method, **more))
call("initialize", id=1, params={"protocolVersion": "2025-06-18", "capabilities": {},
                                 "clientInfo": {"name": "Chess", "version": "1"}})
call("notifications/initialized")
call("tools/list", id=2))");
}

/// Of who holds no connection when it is killed.
void TestClientRoster::clientsProcesses_areFound()
{
    QFETCH(const bool, isGoneWithIt);
    QFETCH(QString, begin);
    House house;
    const QString head = QStringLiteral(R"(
import http.client, json, sys
fields = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
          "Authorization": "Bearer %1"}
there = http.client.HTTPConnection("127.0.0.1", %2)
def post(path, body):
    there.request("POST", path, json.dumps(body), fields)
    answer = there.getresponse()
    if answer.getheader("Mcp-Session-Id"):
        fields["Mcp-Session-Id"] = answer.getheader("Mcp-Session-Id")
    return answer.read()
)")
                             .arg(QString::fromStdString(House::token))
                             .arg(house.server->port());
    const QString end = QStringLiteral(R"(
sys.stdin.readline()
there.close()
print("closed", flush=True)
sys.stdin.readline()
)");
    QProcess program;
    program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    program.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-c"), head + begin + end});
    QVERIFY(program.waitForStarted());
    const auto shown = [&] {
        const gateway::ConnectedClients& all = house.server->programs();
        const auto found = std::ranges::find_if(all, [](const auto& one) { return one.title == "Chess"; });
        return found == all.end() ? ConnectedClient() : *found;
    };
    QVERIFY(waitFor([&] { return shown().isHere && !shown().heard; })); // it is known to be there
    program.write("\n");
    QVERIFY(waitFor([&] { return program.readAllStandardOutput().contains("closed"); }));
    QVERIFY(!waitFor([&] { return !shown().isHere || shown().heard; }, 1200)); // more than a beat of the roster
    program.kill();
    QVERIFY(program.waitForFinished());
    QVERIFY(waitFor([&] { return isGoneWithIt ? !shown().isHere : shown().heard.has_value(); }));
    QVERIFY(shown().isHere != isGoneWithIt && shown().heard.has_value() != isGoneWithIt);
}

void TestClientRoster::refusals_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("kind"); ///< -1 = is nobody's
    const auto head = [](const QByteArray& line, const QByteArray& fields = {}) {
        return line + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n" + fields
            + "\r\n{}";
    };
    const auto of = [](ClientKind kind) { return static_cast<int>(kind); };
    const QByteArray token = QByteArray("Authorization: Bearer ") + House::token + "\r\n";
    QTest::newRow("no run") << head("POST /trpc/pushMessage") << 400 << of(ClientKind::AgentScope);
    QTest::newRow("a web page") << head("POST /trpc/pushMessage", "Origin: http://a\r\n") << 403
                                << of(ClientKind::AgentScope);
    QTest::newRow("an old Socket.IO") << head("GET /socket.io/?EIO=3&transport=polling") << 400
                                      << of(ClientKind::AgentScope);
    QTest::newRow("a socket of before") << head("GET /socket.io/?EIO=4&transport=polling&sid=a") << 400 << -1;
    QTest::newRow("no token") << head("POST /v1/sessions") << 401 << of(ClientKind::Api);
    QTest::newRow("no session") << head("POST /v1/sessions/a/messages", token) << 400 << of(ClientKind::Api);
    QTest::newRow("MCP without a token") << head("POST /mcp") << 401 << of(ClientKind::Mcp);
    QTest::newRow("MCP's usual question") << head("GET /mcp", token + "Accept: text/event-stream\r\n") << 405 << -1;
    QTest::newRow("nothing there") << head("GET /favicon.ico") << 404 << -1;
    QTest::newRow("too large") << QByteArray("POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                                             "application/json\r\nContent-Length: 99999999\r\n\r\n")
                               << 413 << of(ClientKind::Traces);
}

void TestClientRoster::refusals()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    QFETCH(int, kind);
    House house;
    Client client(house.server->port());
    client.send(request);
    QCOMPARE(client.status(), status);
    // What is reported later comes after it.
    Client later(house.server->port());
    later.send(studioPost("registerRun", R"({"id": "run 1"})"));
    QCOMPARE(later.status(), 200);
    const std::size_t count = kind < 0 ? 1 : 2;
    QVERIFY(waitFor([&] { return house.server->programs().size() == count; }));
    if (kind < 0)
        return;
    const ConnectedClient& refused = house.server->programs().back();
    QCOMPARE(static_cast<int>(refused.kind), kind);
    QCOMPARE(refused.lastError.status, status);
    QVERIFY(!refused.lastError.sentence.empty());
    QVERIFY(!refused.isHere);
}

void TestClientRoster::aRefusalInProtobufSaysWhy()
{
    House house;
    Client client(house.server->port());
    client.send("POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-protobuf\r\n"
                "Content-Length: 2\r\n\r\n\xff\xff");
    QVERIFY(client.hasRead("HTTP/1.1 400"));
    QVERIFY(waitFor([&] { return house.server->programs().size() == 1; }));
    const ConnectedClient& refused = house.server->programs().front();
    QVERIFY(refused.kind == ClientKind::Traces);
    QCOMPARE(refused.lastError.status, 400);
    QCOMPARE(refused.lastError.sentence, std::string("The request body is not an ExportTraceServiceRequest."));
}

} // namespace tst_client_roster

QUARTERDECK_TEST(tst_client_roster, TestClientRoster)
#include "tst_client_roster.moc"
