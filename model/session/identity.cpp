#include "session/identity.h"

#include <QUuid>
#include <chrono>

namespace quarterdeck::session {

std::string newId() { return QUuid::createUuid().toString(QUuid::Id128).toStdString(); }

conversation::DecideContext decideContextNow()
{
    using namespace std::chrono;
    conversation::DecideContext context;
    context.now = {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
    context.monotonicMs = duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
    context.makeId = newId;
    return context;
}

} // namespace quarterdeck::session
