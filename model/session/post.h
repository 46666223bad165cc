#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

class QObject;

namespace quarterdeck::session {

/// Runs `call` later on the thread of `context`; dropped if `context` dies first. The one way in which threads hand
/// each other work (annotated for ThreadSanitizer, which cannot see into Debian's Qt). What `call` captured is
/// destroyed on that thread, too, once it ran: never on the posting one, where Qt might otherwise release it. Thread:
/// any. `context` must be alive during this call.
void post(QObject* context, std::function<void()> call);

/// Lets other threads answer an object of this thread that may be gone by then: an answer that comes too late is
/// dropped. Keep it as the last member of the object that is answered. Thread: made and destroyed on the context's
/// thread; the wrapped functions may be called from any.
class CallbackGuard
{
public:
    explicit CallbackGuard(QObject* context) : m_shared(std::make_shared<Shared>(context)) { }
    ~CallbackGuard()
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->context = nullptr;
    }
    Q_DISABLE_COPY_MOVE(CallbackGuard)

    /// A function that may be called from any thread, and runs `call` on the context's thread if that still exists.
    template <typename T>
    [[nodiscard]] std::function<void(T)> wrap(std::function<void(T)> call) const
    {
        return [shared = m_shared, call = std::move(call)](T value) {
            const std::scoped_lock lock(shared->mutex);
            if (shared->context != nullptr)
                post(shared->context, [call, value = std::move(value)]() mutable { call(std::move(value)); });
        };
    }

private:
    struct Shared
    {
        explicit Shared(QObject* object) : context(object) { }
        std::mutex mutex;
        QObject* context;
    };
    std::shared_ptr<Shared> m_shared;
};

} // namespace quarterdeck::session
