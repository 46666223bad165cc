#include "programs/client_processes.h"

#include "http/port_holder.h"
#include "session/post.h"

namespace quarterdeck::gateway {

namespace {

constexpr int mostWaiting = 8;
constexpr std::size_t mostLooks = 400;
/// A program may be played by several processes, and each of them may be the one whose connection is seen.
constexpr std::chrono::seconds afterOneIsFound{30};
/// Its connection was closed too soon, or it is somebody else's.
constexpr std::chrono::seconds afterNoneIsFound{2};

/// The others hold a connection, or there is no telling by a request whose it is.
bool isLookedFor(const ProgramName& program)
{
    return (program.kind == ProgramKind::Api || program.kind == ProgramKind::Mcp) && !program.id.empty();
}

} // namespace

ClientProcesses::ClientProcesses() { m_finding.setMaxThreadCount(1); }

ClientProcesses::~ClientProcesses()
{
    m_finding.clear();
    m_finding.waitForDone();
}

void ClientProcesses::note(const ProgramName& program, std::uint16_t clientPort, std::uint16_t serverPort)
{
    if (!isLookedFor(program) || clientPort == 0)
        return;
    const Clock::time_point now = Clock::now();
    const std::scoped_lock lock(m_mutex);
    if (m_waiting >= mostWaiting)
        return;
    if (m_looks.size() >= mostLooks && !m_looks.contains(program))
        m_looks.clear();
    Look& look = m_looks[program];
    if (look.port == clientPort || now < look.next)
        return;
    look = {clientPort, now + afterNoneIsFound};
    ++m_waiting;
    m_finding.start([this, program, clientPort, serverPort] { find(program, clientPort, serverPort); });
}

void ClientProcesses::find(const ProgramName& program, std::uint16_t clientPort, std::uint16_t serverPort)
{
    const std::int64_t process = processOfClient(clientPort, serverPort);
    {
        const std::scoped_lock lock(m_mutex);
        --m_waiting;
        if (process != 0)
            m_looks[program].next = Clock::now() + afterOneIsFound;
        else
            m_looks[program].port = 0; // the next request may come by the same connection
    }
    if (process != 0)
        session::post(this, [this, program, process] { emit found(program, process); });
}

} // namespace quarterdeck::gateway
