#include "gateway_kit.h"
#include "stored_picture.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFloat16>
#include <QProcess>
#include <QTest>
#include <algorithm>

namespace tst_gateway_clients {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

json nextLine(QProcess& process)
{
    if (!waitFor([&] { return process.canReadLine(); }, 60'000))
        return nullptr;
    return json::parse(process.readLine().toStdString(), nullptr, false);
}

void start(QProcess& node, const char* script, const QStringList& arguments)
{
    node.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    node.start(QStringLiteral(QUARTERDECK_NODE),
               QStringList(QDir(QStringLiteral(QUARTERDECK_GATEWAY_CLIENTS)).filePath(QString::fromLatin1(script)))
                   + arguments);
}

std::vector<Span> spansOf(const House& house)
{
    std::vector<Span> spans;
    for (const session::Event& event : house.kit.log(house.kit.hub->summaries().front().id))
        if (const auto* recorded = std::get_if<SpansRecorded>(&event.body))
            spans.insert(spans.end(), recorded->spans.begin(), recorded->spans.end());
    return spans;
}

const Span& named(const std::vector<Span>& spans, const std::string& name)
{
    static const Span none;
    const auto found = std::ranges::find(spans, name, &Span::name);
    return found == spans.end() ? none : *found;
}

session::Session* runOf(House& house) { return house.kit.open(house.kit.hub->summaries().front().id); }

/// As soon as it is asked.
bool answer(House& house, const char* id, const char* text, const std::vector<ContentBlock>& pictures = {})
{
    const auto isAsked = [&] {
        for (const session::SessionSummary& one : house.kit.hub->summaries())
            for (const OpenQuestion& open : one.openQuestions)
                if (open.question.id == QuestionId(id))
                    return true;
        return false;
    };
    AnswerQuestion given;
    given.id = QuestionId(id);
    given.content = textBlocks(text);
    given.content.insert(given.content.end(), pictures.begin(), pictures.end());
    return waitFor(isAsked, 60'000) && !house.kit.submit(runOf(house), given).error;
}

/// A picture with this many bytes.
MediaBlock picture(House& house, char filling, std::size_t bytes)
{
    return storedPicture(house.kit, std::string(bytes, filling));
}

} // namespace

/// Programs by libraries that others wrote, over real sockets.
class TestGatewayClients final : public QObject
{
    Q_OBJECT
private slots:
    void exporter_data();
    void exporter();
    void wrongCallsOverGrpc_areExplained();
    void studioProgram_data();
    void studioProgram();
};

void TestGatewayClients::exporter_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("compression");
    QTest::addColumn<bool>("isAlone");
    QTest::newRow("protobuf") << QStringLiteral("protobuf") << QStringLiteral("none") << false;
    QTest::newRow("protobuf, gzip") << QStringLiteral("protobuf") << QStringLiteral("gzip") << false;
    QTest::newRow("JSON") << QStringLiteral("json") << QStringLiteral("none") << false;
    QTest::newRow("JSON, gzip") << QStringLiteral("json") << QStringLiteral("gzip") << false;
    QTest::newRow("gRPC") << QStringLiteral("grpc") << QStringLiteral("none") << false;
    QTest::newRow("gRPC, gzip") << QStringLiteral("grpc") << QStringLiteral("gzip") << false;
    QTest::newRow("on a port for traces only") << QStringLiteral("protobuf") << QStringLiteral("none") << true;
    QTest::newRow("gRPC on such a port") << QStringLiteral("grpc") << QStringLiteral("none") << true;
}

void TestGatewayClients::exporter()
{
    QFETCH(QString, format);
    QFETCH(QString, compression);
    QFETCH(bool, isAlone);
    House house;
    std::uint16_t port = house.server->port();
    if (isAlone) {
        const auto listening = house.server->listenForTraces(0);
        QVERIFY(listening.has_value());
        port = *listening;
    }
    QProcess node;
    start(node, "traces.mjs",
          {QStringLiteral("http://localhost:%1/v1/traces").arg(port), format, compression, QStringLiteral("talk 1")});
    QCOMPARE(nextLine(node), json({{"code", 0}, {"error", nullptr}}));

    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    const session::SessionSummary session = house.kit.hub->summaries().front();
    QCOMPARE(session.source, std::string("otlp:talk 1"));
    QCOMPARE(session.title, std::string("weather"));
    QCOMPARE(session.tokens, std::int64_t(100 + 7 + 120 + 7));
    QCOMPARE(house.texts(), (std::vector<std::string>{"Is it raining in 北京?", "", "", "I cannot tell."}));
    std::vector<std::string> speakers;
    for (const session::Row& row : house.rows())
        if (const auto* published = std::get_if<MessagePublished>(&row.event.body))
            speakers.push_back(published->message.sentFrom.str());
    QCOMPARE(speakers, (std::vector<std::string>{"", "Forecaster", "Tools", "Forecaster"}));

    const std::vector<Span> spans = spansOf(house);
    QCOMPARE(spans.size(), std::size_t(4));
    const Span& agent = named(spans, "invoke_agent Forecaster");
    const Span& tool = named(spans, "execute_tool weather");
    QVERIFY(agent.parent.empty() && !agent.id.empty());
    QCOMPARE(tool.parent, agent.id);
    QCOMPARE(tool.error, std::string("the service is down"));
    QCOMPARE(named(spans, "chat m-1").usage.promptTokens, std::int64_t(100));
    QCOMPARE(treeOf(spans, agent.trace).size(), std::size_t(4));
    QVERIFY(waitFor([&] { return node.state() == QProcess::NotRunning; }, 60'000));
}

void TestGatewayClients::wrongCallsOverGrpc_areExplained()
{
    House house;
    QProcess node;
    start(node, "grpc.mjs", {QStringLiteral("localhost:%1").arg(house.server->port())});
    constexpr const char* noService = "Quarterdeck takes traces and logs here, and nothing else.";
    for (int i = 0; i < 2; ++i) // another method, another service
        QCOMPARE(nextLine(node), json({{"code", 12}, {"details", noService}, {"bytes", -1}}));
    QCOMPARE(nextLine(node)["code"], json(3));
    const json tooLarge = nextLine(node);
    QCOMPARE(tooLarge["code"], json(8));
    QVERIFY(tooLarge["details"].get<std::string>().find("20 MB") != std::string::npos);
    QCOMPARE(nextLine(node)["code"], json(0)); // no token is asked for, so none is compared
    QCOMPARE(nextLine(node), json({{"code", 0}, {"details", ""}, {"bytes", 0}}));
    QCOMPARE(nextLine(node), json(100));
    QVERIFY(house.kit.hub->summaries().empty());
    QVERIFY(waitFor([&] { return node.state() == QProcess::NotRunning; }, 60'000));
}

void TestGatewayClients::studioProgram_data()
{
    QTest::addColumn<QString>("way");
    QTest::addColumn<std::string>("transport");
    QTest::newRow("polling only") << QStringLiteral("polling") << std::string("polling");
    QTest::newRow("upgraded") << QStringLiteral("upgrade") << std::string("websocket");
    QTest::newRow("WebSocket only") << QStringLiteral("websocket") << std::string("websocket");
}

void TestGatewayClients::studioProgram()
{
    QFETCH(QString, way);
    QFETCH(std::string, transport);
    House house;
    QProcess node;
    start(node, "studio.mjs", {QStringLiteral("http://localhost:%1").arg(house.server->port()), way});
    const auto heard = [](const char* id, const char* text) {
        return json{{"heard", id}, {"text", text}, {"structured", nullptr}};
    };
    QCOMPARE(nextLine(node), json({{"connected", transport}}));
    QVERIFY(answer(house, "q1", "one"));
    QCOMPARE(nextLine(node), heard("q1", "one"));
    QCOMPARE(nextLine(node), json({{"away", true}}));
    QVERIFY(waitFor([&] { return house.kit.hub->summaries().front().runState == RunState::Stopped; }));
    QVERIFY(answer(house, "q2", "zwei 二"));
    QCOMPARE(runOf(house)->state()->undeliveredAnswers().size(), std::size_t(1));
    node.write("go\n");
    QCOMPARE(nextLine(node), heard("q2", "zwei 二"));
    std::vector<ContentBlock> pictures;
    if (way == QStringLiteral("websocket")) // polling takes node a minute; see tst_studio_large_answers
        pictures = {picture(house, 'a', 26'000'000), picture(house, 'b', 26'000'000)};
    QVERIFY(answer(house, "q3", "three", pictures));
    QCOMPARE(nextLine(node), heard("q3", "three"));
    QCOMPARE(nextLine(node), json({{"waiting", true}}));
    house.restart();
    QVERIFY(answer(house, "q4", "four"));
    QCOMPARE(nextLine(node), heard("q4", "four"));
    QVERIFY(waitFor([&] { return node.state() == QProcess::NotRunning; }, 60'000));
    QCOMPARE(node.exitCode(), 0);
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QVERIFY(runOf(house)->state()->undeliveredAnswers().empty());
    QVERIFY(house.texts().empty()); // what the program says again is the answer, and stands at its question
}

} // namespace tst_gateway_clients

QUARTERDECK_TEST(tst_gateway_clients, TestGatewayClients)
#include "tst_gateway_clients.moc"
