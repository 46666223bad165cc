#pragma once

#include "programs/program_news.h"

#include <QObject>
#include <QThreadPool>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace quarterdeck::gateway {

/// A look for a client's process, on its way or over. Thread: any.
class ClientLook
{
public:
    /// At once where it is over, else at its end, on the thread that looks.
    void whenOver(std::function<void()> call);
    void end();

private:
    std::mutex m_mutex;
    bool m_isOver = false;
    std::vector<std::function<void()>> m_calls;
};

/// Finds out which processes of this machine programs are that hold no connection for long, while one of theirs is
/// open: so that it can be seen when they end. On a thread of its own, one at a time, seldom for the same program, and
/// of no more than some at once: whom it misses it finds by a later request. Thread: that of its maker but for `note`.
class ClientProcesses final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientProcesses)
public:
    ClientProcesses();
    ~ClientProcesses() override;

    /// A request of this program is open. Null where no look is due; else its answer waits for the look, for who has a
    /// connection for each request closes it then. Thread: any.
    [[nodiscard]] std::shared_ptr<ClientLook> note(const ProgramName& program, std::uint16_t clientPort,
                                                   std::uint16_t serverPort);

signals:
    void found(const quarterdeck::gateway::ProgramName& program, std::int64_t process);

private:
    using Clock = std::chrono::steady_clock;
    struct Look
    {
        std::uint16_t port = 0; ///< of the connection that was looked at
        Clock::time_point next; ///< not before then
        int failures = 0;       ///< one after the other
    };
    void find(const ProgramName& program, std::uint16_t clientPort, std::uint16_t serverPort);

    std::mutex m_mutex;
    std::map<ProgramName, Look> m_looks;
    int m_waiting = 0;
    QThreadPool m_finding;
};

} // namespace quarterdeck::gateway
