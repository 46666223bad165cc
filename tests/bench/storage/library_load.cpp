#include "library_load.h"

#include <QEventLoop>
#include <QMetaObject>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace quarterdeck::bench {

LibraryLoad::Figures LibraryLoad::run(std::vector<PreparedAppend> appends, int producers)
{
    m_appends = std::move(appends);
    m_next = m_acknowledged = 0;
    m_batches = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < producers; ++i)
        appendNext();
    QEventLoop loop;
    while (m_acknowledged < m_appends.size())
        loop.processEvents(QEventLoop::WaitForMoreEvents);
    Figures figures;
    figures.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    figures.meanBatch = static_cast<double>(m_acknowledged) / std::max(m_batches, 1);
    return figures;
}

void LibraryLoad::appendNext()
{
    if (m_next == m_appends.size())
        return;
    PreparedAppend& append = m_appends[m_next++];
    m_library.append(std::move(append.summary), std::move(append.records),
                     [this](const session::Result<session::Nothing>& result) {
                         if (!result) {
                             std::fprintf(stderr, "append: %s\n", result.error().detail.c_str());
                             std::exit(2);
                         }
                         noteAcknowledgement();
                         appendNext();
                     });
}

void LibraryLoad::noteAcknowledgement()
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
