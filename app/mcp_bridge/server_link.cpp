#include "app/mcp_bridge/server_link.h"

#include "model/gateway/http/connection_owner.h"
#include "model/gateway/program_access.h"
#include "model/session/private_memory.h"

#include <QFileInfo>
#include <QHostAddress>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QProcess>
#include <QTcpSocket>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace quarterdeck::app {

namespace {

constexpr qsizetype longestHead = 65'536;
constexpr int lookWhoAgainMs = 20;
constexpr int mostLooksWho = 500; ///< a server with very many connections accepts further ones late
constexpr int firstFinal = 200;

/// Over 127.0.0.1.
gateway::ConnectionEnd endAt(quint16 port) { return {std::string("\x7f\0\0\1", 4), port}; }

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
            m_isOfOthers = gateway::ownProcessAt(static_cast<int>(m_local->socketDescriptor())) == 0;
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
    const auto owner = gateway::ownerOf(endAt(m_tcp->peerPort()), endAt(m_tcp->localPort()));
    const bool isAccepted = owner && owner->inode != 0;
    if (!isAccepted && ++m_looks < mostLooksWho)
        return m_patience.start(lookWhoAgainMs);
    m_isOfOthers = !isAccepted || gateway::userOf(owner) != gateway::ClientUser::Same;
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

namespace {

constexpr int lookAgainMs = 250;
constexpr int answerMs = 5'000;
constexpr int startMs = 60'000;

bool isOurs(HttpCall& reply)
{
    const QJsonObject said = QJsonDocument::fromJson(reply.readAll()).object();
    return said[QStringLiteral("name")].toString() == QStringLiteral("Quarterdeck");
}

/// Many clients start their tools with hardly any environment; with this, what is started here is found by others.
QProcessEnvironment environmentWithRuntimeFolder()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString folder = QStringLiteral("/run/user/%1").arg(::geteuid());
    const QFileInfo info(folder);
    if (!environment.contains(QStringLiteral("XDG_RUNTIME_DIR")) && info.isDir() && info.ownerId() == ::geteuid())
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder);
    return environment;
}

} // namespace

ServerLink::ServerLink(Options options, QObject* parent) : QObject(parent), m_options(std::move(options))
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &ServerLink::look);
}

HttpCall* ServerLink::call(HttpCall::Request request, QObject* parent) const
{
    return new HttpCall(m_place, std::move(request), parent);
}

/// Looked up each time: the library may be made, or be reached by another path, meanwhile.
std::vector<ServerPlace> ServerLink::places() const
{
    if (m_options.port != 0)
        return {{{}, m_options.port}};
    std::vector<ServerPlace> places;
    for (const std::string& path : gateway::localAddresses(m_options.library.toStdString()))
        places.push_back({QString::fromStdString(path), 0});
    return places;
}

void ServerLink::find(Done done)
{
    m_finding.push_back(std::move(done));
    look();
}

void ServerLink::await(Done done)
{
    m_awaiting.push_back(std::move(done));
    look();
}

void ServerLink::look()
{
    if (std::exchange(m_isLooking, true))
        return;
    m_again.stop();
    lookAt(places());
}

void ServerLink::lookAt(std::vector<ServerPlace> places)
{
    if (places.empty()) {
        m_isLooking = false;
        return take(Found::Nobody);
    }
    m_place = places.front();
    places.erase(places.begin());
    HttpCall* reply = call({"GET", "/v1/health"}, this);
    reply->setDeadline(answerMs);
    connect(reply, &HttpCall::finished, this, [this, reply, rest = std::move(places)]() mutable {
        reply->deleteLater();
        const bool isAnswered = reply->status() != 0;
        const Found found = reply->isOfOthers() ? Found::OfOthers
            : isOurs(*reply)                    ? Found::Ours
            : isAnswered                        ? Found::Another
                                                : Found::Nobody;
        if (found == Found::Nobody && !rest.empty())
            return lookAt(std::move(rest));
        m_isLooking = false;
        take(found);
    });
}

QString ServerLink::troubleWith(Found found) const
{
    const QString place = m_options.port != 0 ? QStringLiteral("on port %1").arg(m_options.port)
                                              : QStringLiteral("at the local socket %1").arg(m_place.path);
    return found == Found::Another
        ? QStringLiteral("Another program than Quarterdeck listens %1.").arg(place)
        : QStringLiteral("Another user's program listens %1, or it cannot be found out whose it is.").arg(place);
}

void ServerLink::take(Found found)
{
    m_isAway = found != Found::Ours;
    if (found == Found::Ours) {
        if (m_options.port != 0)
            session::keepMemoryPrivate(); // the token is read now
        const auto token = m_options.port != 0 ? gateway::accessTokenAt(gateway::accessTokenPath())
                                               : conversation::Result<std::string>(std::string());
        m_token = token ? QByteArray::fromStdString(*token) : QByteArray();
        m_isStarted = false;
        m_patience = QDeadlineTimer(QDeadlineTimer::Forever);
        return answer(token ? QString() : QString::fromStdString(token.error().sentence));
    }
    if (found != Found::Nobody && !m_finding.empty())
        answer(troubleWith(found));
    else if (!m_finding.empty())
        start();
    if (!m_finding.empty() || !m_awaiting.empty())
        m_again.start(lookAgainMs);
    if (m_isAway)
        emit missed();
}

void ServerLink::start()
{
    const QString where = m_options.port != 0 ? QStringLiteral(" on port %1").arg(m_options.port)
                                              : QStringLiteral(" with the library %1").arg(m_options.library);
    if (m_options.program.isEmpty())
        return answer(QStringLiteral("Quarterdeck does not run%1. Start it, and try again.").arg(where));
    if (m_patience.hasExpired())
        return answer(QStringLiteral("Quarterdeck was started and cannot be reached%1.").arg(where));
    if (std::exchange(m_isStarted, true))
        return;
    m_patience = QDeadlineTimer(startMs);
    QProcess program;
    program.setProgram(m_options.program);
    program.setArguments(m_options.arguments);
    program.setProcessEnvironment(environmentWithRuntimeFolder());
    // Standard output belongs to the client.
    program.setStandardInputFile(QProcess::nullDevice());
    program.setStandardOutputFile(QProcess::nullDevice());
    program.setStandardErrorFile(QProcess::nullDevice());
    if (!program.startDetached())
        answer(QStringLiteral("%1 cannot be started.").arg(m_options.program));
}

/// Those waiting for the server to come back are not told of trouble; they go on waiting.
void ServerLink::answer(const QString& trouble)
{
    std::vector<Done> told = std::exchange(m_finding, {});
    if (trouble.isEmpty())
        for (Done& one : std::exchange(m_awaiting, {}))
            told.push_back(std::move(one));
    else
        m_isStarted = false;
    for (const Done& done : told)
        done(trouble);
}

} // namespace quarterdeck::app
