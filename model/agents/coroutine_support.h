#pragma once

// As in ids.h: moc needs another standard header before those that include <compare>.
#include <cstddef>

#include <coroutine>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::team {

/// Those who want to be called. A registration ends with its handle, so a coroutine keeps the handle in its frame.
/// Thread: one, the engine.
class Callbacks
{
    struct Shared
    {
        std::map<int, std::function<void()>> calls;
        int next = 0;
    };

public:
    class Registration
    {
    public:
        Registration() = default;
        Registration(std::weak_ptr<Shared> shared, int key) : m_shared(std::move(shared)), m_key(key) { }
        Registration(Registration&& other) noexcept
            : m_shared(std::exchange(other.m_shared, {}))
            , m_key(other.m_key) { }
        Registration& operator=(Registration&& other) noexcept
        {
            std::swap(m_shared, other.m_shared);
            std::swap(m_key, other.m_key);
            return *this;
        }
        ~Registration()
        {
            if (const auto shared = m_shared.lock())
                shared->calls.erase(m_key);
        }
        Registration(const Registration&) = delete;
        Registration& operator=(const Registration&) = delete;

    private:
        std::weak_ptr<Shared> m_shared;
        int m_key = 0;
    };

    [[nodiscard]] Registration add(std::function<void()> call)
    {
        const int key = m_shared->next++;
        m_shared->calls.emplace(key, std::move(call));
        return {m_shared, key};
    }

    /// Calls each one registered now and still there at its turn. A call may end registrations, and the owner of this.
    void callAll() const
    {
        const std::shared_ptr<Shared> shared = m_shared;
        std::vector<int> keys;
        for (const auto& [key, call] : shared->calls)
            keys.push_back(key);
        for (const int key : keys) {
            const auto found = shared->calls.find(key);
            if (found != shared->calls.end()) {
                const std::function<void()> call = found->second;
                call();
            }
        }
    }

private:
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
};

/// Tells coroutines that nobody wants their result any more. QCoro has no cancellation: a wait registers here, is woken
/// by `cancel` (a network reply aborts), and checks `isCancelled` afterwards. Once, and for good. Thread: one, the
/// engine.
class CancelToken
{
public:
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }
    void cancel()
    {
        if (m_isCancelled)
            return;
        m_isCancelled = true;
        m_callbacks.callAll();
    }
    /// `call` runs when it is cancelled; at once if it already is.
    [[nodiscard]] Callbacks::Registration onCancel(std::function<void()> call)
    {
        if (m_isCancelled) {
            call();
            return {};
        }
        return m_callbacks.add(std::move(call));
    }

private:
    Callbacks m_callbacks;
    bool m_isCancelled = false;
};

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
