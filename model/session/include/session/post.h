#pragma once

#include <functional>

class QObject;

namespace quarterdeck::session {

/// Runs `call` later on the thread of `context`; dropped when `context` dies before. The one way by which threads hand
/// each other work (annotated for ThreadSanitizer, which cannot see into Debian's Qt). Thread: any. `context` must be
/// alive during this call.
void post(QObject* context, std::function<void()> call);

} // namespace quarterdeck::session
