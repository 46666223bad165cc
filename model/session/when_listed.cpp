#include "model/session/when_listed.h"

#include "model/session/session_hub.h"

#include <utility>

namespace quarterdeck::session {

void afterSessionsListed(SessionHub& hub, QObject& context, std::function<void()> call)
{
    if (hub.isListed())
        return call();
    auto* once = new QObject(&context);
    QObject::connect(&hub, &SessionHub::sessionsChanged, once, [&hub, once, call = std::move(call)] {
        if (!hub.isListed())
            return;
        const auto last = call; // the connection holds it, and ends here
        hub.disconnect(once);
        once->deleteLater();
        last();
    });
}

} // namespace quarterdeck::session
