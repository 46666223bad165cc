#include "model/session/library.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/model/gateway/rest/api_kit.h"
#include "tests/support/test.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <utility>

namespace tst_gateway {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using quarterdeck::gateway::Gateway;
using namespace quarterdeck::test;

namespace {

using Texts = std::vector<std::string>;

} // namespace

/// Programs that post to the running server, byte for byte.
class TestGateway final : public QObject
{
    Q_OBJECT
private slots:
    void aRealRunBecomesASession();
    void aGrowingMessageIsOneRow();
    void whatIsSpokenStaysWhileItGrows();
    void postsComeTwiceAndInAnyOrder();
    void aRunIsNamedWhenItSaysSo();
    void aDeletedRunGoesOnByItsName();
    void aToolsResultIsOfTheReplysSpeaker();
    void anAnswerMeansDurable();
    void aRunGoesOnAfterARestart();
    void anOldMessageGrowsWhereItStands();
    void bytes_data();
    void bytes();
    void healthTellsItsNameOnly();
    void healthTellsTheTokenHowTheLibraryFares();
    void answersInTheOrderOfPipelining();
    void bothLoopbacksAnswer();
    void aTakenPortIsSaid();
    void aSlowSenderStallsNobody();
    void endsWithOpenConnections();
};

void TestGateway::aRealRunBecomesASession()
{
    House house;
    QVERIFY(house.server);
    QFile file(QStringLiteral(QUARTERDECK_TEST_DATA "/agentscope/posts.jsonl"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (QByteArray route = "registerRun"; !file.atEnd(); route = "pushMessage") {
        Client client(house.server->port()); // one connection per call, as AgentScope does
        client.send(studioPost(route, file.readLine().trimmed()));
        QCOMPARE(client.status(), 200);
    }
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    const session::SessionSummary& summary = house.kit.hub->summaries().front();
    QVERIFY(summary.kind == SessionKind::Remote);
    QCOMPARE(summary.title, std::string("driver"));
    QCOMPARE(summary.messageCount, std::int64_t(18));
    const auto rows = house.rows();
    QCOMPARE(rows.size(), std::size_t(18));
    for (const session::Row& row : rows)
        QVERIFY(row.amendments.empty());
    QCOMPARE(textOf(std::get<MessagePublished>(rows.back().event.body).message), std::string("The sum is 5."));
    QVERIFY(house.kit.hub->live(summary.id)->state()->role(RoleName("Critic 审")));
}

void TestGateway::aGrowingMessageIsOneRow()
{
    House house;
    Client client(house.server->port());
    for (const char* text : {"one ", "one two ", "one two three", "one two three"}) {
        client.send(studioPost("pushMessage", saying("m", text)));
        QCOMPARE(client.status(), 200);
    }
    client.send(studioPost("pushMessage", saying("n", "next")));
    QCOMPARE(client.status(), 200);
    QVERIFY(house.texts() == (Texts{"one two three", "next"}));
    // Start, hiring, two messages, two pieces: the repetition is not an event.
    QCOMPARE(house.kit.hub->summaries().front().lastSeq.value, std::int64_t(6));
}

void TestGateway::whatIsSpokenStaysWhileItGrows()
{
    House house;
    Client client(house.server->port());
    const QByteArray spoken =
        R"(, "speech": {"type": "audio", "source": {"type": "url", "url": "https://sounds.invalid/a.wav"}}})";
    for (const QByteArray& body : {saying("m", "one"), saying("m", "one two").chopped(1) + spoken,
                                   saying("m", "one two three"), saying("m", "one two three four")}) {
        client.send(studioPost("pushMessage", body));
        QCOMPARE(client.status(), 200);
    }
    QVERIFY(house.texts() == Texts{"one two three four"});
    const auto rows = house.rows();
    const auto& message = std::get<MessagePublished>(rows.back().event.body).message;
    const auto sounds = blocksOf<MediaBlock>(message);
    QCOMPARE(sounds.size(), std::size_t(1));
    QCOMPARE(sounds.front().source.url, std::string("https://sounds.invalid/a.wav"));
}

/// What a client sends again, not knowing whether it came, may overtake what it sent before.
void TestGateway::postsComeTwiceAndInAnyOrder()
{
    House house;
    std::vector<std::pair<const char*, QByteArray>> posts = {
        {"registerRun", R"({"id": "RUN", "name": "A review", "project": "p"})"},
        {"registerReply", R"({"runId": "RUN", "replyId": "y", "replyName": "Critic", "replyRole": "assistant"})"},
        {"pushMessage", R"({"runId": "RUN", "replyId": "y", "replyName": "Critic", "replyRole": "assistant",
            "msg": {"id": "m", "name": "Critic", "role": "assistant", "content": "Shall we go on?"}})"},
        {"requestUserInput", R"({"runId": "RUN", "requestId": "q RUN", "agentId": "a", "agentName": "Human",
            "structuredInput": null})"}};
    std::vector<std::size_t> order = {0, 1, 2, 3};
    QByteArray run = "a";
    const auto postAll = [&] {
        return std::ranges::all_of(order, [&](std::size_t place) {
            const auto& [route, body] = posts[place];
            return answerToPost(house.server->port(), route, QByteArray(body).replace("RUN", run))
                .startsWith("HTTP/1.1 200");
        });
    };
    const auto summary = [&]() -> const session::SessionSummary& {
        return *std::ranges::find(house.kit.hub->summaries(), "agentscope:" + run.toStdString(),
                                  &session::SessionSummary::source);
    };
    do {
        QVERIFY(postAll());
        const std::int64_t events = summary().lastSeq.value;
        QVERIFY(postAll());
        QCOMPARE(summary().lastSeq.value, events);
        QCOMPARE(summary().messageCount, std::int64_t(1));
        QCOMPARE(summary().openQuestions.size(), std::size_t(1));
        QCOMPARE(summary().title, std::string("A review"));
        run[0] = static_cast<char>(run[0] + 1);
    } while (std::ranges::next_permutation(order).found);
}

void TestGateway::aRunIsNamedWhenItSaysSo()
{
    House house;
    const auto post = [&](const QByteArray& route, const QByteArray& body) {
        return answerToPost(house.server->port(), route, body).startsWith("HTTP/1.1 200");
    };
    QVERIFY(post("pushMessage", saying("m", "one")));
    QCOMPARE(house.kit.hub->summaries().front().title, std::string("run 1"));
    const QByteArray named = R"({"id": "run 1", "project": "p", "name": "driver"})";
    QVERIFY(post("registerRun", named));
    QCOMPARE(house.kit.hub->summaries().front().title, std::string("driver"));
    const auto last = house.kit.hub->summaries().front().lastSeq;
    QVERIFY(post("registerRun", named));
    QVERIFY(post("registerRun", R"({"id": "run 1"})")); // it says nothing of a name
    QVERIFY(house.kit.hub->summaries().front().lastSeq == last);
    house.restart();
    QVERIFY(post("registerRun", QByteArray(named).replace("driver", "driver 2")));
    QCOMPARE(house.kit.hub->summaries().front().title, std::string("driver 2"));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
}

void TestGateway::aDeletedRunGoesOnByItsName()
{
    House house;
    const auto post = [&](const QByteArray& route, const QByteArray& body) {
        return answerToPost(house.server->port(), route, body).startsWith("HTTP/1.1 200");
    };
    QVERIFY(post("registerRun", R"({"id": "run 1", "project": "p", "name": "driver", "pid": 7})"));
    QVERIFY(post("pushMessage", saying("m", "one")));
    const session::SessionId first = house.kit.hub->summaries().front().id;
    session::SessionLabels labels;
    labels.archivedAt = Timestamp{5000};
    house.kit.hub->setLabels(first, labels, [](const session::Result<session::Nothing>&) {});
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().front().labels.archivedAt.has_value(); }));
    bool isGone = false;
    house.kit.hub->remove(first, [&](const auto& removed) { isGone = removed.has_value(); });
    QVERIFY(waitFor([&] { return isGone; }));
    QVERIFY(post("pushMessage", saying("n", "two")));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QVERIFY(house.kit.hub->summaries().front().id != first);
    QCOMPARE(house.kit.hub->summaries().front().title, std::string("driver"));
}

/// Before 1.0.8 a reply names no speaker, and a tool's result in it comes from "system".
void TestGateway::aToolsResultIsOfTheReplysSpeaker()
{
    House house;
    const auto post = [&](const char* reply, const char* id, const char* name, const char* role, const char* content) {
        return answerToPost(house.server->port(), "pushMessage",
                            QByteArray(R"({"runId": "r", "replyId": "%1", "name": "%1", "role": "assistant", "msg":
                                {"id": "%2", "name": "%3", "role": "%4", "content": %5}})")
                                .replace("%1", reply)
                                .replace("%2", id)
                                .replace("%3", name)
                                .replace("%4", role)
                                .replace("%5", content))
            .startsWith("HTTP/1.1 200");
    };
    const char* result = R"([{"type": "tool_result", "id": "1", "name": "f", "output": "5"}])";
    QVERIFY(post("a", "m1", "Bob", "assistant", R"("I look.")"));
    QVERIFY(post("b", "m2", "Eve", "assistant", R"("So do I.")"));
    QVERIFY(post("a", "m3", "system", "system", result));
    QVERIFY(post("b", "m4", "system", "system", result));
    QVERIFY(post("c", "m5", "system", "system", result)); // of one that nobody has spoken in
    std::vector<std::string> speakers;
    for (const session::Row& row : house.rows())
        if (const auto* published = std::get_if<MessagePublished>(&row.event.body))
            speakers.push_back(published->message.sentFrom.str());
    QCOMPARE(speakers, (std::vector<std::string>{"Bob", "Eve", "Bob", "Eve", "system"}));
}

void TestGateway::anAnswerMeansDurable()
{
    House house;
    Client client(house.server->port());
    client.send(studioPost("pushMessage", saying("m", "one")));
    QCOMPARE(client.status(), 200);
    house.kit.library->holdWrites();
    client.send(studioPost("pushMessage", saying("n", "two")));
    QVERIFY(waitFor([&] { return house.kit.library->heldWrites() == 1; }));
    QCOMPARE(client.socket().bytesAvailable(), qint64(0));
    house.kit.library->releaseWrites();
    QCOMPARE(client.status(), 200);
    QVERIFY(house.texts() == (Texts{"one", "two"}));
}

void TestGateway::aRunGoesOnAfterARestart()
{
    House house;
    for (const char* text : {"one", "one two", "one two three"}) {
        Client client(house.server->port());
        client.send(studioPost("pushMessage", saying("m", text)));
        QCOMPARE(client.status(), 200);
        QVERIFY(house.texts() == Texts{text});
        house.restart();
        QVERIFY(house.server);
        QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    }
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
}

void TestGateway::anOldMessageGrowsWhereItStands()
{
    House house;
    const auto post = [&](const QByteArray& id, const char* text) {
        return answerToPost(house.server->port(), "pushMessage", saying(id, text)).startsWith("HTTP/1.1 200");
    };
    Texts texts;
    for (int i = 0; i < 20; ++i) { // more than are known as they are
        texts.push_back("one");
        QVERIFY(post("m" + QByteArray::number(i), "one"));
    }
    texts.front() = "one and more";
    QVERIFY(post("m0", "one and more"));
    QVERIFY(house.texts() == texts);
    QCOMPARE(house.kit.hub->summaries().front().messageCount, std::int64_t(20));
}

void TestGateway::bytes_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    const QByteArray body = saying("m", "one");
    const QByteArray good = studioPost("pushMessage", body);
    const auto changed = [&](const char* from, const char* to) { return QByteArray(good).replace(from, to); };
    QTest::newRow("as AgentScope sends it") << good << 200;
    QTest::newRow("a doubled slash") << changed("POST /trpc/", "POST //trpc/") << 200;
    QTest::newRow("in chunks") << QByteArray("POST /trpc/pushMessage HTTP/1.1\r\nHost: [::1]:3000\r\nContent-Type: "
                                             "application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            + QByteArray::number(body.size(), 16) + "\r\n" + body
            + "\r\n0\r\n\r\n" << 200;
    QTest::newRow("Studio's own agent") << studioPost("pushMessageToFridayApp", body) << 200;
    QTest::newRow("Studio's own agent, done")
        << studioPost("pushFinishedSignalToFridayApp", R"({"replyId": "r"})") << 200;
    QTest::newRow("the version") << QByteArray("GET /trpc/getCurrentVersion HTTP/1.1\r\nHost: localhost\r\n\r\n")
                                 << 200;
    QTest::newRow("health") << QByteArray("GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n") << 200;
    QTest::newRow("the version, posted") << studioPost("getCurrentVersion", "{}") << 405;
    QTest::newRow("another address") << QByteArray("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") << 404;
    QTest::newRow("no request's id") << studioPost("requestUserInput", R"({"runId": "r"})") << 200;
    QTest::newRow("no JSON") << studioPost("pushMessage", "{") << 400;
    QTest::newRow("no run") << studioPost("registerRun", "{}") << 400;
    QTest::newRow("no UTF-8") << studioPost("pushMessage", "{\"runId\": \"\xff\"}") << 400;
    QTest::newRow("no such route") << studioPost("nothing", "{}") << 404;
    QTest::newRow("another host") << changed("localhost", "canary.invalid") << 403;
    QTest::newRow("two hosts") << changed("Host:", "Host: localhost\r\nHost:") << 403;
    QTest::newRow("a web page") << studioPost("pushMessage", body, "Origin: https://canary.invalid\r\n") << 403;
    QTest::newRow("a form") << changed("application/json", "text/plain") << 415;
    QTest::newRow("compressed") << studioPost("pushMessage", body, "Content-Encoding: gzip\r\n") << 415;
    QTest::newRow("too large") << QByteArray("POST /trpc/pushMessage HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                                             "application/json\r\nContent-Length: 999999999999\r\n\r\n")
                               << 413;
    QTest::newRow("a large head") << studioPost("pushMessage", body, "X: " + QByteArray(40'000, 'x') + "\r\n") << 431;
    QTest::newRow("no HTTP") << QByteArray("hello there\r\n\r\n") << 400;
}

void TestGateway::bytes()
{
    QFETCH(QByteArray, request);
    House house;
    Client client(house.server->port());
    client.send(request);
    QTEST(client.status(), "status");
}

void TestGateway::healthTellsItsNameOnly()
{
    House house;
    Client client(house.server->port());
    client.send("GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const QByteArray answer = client.answers(1);
    const auto health = nlohmann::json::parse(answer.mid(answer.indexOf("\r\n\r\n") + 4).toStdString());
    QCOMPARE(health.size(), std::size_t(3));
    QCOMPARE(health.at("name").get<std::string>(), std::string("Quarterdeck"));
    QCOMPARE(health.at("version").get<std::string>(), QCoreApplication::applicationVersion().toStdString());
    QCOMPARE(health.at("protocol").get<int>(), 1);
}

void TestGateway::healthTellsTheTokenHowTheLibraryFares()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    QObject context;
    const std::shared_ptr<session::Library> library = *storage::openLibrary(path.toStdString(), &context);
    session::SessionHub hub(library);
    hub.start();
    const auto server = Gateway::start(hub, 0, House::token, gateway::TokenlessAccess::Open);
    QVERIFY(server);
    const auto ask = [&](const QByteArray& token) {
        return test::Request((*server)->port(), "GET", "/v1/health", {}, {}, token).answer();
    };
    const test::Answered healthy = ask(House::token);
    QCOMPARE(healthy.status, 200);
    QVERIFY(healthy.isAsDescribed);
    QCOMPARE(healthy.body.at("name").get<std::string>(), std::string("Quarterdeck"));
    const nlohmann::json told = healthy.body.at("library");
    QVERIFY(!told.at("is_read_only").get<bool>() && !told.contains("trouble") && !told.contains("last_backup_age_s"));
    QCOMPARE(told.at("queued").get<int>(), 0);
    QCOMPARE(told.at("index_lag").get<int>(), 0);
    QVERIFY(told.at("log_size").get<std::int64_t>() > 0 && !told.contains("log_trouble"));
    QVERIFY(told.at("disk_left").get<std::int64_t>() > 0 && told.at("last_commit_age_s").get<int>() < 3600);
    QVERIFY(storage::makeBackup(path.toStdString(), storage::BackupKind::ByHand));
    QVERIFY(ask(House::token).body.at("library").at("last_backup_age_s").get<int>() < 3600);

    const test::Answered anybody = ask({});
    QVERIFY(anybody.isAsDescribed && anybody.body.size() == 3);
    const test::Answered refused = ask("another");
    QCOMPARE(refused.status, 401);
    QVERIFY(refused.isAsDescribed);

    QVERIFY(QFile::remove(path));
    const session::LibraryMonitor* signs = session::LibraryMonitor::of(*library);
    QVERIFY(waitFor([&] { return signs->writingTrouble().has_value(); }));
    const test::Answered troubled = ask(House::token);
    QVERIFY(troubled.isAsDescribed);
    const auto sentence = QString::fromStdString(troubled.body.at("library").at("trouble").get<std::string>());
    QVERIFY2(sentence.contains(QStringLiteral("is no longer where it was")), qPrintable(sentence));
}

void TestGateway::answersInTheOrderOfPipelining()
{
    House house;
    Client client(house.server->port());
    client.send(studioPost("pushMessage", saying("m", "one")) + studioPost("pushMessage", "{")
                + studioPost("pushMessage", saying("n", "two")));
    const QByteArray answers = client.answers(3);
    QCOMPARE(answers.count("200 OK"), 2);
    QVERIFY(answers.indexOf("400 Bad") > answers.indexOf("200 OK"));
    QVERIFY(answers.lastIndexOf("200 OK") > answers.indexOf("400 Bad"));
    QVERIFY(house.texts() == (Texts{"one", "two"}));
}

void TestGateway::bothLoopbacksAnswer()
{
    House house;
    if (!QTcpServer().listen(QHostAddress::LocalHostIPv6))
        QSKIP("This machine has no IPv6.");
    Client client(house.server->port(), QHostAddress(QHostAddress::LocalHostIPv6));
    client.send(studioPost("pushMessage", saying("m", "one")));
    QCOMPARE(client.status(), 200);
}

void TestGateway::aTakenPortIsSaid()
{
    House house;
    const auto second = Gateway::start(*house.kit.hub, house.server->port());
    QVERIFY(!second);
    QVERIFY(second.error().code == ErrorCode::Locked);
    QVERIFY(QString::fromStdString(second.error().sentence).contains(QString::number(house.server->port())));
}

void TestGateway::aSlowSenderStallsNobody()
{
    House house;
    std::vector<std::unique_ptr<Client>> slow;
    for (int i = 0; i < 50; ++i) {
        slow.push_back(std::make_unique<Client>(house.server->port()));
        slow.back()->send("POST /trpc/pushMessage HTTP/1.1\r\nHo");
    }
    Client client(house.server->port());
    client.send(studioPost("pushMessage", saying("m", "one")));
    QCOMPARE(client.status(), 200);
}

void TestGateway::endsWithOpenConnections()
{
    House house;
    Client idle(house.server->port());
    Client waiting(house.server->port());
    waiting.send(studioPost("pushMessage", saying("m", "one")));
    QCOMPARE(waiting.status(), 200);
    house.kit.library->holdWrites();
    waiting.send(studioPost("pushMessage", saying("n", "two")));
    QVERIFY(waitFor([&] { return house.kit.library->heldWrites() == 1; }));
    house.server.reset();
    QVERIFY(waiting.isEnded());
    QVERIFY(idle.isEnded());
    house.kit.library->releaseWrites(); // its answer finds nobody
    house.kit.settle();
    QVERIFY(house.texts() == (Texts{"one", "two"}));
}

} // namespace tst_gateway

QUARTERDECK_TEST(tst_gateway, TestGateway)
#include "tst_gateway.moc"
