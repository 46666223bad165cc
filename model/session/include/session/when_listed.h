#pragma once

#include <functional>

class QObject;

namespace quarterdeck::session {

class SessionHub;

/// Calls when the hub knows which sessions there are: at once where it does, and in the order in which it was asked.
/// Not after `context` is gone. Thread: the hub's.
void whenListed(SessionHub& hub, QObject& context, std::function<void()> call);

} // namespace quarterdeck::session
