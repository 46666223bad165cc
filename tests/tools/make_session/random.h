#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace quarterdeck::test {

/// Numbers that look random and are the same everywhere for a seed (splitmix64): the distributions of the standard
/// library differ between its makers.
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) { }

    [[nodiscard]] std::uint64_t next()
    {
        std::uint64_t value = m_state += 0x9e3779b97f4a7c15U;
        value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
        value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
        return value ^ (value >> 31U);
    }
    /// 0 to limit - 1.
    [[nodiscard]] int below(int limit) { return static_cast<int>(next() % static_cast<std::uint64_t>(limit)); }
    [[nodiscard]] int between(int least, int most) { return least + below(most - least + 1); }
    [[nodiscard]] bool chance(int percent) { return below(100) < percent; }
    template <typename T, std::size_t count>
    [[nodiscard]] const T& oneOf(const std::array<T, count>& values)
    {
        return values[static_cast<std::size_t>(below(static_cast<int>(count)))];
    }

private:
    std::uint64_t m_state;
};

} // namespace quarterdeck::test
