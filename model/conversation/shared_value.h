#pragma once

#include <memory>
#include <utility>

namespace quarterdeck::conversation {

/// An unchanging value that copies share: for what the state has many of, since it is copied at every commit. Equality
/// is by value.
template <typename T>
class SharedValue
{
public:
    SharedValue() : SharedValue(T()) { }
    SharedValue(T value)
        : m_value(std::make_shared<const T>(std::move(value))) { } // NOLINT(google-explicit-constructor)

    [[nodiscard]] const T& operator*() const { return *m_value; }
    [[nodiscard]] const T* operator->() const { return m_value.get(); }
    operator const T&() const { return *m_value; } // NOLINT(google-explicit-constructor)

    friend bool operator==(const SharedValue& one, const SharedValue& other)
    {
        return one.m_value == other.m_value || *one == *other;
    }

private:
    std::shared_ptr<const T> m_value;
};

} // namespace quarterdeck::conversation
