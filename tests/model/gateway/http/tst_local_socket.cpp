#include "foreign_program.h"
#include "model/gateway/program_access.h"
#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include <QFile>
#include <QFileInfo>
#include <QFloat16>
#include <QIODevice>
#include <QLatin1Char>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>

namespace tst_local_socket {

using namespace quarterdeck;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

QByteArray get(const QByteArray& path) { return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"; }

QByteArray post(const QByteArray& path, const QByteArray& body, const QByteArray& fields = {})
{
    return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + fields
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

/// Reads until the body, an object, is complete.
QByteArray answerAt(const QString& path, const QByteArray& request)
{
    QLocalSocket socket;
    socket.connectToServer(path);
    socket.write(request);
    QByteArray read;
    static_cast<void>(waitFor([&] {
        read += socket.readAll();
        return read.endsWith('}') || socket.state() == QLocalSocket::UnconnectedState;
    }));
    return read;
}

int statusAt(const QString& path, const QByteArray& request) { return answerAt(path, request).mid(9, 3).toInt(); }

struct LocalHouse : House
{
    LocalHouse() { isListening = server->listenAt(path.toStdString()).has_value(); }
    QTemporaryDir folder; // closed to others
    QString path = folder.filePath(QStringLiteral("quarterdeck-1.api"));
    bool isListening = false;
};

constexpr const char* hello = R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion":)"
                              R"( "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}})";

} // namespace

/// Programs of this user need no token where nobody else can come.
class TestLocalSocket final : public QObject
{
    Q_OBJECT
private slots:
    void requests_data();
    void requests();
    void itIsClosedToOthers();
    void othersAreTurnedAway();
    void anotherGatewayTakesItsPlace();
    void whatIsLeftBehindIsReplaced();
    void noPlaceForIt_data();
    void noPlaceForIt();
    void oneNameForALibrary();
};

void TestLocalSocket::requests_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("expected");
    QTest::newRow("health") << get("/v1/health") << 200;
    QTest::newRow("a session") << post("/v1/sessions", R"({"title": "Chess", "source": "chess"})") << 201;
    QTest::newRow("MCP") << post("/mcp", hello) << 200;
    QTest::newRow("a run") << post("/trpc/registerRun", R"({"id": "run 1"})") << 200;
    QTest::newRow("another host") << QByteArray("GET /v1/health HTTP/1.1\r\nHost: example.org\r\n\r\n") << 403;
    QTest::newRow("a web page") << post("/mcp", hello, "Origin: http://example.org\r\n") << 403;
}

void TestLocalSocket::requests()
{
    QFETCH(QByteArray, request);
    QFETCH(int, expected);
    LocalHouse house;
    QVERIFY(house.isListening);
    QCOMPARE(statusAt(house.path, request), expected);
}

void TestLocalSocket::itIsClosedToOthers()
{
    LocalHouse house;
    struct stat found = {};
    QCOMPARE(::lstat(house.path.toLocal8Bit().constData(), &found), 0);
    QVERIFY(S_ISSOCK(found.st_mode));
    QCOMPARE(found.st_mode & 0777, mode_t{0600});
}

/// Even if somebody opened the folder to them.
void TestLocalSocket::othersAreTurnedAway()
{
    if (!canBeForeign())
        QSKIP("Only root can start a process of another user.");
    LocalHouse house;
    QCOMPARE(::chmod(house.folder.path().toLocal8Bit().constData(), 0755), 0);
    QCOMPARE(::chmod(house.path.toLocal8Bit().constData(), 0666), 0);
    QCOMPARE(AnotherProgram(foreignUser, house.path, 0, get("/v1/health")).answer(), QByteArray());
    QCOMPARE(AnotherProgram(::geteuid(), house.path, 0, get("/v1/health")).status(), 200);
}

void TestLocalSocket::anotherGatewayTakesItsPlace()
{
    LocalHouse house;
    auto before = std::move(house.server);
    house.open(0);
    QVERIFY(house.server->listenAt(house.path.toStdString()).has_value());
    QCOMPARE(statusAt(house.path, get("/v1/health")), 200);
    before.reset();
    QCOMPARE(statusAt(house.path, get("/v1/health")), 200);
    house.server.reset();
    QVERIFY(!QFileInfo::exists(house.path));
}

void TestLocalSocket::whatIsLeftBehindIsReplaced()
{
    LocalHouse house;
    house.server.reset();
    {
        // As by a process that was killed.
        auto left = std::make_unique<LocalHouse>();
        QVERIFY(QFile::rename(left->path, house.path));
    }
    QVERIFY(QFileInfo(house.path).exists());
    house.open(0);
    QVERIFY(house.server->listenAt(house.path.toStdString()).has_value());
    QCOMPARE(statusAt(house.path, get("/v1/health")), 200);
}

void TestLocalSocket::noPlaceForIt_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("hasFile");
    QTest::addColumn<int>("length");
    QTest::newRow("others may look into the folder") << 0755 << false << 10;
    QTest::newRow("others may write to the folder") << 0733 << false << 10;
    QTest::newRow("a file is there") << 0700 << true << 10;
    QTest::newRow("its path is too long") << 0700 << false << 200;
}

void TestLocalSocket::noPlaceForIt()
{
    QFETCH(int, mode);
    QFETCH(bool, hasFile);
    QFETCH(int, length);
    House house;
    QTemporaryDir folder;
    const QString path = folder.filePath(QString(length, QLatin1Char('a')));
    QFile file(path);
    QVERIFY(!hasFile || (file.open(QIODevice::WriteOnly) && file.write("mine") == 4));
    file.close();
    QCOMPARE(::chmod(folder.path().toLocal8Bit().constData(), static_cast<mode_t>(mode)), 0);
    const auto listening = house.server->listenAt(path.toStdString());
    QVERIFY(!listening.has_value());
    QVERIFY2(QString::fromStdString(listening.error().sentence).contains(path), listening.error().sentence.c_str());
    QCOMPARE(QFileInfo(path).size(), qint64{hasFile ? 4 : 0});
    Client client(house.server->port()); // the rest works
    client.send(get("/v1/health"));
    QCOMPARE(client.status(), 200);
}

void TestLocalSocket::oneNameForALibrary()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.db")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(file.fileName(), folder.filePath(QStringLiteral("b.db"))));
    const auto name = [&](const char* library) {
        return gateway::nameInFolder("/run", folder.filePath(QString::fromLatin1(library)).toStdString());
    };
    QCOMPARE(name("a.db"), name("b.db"));
    QCOMPARE(name("a.db"), name("./a.db"));
    QVERIFY(name("a.db") != name("c.db"));
    QVERIFY(name("a.db").starts_with("/run/quarterdeck-"));
}

} // namespace tst_local_socket

QUARTERDECK_TEST(tst_local_socket, TestLocalSocket)
#include "tst_local_socket.moc"
