#include "tests/model/gateway/gateway_kit.h"
#include "tests/support/test.h"

#include "model/conversation/intent.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QRegularExpression>
#include <QTest>
#include <map>
#include <optional>

namespace tst_studio_wire {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using nlohmann::json;

namespace {

/// What one side said at once.
struct Part
{
    QByteArray connection;
    bool isProgram = false; ///< else the server
    QByteArray bytes;
};

std::vector<Part> partsIn(const QByteArray& name)
{
    QFile file(QStringLiteral(QUARTERDECK_TEST_DATA "/agentscope/") + QString::fromLatin1(name));
    const QByteArray all = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    // The bytes are not text: each is a letter of its own.
    static const QRegularExpression head(QStringLiteral("\\n##### [\\d.]+ (C\\d+)([<>])\\n"));
    const QString letters = QString::fromLatin1(all);
    std::vector<Part> parts;
    qsizetype begin = 0;
    for (auto each = head.globalMatch(letters); each.hasNext();) {
        const auto match = each.next();
        if (!parts.empty())
            parts.back().bytes = all.mid(begin, match.capturedStart() - begin);
        parts.push_back({match.captured(1).toLatin1(), match.captured(2) == QLatin1String(">"), {}});
        begin = match.capturedEnd();
    }
    if (!parts.empty())
        parts.back().bytes = all.mid(begin);
    return parts;
}

/// One answer, or one frame of a WebSocket.
struct Said
{
    int status = 0; ///< of HTTP; 0 = a frame
    QByteArray body;
    friend bool operator==(const Said&, const Said&) = default;
};

QByteArray unchunked(const QByteArray& rest, qsizetype& end)
{
    QByteArray body;
    qsizetype at = 0;
    while (true) {
        const qsizetype line = rest.indexOf("\r\n", at);
        const qsizetype size = line < 0 ? -1 : rest.mid(at, line - at).toLongLong(nullptr, 16);
        if (size < 0 || rest.size() < line + 2 + size + 2)
            return {};
        body += rest.mid(line + 2, size);
        at = line + 2 + size + 2;
        if (size == 0)
            break;
    }
    end = at;
    return body;
}

/// Takes a whole one from the front.
std::optional<Said> takeAnswer(QByteArray& bytes)
{
    const qsizetype head = bytes.indexOf("\r\n\r\n");
    if (!bytes.startsWith("HTTP/1.1 ") || head < 0)
        return std::nullopt;
    const QByteArray fields = bytes.left(head).toLower();
    const QByteArray rest = bytes.mid(head + 4);
    Said said{bytes.mid(9, 3).toInt(), {}};
    qsizetype end = 0;
    if (const auto length = fields.indexOf("content-length: "); length >= 0) {
        end = fields.mid(length + 16).split('\r').first().toLongLong();
        said.body = rest.left(end);
    } else if (fields.contains("transfer-encoding: chunked")) {
        end = -1;
        said.body = unchunked(rest, end);
    }
    if (end < 0 || rest.size() < end)
        return std::nullopt;
    bytes = rest.mid(end);
    return said;
}

std::optional<Said> takeFrame(QByteArray& bytes)
{
    if (bytes.size() < 2)
        return std::nullopt;
    const auto byteAt = [&](qsizetype at) { return qsizetype{static_cast<unsigned char>(bytes[at])}; };
    const bool isLong = byteAt(1) == 126;
    if (isLong && bytes.size() < 4)
        return std::nullopt;
    const qsizetype head = isLong ? 4 : 2;
    const qsizetype size = isLong ? byteAt(2) * 256 + byteAt(3) : byteAt(1);
    if (bytes.size() < head + size)
        return std::nullopt;
    const Said said{0, bytes.mid(0, 1) + bytes.mid(head, size)};
    bytes.remove(0, head + size);
    return said;
}

/// Everything that is complete.
std::vector<Said> saidIn(QByteArray bytes)
{
    std::vector<Said> all;
    bool isWebSocket = false;
    while (const auto said = isWebSocket ? takeFrame(bytes) : takeAnswer(bytes)) {
        isWebSocket |= said->status == 101;
        all.push_back(*said);
    }
    return all;
}

const QByteArray session = R"("sid":")";

/// In messages the ids of sockets differ, and the order of members.
QByteArray comparable(const QByteArray& body)
{
    const qsizetype begin = body.indexOf('{') < 0
        ? body.indexOf('[')
        : std::min(body.indexOf('{'), body.indexOf('[') < 0 ? body.size() : body.indexOf('['));
    if (begin < 0)
        return body;
    json value = json::parse(body.mid(begin).toStdString(), nullptr, false);
    if (value.is_object()) {
        value.erase("maxPayload"); // Studio says none, and takes a million bytes
        if (value.contains("sid"))
            value["sid"] = "?";
    }
    return body.left(begin) + QByteArray::fromStdString(value.dump());
}

QByteArray sidIn(const QByteArray& body)
{
    const qsizetype at = body.indexOf(session);
    return at < 0 ? QByteArray() : body.mid(at + session.size()).split('"').first();
}

/// Plays the program's side of a recording, and compares what comes with what Studio said.
class Replay
{
public:
    explicit Replay(House& house) : m_house(house) { }

    /// What differs; empty = nothing.
    [[nodiscard]] QByteArray play(const std::vector<Part>& parts)
    {
        for (const Part& part : parts)
            if (const QByteArray fault = part.isProgram ? say(part) : hear(part); !fault.isEmpty())
                return part.connection + ": " + fault;
        return {};
    }
    int compared = 0;

private:
    struct Connection
    {
        QTcpSocket socket;
        QByteArray come;
        QByteArray recorded;
        std::size_t heard = 0;
    };

    QByteArray say(const Part& part)
    {
        auto& connection = m_connections[part.connection];
        if (!connection) {
            connection = std::make_unique<Connection>();
            Connection* const made = connection.get();
            QObject::connect(&made->socket, &QTcpSocket::readyRead, &made->socket,
                             [made] { made->come += made->socket.readAll(); });
            made->socket.connectToHost(QHostAddress::LocalHost, m_house.server->port());
        }
        QByteArray bytes = part.bytes;
        for (const auto& [recorded, ours] : m_sids)
            bytes.replace("sid=" + recorded, "sid=" + ours);
        connection->socket.write(bytes);
        return {};
    }

    QByteArray hear(const Part& part)
    {
        Connection& connection = *m_connections[part.connection];
        connection.recorded += part.bytes;
        const std::vector<Said> expected = saidIn(connection.recorded);
        while (connection.heard < expected.size()) {
            const Said& studio = expected[connection.heard];
            answerIfAsked(studio.body);
            if (!waitFor([&] { return saidIn(connection.come).size() > connection.heard; }))
                return "nothing came where Studio said " + studio.body + "; there is " + connection.come;
            const Said ours = saidIn(connection.come)[connection.heard++];
            if (const QByteArray recorded = sidIn(studio.body); !recorded.isEmpty())
                m_sids[recorded] = sidIn(ours.body);
            const bool isOfTraces =
                studio.body.contains("Processed traces"); // Studio answers as no other collector does
            if (ours.status != studio.status || (!isOfTraces && comparable(ours.body) != comparable(studio.body)))
                return QByteArray::number(ours.status) + ' ' + ours.body + " where Studio said "
                    + QByteArray::number(studio.status) + ' ' + studio.body;
            ++compared;
        }
        return {};
    }

    /// What the person said in Studio is said here.
    void answerIfAsked(const QByteArray& body)
    {
        const qsizetype at = body.indexOf(R"(["forwardUserInput")");
        if (at < 0)
            return;
        const json event = json::parse(body.mid(at).toStdString());
        const session::SessionId id = m_house.kit.hub->summaries().front().id;
        AnswerQuestion answer{QuestionId(event.at(1).get<std::string>()), {}, {}, {}};
        answer.content = textBlocks(event.at(2).at(0).at("text").get<std::string>());
        if (!event.at(3).is_null())
            answer.form = JsonValue(event.at(3));
        static_cast<void>(m_house.kit.submit(m_house.kit.open(id), answer));
    }

    House& m_house;
    std::map<QByteArray, std::unique_ptr<Connection>> m_connections;
    std::map<QByteArray, QByteArray> m_sids; ///< recorded ones, and ours
};

/// Without the connections of a page of Studio's: their first message goes to its own namespace.
std::vector<Part> withoutPages(std::vector<Part> parts)
{
    std::set<QByteArray> sids;
    std::set<QByteArray> pages;
    for (const Part& part : parts)
        if (!part.isProgram && part.bytes.contains("42/client,"))
            pages.insert(part.connection);
    for (const Part& part : parts)
        if (part.isProgram && pages.contains(part.connection) && part.bytes.contains("&sid="))
            sids.insert(part.bytes.mid(part.bytes.indexOf("&sid=") + 5, 20));
    const auto isOfPage = [&](const Part& part) {
        return std::any_of(sids.begin(), sids.end(), [&](const QByteArray& sid) { return part.bytes.contains(sid); });
    };
    for (const Part& part : parts)
        if (isOfPage(part))
            pages.insert(part.connection);
    std::erase_if(parts, [&](const Part& part) { return pages.contains(part.connection); });
    return parts;
}

} // namespace

} // namespace tst_studio_wire

namespace tst_studio_wire { // begun anew, since moc miscounts the braces of raw strings

/// What a program of AgentScope said to Studio over a real socket, said to the gateway.
class TestStudioWire final : public QObject
{
    Q_OBJECT
private slots:
    void recordings_data();
    void recordings();
};

void TestStudioWire::recordings_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("answers");
    QTest::newRow("by polling") << QByteArray("wire_polling.log") << 47;
    QTest::newRow("by WebSocket") << QByteArray("wire_websocket.log") << 47;
}

void TestStudioWire::recordings()
{
    QFETCH(QByteArray, name);
    const std::vector<Part> parts = withoutPages(partsIn(name));
    QVERIFY(!parts.empty());
    House house;
    Replay replay(house);
    const QByteArray fault = replay.play(parts);
    QVERIFY2(fault.isEmpty(), fault);
    QTEST(replay.compared, "answers");
    QCOMPARE(house.kit.hub->summaries().size(), std::size_t(1));
    QVERIFY(house.kit.hub->summaries().front().openQuestions.empty());
}

} // namespace tst_studio_wire

QUARTERDECK_TEST(tst_studio_wire, TestStudioWire)
#include "tst_studio_wire.moc"
