#pragma once

#include "job_thread.h"
#include "session/library.h"
#include "sqlite/writer.h"

#include <cstddef>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// On the way to the writer. Most writes pass at once. A large one is made ready on a thread of its own, so that
/// neither its caller nor the writer is busy with it; those of its session that come after it wait for it there, and
/// all others pass by. Thread: `push` from any; destroying it hands over all that it was given.
class Preparation
{
public:
    /// Completes the job, and says then how many bytes it adds to its transaction. Empty = it is ready.
    using MakeReady = std::function<void(WriteJob&)>;
    using Sessions = std::vector<session::SessionId>;

    /// `writer` outlives this.
    explicit Preparation(Writer& writer);

    /// `sessions`: that it is a write of; none = it waits for nothing.
    void push(Sessions sessions, WriteJob job, MakeReady makeReady = {});

private:
    struct Waiting
    {
        Sessions sessions;
        WriteJob job;
        MakeReady makeReady;
    };

    [[nodiscard]] bool areHeld(const Sessions& sessions) const;
    void handle(JobThread<Waiting>::Jobs waiting);
    void handOver(Waiting waiting);

    Writer& m_writer;
    std::mutex m_mutex;
    std::unordered_map<session::SessionId, std::size_t> m_held; ///< have so many writes that are not handed over yet
    JobThread<Waiting> m_thread;                                ///< it joins before what it uses goes
};

} // namespace quarterdeck::storage::sqlite
