#pragma once

#include "model/conversation/event.h"
#include "model/session/library.h"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>

namespace quarterdeck::transfer {

/// Waits for a read: its answer comes on the reader thread, which never waits for this one.
template <typename T>
session::Result<T> awaitLibrary(const std::function<void(session::Done<T>)>& ask)
{
    auto promise = std::make_shared<std::promise<session::Result<T>>>();
    auto answer = promise->get_future();
    ask([promise](session::Result<T> result) { promise->set_value(std::move(result)); });
    return answer.get();
}

/// Roughly what these take in memory, in bytes: one with many small values takes several times its text.
[[nodiscard]] std::size_t approximateSize(const conversation::Message& message);
[[nodiscard]] std::size_t approximateSize(const conversation::Event& event);

/// Counts a worker's pending writes, so that it stays just a few batches ahead of the disk. Threads: `track` and
/// `waitBelow` from the worker, `abandon` from any; the tracked calls from the library's.
class WriteThrottle
{
public:
    /// A completion for one write.
    template <typename T>
    [[nodiscard]] session::Done<T> track()
    {
        begin();
        return [state = m_state](const session::Result<T>& result) {
            end(*state, result ? std::nullopt : std::optional(result.error()));
        };
    }
    /// Waits until fewer than `count` writes are pending, or nobody answers any more.
    void waitBelow(int count);
    /// Completions may never come (their thread waits for ours): nobody waits for them from now on.
    void abandon();
    /// Of the first write that failed since `forgetError`.
    [[nodiscard]] std::optional<session::Error> error() const;
    void forgetError();

private:
    struct State
    {
        std::mutex mutex;
        std::condition_variable changed;
        int underWay = 0;
        bool isAbandoned = false;
        std::optional<session::Error> error;
    };
    void begin();
    static void end(State& state, std::optional<session::Error> error);

    std::shared_ptr<State> m_state = std::make_shared<State>();
};

} // namespace quarterdeck::transfer
