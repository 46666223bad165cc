#pragma once

#include <QThreadPool>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace quarterdeck::gateway {

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
