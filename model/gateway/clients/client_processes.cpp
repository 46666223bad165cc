#include "model/gateway/clients/client_processes.h"

#include "model/gateway/http/port_holder.h"
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

} // namespace quarterdeck::gateway
