#include "model/gateway/clients/process_watch.h"

#include <QFileInfo>
#include <QSocketNotifier>
#include <algorithm>
#include <deque>
#include <limits>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace quarterdeck::gateway {

namespace {

/// Each holds a file open.
constexpr std::size_t mostProcesses = 100;
/// Of one process; beyond that, nobody is shown.
constexpr std::size_t mostPrograms = 200;

/// A descriptor that becomes readable when the process has ended; -1 if there is none.
int openedProcess(std::int64_t process)
{
    if (process <= 1 || process > std::numeric_limits<pid_t>::max() || process == ::getpid())
        return -1;
    // A program in a container has other process numbers.
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
    Handle(int file, std::int64_t process) : m_file(file), m_process(process), m_notifier(file, QSocketNotifier::Read)
    { }
    ~Handle()
    {
        m_notifier.setEnabled(false);
        ::close(m_file);
    }
    [[nodiscard]] QSocketNotifier& notifier() { return m_notifier; }
    /// False for one that has ended, whose number may be in use again.
    [[nodiscard]] bool isOf(std::int64_t process) const { return m_process == process && isRunning(); }
    [[nodiscard]] bool isRunning() const
    {
        pollfd end{m_file, POLLIN, 0};
        return ::poll(&end, 1, 0) == 0;
    }
    [[nodiscard]] std::int64_t process() const { return m_process; }
    /// Replaces the oldest one if there are too many.
    void add(const ClientIdentity& program)
    {
        if (has(program))
            return;
        m_programs.push_back(program);
        if (m_programs.size() > mostPrograms)
            m_programs.pop_front();
    }
    [[nodiscard]] bool has(const ClientIdentity& program) const { return std::ranges::count(m_programs, program) > 0; }
    void remove(const ClientIdentity& program) { std::erase(m_programs, program); }
    [[nodiscard]] const std::deque<ClientIdentity>& programs() const { return m_programs; }

private:
    int m_file;
    std::int64_t m_process;
    std::deque<ClientIdentity> m_programs;
    QSocketNotifier m_notifier;
};

ProcessWatch::ProcessWatch() = default;
ProcessWatch::~ProcessWatch() = default;

void ProcessWatch::watch(const ClientIdentity& program, std::int64_t process)
{
    forget(program);
    if (Handle* handle = handleOf(process))
        handle->add(program);
}

bool ProcessWatch::join(const ClientIdentity& program, std::int64_t process)
{
    Handle* handle = handleOf(process);
    if (handle != nullptr)
        handle->add(program);
    return handle != nullptr;
}

std::vector<std::int64_t> ProcessWatch::processes() const
{
    std::vector<std::int64_t> all;
    for (const auto& [number, handle] : m_watched)
        if (handle->isRunning())
            all.push_back(handle->process());
    return all;
}

bool ProcessWatch::isWatched(const ClientIdentity& program) const
{
    return std::ranges::any_of(m_watched, [&](const auto& one) { return one.second->has(program); });
}

void ProcessWatch::forget(const ClientIdentity& program)
{
    std::erase_if(m_watched, [&](const auto& one) {
        one.second->remove(program);
        return one.second->programs().empty();
    });
}

ProcessWatch::Handle* ProcessWatch::handleOf(std::int64_t process)
{
    const auto found = std::ranges::find_if(m_watched, [&](const auto& one) { return one.second->isOf(process); });
    if (found != m_watched.end())
        return found->second.get();
    const int file = m_watched.size() < mostProcesses ? openedProcess(process) : -1;
    if (file < 0)
        return nullptr;
    const auto& handle = m_watched[++m_count] = std::make_unique<Handle>(file, process);
    // Queued, since the caller belongs to what is deleted.
    connect(
        &handle->notifier(), &QSocketNotifier::activated, this, [this, number = m_count] { end(number); },
        Qt::QueuedConnection);
    return handle.get();
}

void ProcessWatch::end(std::uint64_t number)
{
    const auto gone = m_watched.extract(number);
    if (gone.empty())
        return;
    for (const ClientIdentity& program : gone.mapped()->programs())
        if (!isWatched(program))
            emit ended(program);
}

} // namespace quarterdeck::gateway
