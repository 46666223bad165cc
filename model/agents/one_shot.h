#pragma once

#include <coroutine>
#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::team {

/// A value that a callback supplies once, for one waiting coroutine. The first value counts; later ones (a late answer
/// after a cancel) are dropped. Both sides hold it by shared_ptr, so neither needs the other to live. Thread: one, the
/// engine; `resolve` resumes the coroutine before it returns.
template <typename T>
class OneShot
{
public:
    void resolve(T value)
    {
        if (m_isResolved)
            return;
        m_isResolved = true;
        m_value = std::move(value);
        if (const std::coroutine_handle<> waiter = std::exchange(m_waiter, {}))
            waiter.resume();
    }

    struct Awaiter
    {
        std::shared_ptr<OneShot> shot;
        [[nodiscard]] bool await_ready() const noexcept { return shot->m_isResolved; }
        void await_suspend(std::coroutine_handle<> waiter) const noexcept { shot->m_waiter = waiter; }
        [[nodiscard]] T await_resume() const { return std::move(*shot->m_value); }
    };

private:
    std::optional<T> m_value;
    std::coroutine_handle<> m_waiter;
    bool m_isResolved = false;
};

template <typename T>
[[nodiscard]] typename OneShot<T>::Awaiter valueOf(std::shared_ptr<OneShot<T>> shot)
{
    return {std::move(shot)};
}

} // namespace quarterdeck::team
