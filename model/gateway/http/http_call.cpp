#include "model/gateway/http/http_call.h"

#include "model/gateway/http/connection_owner.h"
#include "model/gateway/program_access.h"

#include <QHostAddress>
#include <QLocalSocket>
#include <QTcpSocket>

#include <algorithm>
#include <limits>
#include <utility>

namespace quarterdeck::gateway {

namespace {

constexpr qsizetype longestHead = 65'536;
constexpr int lookWhoAgainMs = 20;
constexpr int mostLooksWho = 500; ///< a server with very many connections accepts further ones late
constexpr int firstFinal = 200;

/// Over 127.0.0.1.
ConnectionEnd endAt(quint16 port) { return {std::string("\x7f\0\0\1", 4), port}; }

} // namespace

HttpCall::HttpCall(const ServerPlace& place, Request request, QObject* parent)
    : QObject(parent)
    , m_request(std::move(request))
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &HttpCall::lookWho);
    place.path.isEmpty() ? connectTo(place.port) : connectLocally(place.path);
    connect(m_device, &QIODevice::readyRead, this, &HttpCall::read);
}
HttpCall::~HttpCall() = default;

void HttpCall::connectLocally(const QString& path)
{
    m_local = new QLocalSocket(this);
    m_device = m_local;
    // Queued: it may be connected, or have failed, at once, when nobody listens to this call yet.
    connect(
        m_local, &QLocalSocket::connected, this,
        [this] {
            m_isOfOthers = ownProcessAt(static_cast<int>(m_local->socketDescriptor())) == 0;
            m_isOfOthers ? end(true) : send();
        },
        Qt::QueuedConnection);
    connect(m_local, &QLocalSocket::disconnected, this, &HttpCall::leave);
    connect(m_local, &QLocalSocket::errorOccurred, this, &HttpCall::leave, Qt::QueuedConnection);
    m_local->connectToServer(path);
}

void HttpCall::connectTo(quint16 port)
{
    m_tcp = new QTcpSocket(this);
    m_device = m_tcp;
    connect(m_tcp, &QTcpSocket::connected, this, &HttpCall::lookWho);
    connect(m_tcp, &QTcpSocket::disconnected, this, &HttpCall::leave);
    connect(m_tcp, &QTcpSocket::errorOccurred, this, &HttpCall::leave, Qt::QueuedConnection);
    m_tcp->connectToHost(QHostAddress(QHostAddress::LocalHost), port);
}

void HttpCall::lookWho()
{
    const auto owner = ownerOf(endAt(m_tcp->peerPort()), endAt(m_tcp->localPort()));
    const bool isAccepted = owner && owner->inode != 0;
    if (!isAccepted && ++m_looks < mostLooksWho)
        return m_patience.start(lookWhoAgainMs);
    m_isOfOthers = !isAccepted || userOf(owner) != ClientUser::Same;
    m_isOfOthers ? end(true) : send();
}

void HttpCall::setDeadline(int ms)
{
    QTimer::singleShot(ms, this, [this] { end(true); });
}

void HttpCall::send()
{
    QByteArray head = m_request.method + ' ' + m_request.path
        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
        + QByteArray::number(m_request.body.size()) + "\r\n";
    for (const auto& [name, value] : m_request.fields)
        head += name + ": " + value + "\r\n";
    m_isSent = true;
    m_device->write(head + "\r\n" + m_request.body);
    m_request = {};
}

QByteArray HttpCall::field(const QByteArray& name) const
{
    const auto found = m_fields.find(name);
    return found == m_fields.end() ? QByteArray() : found->second;
}

QByteArray HttpCall::readAll() { return std::exchange(m_body, {}); }

void HttpCall::read()
{
    if (m_device == nullptr || !m_isSent || m_part == Part::Done)
        return; // who speaks before being asked is no server
    m_raw += m_device->readAll();
    const qsizetype before = m_body.size();
    while (m_part != Part::Done && readPart()) { }
    if (m_body.size() > before)
        emit readyRead();
    if (m_part == Part::Done)
        end(false);
    else if (m_part == Part::Head && m_raw.size() > longestHead)
        end(true);
}

/// False = it takes more bytes.
bool HttpCall::readPart()
{
    switch (m_part) {
    case Part::Head:
        return readHead();
    case Part::Length:
        return readLength();
    case Part::Data:
    case Part::Rest:
        return readData();
    case Part::Done:
        break;
    }
    return false;
}

bool HttpCall::readHead()
{
    const qsizetype end = m_raw.indexOf("\r\n\r\n");
    if (end < 0)
        return false;
    const QList<QByteArray> lines = m_raw.left(end).split('\n');
    m_raw.remove(0, end + 4);
    m_status = lines.front().split(' ').value(1).toInt();
    for (const QByteArray& line : lines.mid(1))
        m_fields[line.left(line.indexOf(':')).trimmed().toLower()] = line.mid(line.indexOf(':') + 1).trimmed();
    if (m_status < firstFinal) {
        m_fields.clear(); // another head follows
        return true;
    }
    m_isChunked = field("transfer-encoding").toLower().contains("chunked");
    const QByteArray length = field("content-length");
    m_left = length.isEmpty() ? std::numeric_limits<qint64>::max() : length.toLongLong();
    m_part = m_isChunked ? Part::Length : length.isEmpty() ? Part::Rest : m_left > 0 ? Part::Data : Part::Done;
    return true;
}

/// Of a chunk.
bool HttpCall::readLength()
{
    const qsizetype end = m_raw.indexOf("\r\n");
    if (end < 0)
        return false;
    const QByteArray line = m_raw.left(end);
    m_raw.remove(0, end + 2);
    if (line.isEmpty()) // ends the chunk before it
        return true;
    bool isNumber = false;
    m_left = line.split(';').front().trimmed().toLongLong(&isNumber, 16);
    m_part = isNumber && m_left > 0 ? Part::Data : Part::Done;
    m_isBroken = !isNumber || m_left < 0;
    return true;
}

bool HttpCall::readData()
{
    const qsizetype size = static_cast<qsizetype>(std::min<qint64>(m_left, m_raw.size()));
    m_body += m_raw.left(size);
    m_raw.remove(0, size);
    if (m_part == Part::Data && (m_left -= size) == 0)
        m_part = m_isChunked ? Part::Length : Part::Done;
    return size > 0;
}

void HttpCall::leave()
{
    read();
    end(m_part != Part::Rest); // which ends with the connection
}

void HttpCall::end(bool isBroken)
{
    if (m_device == nullptr)
        return;
    QIODevice* const device = std::exchange(m_device, nullptr);
    disconnect(device, nullptr, this, nullptr);
    m_patience.stop();
    m_part = Part::Done;
    m_isBroken = m_isBroken || isBroken;
    device->deleteLater();
    emit finished();
}

} // namespace quarterdeck::gateway
