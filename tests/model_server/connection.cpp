#include "connection.h"

#include <utility>

namespace model_server {

using nlohmann::json;

namespace {

constexpr qint64 maxHead = 64 * 1024;
constexpr qint64 floodAtOnce = 256 * 1024;

const char* reasonOf(int status) { return status < 300 ? "OK" : status < 400 ? "Moved" : "Refused"; }

Asked askedOf(const Recorded& request)
{
    Asked asked;
    asked.isAnthropic = request.path.endsWith("/messages");
    asked.body = request.body.is_object() ? request.body : json::object();
    asked.isStreaming = asked.body.value("stream", false);
    asked.model = asked.body.value("model", "");
    return asked;
}

QByteArray keyOf(const Recorded& request)
{
    const auto header = [&](const char* name) {
        const auto found = request.headers.find(name);
        return found == request.headers.end() ? QByteArray() : found->second;
    };
    if (const QByteArray key = header("x-api-key"); !key.isEmpty())
        return key;
    const QByteArray authorization = header("authorization");
    return authorization.startsWith("Bearer ") ? authorization.mid(7) : QByteArray();
}

} // namespace

Connection::Connection(ModelServer& server, QTcpSocket* socket) : QObject(&server), m_server(server), m_socket(socket)
{
    socket->setParent(this);
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Connection::next);
    connect(socket, &QTcpSocket::readyRead, this, &Connection::read);
    connect(socket, &QTcpSocket::disconnected, this, &QObject::deleteLater);
    connect(&server, &ModelServer::released, this, &Connection::begin);
}

void Connection::read()
{
    m_in += m_socket->readAll();
    while (!m_isBusy && m_socket->isOpen()) {
        if (m_bodySize < 0 && !readHead())
            return;
        if (m_in.size() < m_bodySize)
            return;
        takeRequest();
    }
}

bool Connection::readHead()
{
    const qsizetype end = m_in.indexOf("\r\n\r\n");
    if (end < 0) {
        if (m_in.size() > maxHead)
            m_socket->abort();
        return false;
    }
    const QList<QByteArray> lines = m_in.left(end).split('\n');
    m_in.remove(0, end + 4);
    const QList<QByteArray> first = lines.first().trimmed().split(' ');
    m_request = {};
    m_request.method = first.value(0);
    m_request.path = first.value(1);
    for (const QByteArray& line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        m_request.headers[line.left(colon).trimmed().toLower()] = line.mid(colon + 1).trimmed();
    }
    m_bodySize = m_request.headers.contains("content-length") ? m_request.headers["content-length"].toLongLong() : 0;
    return true;
}

void Connection::takeRequest()
{
    const QByteArray body = m_in.left(m_bodySize);
    m_in.remove(0, m_bodySize);
    m_bodySize = -1;
    m_isBusy = true;
    m_request.body = json::parse(body.begin(), body.end(), nullptr, false);
    if (m_request.body.is_discarded())
        m_request.body = nullptr;
    const QByteArray path = m_request.path.split('?').first();
    m_request.path = path;
    const Asked asked = askedOf(m_request);
    const std::string& key = m_server.script().key;
    if (!key.empty() && keyOf(m_request) != QByteArray::fromStdString(key)) {
        m_server.record(m_request);
        sayPlain(errorOf("wrong_key", asked, {}));
    } else if (m_request.method == "GET" && path.endsWith("/v1/models")) {
        list(m_request);
    } else if (m_request.method == "POST" && (path.endsWith("/v1/chat/completions") || path.endsWith("/v1/messages"))) {
        chat(m_request);
    } else {
        m_server.record(m_request);
        sayPlain(errorOf("not_found", asked, {}));
    }
}

void Connection::list(const Recorded& request)
{
    m_server.record(request);
    json models = json::array();
    for (const std::string& name : m_server.script().models)
        models.push_back({{"id", name}, {"object", "model"}});
    sayPlain({200, "application/json", QByteArray::fromStdString(json{{"object", "list"}, {"data", models}}.dump())});
}

void Connection::chat(Recorded request)
{
    m_asked = askedOf(request);
    m_reply = m_server.replyTo(m_asked, request);
    m_isWaiting = true;
    const QPointer<Connection> self(this);
    m_server.record(request); // a test may end this connection there
    if (!self)
        return;
    if (!m_server.isHeld())
        begin();
}

void Connection::begin()
{
    if (!m_rest.isEmpty()) {
        m_pieces = std::exchange(m_rest, {});
        m_ending = Ending::Finish;
        return next();
    }
    if (!std::exchange(m_isWaiting, false))
        return;
    if (m_reply.delayMs > 0) {
        QTimer::singleShot(m_reply.delayMs, this, [this] { say(m_reply, m_asked); });
        return;
    }
    say(m_reply, m_asked);
}

void Connection::say(const Reply& reply, const Asked& asked)
{
    if (reply.fault == "hang") {
        m_ending = Ending::Hang;
    } else if (reply.fault == "cut_before") {
        m_socket->abort();
    } else if (!reply.error.empty() && reply.error != "in_stream") {
        sayPlain(errorOf(reply.error, asked, reply.retryAfter));
    } else if (!asked.isStreaming || reply.has("not_streamed")) {
        sayPlain(bodyOf(reply, asked));
    } else {
        sayStream(reply, asked);
    }
}

void Connection::sayPlain(const PlainAnswer& answer)
{
    QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + reasonOf(answer.status)
        + "\r\nContent-Type: " + answer.contentType + "\r\nContent-Length: " + QByteArray::number(answer.body.size())
        + "\r\n";
    for (const QByteArray& header : answer.headers)
        head += header + "\r\n";
    m_socket->write(head + "\r\n" + answer.body);
    finish();
}

void Connection::sayStream(const Reply& reply, const Asked& asked)
{
    m_socket->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    m_pieces = piecesOf(streamOf(reply, asked), reply.chunking.empty() ? m_server.script().chunking : reply.chunking);
    m_ending = Ending::Finish;
    const bool isPartial = reply.fault == "cut_middle" || reply.fault == "silence";
    if (isPartial || reply.fault == "cut_after_head") {
        // Half of a single piece, otherwise nothing of it would be seen.
        m_pieces = piecesOf(m_pieces, "64");
        const qsizetype half = isPartial ? m_pieces.size() / 2 : 0;
        m_rest = reply.fault == "silence" ? m_pieces.mid(half) : QList<QByteArray>();
        m_pieces = m_pieces.mid(0, half);
        m_ending = reply.fault == "silence" ? Ending::Hang : Ending::Cut;
    }
    if (reply.fault == "huge") {
        m_flood = reply.bytes;
        m_ending = Ending::Hang;
        m_pieces.clear();
        connect(m_socket, &QTcpSocket::bytesWritten, this, &Connection::flood);
        flood();
        return;
    }
    next();
}

void Connection::next()
{
    if (m_pieces.isEmpty()) {
        if (m_ending == Ending::Cut) {
            m_socket->flush();
            m_socket->abort();
        } else if (m_ending == Ending::Finish) {
            m_socket->write("0\r\n\r\n");
            finish();
        }
        return;
    }
    writeChunk(m_pieces.takeFirst());
    m_socket->flush();
    m_timer.start(m_reply.paceMs); // with 0 the client reads between two pieces
}

void Connection::flood()
{
    while (m_flood > 0 && m_socket->bytesToWrite() < floodAtOnce) {
        const QByteArray text(60'000, 'x');
        const QByteArray event = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}\n\n";
        m_flood -= event.size();
        writeChunk(event);
    }
}

void Connection::finish()
{
    m_isBusy = false;
    if (m_reply.has("connection_close"))
        m_socket->disconnectFromHost();
    else
        QTimer::singleShot(0, this, &Connection::read);
}

void Connection::writeChunk(const QByteArray& bytes)
{
    m_socket->write(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
}

} // namespace model_server
