#include "session/post.h"

#include <QMetaObject>
#include <QObject>
#include <memory>
#include <utility>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace quarterdeck::session {

namespace {

/// Debian's Qt is not instrumented, so ThreadSanitizer cannot see that its event queue orders the two threads: say it
/// here.
void publish([[maybe_unused]] void* token)
{
#if defined(__SANITIZE_THREAD__)
    __tsan_release(token);
#endif
}

void receive([[maybe_unused]] void* token)
{
#if defined(__SANITIZE_THREAD__)
    __tsan_acquire(token);
#endif
}

} // namespace

void post(QObject* context, std::function<void()> call)
{
    auto shared = std::make_shared<std::function<void()>>(std::move(call));
    void* token = shared.get();
    publish(token);
    QMetaObject::invokeMethod(
        context,
        [shared = std::move(shared)] {
            receive(shared.get());
            (*shared)();
        },
        Qt::QueuedConnection);
}

} // namespace quarterdeck::session
