#include "app/services/instance_server.h"

#include "model/gateway/program_access.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLoggingCategory>
#include <QPointer>
#include <QStandardPaths>

#include <utility>

namespace quarterdeck::app {

namespace {

Q_LOGGING_CATEGORY(logGuests, "quarterdeck.app.owner")

/// A guest that stops reading gets no more progress, so that it cannot pile up here.
constexpr qint64 mostUnread = 64 << 10;

void tellLast(QLocalSocket& socket, const InstanceMessage& word)
{
    socket.write(lineOf(word));
    socket.disconnectFromServer();
}

} // namespace

ImportPeer::ImportPeer(QLocalSocket& socket, LaunchRequest what)
    : QObject(&socket)
    , m_socket(socket)
    , m_what(std::move(what))
{
    connect(&m_socket, &QLocalSocket::readyRead, this, &ImportPeer::listen);
    connect(&m_socket, &QLocalSocket::disconnected, this, &ImportPeer::cancelled);
}

void ImportPeer::listen()
{
    if (!m_socket.canReadLine() && m_socket.bytesAvailable() < longestHandover)
        return;
    if (m_socket.readLine() == cancelLine) {
        emit cancelled();
    } else {
        qCWarning(logGuests, "whoever waited for an import said something else than to cancel it");
        m_socket.abort();
    }
}

void ImportPeer::follow(transfer::ImportJob& job)
{
    using transfer::ImportJob;
    connect(this, &ImportPeer::cancelled, &job, &ImportJob::cancel);
    connect(&job, &ImportJob::progressed, this, [this](const transfer::ImportProgress& progress) {
        if (m_socket.bytesToWrite() < mostUnread)
            m_socket.write(lineOf(progress));
    });
    connect(&job, &ImportJob::finished, this,
            [this](const transfer::ImportReport& report) { tellLast(m_socket, report); });
    listen(); // it may have come with the request
}

RunPeer::RunPeer(QLocalSocket& socket, LaunchRequest what) : QObject(&socket), m_socket(socket), m_what(std::move(what))
{
    connect(&m_socket, &QLocalSocket::disconnected, this, &RunPeer::cancelled);
}

void RunPeer::listen()
{
    connect(&m_socket, &QLocalSocket::readyRead, this, &RunPeer::listen, Qt::UniqueConnection);
    while (m_socket.canReadLine() || m_socket.bytesAvailable() >= longestHandover) {
        const QByteArray line = m_socket.readLine();
        if (line == cancelLine) {
            emit cancelled();
        } else if (const auto given = runAnswerFrom(line)) {
            emit answered(*given);
        } else {
            qCWarning(logGuests, "whoever waited for a run said something that is no answer");
            return m_socket.abort();
        }
    }
}

void RunPeer::tellBegun(const QString& session, qint64 since) { m_socket.write(lineOf(RunBegun{session, since})); }

void RunPeer::tellProgress(const QString& line)
{
    if (m_socket.bytesToWrite() < mostUnread)
        m_socket.write(lineOf(RunProgress{line}));
}

void RunPeer::askAnswer(const QString& question) { m_socket.write(lineOf(AnswerRequested{question})); }

void RunPeer::tellEnded(const QString& outcome) { tellLast(m_socket, RunEnded{outcome}); }

void RunPeer::refuse(const QString& sentence) { tellLast(m_socket, RequestRejected{sentence}); }

GatewayPeer::GatewayPeer(QLocalSocket& socket) : QObject(&socket), m_socket(socket) { }

void GatewayPeer::tellPort(quint16 port) { m_socket.write(lineOf(GatewayListening{port})); }

HandoffTarget::HandoffTarget(QLocalSocket& socket) : m_socket(socket)
{
    m_socket.disconnect();
    m_socket.setParent(this); // the server would take it with it
    connect(&m_socket, &QLocalSocket::disconnected, this, &HandoffTarget::gone);
    m_socket.write(lineOf(LibraryClosing{}));
    m_socket.flush(); // closing takes this thread: who has not heard it by then waits for nobody
}

void HandoffTarget::sendLibraryReleased(const LibraryReleased& word)
{
    m_socket.write(lineOf(word));
    m_socket.flush();
}

bool HandoffTarget::isGone() const { return m_socket.state() == QLocalSocket::UnconnectedState; }

namespace {

Q_LOGGING_CATEGORY(logOwner, "quarterdeck.app.owner")

/// Time to write out its log and save its sessions' states.
constexpr std::chrono::seconds longestLeave{30};

QString sayAsOwner(const char* text) { return QCoreApplication::translate("Owner", text); }

/// The only message that it gets.
void answer(QLocalSocket& guest, const InstanceMessage& word)
{
    guest.disconnect(); // nothing more of it is read
    QObject::connect(&guest, &QLocalSocket::disconnected, &guest, &QObject::deleteLater);
    guest.write(lineOf(word));
    guest.disconnectFromServer();
}

void refuse(QLocalSocket& guest, const QString& sentence)
{
    qCWarning(logOwner).noquote() << sentence;
    answer(guest, RequestRejected{sentence});
}

bool isWindowWanted(const LaunchRequest& what) { return !what.isImport && what.run.isEmpty() && !what.isGateway; }

} // namespace

QString instanceAddress(const QString& library)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return QString::fromStdString(gateway::nameInFolder(folder.toStdString(), library.toStdString()));
}

HandoffResult InstanceClient::ask(const LaunchRequest& what, std::chrono::milliseconds patience)
{
    m_importing.clear();
    auto socket = std::make_unique<QLocalSocket>();
    socket->connectToServer(instanceAddress(m_library));
    if (!socket->waitForConnected(static_cast<int>(patience.count())))
        return HandoffResult::Nobody;
    const auto word = [&socket](std::chrono::milliseconds longest) {
        while (!socket->canReadLine() && socket->waitForReadyRead(static_cast<int>(longest.count()))) { }
        return instanceMessageFrom(socket->readLine());
    };
    socket->write(lineOf(what));
    const std::optional<InstanceMessage> first = word(patience);
    if (const auto* busy = first ? std::get_if<BusyImporting>(&*first) : nullptr)
        m_importing = busy->file;
    if (!first || !std::holds_alternative<LibraryClosing>(*first))
        return first && std::holds_alternative<RequestAccepted>(*first) ? HandoffResult::Taken : HandoffResult::Nobody;
    const std::optional<InstanceMessage> second = word(longestLeave);
    if (!second || !std::holds_alternative<LibraryReleased>(*second))
        return HandoffResult::Nobody;
    if (const LibraryReleased& left = std::get<LibraryReleased>(*second); left.port != 0) // a run takes no agents in
        m_inherited = left;
    m_left.push_back(std::move(socket));
    return HandoffResult::Left;
}

InstanceServer::InstanceServer(const QString& library, InstanceRole face, QObject* parent)
    : QObject(parent)
    , m_face(face)
{
    const QString address = instanceAddress(library);
    QLocalServer::removeServer(address);
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &InstanceServer::welcome);
    if (!m_server.listen(address))
        qCWarning(logOwner).noquote() << "later starts cannot be heard:" << m_server.errorString();
}

InstanceServer::~InstanceServer()
{
    // Their runs go on, in this process or theirs: nobody has cancelled anything.
    for (RunPeer* guest : m_server.findChildren<RunPeer*>())
        guest->disconnect();
}

void InstanceServer::welcome()
{
    while (QLocalSocket* guest = m_server.nextPendingConnection()) {
        guest->setReadBufferSize(longestHandover);
        connect(guest, &QLocalSocket::disconnected, guest, &QObject::deleteLater);
        connect(guest, &QLocalSocket::readyRead, this, [this, guest] { read(*guest); });
        read(*guest);
    }
}

void InstanceServer::read(QLocalSocket& guest)
{
    if (!guest.canReadLine() && guest.bytesAvailable() < longestHandover)
        return;
    const QByteArray line = guest.readLine();
    if (line == vitalsLine)
        tellVitals(guest);
    else if (const std::optional<LaunchRequest> what = launchRequestFrom(line))
        take(guest, *what);
    else
        refuse(guest,
               sayAsOwner(QT_TRANSLATE_NOOP("Owner",
                                            "The Quarterdeck that has the library open received an invalid request.")));
}

QString InstanceServer::refusalOf(const LaunchRequest& what) const
{
    if (what.isImport || m_face == InstanceRole::Window || m_face == InstanceRole::Index)
        return {};
    if (!what.run.isEmpty())
        return m_face == InstanceRole::Import
            ? sayAsOwner(QT_TRANSLATE_NOOP("Owner",
                                           "The Quarterdeck that has the library open is importing files and cannot "
                                           "run a team. Try again when it is done."))
            : QString();
    if (what.isGateway && m_face == InstanceRole::Gateway)
        return m_port == 0
            ? sayAsOwner(QT_TRANSLATE_NOOP(
                "Owner", "Another running Quarterdeck has this library open; agents connect to that one."))
            : sayAsOwner(
                  QT_TRANSLATE_NOOP("Owner",
                                    "Another running Quarterdeck has this library open; agents connect to that one, at "
                                    "http://localhost:%1."))
                  .arg(m_port);
    return m_face == InstanceRole::Import
        ? sayAsOwner(QT_TRANSLATE_NOOP("Owner", "The Quarterdeck that has the library open has no window."))
        : QString();
}

bool InstanceServer::leavesFor(const LaunchRequest& what) const
{
    if (m_face == InstanceRole::Index)
        return !what.isImport;
    return m_face != InstanceRole::Window && !what.isImport && what.run.isEmpty();
}

void InstanceServer::tellVitals(QLocalSocket& guest)
{
    disconnect(&guest, &QLocalSocket::readyRead, this, nullptr);
    const std::shared_ptr<session::Library> library = m_library.lock();
    session::LibraryMonitor* signs = library ? session::LibraryMonitor::of(*library) : nullptr;
    if (signs == nullptr) {
        guest.disconnectFromServer();
        return;
    }
    using Told = session::Result<session::LibraryStatus>;
    signs->readLibraryStatus(m_receiver.wrap<Told>([asker = QPointer<QLocalSocket>(&guest)](const Told& vitals) {
        if (!asker)
            return;
        if (vitals)
            asker->write(lineOf(*vitals));
        asker->disconnectFromServer();
    }));
}

void InstanceServer::take(QLocalSocket& guest, const LaunchRequest& what)
{
    if (m_face != InstanceRole::Window && isWindowWanted(what) && !m_imports.isEmpty())
        return answer(guest, BusyImporting{QFileInfo(m_imports.front()).fileName()});
    if (const QString refusal = refusalOf(what); !refusal.isEmpty())
        return refuse(guest, refusal);
    disconnect(&guest, &QLocalSocket::readyRead, this, nullptr);
    if (leavesFor(what))
        return emit libraryRequested(new HandoffTarget(guest));
    guest.write(lineOf(RequestAccepted{}));
    guest.flush(); // who has not heard it looks for somebody else
    if (what.isImport) {
        emit importAsked(*new ImportPeer(guest, what));
    } else if (!what.run.isEmpty()) {
        emit runAsked(*new RunPeer(guest, what));
    } else if (what.isGateway) {
        emit gatewayAsked(*new GatewayPeer(guest));
    } else {
        guest.disconnectFromServer();
        emit asked(what);
    }
}

using session::LibraryStatus;

namespace {

constexpr qint64 longestLine = 4 << 10;

void put(QJsonObject& object, const QString& name, const std::optional<session::Timestamp>& moment)
{
    if (moment)
        object.insert(name, static_cast<qint64>(moment->msSinceEpoch));
}

std::optional<session::Timestamp> momentIn(const QJsonObject& object, const QString& name)
{
    const QJsonValue value = object.value(name);
    return value.isDouble() ? std::optional(session::Timestamp{value.toInteger()}) : std::nullopt;
}

} // namespace

QByteArray lineOf(const LibraryStatus& vitals)
{
    QJsonObject told{{QStringLiteral("read_only"), vitals.isReadOnly},
                     {QStringLiteral("index_lag"), static_cast<qint64>(vitals.indexLag)},
                     {QStringLiteral("queued"), static_cast<qint64>(vitals.queued)},
                     {QStringLiteral("waited_ms"), static_cast<qint64>(vitals.waitedMs)},
                     {QStringLiteral("disk_left"), static_cast<qint64>(vitals.diskLeft)},
                     {QStringLiteral("log_size"), static_cast<qint64>(vitals.logSize)}};
    put(told, QStringLiteral("last_commit"), vitals.lastCommit);
    put(told, QStringLiteral("last_backup"), vitals.lastBackup);
    return QJsonDocument(QJsonObject{{QStringLiteral("vitals"), told}}).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<LibraryStatus> vitalsFrom(const QByteArray& line)
{
    const QJsonValue value = QJsonDocument::fromJson(line).object().value(QStringLiteral("vitals"));
    if (!value.isObject())
        return std::nullopt;
    const QJsonObject told = value.toObject();
    LibraryStatus vitals;
    vitals.isReadOnly = told.value(QStringLiteral("read_only")).toBool();
    vitals.indexLag = told.value(QStringLiteral("index_lag")).toInteger();
    vitals.queued = told.value(QStringLiteral("queued")).toInteger();
    vitals.waitedMs = told.value(QStringLiteral("waited_ms")).toInteger();
    vitals.diskLeft = told.value(QStringLiteral("disk_left")).toInteger(-1);
    vitals.logSize = told.value(QStringLiteral("log_size")).toInteger();
    vitals.lastCommit = momentIn(told, QStringLiteral("last_commit"));
    vitals.lastBackup = momentIn(told, QStringLiteral("last_backup"));
    return vitals;
}

std::optional<LibraryStatus> vitalsOfOwner(const QString& library, std::chrono::milliseconds patience)
{
    const int patienceMs = static_cast<int>(patience.count());
    QLocalSocket socket;
    socket.setReadBufferSize(longestLine);
    socket.connectToServer(instanceAddress(library));
    if (!socket.waitForConnected(patienceMs))
        return std::nullopt;
    socket.write(vitalsLine);
    while (!socket.canReadLine() && socket.bytesAvailable() < longestLine && socket.waitForReadyRead(patienceMs)) { }
    return vitalsFrom(socket.readLine(longestLine));
}

} // namespace quarterdeck::app
