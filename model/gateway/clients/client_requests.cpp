#include "model/gateway/clients/client_requests.h"

#include "model/gateway/http/connection_owner.h"
#include "model/gateway/mcp/protocol.h"
#include "model/gateway/routes.h"
#include "model/session/post.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway {

namespace {

constexpr int mostWaiting = 8;
constexpr std::size_t mostLooks = 400;
/// Several processes may play one program, and any of them may be the one whose connection is seen.
constexpr std::chrono::seconds afterOneIsFound{30};
/// It belongs to somebody else, or to a container: wait twice as long each time.
constexpr std::chrono::seconds afterNoneIsFound{2};
constexpr int mostDoublings = 8;

/// The others hold a connection, or no request tells whose it is.
bool isLookedFor(const ClientIdentity& program)
{
    return (program.kind == ClientKind::Api || program.kind == ClientKind::Mcp) && !program.id.empty();
}

} // namespace

void ProcessLookup::whenOver(std::function<void()> call)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_isOver) {
            m_calls.push_back(std::move(call));
            return;
        }
    }
    call();
}

void ProcessLookup::end()
{
    std::vector<std::function<void()>> calls;
    {
        const std::scoped_lock lock(m_mutex);
        m_isOver = true;
        calls.swap(m_calls);
    }
    for (const std::function<void()>& call : calls)
        call();
}

ClientProcesses::ClientProcesses() { m_finding.setMaxThreadCount(1); }

ClientProcesses::~ClientProcesses()
{
    m_finding.clear();
    m_finding.waitForDone();
}

std::shared_ptr<ProcessLookup> ClientProcesses::note(const ClientIdentity& program, const Caller& caller)
{
    const std::uint16_t clientPort = caller.clientPort;
    if (isLookedFor(program) && caller.process != 0)
        session::post(this, [this, program, process = caller.process] { emit found(program, process); });
    if (!isLookedFor(program) || clientPort == 0)
        return nullptr;
    const Clock::time_point now = Clock::now();
    const std::scoped_lock lock(m_mutex);
    if (m_waiting >= mostWaiting)
        return nullptr;
    if (m_looks.size() >= mostLooks && !m_looks.contains(program))
        m_looks.clear();
    Look& look = m_looks[program];
    if (look.port == clientPort || now < look.next)
        return nullptr;
    look.port = clientPort;
    look.next = now + afterNoneIsFound; // one look at a time
    ++m_waiting;
    auto begun = std::make_shared<ProcessLookup>();
    m_finding.start([this, program, caller, begun] {
        find(program, caller);
        begun->end();
    });
    return begun;
}

void ClientProcesses::look(const Caller& caller, const std::function<void(std::int64_t)>& done)
{
    if (caller.process != 0 || caller.clientPort == 0)
        return done(caller.process);
    m_finding.start([this, caller, done] {
        const std::int64_t process = processOfClient(caller.clientPort, caller.serverPort, m_lastFound);
        m_lastFound = process != 0 ? process : m_lastFound.load();
        session::post(this, [done, process] { done(process); });
    });
}

void ClientProcesses::find(const ClientIdentity& program, const Caller& caller)
{
    const std::int64_t process = processOfClient(caller.clientPort, caller.serverPort);
    {
        const std::scoped_lock lock(m_mutex);
        --m_waiting;
        Look& look = m_looks[program];
        look.failures = process == 0 ? std::min(look.failures + 1, mostDoublings) : 0;
        look.next = Clock::now() + (process == 0 ? afterNoneIsFound * (1 << look.failures) : afterOneIsFound);
        if (process == 0)
            look.port = 0; // the next request may come by the same connection
    }
    if (process != 0)
        session::post(this, [this, program, process] { emit found(program, process); });
}

namespace {

constexpr std::uint32_t firstError = 400;
constexpr std::uint32_t firstOfServer = 500;

/// After our restart, clients start anew by themselves, and MCP clients ask for a stream that need not exist.
bool isUsual(ClientKind kind, Part part, const HttpResponse& answer)
{
    constexpr std::string_view unknownSocket = R"({"code":1,)";
    if (part == Part::SocketIo)
        return answer.body.starts_with(unknownSocket);
    return kind == ClientKind::Mcp && (answer.status == 404 || answer.status == 405);
}

class WatchedExchange final : public HttpExchange
{
public:
    WatchedExchange(std::shared_ptr<HttpExchange> exchange, const HttpRequest& head,
                    std::shared_ptr<ClientActivity> news, std::shared_ptr<void> isOpen,
                    std::shared_ptr<ProcessLookup> client)
        : m_exchange(std::move(exchange))
        , m_news(std::move(news))
        , m_isOpen(std::move(isOpen))
        , m_client(std::move(client))
    {
        m_head.path = head.path;
        if (const auto session = head.fields.find("mcp-session-id"); session != head.fields.end())
            m_head.fields.insert(*session);
    }

    using HttpExchange::answer;
    void answer(HttpResponse given, std::function<void()> whenTaken) override
    {
        look(given);
        if (m_client == nullptr)
            return m_exchange->answer(std::move(given), std::move(whenTaken));
        m_client->whenOver([exchange = m_exchange, given = std::move(given), whenTaken = std::move(whenTaken)] {
            exchange->answer(given, whenTaken);
        });
    }
    void begin(HttpResponse head) override
    {
        look(head);
        m_exchange->begin(std::move(head));
    }
    void write(std::string piece, std::function<void()> whenTaken) override
    {
        m_exchange->write(std::move(piece), std::move(whenTaken));
    }
    void end() override { m_exchange->end(); }
    void whenGone(std::function<void()> call) override { m_exchange->whenGone(std::move(call)); }

private:
    void look(const HttpResponse& answer) const { tellRefusal(*m_news, m_head, answer); }

    std::shared_ptr<HttpExchange> m_exchange;
    HttpRequest m_head; ///< as far as it tells who asks
    std::shared_ptr<ClientActivity> m_news;
    std::shared_ptr<void> m_isOpen;
    std::shared_ptr<ProcessLookup> m_client;
};

/// "/v1/sessions/ID/messages"
std::string sessionIn(std::string_view path)
{
    constexpr std::string_view root = "/v1/sessions/";
    if (!path.starts_with(root))
        return {};
    path.remove_prefix(root.size());
    return std::string(path.substr(0, path.find('/')));
}

} // namespace

std::optional<ClientIdentity> programOf(const HttpRequest& head)
{
    switch (partOf(head.path)) {
    case Part::Studio:
    case Part::StudioQuery:
    case Part::SocketIo:
        return ClientIdentity{ClientKind::AgentScope, {}};
    case Part::Mcp:
        return ClientIdentity{ClientKind::Mcp, mcp::clientOfSession(head.field("mcp-session-id"))};
    case Part::MetaGptReport:
        return ClientIdentity{ClientKind::MetaGpt, {}};
    case Part::Traces:
        return ClientIdentity{ClientKind::Traces, {}};
    case Part::ApiPost:
    case Part::ApiQuery:
    case Part::ApiQuestion:
    case Part::ApiAttachments:
        return ClientIdentity{ClientKind::Api, sessionIn(head.path)};
    case Part::Health:
    case Part::Description:
    case Part::OtherSignals: // nothing of it is shown
    case Part::None:
        break;
    }
    return std::nullopt;
}

void tellRefusal(ClientActivity& news, const HttpRequest& head, const HttpResponse& answer)
{
    if (answer.status < firstError)
        return;
    const auto program = programOf(head);
    if (!program || isUsual(program->kind, partOf(head.path), answer))
        return;
    // The run itself reports what could not be stored.
    const bool isOfRun = program->kind == ClientKind::AgentScope || program->kind == ClientKind::MetaGpt;
    if (isOfRun && answer.status >= firstOfServer)
        return;
    news.tellError(*program, static_cast<std::int32_t>(answer.status), answer.reason);
}

std::shared_ptr<HttpExchange> watched(const std::shared_ptr<HttpExchange>& exchange, const HttpRequest& head,
                                      const std::shared_ptr<ClientActivity>& news,
                                      std::shared_ptr<ProcessLookup> client)
{
    const auto program = programOf(head);
    if (!program)
        return exchange;
    const bool isHeld = program->kind == ClientKind::Api && !program->id.empty();
    return std::make_shared<WatchedExchange>(exchange, head, news, isHeld ? news->holdOpen(*program) : nullptr,
                                             std::move(client));
}

} // namespace quarterdeck::gateway
