#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace quarterdeck::storage {

/// A thread that handles jobs in the order in which they came: it takes all that is queued at once and never waits for
/// more. The destructor handles what is queued and joins. Thread: `push` from any.
template <typename Job>
class JobThread
{
public:
    using Jobs = std::deque<Job>;
    using Handle = std::function<void(Jobs)>;

    explicit JobThread(Handle handle)
        : m_queue(std::make_shared<Queue>(std::move(handle)))
        , m_thread([queue = m_queue] { queue->run(); })
    { }
    ~JobThread()
    {
        m_queue->close();
        // The answer to a read may hold the last reference to the library: a thread cannot join itself, and the queue
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
        explicit Queue(Handle handle) : m_handle(std::move(handle)) { }

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
            for (Jobs jobs = take(); !jobs.empty(); jobs = take())
                m_handle(std::move(jobs));
            m_handle = {};
        }

    private:
        Jobs take()
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_isClosed || !m_jobs.empty(); });
            return std::exchange(m_jobs, {});
        }

        Handle m_handle;
        std::mutex m_mutex;
        std::condition_variable m_wake;
        Jobs m_jobs;
        bool m_isClosed = false;
    };

    std::shared_ptr<Queue> m_queue;
    std::thread m_thread;
};

} // namespace quarterdeck::storage
