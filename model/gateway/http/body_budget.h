#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

namespace quarterdeck::gateway {

/// Limits how much of large bodies is in memory. The rest stays with its senders until others are done; if nothing can
/// be finished before more of it arrives, the oldest continues alone. So the limit is exceeded by at most one body.
/// Thread: the server's.
class BodyBudget
{
public:
    using Ticket = std::uint64_t; ///< a body's; 0 = none

    explicit BodyBudget(std::size_t most) : m_most(most) { }

    [[nodiscard]] Ticket begin();
    void add(Ticket ticket, std::size_t bytes);
    /// More of it may be read.
    [[nodiscard]] bool admits(Ticket ticket) const;
    /// Calls `then` as soon as more of it may be read, unless it is released before.
    void wait(Ticket ticket, std::function<void()> then);
    /// Some body is waiting for room.
    [[nodiscard]] bool isWaitedFor() const;
    /// It has arrived completely, and no longer depends on others.
    void setWhole(Ticket ticket);
    /// It is no longer in memory, or no longer waited for.
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
    std::size_t m_whole = 0; ///< this many are
    Ticket m_last = 0;
    std::map<Ticket, Body> m_bodies; ///< oldest first
};

} // namespace quarterdeck::gateway
