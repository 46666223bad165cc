#pragma once

#include "programs/program_news.h"

#include <QObject>
#include <cstdint>
#include <map>
#include <memory>

namespace quarterdeck::gateway {

/// Programs of which it is known which process they are: when it ends, however it does, they are gone. Of a process
/// that cannot be watched (it is another person's, or the system has no such means) nothing is told. Thread: the one it
/// was made on.
class ProcessWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProcessWatch)
public:
    ProcessWatch();
    ~ProcessWatch() override;

    /// In place of the process that it was before.
    void watch(const ProgramName& program, std::int64_t process);
    /// Beside those that it was before: it is gone when all have ended. False where it cannot be watched.
    bool join(const ProgramName& program, std::int64_t process);

signals:
    void ended(const quarterdeck::gateway::ProgramName& program);

private:
    class Handle;

    void forget(const ProgramName& program);
    [[nodiscard]] bool isWatched(const ProgramName& program) const;
    /// Null when it is not watched, and cannot be.
    [[nodiscard]] Handle* handleOf(std::int64_t process);
    void end(std::uint64_t number);

    /// By number: that of a process may be another's by the time that its end is told. One process may be several
    /// programs, such as the runs that it makes one after the other.
    std::map<std::uint64_t, std::unique_ptr<Handle>> m_watched;
    std::uint64_t m_count = 0; ///< of all that were watched
};

} // namespace quarterdeck::gateway
