#pragma once

#include <functional>
#include <map>
#include <memory>
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

} // namespace quarterdeck::team
