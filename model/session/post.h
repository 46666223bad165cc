#pragma once

#include <functional>

class QObject;

namespace quarterdeck::session {

/// Runs `call` later on the thread of `context`; dropped if `context` dies first. The one way in which threads hand
/// each other work (annotated for ThreadSanitizer, which cannot see into Debian's Qt). What `call` captured is
/// destroyed on that thread, too, once it ran: never on the posting one, where Qt might otherwise release it. Thread:
/// any. `context` must be alive during this call.
void post(QObject* context, std::function<void()> call);

} // namespace quarterdeck::session
