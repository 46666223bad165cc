#pragma once

#include "model/gateway/clients/client_activity.h"

#include <QObject>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace quarterdeck::gateway {

/// Programs whose process is known: when it ends, in whatever way, they are gone. For a process that cannot be watched
/// (another person's, or the system lacks the means) nothing is reported. Thread: the one it was made on.
class ProcessWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProcessWatch)
public:
    ProcessWatch();
    ~ProcessWatch() override;

    /// Replaces its previous process.
    void watch(const ClientIdentity& program, std::int64_t process);
    /// In addition to its other processes: it is gone when all have ended. False if it cannot be watched.
    bool join(const ClientIdentity& program, std::int64_t process);

    /// All that run.
    [[nodiscard]] std::vector<std::int64_t> processes() const;

signals:
    void ended(const quarterdeck::gateway::ClientIdentity& program);

private:
    class Handle;

    void forget(const ClientIdentity& program);
    [[nodiscard]] bool isWatched(const ClientIdentity& program) const;
    /// Null if it is not watched, and cannot be.
    [[nodiscard]] Handle* handleOf(std::int64_t process);
    void end(std::uint64_t number);

    /// By a number of our own, since a process number may have been reused by the time its end is reported. One process
    /// may be several programs, such as the runs that it makes one after the other.
    std::map<std::uint64_t, std::unique_ptr<Handle>> m_watched;
    std::uint64_t m_count = 0; ///< of all those watched
};

} // namespace quarterdeck::gateway
