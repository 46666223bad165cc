#pragma once

#include <QThreadPool>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace quarterdeck::gateway {

/// How many of the wanted connections a server may have, given this process's limit of open files: the rest is for the
/// library, the window, and another server. Pure.
[[nodiscard]] std::size_t connectionsWithin(std::uint64_t openFiles, std::size_t wanted);
/// The same for this process, whose limit is raised as far as the system allows: many systems start with 1,024. Thread:
/// any.
[[nodiscard]] std::size_t roomForConnections(std::size_t wanted);

/// Limits how much of large bodies is in memory. The rest stays with its senders until others are done; if nothing can
/// be finished before more of it arrives, the oldest continues alone. So the limit is exceeded by at most one body
/// (of gRPC, by the calls of one connection).
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

/// Parses bodies: a small one (`smallBody`) at once, on the thread that brings it; a larger one on one of a few
/// threads, so that small senders need not wait for it. Bodies of one order stay in order: each waits for earlier ones
/// that have not been parsed yet.
class BodyParser
{
public:
    static constexpr int threads = 2;

    BodyParser() { m_threads.setMaxThreadCount(threads); }
    /// Drops what has not been started, and waits for what is being parsed.
    ~BodyParser();
    BodyParser(const BodyParser&) = delete;
    BodyParser& operator=(const BodyParser&) = delete;

    /// `order` names what belongs together; empty = nothing. It is called only if it matters. `read` parses a body of
    /// that length, and passes on the result before it returns. Thread: always the same one.
    void take(std::size_t bytes, const std::function<std::string()>& order, std::function<void()> read);

private:
    void readNext(const std::string& order);
    void start(const std::string& order);

    std::mutex m_mutex;
    std::map<std::string, std::deque<std::function<void()>>> m_waiting; ///< by order; the first is being read
    std::size_t m_unordered = 0;                                        ///< how many unordered ones have been taken
    bool m_isEnding = false;
    QThreadPool m_threads; ///< last: its threads use the others
};

} // namespace quarterdeck::gateway
