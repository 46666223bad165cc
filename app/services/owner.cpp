#include "app/services/owner.h"

#include "app/services/owner_vitals.h"
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
void answer(QLocalSocket& guest, const OwnerWord& word)
{
    guest.disconnect(); // nothing more of it is read
    QObject::connect(&guest, &QLocalSocket::disconnected, &guest, &QObject::deleteLater);
    guest.write(lineOf(word));
    guest.disconnectFromServer();
}

void refuse(QLocalSocket& guest, const QString& sentence)
{
    qCWarning(logOwner).noquote() << sentence;
    answer(guest, Refused{sentence});
}

bool isWindowWanted(const Handover& what) { return !what.isImport && what.run.isEmpty() && !what.isGateway; }

} // namespace

QString ownerAddress(const QString& library)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return QString::fromStdString(gateway::nameInFolder(folder.toStdString(), library.toStdString()));
}

Handing LibraryClaim::ask(const Handover& what, std::chrono::milliseconds patience)
{
    m_importing.clear();
    auto socket = std::make_unique<QLocalSocket>();
    socket->connectToServer(ownerAddress(m_library));
    if (!socket->waitForConnected(static_cast<int>(patience.count())))
        return Handing::Nobody;
    const auto word = [&socket](std::chrono::milliseconds longest) {
        while (!socket->canReadLine() && socket->waitForReadyRead(static_cast<int>(longest.count()))) { }
        return ownerWordFrom(socket->readLine());
    };
    socket->write(lineOf(what));
    const std::optional<OwnerWord> first = word(patience);
    if (const auto* busy = first ? std::get_if<Importing>(&*first) : nullptr)
        m_importing = busy->file;
    if (!first || !std::holds_alternative<Leaving>(*first))
        return first && std::holds_alternative<Taken>(*first) ? Handing::Taken : Handing::Nobody;
    const std::optional<OwnerWord> second = word(longestLeave);
    if (!second || !std::holds_alternative<Yours>(*second))
        return Handing::Nobody;
    if (const Yours& left = std::get<Yours>(*second); left.port != 0) // a run takes no agents in
        m_inherited = left;
    m_left.push_back(std::move(socket));
    return Handing::Left;
}

Owner::Owner(const QString& library, Face face, QObject* parent) : QObject(parent), m_face(face)
{
    const QString address = ownerAddress(library);
    QLocalServer::removeServer(address);
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &Owner::welcome);
    if (!m_server.listen(address))
        qCWarning(logOwner).noquote() << "later starts cannot be heard:" << m_server.errorString();
}

Owner::~Owner()
{
    // Their runs go on, in this process or theirs: nobody has cancelled anything.
    for (RunGuest* guest : m_server.findChildren<RunGuest*>())
        guest->disconnect();
}

void Owner::welcome()
{
    while (QLocalSocket* guest = m_server.nextPendingConnection()) {
        guest->setReadBufferSize(longestHandover);
        connect(guest, &QLocalSocket::disconnected, guest, &QObject::deleteLater);
        connect(guest, &QLocalSocket::readyRead, this, [this, guest] { read(*guest); });
        read(*guest);
    }
}

void Owner::read(QLocalSocket& guest)
{
    if (!guest.canReadLine() && guest.bytesAvailable() < longestHandover)
        return;
    const QByteArray line = guest.readLine();
    if (line == vitalsLine)
        tellVitals(guest);
    else if (const std::optional<Handover> what = handoverFrom(line))
        take(guest, *what);
    else
        refuse(guest,
               sayAsOwner(QT_TRANSLATE_NOOP("Owner",
                                            "The Quarterdeck that has the library open received an invalid request.")));
}

QString Owner::refusalOf(const Handover& what) const
{
    if (what.isImport || m_face == Face::Window || m_face == Face::Index)
        return {};
    if (!what.run.isEmpty())
        return m_face == Face::Import
            ? sayAsOwner(QT_TRANSLATE_NOOP("Owner",
                                           "The Quarterdeck that has the library open is importing files and cannot "
                                           "run a team. Try again when it is done."))
            : QString();
    if (what.isGateway && m_face == Face::Gateway)
        return m_port == 0
            ? sayAsOwner(QT_TRANSLATE_NOOP(
                "Owner", "Another running Quarterdeck has this library open; agents connect to that one."))
            : sayAsOwner(
                  QT_TRANSLATE_NOOP("Owner",
                                    "Another running Quarterdeck has this library open; agents connect to that one, at "
                                    "http://localhost:%1."))
                  .arg(m_port);
    return m_face == Face::Import
        ? sayAsOwner(QT_TRANSLATE_NOOP("Owner", "The Quarterdeck that has the library open has no window."))
        : QString();
}

bool Owner::leavesFor(const Handover& what) const
{
    if (m_face == Face::Index)
        return !what.isImport;
    return m_face != Face::Window && !what.isImport && what.run.isEmpty();
}

void Owner::tellVitals(QLocalSocket& guest)
{
    disconnect(&guest, &QLocalSocket::readyRead, this, nullptr);
    const std::shared_ptr<session::Library> library = m_library.lock();
    session::VitalSigns* signs = library ? session::VitalSigns::of(*library) : nullptr;
    if (signs == nullptr) {
        guest.disconnectFromServer();
        return;
    }
    using Told = session::Result<session::LibraryVitals>;
    signs->readVitals(m_receiver.on<Told>([asker = QPointer<QLocalSocket>(&guest)](const Told& vitals) {
        if (!asker)
            return;
        if (vitals)
            asker->write(lineOf(*vitals));
        asker->disconnectFromServer();
    }));
}

void Owner::take(QLocalSocket& guest, const Handover& what)
{
    if (m_face != Face::Window && isWindowWanted(what) && !m_imports.isEmpty())
        return answer(guest, Importing{QFileInfo(m_imports.front()).fileName()});
    if (const QString refusal = refusalOf(what); !refusal.isEmpty())
        return refuse(guest, refusal);
    disconnect(&guest, &QLocalSocket::readyRead, this, nullptr);
    if (leavesFor(what))
        return emit libraryWanted(new Successor(guest));
    guest.write(lineOf(Taken{}));
    guest.flush(); // who has not heard it looks for somebody else
    if (what.isImport) {
        emit importAsked(*new ImportGuest(guest, what));
    } else if (!what.run.isEmpty()) {
        emit runAsked(*new RunGuest(guest, what));
    } else if (what.isGateway) {
        emit gatewayAsked(*new GatewayGuest(guest));
    } else {
        guest.disconnectFromServer();
        emit asked(what);
    }
}

} // namespace quarterdeck::app
