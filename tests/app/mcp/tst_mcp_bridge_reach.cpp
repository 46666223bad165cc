#include "bridge_program.h"
#include "mcp_gateway.h"
#include "model/gateway/http/connection_owner.h"
#include "tests/support/test.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFloat16>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace tst_mcp_bridge_reach {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16{0};
}

/// Whoever says that it is Quarterdeck, and keeps what it hears, as another user's program.
class Impostor
{
public:
    /// `place`: the path of a local socket, or "0" for a port.
    explicit Impostor(const QString& place)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral("/usr/bin/python3"),
                        {QStringLiteral("-Ic"), QString::fromLatin1(script), place});
        static_cast<void>(waitFor([&] { return m_process.canReadLine(); }));
        port = m_process.readLine().trimmed().toUShort();
    }
    ~Impostor()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(Impostor)
    [[nodiscard]] QByteArray heard()
    {
        m_process.write("\n");
        m_process.closeWriteChannel();
        m_process.waitForFinished();
        return m_process.readAllStandardOutput();
    }
    quint16 port = 0;

private:
    static constexpr const char* script = R"(
import os, select, socket, sys
place = sys.argv[1]
server = socket.socket(socket.AF_UNIX if "/" in place else socket.AF_INET)
server.bind(place if "/" in place else ("127.0.0.1", 0))
if "/" in place:
    os.chmod(place, 0o666)
os.setgroups([]), os.setgid(65534), os.setuid(65534)
if "/" not in place:
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
server.listen()
print(0 if "/" in place else server.getsockname()[1], flush=True)
open_ones, heard = [server, sys.stdin], b""
said = b'HTTP/1.1 200 OK\r\nContent-Length: 23\r\n\r\n{"name": "Quarterdeck"}'
while True:
    for one in select.select(open_ones, [], [])[0]:
        if one is sys.stdin:
            sys.stdout.buffer.write(heard)
            sys.exit()
        if one is server:
            open_ones.append(server.accept()[0])
            continue
        try:
            read = one.recv(65536)
        except ConnectionError:
            read = b""
        heard += read
        if read:
            one.sendall(said)
        else:
            open_ones.remove(one)
)";
    QProcess m_process;
};

} // namespace

/// How the bridge finds Quarterdeck, starts it, and knows that it is not somebody else.
class TestMcpBridgeReach final : public QObject
{
    Q_OBJECT
private slots:
    void nobodyListens();
    void anotherListens();
    void quarterdeckIsStarted_data();
    void quarterdeckIsStarted();
    void byTheLocalSocketNoTokenIsNeeded();
    void byTheLocalSocketItIsFoundWithHardlyAnyEnvironment();
    void byTheLocalSocketARestartIsWaitedThrough();
    void anotherUsersProgramHearsNothing_data();
    void anotherUsersProgramHearsNothing();
};

void TestMcpBridgeReach::nobodyListens()
{
    BridgeProgram bridge(freePort());
    bridge.initialize();
    const json answer = bridge.nextLine();
    QCOMPARE(answer["id"], json(0));
    QCOMPARE(answer["error"]["code"], json(-32603));
    QVERIFY(QString::fromStdString(answer["error"]["message"]).contains(QStringLiteral("does not run")));
}

void TestMcpBridgeReach::anotherListens()
{
    QTcpServer another;
    QVERIFY(another.listen(QHostAddress::LocalHost));
    QByteArray heard;
    connect(&another, &QTcpServer::newConnection, this, [&] {
        auto* socket = another.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [&heard, socket] {
            heard += socket->readAll();
            socket->write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        });
    });
    BridgeProgram bridge(another.serverPort());
    bridge.initialize();
    const json answer = bridge.nextLine();
    QVERIFY(QString::fromStdString(answer["error"]["message"]).contains(QStringLiteral("Another program")));
    QVERIFY(heard.contains("/v1/health"));
    QVERIFY(!heard.contains("Authorization")); // the token is shown to nobody else
}

void TestMcpBridgeReach::quarterdeckIsStarted_data()
{
    QTest::addColumn<bool>("isByPort");
    QTest::newRow("at its port") << true;
    QTest::newRow("by the local socket") << false;
}

void TestMcpBridgeReach::quarterdeckIsStarted()
{
    QFETCH(bool, isByPort);
    QTemporaryDir folder;
    qputenv("XDG_RUNTIME_DIR", folder.path().toLocal8Bit());
    const QString library = folder.filePath(QStringLiteral("library.db"));
    const quint16 port = isByPort ? freePort() : quint16{3000};
    if (!gateway::processOnPort(port).isEmpty())
        QSKIP("Port 3000 is in use.");
    QStringList arguments{QStringLiteral("--no-window"), QStringLiteral("--library"), library};
    if (isByPort)
        arguments << QStringLiteral("--port") << QString::number(port);
    BridgeProgram bridge(arguments);
    bridge.initialize();
    const json answer = bridge.nextLine(60'000);
    const QString holder = gateway::processOnPort(port);
    const auto found = QRegularExpression(QStringLiteral("process (\\d+)")).match(holder);
    QVERIFY2(answer.contains("result"), answer.dump().c_str());
    QVERIFY2(found.hasMatch() && holder.startsWith(QStringLiteral("quarterdeck")), qPrintable(holder));
    bridge.sayNoMore();
    QCOMPARE(bridge.exitCode(), 0);
    QCOMPARE(gateway::processOnPort(port), holder); // it serves others, too
    QVERIFY(QFileInfo::exists(QString::fromStdString(gateway::localAddress(library.toStdString()))));
    ::kill(found.captured(1).toInt(), SIGINT);
    QVERIFY(waitFor([&] { return gateway::processOnPort(port).isEmpty(); }));
}

void TestMcpBridgeReach::byTheLocalSocketNoTokenIsNeeded()
{
    McpGateway house;
    QVERIFY(house.isLocal);
    QVERIFY(QFile::remove(QString::fromStdString(gateway::accessTokenPath())));
    BridgeProgram bridge({QStringLiteral("--no-start"), QStringLiteral("--library"), house.library()});
    bridge.initialize();
    QCOMPARE(bridge.nextLine()["result"]["protocolVersion"], json("2025-06-18"));
    bridge.ask("q", "Shall I?");
    QVERIFY(house.answer(house.asked("Shall I?"), "yes"));
    QCOMPARE(bridge.nextLine()["result"]["structuredContent"]["answer"], json("yes"));
    QVERIFY(!QFileInfo::exists(QString::fromStdString(gateway::accessTokenPath())));
}

/// As by libraries that pass on hardly anything to the tools they start. The folder is the one that Qt takes then.
void TestMcpBridgeReach::byTheLocalSocketItIsFoundWithHardlyAnyEnvironment()
{
    McpGateway house;
    QProcessEnvironment environment;
    const QString user = QStringLiteral("quarterdeck-test-%1").arg(QCoreApplication::applicationPid());
    environment.insert(QStringLiteral("USER"), user);
    environment.insert(QStringLiteral("PATH"), qEnvironmentVariable("PATH"));
    const QString folder = QStringLiteral("/tmp/runtime-") + user;
    QVERIFY(QDir().mkpath(folder) && QFile::setPermissions(folder, QFile::Permissions(0x7700)));
    const auto path = gateway::nameInFolder(folder.toStdString(), house.library().toStdString()) + ".api";
    QVERIFY(house.server->listenAt(path).has_value());
    BridgeProgram bridge({QStringLiteral("--no-start"), QStringLiteral("--library"), house.library()}, environment);
    bridge.initialize();
    QVERIFY(bridge.nextLine().contains("result"));
    bridge.sayNoMore();
    QCOMPARE(bridge.exitCode(), 0);
    house.server.reset();
    QVERIFY(QDir().rmdir(folder));
}

void TestMcpBridgeReach::byTheLocalSocketARestartIsWaitedThrough()
{
    McpGateway house;
    BridgeProgram bridge({QStringLiteral("--no-start"), QStringLiteral("--library"), house.library()});
    bridge.initialize();
    QVERIFY(!bridge.nextLine().is_null());
    bridge.ask(7, "Shall I?");
    const QuestionId id = house.asked("Shall I?");
    QVERIFY(!id.isEmpty());
    house.close();
    house.open(0); // the port is another one, which does not matter
    QVERIFY(waitFor([&] { return house.kit.hub->isListed(); }));
    QVERIFY(house.answer(id, "yes"));
    const json response = bridge.nextLine();
    QCOMPARE(response["id"], json(7));
    QCOMPARE(response["result"]["structuredContent"]["answer"], json("yes"));
    QCOMPARE(response["result"]["structuredContent"]["question_id"], json(id.str()));
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
}

void TestMcpBridgeReach::anotherUsersProgramHearsNothing_data()
{
    QTest::addColumn<bool>("isLocal");
    QTest::newRow("at the port") << false;
    QTest::newRow("at the local socket") << true;
}

void TestMcpBridgeReach::anotherUsersProgramHearsNothing()
{
    QFETCH(bool, isLocal);
    if (::geteuid() != 0)
        QSKIP("Only root can start a process of another user.");
    McpGateway house; // whose token it would be shown
    house.server.reset();
    const QString path = QString::fromStdString(gateway::localAddress(house.library().toStdString()));
    Impostor impostor(isLocal ? path : QStringLiteral("0"));
    QStringList arguments{QStringLiteral("--no-start"), QStringLiteral("--library"), house.library()};
    if (!isLocal)
        arguments << QStringLiteral("--port") << QString::number(impostor.port);
    BridgeProgram bridge(arguments);
    bridge.initialize();
    const json answer = bridge.nextLine();
    QVERIFY2(QString::fromStdString(answer["error"]["message"]).contains(QStringLiteral("Another user's program")),
             answer.dump().c_str());
    QCOMPARE(impostor.heard(), QByteArray());
}

} // namespace tst_mcp_bridge_reach

QUARTERDECK_TEST(tst_mcp_bridge_reach, TestMcpBridgeReach)
#include "tst_mcp_bridge_reach.moc"
