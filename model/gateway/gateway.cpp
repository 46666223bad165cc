#include "model/gateway/gateway.h"

#include "model/gateway/clients/client_limits.h"
#include "model/gateway/clients/client_requests.h"
#include "model/gateway/clients/client_roster.h"
#include "model/gateway/clients/process_watch.h"
#include "model/gateway/health.h"
#include "model/gateway/http/http_message.h"
#include "model/gateway/http/http_server.h"
#include "model/gateway/http/request_rules.h"
#include "model/gateway/http/server_limits.h"
#include "model/gateway/http/socket_io_server.h"
#include "model/gateway/mcp/mcp_server.h"
#include "model/gateway/otlp/trace_receiver.h"
#include "model/gateway/rest/api_routes.h"
#include "model/gateway/rest/session_resources.h"
#include "model/gateway/routes.h"
#include "model/gateway/studio/metagpt_reports.h"
#include "model/gateway/studio/studio_runs.h"
#include "model/session/library.h"
#include "model/session/post.h"
#include "model/session/session_hub.h"

#include <QFile>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace quarterdeck::gateway {

std::uint16_t nextFreePort(std::uint16_t after)
{
    constexpr int mostTried = 50;
    HttpHandlers nobody; // for clients that connect in this moment
    nobody.admit = [](const HttpRequest&) {
        return HttpAdmission{errorAnswer(503, "There is nobody here."), 0, false};
    };
    for (int port = after + 1; port <= std::min(after + mostTried, int{UINT16_MAX}); ++port)
        if (HttpServer::start(static_cast<std::uint16_t>(port), {}, nobody))
            return static_cast<std::uint16_t>(port);
    return 0;
}

namespace {

/// What OpenTelemetry exporters send.
bool isOfTelemetry(Part part) { return part == Part::Traces || part == Part::OtherSignals; }

/// Whose programs send no token.
bool isForAnybody(Part part)
{
    return part == Part::Studio || part == Part::StudioQuery || part == Part::SocketIo || part == Part::MetaGptReport
        || isOfTelemetry(part);
}

std::string runIdIn(const conversation::JsonValue& auth)
{
    const nlohmann::json& given = auth.json();
    const auto found = given.is_object() ? given.find("run_id") : given.end();
    return found != given.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The description of the API: OpenAPI 3.1.
std::string descriptionText()
{
    QFile file(QStringLiteral(":/api/openapi.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

/// The parts behind the server. All but `server` live on the hub's thread.
class Gateway::Private
{
public:
    Private(session::SessionHub& sessionHub, std::string word, TokenlessAccess access)
        : hub(sessionHub)
        , token(std::move(word))
        , studio(access)
        , roster(hub)
        , runs(
              hub,
              [this](const std::string& socket, const std::string& event, std::shared_ptr<void> hold) {
                  sockets.emitTo(socket, event, std::move(hold));
              },
              limit)
        , mcpServer(hub, {}, limit)
        , reports(hub)
        , sessions(hub, token, limit)
        , traces(hub, limit)
    {
        QObject::connect(&sockets, &socketio::SocketIoServer::joined, &runs,
                         [this](const std::string& socket, const conversation::JsonValue& auth) {
                             if (const std::string run = runIdIn(auth); !run.empty())
                                 runs.attach(socket, run);
                         });
        QObject::connect(&sockets, &socketio::SocketIoServer::left, &runs, &StudioRuns::detach);
        QObject::connect(&runs, &StudioRuns::failed, &roster, [this](const std::string& run, const std::string& why) {
            roster.news()->tellError({ClientKind::AgentScope, run}, 0, why);
        });
        QObject::connect(&runs, &StudioRuns::processTold, &processes,
                         [this](const std::string& run, std::int64_t process) {
                             processes.watch({ClientKind::AgentScope, run}, process);
                         });
        QObject::connect(&processes, &ProcessWatch::ended, &roster,
                         [this](const ClientIdentity& program) { lose(program); });
        QObject::connect(&clients, &ClientProcesses::found, &roster,
                         [this](const ClientIdentity& program, std::int64_t process) {
                             if (!processes.join(program, process))
                                 return;
                             roster.setIdentity(program);
                             if (program.kind == ClientKind::Mcp)
                                 mcpServer.setClientProcess(program.id, process);
                         });
        QObject::connect(&reports, &metagpt::ReportReceiver::failed, &roster,
                         [this](const std::string& id, const std::string& why) {
                             roster.news()->tellError({ClientKind::MetaGpt, id}, 0, why);
                         });
        QObject::connect(&sessions, &api::SessionResources::membersChanged, &roster, &ClientRoster::attachSession);
        QObject::connect(&mcpServer, &mcp::McpServer::clientSeen, &roster,
                         [this](const std::string& id, const std::string& name) {
                             roster.markConnected({ClientKind::Mcp, id}, name);
                         });
        QObject::connect(&mcpServer, &mcp::McpServer::clientGone, &roster, [this](const std::string& id) {
            roster.markDisconnected({ClientKind::Mcp, id});
        });
        QObject::connect(&mcpServer, &mcp::McpServer::clientProcessKnown, &roster,
                         [this](const std::string& id, std::int64_t process) {
                             if (processes.join({ClientKind::Mcp, id}, process))
                                 roster.setIdentity({ClientKind::Mcp, id});
                         });
        QObject::connect(&mcpServer, &mcp::McpServer::clientJoined, &roster,
                         [this](const std::string& id, const std::string& other) {
                             roster.join({ClientKind::Mcp, id}, {ClientKind::Mcp, other});
                         });
        QObject::connect(&mcpServer, &mcp::McpServer::clientLeft, &roster, [this](const std::string& id) {
            roster.part({ClientKind::Mcp, id});
        });
        QObject::connect(&mcpServer, &mcp::McpServer::callFailed, &roster,
                         [this](const std::string& id, const std::string& why) {
                             roster.news()->tellError({ClientKind::Mcp, id}, 0, why);
                         });
    }

    [[nodiscard]] HttpHandlers handlers();
    [[nodiscard]] HttpHandlers traceHandlers();
    [[nodiscard]] auto refusedHandler() const
    {
        return [news = roster.news()](const HttpRequest& head, const HttpResponse& refusal) {
            tellRefusal(*news, head, refusal);
        };
    }

    session::SessionHub& hub;
    const std::string token;
    std::atomic<TokenlessAccess> studio;
    ClientRoster roster; ///< before those that tell it
    ProcessWatch processes;
    ClientProcesses clients; ///< after what it tells
    SessionLimit limit{std::make_shared<SessionQuota>(),
                       [this](const Caller& caller, const auto& done) { clients.look(caller, done); }};
    NoticeRateLimiter notices;
    socketio::SocketIoServer sockets{"/python"};
    StudioRuns runs;
    mcp::McpServer mcpServer;
    metagpt::ReportReceiver reports;
    api::SessionResources sessions;
    otlp::TraceReceiver traces;
    BodyParser bodies;                       ///< before those it hands what it read to
    std::unique_ptr<HttpServer> traceServer; ///< only for traces
    std::unique_ptr<HttpServer> server;      ///< ends before what it hands its requests to

private:
    void lose(const ClientIdentity& program);
    [[nodiscard]] HttpAdmission admission(const HttpRequest& head) const { return admission(head, partOf(head.path)); }
    [[nodiscard]] HttpAdmission admission(const HttpRequest& head, Part part) const;
    void handle(HttpRequest request, const std::shared_ptr<HttpExchange>& unwatched);
    void read(HttpRequest request, const std::shared_ptr<HttpExchange>& exchange);
    [[nodiscard]] WebSocketListener welcome(const HttpRequest& request, const std::shared_ptr<WebSocket>& socket);
};

/// Its processes have ended. An API program may have one per request, like a script that calls curl.
void Gateway::Private::lose(const ClientIdentity& program)
{
    if (program.kind == ClientKind::Api || (program.kind == ClientKind::Mcp && !mcpServer.dropClient(program.id)))
        return roster.markSuspect(program);
    roster.markDisconnected(program);
}

HttpHandlers Gateway::Private::handlers()
{
    HttpHandlers handlers;
    handlers.admit = [this](const HttpRequest& head) { return admission(head); };
    handlers.handle = [this](HttpRequest request, const std::shared_ptr<HttpExchange>& exchange) {
        handle(std::move(request), exchange);
    };
    handlers.refused = refusedHandler();
    handlers.welcome = [this](const HttpRequest& request, const std::shared_ptr<WebSocket>& socket) {
        return welcome(request, socket);
    };
    return handlers;
}

/// Thread: the server's.
HttpAdmission Gateway::Private::admission(const HttpRequest& head, Part part) const
{
    const bool isWithoutToken = isForAnybody(part);
    const TokenlessAccess access = isWithoutToken ? studio.load() : TokenlessAccess::Open;
    RouteRules rules = rulesOf(part);
    // Trace exporters can usually be told to send a header, so with the token nobody is shut out.
    const bool isShut = access == TokenlessAccess::Off && !isOfTelemetry(part);
    if (access != TokenlessAccess::Open && !isShut)
        rules.wantsToken = rules.takesTokenInQuery = true;
    if (part == Part::Health && !head.field("authorization").empty())
        rules.wantsToken = true;                                  // who brings one is told more
    rules.wantsToken = rules.wantsToken && !head.isByLocalSocket; // by which nobody else comes
    HttpAdmission made = admit(head, rules, token);
    // Other users of this computer reach these addresses, too. Whoever brings the token is let in from anywhere, also
    // through a proxy, whose programs are another user's.
    if (isWithoutToken && !rules.wantsToken && !made.refusal) {
        rules.wantsToken = rules.takesTokenInQuery = true;
        made.isForOwnUser = admit(head, rules, token).refusal.has_value();
    }
    if (isShut && !made.refusal)
        made.refusal = errorAnswer(
            403, QT_TRANSLATE_NOOP("GatewayRefusals", "Quarterdeck does not accept programs that send no token."));
    if (part == Part::SocketIo && !made.refusal)
        made.refusal = socketio::refusalOfVersion(head.query); // a WebSocket's is seen before it is one
    return made;
}

HttpHandlers Gateway::Private::traceHandlers()
{
    const auto part = [](const std::string& path) { return isOfTelemetry(partOf(path)) ? partOf(path) : Part::None; };
    HttpHandlers handlers;
    handlers.refused = refusedHandler();
    handlers.admit = [this, part](const HttpRequest& head) { return admission(head, part(head.path)); };
    handlers.handle = [this, part](HttpRequest request, const std::shared_ptr<HttpExchange>& exchange) {
        const auto told = watched(exchange, request, roster.news());
        if (part(request.path) == Part::Traces)
            return traces.answer(std::move(request), told);
        if (part(request.path) == Part::OtherSignals)
            return told->answer(otlp::droppedAnswer(request));
        told->answer(
            errorAnswer(404, QT_TRANSLATE_NOOP("GatewayRefusals", "Only traces are accepted here, at /v1/traces.")));
    };
    return handlers;
}

/// Thread: the server's.
void Gateway::Private::handle(HttpRequest request, const std::shared_ptr<HttpExchange>& unwatched)
{
    const auto program = programOf(request);
    auto client = program ? clients.note(*program, request.caller) : nullptr;
    const auto exchange = watched(unwatched, request, roster.news(), std::move(client));
    switch (partOf(request.path)) {
    case Part::Studio:
    case Part::Mcp:
    case Part::MetaGptReport:
    case Part::ApiPost:
    case Part::ApiAttachments: {
        const std::size_t bytes = request.body.size();
        const auto kept = std::make_shared<HttpRequest>(std::move(request));
        return bodies.take(
            bytes, [kept] { return orderOf(*kept); }, [this, kept, exchange] { read(std::move(*kept), exchange); });
    }
    case Part::SocketIo:
        return session::post(&sockets, [engine = &sockets.engine(), request = std::move(request), exchange] {
            engine->take(request, exchange);
        });
    case Part::Traces:
        return traces.answer(std::move(request), exchange);
    case Part::OtherSignals:
        return exchange->answer(otlp::droppedAnswer(request));
    case Part::None:
        return exchange->answer(
            errorAnswer(404, QT_TRANSLATE_NOOP("GatewayRefusals", "There is nothing at this address.")));
    case Part::StudioQuery:
    case Part::ApiQuery:
    case Part::ApiQuestion:
        return read(std::move(request), exchange);
    case Part::Description:
        return exchange->answer({200, descriptionText()});
    case Part::Health:
        if (request.field("authorization").empty() && !request.isByLocalSocket)
            return exchange->answer(healthAnswer());
        return session::post(&roster, [this, exchange] { answerHealth(hub.library(), exchange); });
    }
}

/// Parses what was sent and hands it to the hub's thread. Thread: the server's, or one of the reading threads.
void Gateway::Private::read(HttpRequest request, const std::shared_ptr<HttpExchange>& exchange)
{
    // Programs of these two are answered when what they sent is durable; until then it is in memory.
    const auto answer = [exchange, hold = request.hold](HttpResponse given) { exchange->answer(std::move(given)); };
    switch (partOf(request.path)) {
    case Part::Studio:
    case Part::StudioQuery:
        return handleStudioRequest(runs, request, answer);
    case Part::MetaGptReport:
        return reports.answer(request, answer);
    case Part::Mcp:
        return mcp::handleMcpRequest(mcpServer, std::move(request), exchange);
    default:
        return api::handleApiRequest(sessions, std::move(request), exchange);
    }
}

/// Thread: the server's.
WebSocketListener Gateway::Private::welcome(const HttpRequest& request, const std::shared_ptr<WebSocket>& socket)
{
    socketio::EngineIoServer* engine = &sockets.engine();
    session::post(&sockets, [engine, query = request.query, socket] { engine->welcome(query, socket); });
    return {[this, engine, socket](std::string text) {
                session::post(&sockets,
                              [engine, socket, text = std::move(text)] { engine->receive(socket.get(), text); });
            },
            [this, engine, socket] { session::post(&sockets, [engine, socket] { engine->lose(socket.get()); }); }};
}

session::Result<std::unique_ptr<Gateway>> Gateway::start(session::SessionHub& hub, std::uint16_t port,
                                                         std::string token, TokenlessAccess studio)
{
    auto made = std::make_unique<Private>(hub, std::move(token), studio);
    auto server = HttpServer::start(port, {}, made->handlers());
    if (!server)
        return tl::unexpected(std::move(server.error()));
    made->server = std::move(*server);
    return std::unique_ptr<Gateway>(new Gateway(std::move(made)));
}

Gateway::Gateway(std::unique_ptr<Private> made) : d(std::move(made))
{
    connect(&d->roster, &ClientRoster::changed, this, &Gateway::programsChanged);
    connect(&d->mcpServer, &mcp::McpServer::userNotified, this, [this](const UserNotification& notice) {
        if (d->notices.admits(notice.session, notice.level, NoticeRateLimiter::Clock::now()))
            emit userNotified(notice);
    });
}
Gateway::~Gateway() = default;

std::uint16_t Gateway::port() const { return d->server->port(); }

const ConnectedClients& Gateway::programs() const { return d->roster.programs(); }

std::vector<std::int64_t> Gateway::clientProcesses() const { return d->processes.processes(); }

void Gateway::setTokenlessAccess(TokenlessAccess access)
{
    if (d->studio.exchange(access) != access && access != TokenlessAccess::Open)
        d->sockets.engine().closeAll();
}

session::Result<void> Gateway::listenAt(const std::string& path) { return d->server->listenAt(path); }

session::Result<std::uint16_t> Gateway::listenForTraces(std::uint16_t port)
{
    const std::uint16_t alsoIfFree = port == tracePort ? grpcTracePort : 0;
    auto server = HttpServer::start(port, {}, d->traceHandlers(), alsoIfFree);
    if (!server)
        return tl::unexpected(std::move(server.error()));
    d->traceServer = std::move(*server);
    return d->traceServer->port();
}

} // namespace quarterdeck::gateway
