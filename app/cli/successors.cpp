#include "app/cli/successors.h"

#include <QEventLoop>

namespace quarterdeck::app {

void Successors::succeed(const Yours& word)
{
    for (const auto& who : m_all)
        who->tellYours(word);
    for (const auto& who : m_all) {
        QEventLoop loop;
        QObject::connect(who.get(), &Successor::gone, &loop, &QEventLoop::quit);
        if (!who->isGone())
            loop.exec();
    }
}

} // namespace quarterdeck::app
