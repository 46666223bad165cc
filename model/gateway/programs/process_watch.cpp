#include "programs/process_watch.h"

#include <QFileInfo>
#include <QSocketNotifier>
#include <limits>
#include <sys/syscall.h>
#include <unistd.h>

namespace quarterdeck::gateway {

namespace {

/// Each holds a file open.
constexpr std::size_t mostWatched = 100;

/// A handle that can be read from once the process has ended; -1 where there is none.
int openedProcess(std::int64_t process)
{
    if (process <= 1 || process > std::numeric_limits<pid_t>::max() || process == ::getpid())
        return -1;
    // A program in a container counts its processes otherwise.
    if (QFileInfo(QStringLiteral("/proc/%1").arg(process)).ownerId() != ::geteuid())
        return -1;
#ifdef SYS_pidfd_open
    return static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(process), 0U));
#else
    return -1;
#endif
}

} // namespace

class ProcessWatch::Handle
{
    Q_DISABLE_COPY_MOVE(Handle)
public:
    Handle(int file, std::uint64_t number) : m_file(file), m_number(number), m_notifier(file, QSocketNotifier::Read) { }
    ~Handle()
    {
        m_notifier.setEnabled(false);
        ::close(m_file);
    }
    [[nodiscard]] QSocketNotifier& notifier() { return m_notifier; }
    [[nodiscard]] std::uint64_t number() const { return m_number; }

private:
    int m_file;
    std::uint64_t m_number;
    QSocketNotifier m_notifier;
};

ProcessWatch::ProcessWatch() = default;
ProcessWatch::~ProcessWatch() = default;

void ProcessWatch::watch(const ProgramName& program, std::int64_t process)
{
    m_watched.erase(program);
    const int file = m_watched.size() < mostWatched ? openedProcess(process) : -1;
    if (file < 0)
        return;
    const auto& handle = m_watched[program] = std::make_unique<Handle>(file, ++m_count);
    // Later, since what calls is part of what goes: another process may be watched by then.
    connect(
        &handle->notifier(), &QSocketNotifier::activated, this,
        [this, program, number = m_count] {
            const auto found = m_watched.find(program);
            if (found == m_watched.end() || found->second->number() != number)
                return;
            m_watched.erase(found);
            emit ended(program);
        },
        Qt::QueuedConnection);
}

} // namespace quarterdeck::gateway
