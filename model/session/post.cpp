#include "model/session/post.h"

#include <QMetaObject>
#include <QObject>

#include <memory>
#include <utility>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#endif

namespace quarterdeck::session {

namespace {

using Call = std::function<void()>;

// Debian's Qt is not instrumented, so ThreadSanitizer cannot see that its event queue orders the two threads: say it
// here. What Qt's headers write into and read from the queued functor, in our code, it cannot see ordered at all.

void publish([[maybe_unused]] void* token)
{
#if defined(__SANITIZE_THREAD__)
    __tsan_release(token);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
#endif
}

void published()
{
#if defined(__SANITIZE_THREAD__)
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
#endif
}

std::shared_ptr<Call> receive(const std::shared_ptr<Call>& queued)
{
#if defined(__SANITIZE_THREAD__)
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    std::shared_ptr<Call> received = queued;
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    __tsan_acquire(received.get());
    return received;
#else
    return queued;
#endif
}

} // namespace

void post(QObject* context, Call call)
{
    auto shared = std::make_shared<Call>(std::move(call));
    publish(shared.get());
    QMetaObject::invokeMethod(
        context,
        [shared = std::move(shared)] {
            // Qt may let go of the functor on the posting thread: what was captured must end here, where it was used.
            const Call received = std::exchange(*receive(shared), {});
            received();
        },
        Qt::QueuedConnection);
    published();
}

} // namespace quarterdeck::session
