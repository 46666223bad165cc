#include "app/services/instance_server.h"

#include "app/services/instance_status.h"
#include "model/gateway/local_address.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QPointer>
#include <QStandardPaths>
#include <utility>

namespace quarterdeck::app {

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

} // namespace quarterdeck::app
