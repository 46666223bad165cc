#include "ui/transcript/render_process.h"

#include <QByteArray>
#include <QFile>
#include <QList>

#if defined(__unix__) || defined(__APPLE__)
#include <csignal>
#include <unistd.h>
#endif

namespace quarterdeck::ui::transcript {

void endRenderProcess(std::int64_t pid)
{
    if (pid <= 1) // 0 and below mean whole groups of processes
        return;
#if defined(__unix__) || defined(__APPLE__)
    ::kill(static_cast<pid_t>(pid), SIGKILL);
#endif
}

#if defined(__linux__)
std::optional<std::int64_t> workedMs(std::int64_t pid)
{
    if (pid <= 1)
        return std::nullopt;
    QFile file(QStringLiteral("/proc/%1/task/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    // See proc(5): the name may contain spaces and ends with the last parenthesis; after it, fields 14 and 15 are the
    // time spent outside and inside the kernel.
    const QByteArray line = file.readAll();
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype outsideField = 14 - 3;
    const long ticksPerSecond = ::sysconf(_SC_CLK_TCK);
    if (fields.size() <= outsideField + 1 || ticksPerSecond <= 0)
        return std::nullopt;
    const std::int64_t ticks = fields[outsideField].toLongLong() + fields[outsideField + 1].toLongLong();
    return ticks * 1'000 / ticksPerSecond;
}
#else
std::optional<std::int64_t> workedMs(std::int64_t) { return std::nullopt; }
#endif

} // namespace quarterdeck::ui::transcript
