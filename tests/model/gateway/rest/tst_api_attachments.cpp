#include "api_kit.h"
#include "tests/support/test.h"

#include "model/conversation/attachments.h"

#include <QFloat16>
#include <QTest>

namespace tst_api_attachments {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;

namespace {

const QByteArray png = QByteArray("\x89PNG\r\n\x1a\n", 8) + "of a board";
const QByteArray plain = "Content-Type: text/plain\r\n";

QByteArray hashOf(const QByteArray& bytes)
{
    return QByteArray::fromStdString(attachmentHash(bytes.toStdString()).str());
}

/// Whose pieces differ.
QByteArray manyBytes(qsizetype count)
{
    QByteArray bytes(count, 'x');
    for (qsizetype i = 0; i < count; ++i)
        bytes[i] = static_cast<char>(i * 7 + i / 1000);
    return bytes;
}

/// Reads as little as it is told to.
class Reader
{
public:
    Reader(std::uint16_t port, const QByteArray& path, qint64 mostRead)
    {
        m_socket.setReadBufferSize(mostRead);
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        m_socket.write("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + House::token
                       + "\r\n\r\n");
    }
    [[nodiscard]] bool hasBegun()
    {
        return waitFor([this] { return m_socket.bytesAvailable() > 0; });
    }
    /// Everything that comes until the connection's end.
    [[nodiscard]] QByteArray rest()
    {
        m_socket.setReadBufferSize(0);
        QByteArray read;
        static_cast<void>(waitFor([&] {
            read += m_socket.readAll();
            return m_socket.state() == QAbstractSocket::UnconnectedState;
        }));
        return read + m_socket.readAll();
    }
    [[nodiscard]] bool isEnded() const { return m_socket.state() == QAbstractSocket::UnconnectedState; }

private:
    QTcpSocket m_socket;
};

/// In a message of the person's.
bool isShownByPerson(Team& team, const QByteArray& bytes)
{
    MediaBlock shown;
    team.house.kit.library->putAttachment(bytes.toStdString(), "audio/mpeg", 0, 0, [&](const auto& stored) {
        shown.source.hash = stored ? stored->hash : AttachmentHash();
    });
    if (!waitFor([&] { return !shown.source.hash.isEmpty(); }))
        return false;
    Publish words;
    words.message.content = {TextBlock{"Listen"}, shown};
    return !team.house.kit.submit(team.session(), words).error;
}

} // namespace

/// The bytes of pictures and other files, from programs and to them.
class TestApiAttachments final : public QObject
{
    Q_OBJECT
private slots:
    void whatIsSentIsGiven_data();
    void whatIsSentIsGiven();
    void theSameIsStoredOnce();
    void anAnswerMeansDurable();
    void aLargeOneComesWhole();
    void whatBreaksOffIsSeen();
    void sessionsHaveTheirOwn();
    void whatNothingNamesGoesWithTheNextStart();
    void refused_data();
    void refused();
    void tooMuchIsRefused();
    void aFullDiskIsTold();
};

void TestApiAttachments::whatIsSentIsGiven_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("served");
    const QByteArray bytes = "application/octet-stream";
    const auto row = [](const char* name, const QByteArray& sent, const char* said, const QByteArray& type,
                        const QByteArray& served) {
        QTest::newRow(name) << sent << QByteArray(said) << type << served;
    };
    row("a picture", png, "image/png", "image/png", "image/png");
    row("a picture by its content", png, "text/plain", "image/png", "image/png");
    row("sound", "abc", "audio/mpeg", "audio/mpeg", "audio/mpeg");
    row("a page", "<script>", "text/html", "text/html", bytes);
    row("a drawing that may have a script", "<svg/>", "image/svg+xml", "image/svg+xml", bytes);
    row("anything", QByteArray("\0\1\r\n\xff", 5), "whatever", bytes, bytes);
}

void TestApiAttachments::whatIsSentIsGiven()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, said);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, served);
    Team team;
    const Answered kept = team.post("/attachments", bytes, "Content-Type: " + said + "\r\n");
    QCOMPARE(kept.status, 201);
    const QByteArray hash = hashOf(bytes);
    QVERIFY(
        kept.body
        == (nlohmann::json{{"hash", hash.toStdString()}, {"media_type", type.toStdString()}, {"size", bytes.size()}}));
    const Answered given = team.get("/attachments/" + hash);
    QCOMPARE(given.status, 200);
    QCOMPARE(given.bytes, bytes);
    QVERIFY2(given.head.contains("Content-Type: " + served + "\r\n"), given.head);
    QVERIFY2(given.head.contains("X-Content-Type-Options: nosniff\r\n"), given.head);
    QVERIFY2(given.head.contains("Content-Length: " + QByteArray::number(bytes.size())), given.head);
}

void TestApiAttachments::theSameIsStoredOnce()
{
    Team team;
    const Answered first = team.post("/attachments", "abc", plain);
    const Answered again = team.post("/attachments", "abc", plain);
    QCOMPARE(first.status, 201);
    QCOMPARE(again.status, 201);
    QVERIFY(first.body == again.body);
    QCOMPARE(team.messages(), std::size_t(0));
}

void TestApiAttachments::anAnswerMeansDurable()
{
    Team team;
    team.house.kit.library->holdWrites();
    Request keeping(team.house.server->port(), "POST", team.path("/attachments"), png, plain);
    QVERIFY(waitFor([&] { return team.house.kit.library->heldWrites() == 1; }));
    QCOMPARE(team.get("/attachments/" + hashOf(png)).status, 404);
    QVERIFY(!keeping.isAnswered());
    team.house.kit.library->releaseWrites();
    QCOMPARE(keeping.answer().status, 201);
    QCOMPARE(team.get("/attachments/" + hashOf(png)).status, 200);
}

/// Both ways, and the connection serves the next request.
void TestApiAttachments::aLargeOneComesWhole()
{
    Team team;
    const QByteArray bytes = manyBytes(5'000'000);
    QCOMPARE(team.post("/attachments", bytes, plain).status, 201);
    const Answered given = team.get("/attachments/" + hashOf(bytes));
    QCOMPARE(given.status, 200);
    QVERIFY(given.bytes == bytes);
    const QByteArray request = "GET " + team.path("/attachments/" + hashOf(bytes)) + " HTTP/1.1\r\nHost: localhost\r\n"
        + "Authorization: Bearer " + House::token + "\r\n";
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, team.house.server->port());
    socket.write(request + "\r\n" + request + "Connection: close\r\n\r\n");
    QByteArray read;
    QVERIFY(waitFor([&] {
        read += socket.readAll();
        return socket.state() == QAbstractSocket::UnconnectedState;
    }));
    QCOMPARE(read.count("HTTP/1.1 200 OK"), 2);
    QVERIFY(read.contains(bytes + "HTTP/1.1 200 OK") && read.endsWith("\r\n\r\n" + bytes));
}

/// A client that gets less than promised must not believe that it is all.
void TestApiAttachments::whatBreaksOffIsSeen()
{
    Team team;
    const QByteArray bytes = manyBytes(60'000'000); // more than the system takes for a client that reads nothing
    QVERIFY(isShownByPerson(team, bytes));
    Reader reader(team.house.server->port(), team.path("/attachments/" + hashOf(bytes)), 1);
    QVERIFY(reader.hasBegun());
    QCOMPARE(team.get().status, 200); // nobody waits for it
    team.house.kit.library->failReads(true);
    const QByteArray read = reader.rest();
    QVERIFY(reader.isEnded());
    QVERIFY2(read.startsWith("HTTP/1.1 200 OK\r\n") && read.contains("Content-Length: 60000000\r\n"), read.left(300));
    QVERIFY(read.size() > 200'000 && read.size() < bytes.size());
}

void TestApiAttachments::sessionsHaveTheirOwn()
{
    Team team;
    const QByteArray kept = "/attachments/" + hashOf(png);
    QCOMPARE(team.post("/attachments", png, plain).status, 201);
    const Answered made = team.ask("POST", "/v1/sessions", R"({"title": "Another", "source": "test"})");
    const QByteArray other = "/v1/sessions/" + QByteArray::fromStdString(made.body["id"].get<std::string>());
    QCOMPARE(team.ask("GET", other + kept).status, 404);
    // Naming it does not give access to it.
    const QByteArray naming =
        R"({"sent_from": "", "content": [{"type": "image", "source": {"hash": ")" + hashOf(png) + R"("}}]})";
    QCOMPARE(team.ask("POST", other + "/messages", naming).status, 422);
    QCOMPARE(team.ask("GET", other + kept).status, 404);
    QCOMPARE(team.ask("POST", other + "/attachments", png, plain).status, 201);
    QCOMPARE(team.ask("GET", other + kept).status, 200);
    const session::Session* own = team.house.kit.create("The person's own");
    const QByteArray closed = "/v1/sessions/" + QByteArray::fromStdString(own->id().str());
    QCOMPARE(team.ask("POST", closed + "/attachments", png, plain).status, 404);
    QCOMPARE(team.ask("GET", closed + kept).status, 404);
}

void TestApiAttachments::whatNothingNamesGoesWithTheNextStart()
{
    Team team;
    const QByteArray said = "sound";
    QCOMPARE(team.post("/attachments", png, plain).status, 201);
    QCOMPARE(team.post("/attachments", said, "Content-Type: audio/mpeg\r\n").status, 201);
    QCOMPARE(team.post("/messages",
                       R"({"sent_from": "Bob", "content": [{"type": "image", "source": {"hash": ")" + hashOf(png)
                           + R"("}}]})")
                 .status,
             200);
    team.house.restart();
    QCOMPARE(team.get("/attachments/" + hashOf(png)).bytes, png);
    QCOMPARE(team.get("/attachments/" + hashOf(said)).status, 404);
}

void TestApiAttachments::refused_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("below");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const char* method, const QByteArray& below, const QByteArray& body,
                        int status, const QByteArray& fields = {}) {
        QTest::newRow(name) << QByteArray(method) << below << body << fields << status;
    };
    row("no bytes", "POST", "/attachments", "", 400);
    row("compressed", "POST", "/attachments", "abc", 415, "Content-Encoding: gzip\r\n");
    row("of a web page", "POST", "/attachments", "abc", 403, "Origin: https://canary.invalid\r\n");
    row("all of them", "GET", "/attachments", "", 405);
    row("by a name", "POST", "/attachments/" + hashOf(png), "abc", 405);
    row("unknown", "GET", "/attachments/" + hashOf(png), "", 404);
    row("no hash", "GET", "/attachments/..%2F..%2Fetc%2Fpasswd", "", 404);
    row("no name", "GET", "/attachments/", "", 404);
    row("to a web page", "GET", "/attachments/" + hashOf(png), "", 403, "Origin: https://canary.invalid\r\n");
}

void TestApiAttachments::refused()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, below);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, fields);
    QFETCH(int, status);
    Team team;
    QCOMPARE(team.ask(method, team.path(below), body, fields).status, status);
    QCOMPARE(team.get("/attachments/" + hashOf("abc")).status, 404); // nothing was kept
}

void TestApiAttachments::tooMuchIsRefused()
{
    Team team;
    const QByteArray most(32 << 20, 'x');
    QCOMPARE(team.post("/attachments", most, plain).status, 201);
    Client client(team.house.server->port());
    client.send("POST " + team.path("/attachments") + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + House::token + "\r\nContent-Length: " + QByteArray::number(most.size() + 1) + "\r\n\r\n");
    QCOMPARE(client.status(), 413);
}

void TestApiAttachments::aFullDiskIsTold()
{
    Team team;
    team.house.kit.library->refuseAttachments(1);
    const Answered full = team.post("/attachments", png, plain);
    QCOMPARE(full.status, 507);
    QCOMPARE(full.code(), std::string("disk_full"));
    QCOMPARE(team.get("/attachments/" + hashOf(png)).status, 404);
    QCOMPARE(team.post("/attachments", png, plain).status, 201);
}

} // namespace tst_api_attachments

QUARTERDECK_TEST(tst_api_attachments, TestApiAttachments)
#include "tst_api_attachments.moc"
