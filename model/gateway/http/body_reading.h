#pragma once

#include <QThreadPool>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace quarterdeck::gateway {

/// Where bodies are read: a small one (`smallBody`) at once, on the thread that brings it; a larger one on one of few
/// threads of their own, so that those who sent little do not wait for it. What belongs to one order stays in it: a
/// body waits for those of the same order that came before it and are not read yet.
class BodyReading
{
public:
    static constexpr int threads = 2;

    BodyReading() { m_threads.setMaxThreadCount(threads); }
    /// Drops what nobody began to read, and waits for what is being read.
    ~BodyReading();
    BodyReading(const BodyReading&) = delete;
    BodyReading& operator=(const BodyReading&) = delete;

    /// `order` names what belongs together; empty = it belongs to nothing. It is asked for only when it matters. `read`
    /// reads a body of that length, and hands on what it read before it returns. Thread: always the same one.
    void take(std::size_t bytes, const std::function<std::string()>& order, std::function<void()> read);

private:
    void readNext(const std::string& order);
    void start(const std::string& order);

    std::mutex m_mutex;
    std::map<std::string, std::deque<std::function<void()>>> m_waiting; ///< by order; the first one is being read
    std::size_t m_unordered = 0; ///< so many that belong to nothing have been taken
    bool m_isEnding = false;
    QThreadPool m_threads; ///< last: its threads use the others
};

} // namespace quarterdeck::gateway
