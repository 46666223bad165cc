#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

namespace quarterdeck::gateway {

/// How much of the larger bodies is in memory. What goes beyond is left with those who send it, until others are done
/// with; where nothing can be done with before more of it comes, the oldest goes on alone. So it is exceeded by one
/// body at most. Thread: the server's.
class BodyBudget
{
public:
    using Ticket = std::uint64_t; ///< of one body; 0 = none

    explicit BodyBudget(std::size_t most) : m_most(most) { }

    [[nodiscard]] Ticket begin();
    void add(Ticket ticket, std::size_t bytes);
    /// More of it may be read.
    [[nodiscard]] bool admits(Ticket ticket) const;
    /// Calls `then` as soon as more of it may be read; not when it is released before.
    void wait(Ticket ticket, std::function<void()> then);
    /// Some body has no room.
    [[nodiscard]] bool isWaitedFor() const;
    /// All of it is there: it needs no others to be done with.
    void setWhole(Ticket ticket);
    /// It is in memory no more, or is not waited for.
    void release(Ticket ticket);

private:
    struct Body
    {
        std::size_t bytes = 0;
        bool isWhole = false;
        std::function<void()> then = {};
    };
    void wake();

    std::size_t m_most;
    std::size_t m_bytes = 0;
    std::size_t m_whole = 0; ///< so many are
    Ticket m_last = 0;
    std::map<Ticket, Body> m_bodies; ///< oldest first
};

} // namespace quarterdeck::gateway
