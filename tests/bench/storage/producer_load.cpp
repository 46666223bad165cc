#include "producer_load.h"

#include <QEventLoop>
#include <QMetaObject>
#include <algorithm>
#include <chrono>
#include <utility>

namespace quarterdeck::bench {

ProducerLoad::Figures ProducerLoad::run(std::size_t count, int producers)
{
    m_count = count;
    m_next = m_acknowledged = 0;
    m_batches = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < producers; ++i)
        sendNext();
    QEventLoop loop;
    while (m_acknowledged < m_count)
        loop.processEvents(QEventLoop::WaitForMoreEvents);
    Figures figures;
    figures.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    figures.meanBatch = static_cast<double>(m_acknowledged) / std::max(m_batches, 1);
    return figures;
}

void ProducerLoad::sendNext()
{
    if (m_next == m_count)
        return;
    m_send(m_next++, [this] {
        noteAcknowledgement();
        sendNext();
    });
}

void ProducerLoad::noteAcknowledgement()
{
    ++m_acknowledged;
    if (m_isBatchNoted)
        return;
    // One batch is answered in one posted call, so whatever is queued now comes after all of it.
    m_isBatchNoted = true;
    ++m_batches;
    QMetaObject::invokeMethod(
        this, [this] { m_isBatchNoted = false; }, Qt::QueuedConnection);
}

} // namespace quarterdeck::bench
