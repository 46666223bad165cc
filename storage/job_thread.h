#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace quarterdeck::storage {

/// What a thread does when it has no job: a little at a time, as long as there is more.
struct IdleWork
{
    std::chrono::milliseconds quiet{0}; ///< without a job, before the first of it
    /// Returns after how much more quiet to continue; empty = when there were jobs again. Null = no such work.
    std::function<std::optional<std::chrono::milliseconds>()> run;
};

/// A thread that handles jobs in their order: it takes everything that is queued at once and never waits for more. It
/// starts with idle work, which jobs interrupt after each piece. The destructor handles what is queued and joins.
/// Thread: `push` from any.
template <typename Job>
class JobThread
{
public:
    using Jobs = std::deque<Job>;
    using Handle = std::function<void(Jobs)>;

    explicit JobThread(Handle handle, IdleWork idle = {})
        : m_queue(std::make_shared<Queue>(std::move(handle), std::move(idle)))
        , m_thread([queue = m_queue] { queue->run(); })
    { }
    ~JobThread()
    {
        m_queue->close();
        // The answer to a read may hold the last reference to the library: a thread cannot join itself, so the queue
        // that it still runs is shared with it.
        if (m_thread.get_id() == std::this_thread::get_id())
            m_thread.detach();
        else
            m_thread.join();
    }
    JobThread(const JobThread&) = delete;
    JobThread& operator=(const JobThread&) = delete;

    void push(Job job) { m_queue->push(std::move(job)); }

private:
    class Queue
    {
    public:
        Queue(Handle handle, IdleWork idle) : m_handle(std::move(handle)), m_idle(std::move(idle)) { }

        void push(Job job)
        {
            {
                const std::scoped_lock lock(m_mutex);
                m_jobs.push_back(std::move(job));
            }
            m_wake.notify_one();
        }
        void close()
        {
            {
                const std::scoped_lock lock(m_mutex);
                m_isClosed = true;
            }
            m_wake.notify_one();
        }
        void run()
        {
            const auto firstPatience = m_idle.run ? std::optional(m_idle.quiet) : std::nullopt;
            std::optional<std::chrono::milliseconds> patience = firstPatience;
            for (;;) {
                std::optional<Jobs> jobs = take(patience);
                if (!jobs) {
                    patience = m_idle.run();
                    continue;
                }
                if (jobs->empty())
                    break;
                m_handle(std::move(*jobs));
                patience = firstPatience;
            }
            m_handle = {};
            m_idle = {};
        }

    private:
        /// No jobs: closed. Empty: none came within `patience`.
        std::optional<Jobs> take(std::optional<std::chrono::milliseconds> patience)
        {
            std::unique_lock lock(m_mutex);
            const auto isReady = [this] { return m_isClosed || !m_jobs.empty(); };
            if (!patience)
                m_wake.wait(lock, isReady);
            else if (!m_wake.wait_for(lock, *patience, isReady))
                return std::nullopt;
            return std::exchange(m_jobs, {});
        }

        Handle m_handle;
        IdleWork m_idle;
        std::mutex m_mutex;
        std::condition_variable m_wake;
        Jobs m_jobs;
        bool m_isClosed = false;
    };

    std::shared_ptr<Queue> m_queue;
    std::thread m_thread;
};

} // namespace quarterdeck::storage
