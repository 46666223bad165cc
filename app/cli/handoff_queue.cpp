#include "app/cli/handoff_queue.h"

#include <QEventLoop>

namespace quarterdeck::app {

void HandoffQueue::succeed(const LibraryReleased& word)
{
    for (const auto& who : m_all)
        who->sendLibraryReleased(word);
    for (const auto& who : m_all) {
        QEventLoop loop;
        QObject::connect(who.get(), &HandoffTarget::gone, &loop, &QEventLoop::quit);
        if (!who->isGone())
            loop.exec();
    }
}

} // namespace quarterdeck::app
