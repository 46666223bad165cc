#include "app/services/instance_server.h"

#include "model/gateway/health.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/program_access.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLoggingCategory>
#include <QStandardPaths>

#include <utility>

namespace quarterdeck::app {

using gateway::errorAnswer;
using gateway::HttpExchange;
using gateway::HttpRequest;
using gateway::HttpResponse;
using session::Nothing;

namespace {

Q_LOGGING_CATEGORY(logInstance, "quarterdeck.app.instance")

/// Whoever stops reading gets no more progress, so that it cannot pile up here.
constexpr int mostOnTheirWay = 64;
constexpr std::uint32_t unavailable = 503;

QString sayAsOwner(const char* text) { return QCoreApplication::translate("Owner", text); }

HttpResponse refusal(std::uint32_t status, const QString& sentence)
{
    qCWarning(logInstance).noquote() << sentence;
    return errorAnswer(status, sentence.toStdString());
}

/// What the socket takes. Web pages and others' programs do not come so far.
gateway::HttpAdmission admission(const HttpRequest& head)
{
    gateway::RouteRules rules;
    rules.takesGet = head.path == "/v1/health";
    rules.takesPost = !rules.takesGet;
    rules.takesDelete = true;
    rules.bodyBytes = longestInstanceRequest;
    return gateway::admit(head, rules);
}

} // namespace

QString instanceAddress(const QString& library)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return QString::fromStdString(gateway::nameInFolder(folder.toStdString(), library.toStdString()));
}

InstancePeer::InstancePeer(std::shared_ptr<HttpExchange> exchange, QObject* parent)
    : QObject(parent)
    , m_exchange(std::move(exchange))
{
    m_exchange->whenGone([gone = m_receiver.wrap<Nothing>([this](Nothing) {
        emit this->gone();
        deleteLater();
    })] { gone({}); });
}
InstancePeer::~InstancePeer() = default;

void InstancePeer::send(const InstanceMessage& message, std::function<void()> whenTaken)
{
    if (!std::exchange(m_hasBegun, true))
        m_exchange->begin({200, {}, "text/event-stream"});
    m_exchange->write(eventOf(message), std::move(whenTaken));
}

void InstancePeer::tell(const InstanceMessage& message) { send(message, {}); }

void InstancePeer::tellInPassing(const InstanceMessage& message)
{
    if (m_onTheirWay >= mostOnTheirWay)
        return;
    ++m_onTheirWay;
    send(message, [taken = m_receiver.wrap<Nothing>([this](Nothing) { --m_onTheirWay; })] { taken({}); });
}

void InstancePeer::tellLast(const InstanceMessage& message)
{
    send(message, [taken = m_receiver.wrap<Nothing>([this](Nothing) { deleteLater(); })] { taken({}); });
    m_exchange->end();
}

ImportPeer::ImportPeer(std::shared_ptr<HttpExchange> exchange, ImportFiles what, QObject* parent)
    : InstancePeer(std::move(exchange), parent)
    , m_what(std::move(what))
{
    connect(this, &InstancePeer::gone, this, &ImportPeer::cancelled);
}

void ImportPeer::follow(transfer::ImportJob& job)
{
    using transfer::ImportJob;
    connect(this, &ImportPeer::cancelled, &job, &ImportJob::cancel);
    connect(&job, &ImportJob::progressed, this,
            [this](const transfer::ImportProgress& progress) { tellInPassing(progress); });
    connect(&job, &ImportJob::finished, this, [this](const transfer::ImportReport& report) { tellLast(report); });
}

RunPeer::RunPeer(std::shared_ptr<HttpExchange> exchange, RunTeam what, std::int64_t process, QObject* parent)
    : InstancePeer(std::move(exchange), parent)
    , m_what(std::move(what))
    , m_process(process)
{
    connect(this, &InstancePeer::gone, this, &RunPeer::cancelled);
}

HandoffTarget::HandoffTarget(std::shared_ptr<HttpExchange> exchange, std::shared_ptr<gateway::HttpServer> server)
    : m_server(std::move(server))
    , m_peer(new InstancePeer(std::move(exchange), this))
{
    connect(m_peer, &InstancePeer::gone, this, [this] {
        m_peer = nullptr; // it deletes itself
        m_isGone = true;
        emit gone();
    });
    m_peer->tell(LibraryClosing{});
}

HandoffTarget::~HandoffTarget() { delete m_peer; }

void HandoffTarget::sendLibraryReleased(const LibraryReleased& released)
{
    if (m_peer != nullptr)
        m_peer->tell(released);
}

InstanceServer::InstanceServer(const QString& library, InstanceRole role, QObject* parent)
    : QObject(parent)
    , m_role(role)
{
    gateway::HttpHandlers handlers;
    handlers.admit = &admission;
    handlers.handle = [isHere = m_isHere, arrived = m_receiver.wrap<Arrived>([this](const Arrived& one) {
        handle(one);
    })](HttpRequest request, std::shared_ptr<HttpExchange> exchange) {
        if (*isHere)
            arrived({std::move(request), std::move(exchange)});
        else
            exchange->answer(errorAnswer(unavailable, "The library is being handed over."));
    };
    auto server = gateway::HttpServer::startAt(instanceAddress(library).toStdString(), gateway::HttpLimits{},
                                               std::move(handlers));
    if (server)
        m_server = std::move(*server);
    else
        qCWarning(logInstance).noquote() << "later starts cannot be heard:"
                                         << QString::fromStdString(server.error().sentence);
}

InstanceServer::~InstanceServer()
{
    *m_isHere = false;
    for (const QPointer<RunPeer>& peer : std::as_const(m_runPeers))
        if (peer)
            peer->disconnect();
}

void InstanceServer::handle(const Arrived& arrived)
{
    const QString path = QString::fromStdString(arrived.request.path);
    if (path == QStringLiteral("/v1/health"))
        return tellHealth(arrived.exchange);
    const bool isPost = arrived.request.method == "POST";
    if (const auto command = personCommandFrom(arrived.request.path, arrived.request.body); command && isPost)
        return takeCommand(*command, arrived);
    if (const QStringList parts = path.split(u'/'); parts.size() > 3 && parts.at(2) != QStringLiteral("sessions"))
        return handlePeer(parts, arrived);
    const auto what = instanceRequestFrom(arrived.request.path, arrived.request.body);
    if (what && isPost)
        return take(*what, arrived);
    arrived.exchange->answer(
        refusal(400,
                sayAsOwner(QT_TRANSLATE_NOOP(
                    "Owner", "The Quarterdeck that has the library open received an invalid request."))));
}

/// What concerns an import or a run that is under way: "", "v1", "runs", its id, "answers".
void InstanceServer::handlePeer(const QStringList& path, const Arrived& arrived)
{
    const bool isCancelled = arrived.request.method == "DELETE" && path.size() == 4;
    const bool isAnswer = arrived.request.method == "POST" && path.mid(4) == QStringList{QStringLiteral("answers")};
    const QString& kind = path.at(2);
    const QPointer<ImportPeer> import = m_importPeers.value(kind == QStringLiteral("imports") ? path.at(3) : QString());
    const QPointer<RunPeer> run = m_runPeers.value(kind == QStringLiteral("runs") ? path.at(3) : QString());
    const bool isOwn = run && run->process() == arrived.request.caller.process;
    const auto answer = isAnswer && isOwn ? runAnswerFrom(arrived.request.body) : std::nullopt;
    if (isCancelled && import)
        emit import->cancelled();
    else if (isCancelled && run)
        emit run->cancelled();
    else if (answer)
        emit run->answered(*answer);
    else
        return arrived.exchange->answer(
            refusal(404, sayAsOwner(QT_TRANSLATE_NOOP("Owner", "There is no such import or run under way."))));
    arrived.exchange->answer({200, "{}"});
}

void InstanceServer::takeCommand(const PersonCommand& command, const Arrived& arrived)
{
    if (m_role != InstanceRole::Import && m_role != InstanceRole::Index)
        return emit personAsked(command, arrived.request.caller.process, arrived.exchange);
    arrived.exchange->answer(
        refusal(409,
                sayAsOwner(QT_TRANSLATE_NOOP("Owner",
                                             "The Quarterdeck that has the library open cannot take an answer now. Try "
                                             "again when it is done."))));
}

QString InstanceServer::refusalOf(const InstanceRequest& what) const
{
    if (std::holds_alternative<ImportFiles>(what) || m_role == InstanceRole::Window || m_role == InstanceRole::Index)
        return {};
    if (std::holds_alternative<RunTeam>(what)) {
        return m_role == InstanceRole::Import
            ? sayAsOwner(QT_TRANSLATE_NOOP("Owner",
                                           "The Quarterdeck that has the library open is importing files and cannot "
                                           "run a team. Try again when it is done."))
            : QString();
    }
    if (std::holds_alternative<ServeAgents>(what) && m_role == InstanceRole::Gateway) {
        return m_port == 0
            ? sayAsOwner(QT_TRANSLATE_NOOP(
                "Owner", "Another running Quarterdeck has this library open; agents connect to that one."))
            : sayAsOwner(
                  QT_TRANSLATE_NOOP("Owner",
                                    "Another running Quarterdeck has this library open; agents connect to that one, at "
                                    "http://localhost:%1."))
                  .arg(m_port);
    }
    return m_role == InstanceRole::Import
        ? sayAsOwner(QT_TRANSLATE_NOOP("Owner", "The Quarterdeck that has the library open has no window."))
        : QString();
}

bool InstanceServer::leavesFor(const InstanceRequest& what) const
{
    const bool isImport = std::holds_alternative<ImportFiles>(what);
    if (m_role == InstanceRole::Index)
        return !isImport;
    return m_role != InstanceRole::Window && !isImport && !std::holds_alternative<RunTeam>(what);
}

void InstanceServer::tellHealth(const std::shared_ptr<HttpExchange>& exchange)
{
    if (const std::shared_ptr<session::Library> library = m_library.lock())
        gateway::answerHealth(*library, exchange);
    else
        exchange->answer(gateway::healthAnswer());
}

/// Each request that is accepted.
struct InstanceServer::TakeRequest
{
    InstanceServer& self;
    const std::shared_ptr<HttpExchange>& exchange;
    std::int64_t process;

    void operator()(const ShowWindow& what) const
    {
        (new InstancePeer(exchange, &self))->tellLast(RequestAccepted{});
        emit self.asked(what);
    }
    void operator()(const ImportFiles& what) const
    {
        const QString id = QString::fromStdString(session::newId());
        auto* peer = new ImportPeer(exchange, what, &self);
        self.m_importPeers.insert(id, peer);
        QObject::connect(peer, &QObject::destroyed, &self, [server = &self, id] { server->m_importPeers.remove(id); });
        peer->tell(RequestAccepted{id});
        emit self.importAsked(*peer);
    }
    void operator()(const RunTeam& what) const
    {
        const QString id = QString::fromStdString(session::newId());
        auto* peer = new RunPeer(exchange, what, process, &self);
        self.m_runPeers.insert(id, peer);
        QObject::connect(peer, &QObject::destroyed, &self, [server = &self, id] { server->m_runPeers.remove(id); });
        peer->tell(RequestAccepted{id});
        emit self.runAsked(*peer);
    }
    void operator()(const ServeAgents&) const
    {
        auto* peer = new InstancePeer(exchange, &self);
        peer->tell(RequestAccepted{});
        emit self.gatewayAsked(*peer);
    }
};

void InstanceServer::take(const InstanceRequest& what, const Arrived& arrived)
{
    const std::shared_ptr<HttpExchange>& exchange = arrived.exchange;
    if (m_role != InstanceRole::Window && std::holds_alternative<ShowWindow>(what) && !m_imports.isEmpty())
        return (new InstancePeer(exchange, this))->tellLast(BusyImporting{QFileInfo(m_imports.front()).fileName()});
    if (const QString sentence = refusalOf(what); !sentence.isEmpty())
        return exchange->answer(refusal(409, sentence));
    if (leavesFor(what))
        return emit libraryRequested(new HandoffTarget(exchange, m_server));
    std::visit(TakeRequest{*this, exchange, arrived.request.caller.process}, what);
}

} // namespace quarterdeck::app
