#include "ui/controllers/slow_write_monitor.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using std::chrono::milliseconds;

SlowWriteMonitor::SlowWriteMonitor(session::LibraryMonitor& signs, Patience patience, QObject* parent)
    : QObject(parent)
    , m_signs(signs)
    , m_patience(patience)
{
    m_timer.setInterval(m_patience.look);
    connect(&m_timer, &QTimer::timeout, this, &SlowWriteMonitor::look);
    waitForWrites();
}

void SlowWriteMonitor::waitForWrites()
{
    m_timer.stop();
    m_signs.callWhenWaiting(
        [begin = m_receiver.wrap<session::Nothing>([this](session::Nothing) { m_timer.start(); })] { begin({}); });
}

milliseconds SlowWriteMonitor::waited() const
{
    const auto since = m_signs.waitingSince();
    return since ? std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - *since)
                 : milliseconds{0};
}

void SlowWriteMonitor::look()
{
    const milliseconds age = waited();
    m_quickLooks = age < m_patience.quick ? m_quickLooks + 1 : 0;
    if (isLate() ? m_quickLooks == 0 : age >= m_patience.late)
        tell(std::max(age / m_patience.late * m_patience.late, m_patience.late));
    else if (isLate() && m_quickLooks >= m_patience.quickLooks)
        end();
    if (!isLate() && !m_signs.waitingSince())
        waitForWrites();
}

void SlowWriteMonitor::tell(milliseconds longerThan)
{
    if (longerThan != std::exchange(m_told, longerThan))
        emit delayed(longerThan);
}

void SlowWriteMonitor::end()
{
    m_told = milliseconds{0};
    emit ended();
}

} // namespace quarterdeck::ui
