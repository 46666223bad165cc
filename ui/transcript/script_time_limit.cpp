#include "ui/transcript/script_time_limit.h"

#include "ui/transcript/render_process.h"

#include <QWebEnginePage>
#include <algorithm>

namespace quarterdeck::ui::transcript {

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

} // namespace quarterdeck::ui::transcript
