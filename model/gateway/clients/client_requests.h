#pragma once

#include "model/gateway/clients/client_activity.h"
#include "model/gateway/http/http_message.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace quarterdeck::gateway {

/// A search for a client's process, under way or finished. Thread: any.
class ProcessLookup
{
public:
    /// At once if it is finished, otherwise at its end, on the searching thread.
    void whenOver(std::function<void()> call);
    void end();

private:
    std::mutex m_mutex;
    bool m_isOver = false;
    std::vector<std::function<void()>> m_calls;
};

/// Finds the processes of programs that hold no lasting connection while one of theirs is open, so that their end can
/// be noticed. On a thread of its own, one at a time, rarely for the same program, and for only a few at once: whoever
/// it misses is found by a later request. Thread: that of its maker, except for `note`.
class ClientProcesses final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientProcesses)
public:
    ClientProcesses();
    ~ClientProcesses() override;

    /// A request of this program is open. Null if no search is due; otherwise its reply waits for the search, since a
    /// client with a connection per request then closes it. Thread: any.
    [[nodiscard]] std::shared_ptr<ProcessLookup> note(const ClientIdentity& program, const Caller& caller);

    /// The process behind a request that is open, which waits for it; 0 = unknown. Calls back on the thread of its
    /// maker, which is that of who asks, and perhaps at once.
    void look(const Caller& caller, const std::function<void(std::int64_t)>& done);

signals:
    void found(const quarterdeck::gateway::ClientIdentity& program, std::int64_t process);

private:
    using Clock = std::chrono::steady_clock;
    struct Look
    {
        std::uint16_t port = 0; ///< of the connection looked up
        Clock::time_point next; ///< not before then
        int failures = 0;       ///< in a row
    };
    void find(const ClientIdentity& program, const Caller& caller);

    std::mutex m_mutex;
    std::map<ClientIdentity, Look> m_looks;
    int m_waiting = 0;
    std::atomic<std::int64_t> m_lastFound = 0; ///< the next one is likely the same
    QThreadPool m_finding;
};

/// What programs are refused, for the roster.

/// Who sent a request, as far as its head tells; empty if any program might have.
[[nodiscard]] std::optional<ClientIdentity> programOf(const HttpRequest& head);
/// Tells of what is an error for the program, and no part of how its protocol usually goes.
void tellRefusal(ClientActivity& news, const HttpRequest& head, const HttpResponse& answer);
/// The same exchange, reported to the roster: refusals are reported, and a program whose session the path names is
/// present while it is open. Its reply waits for the search for the client's process, if there is one.
[[nodiscard]] std::shared_ptr<HttpExchange> watched(const std::shared_ptr<HttpExchange>& exchange,
                                                    const HttpRequest& head,
                                                    const std::shared_ptr<ClientActivity>& news,
                                                    std::shared_ptr<ProcessLookup> client = nullptr);

} // namespace quarterdeck::gateway
