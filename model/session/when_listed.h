#pragma once

#include <functional>

class QObject;

namespace quarterdeck::session {

class SessionHub;

/// Calls once the hub knows which sessions there are: immediately if it does, and in the order of the requests. Not
/// after `context` is gone. Thread: the hub's.
void afterSessionsListed(SessionHub& hub, QObject& context, std::function<void()> call);

} // namespace quarterdeck::session
