#pragma once

#include <functional>

class QObject;

namespace quarterdeck::session {

/// Runs `call` later on the thread of `context`; dropped when `context` dies before. The one way by which threads hand
/// each other work (annotated for ThreadSanitizer, which cannot see into Debian's Qt). What `call` captured ends on
/// that thread, too, once it ran: never on the posting one, on which Qt may let go. Thread: any. `context` must be
/// alive during this call.
void post(QObject* context, std::function<void()> call);

} // namespace quarterdeck::session
