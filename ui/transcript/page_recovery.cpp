#include "ui/transcript/page_recovery.h"

#include <QByteArray>
#include <QFile>
#include <QList>
#include <QPointer>
#include <QWebEnginePage>
#include <QWebEngineScript>

#include <algorithm>

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

namespace {

constexpr std::int64_t shortestWaitMs = 5;

} // namespace

ScriptTimeLimit::ScriptTimeLimit(QObject* parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ScriptTimeLimit::look);
}

void ScriptTimeLimit::start(const QWebEnginePage& page, int milliseconds)
{
    m_page = &page;
    m_limitMs = milliseconds;
    m_process = page.renderProcessPid();
    m_workedMs = workedMs(m_process).value_or(0);
    m_since.start();
    m_timer.start(milliseconds);
}

std::int64_t ScriptTimeLimit::leftMs() const
{
    const std::int64_t untilPatienceEnds = std::int64_t{patience} * m_limitMs - m_since.elapsed();
    if (!m_page)
        return 0;
    const std::int64_t process = m_page->renderProcessPid();
    if (process == 0)
        return std::int64_t{patienceForProcess} * m_limitMs - m_since.elapsed();
    const auto worked = workedMs(process);
    if (!worked)
        return 0; // the time that passed counts, and that is over
    const std::int64_t before = process == m_process ? m_workedMs : 0;
    return std::min(untilPatienceEnds, m_limitMs - (*worked - before));
}

void ScriptTimeLimit::look()
{
    if (const std::int64_t left = leftMs(); left > 0)
        m_timer.start(static_cast<int>(std::max(left, shortestWaitMs)));
    else
        emit reached();
}

PageWatchdog::PageWatchdog(QWebEnginePage& page, QObject* parent) : QObject(parent), m_page(page)
{
    m_timer.setInterval(intervalMs);
    connect(&m_timer, &QTimer::timeout, this, &PageWatchdog::ask);
    connect(&m_limit, &ScriptTimeLimit::reached, this, [this] {
        stop();
        emit hung();
    });
}

void PageWatchdog::start()
{
    ++m_round;
    m_limit.stop();
    m_timer.start();
}

void PageWatchdog::stop()
{
    ++m_round;
    m_limit.stop();
    m_timer.stop();
}

void PageWatchdog::ask()
{
    if (m_limit.isRunning())
        return;
    m_limit.start(m_page, limitMs);
    m_page.runJavaScript(QStringLiteral("0"), QWebEngineScript::ApplicationWorld,
                         [watch = QPointer(this), round = m_round](const QVariant&) {
                             if (!watch || watch->m_round != round)
                                 return;
                             watch->m_limit.stop();
                             emit watch->answered();
                         });
}

} // namespace quarterdeck::ui::transcript
