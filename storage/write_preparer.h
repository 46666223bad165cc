#pragma once

#include "model/session/library.h"
#include "storage/job_thread.h"
#include "storage/write_thread.h"

#include <cstddef>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// The way to the writer. Most writes pass at once. A large one is prepared on a thread of its own, so that neither its
/// caller nor the writer is busy with it; later writes of its session wait for it there, and all others pass. Thread:
/// `push` from any; destroying it hands over everything it was given.
class WritePreparer
{
public:
    /// Completes the job, and then says how many bytes it adds to its transaction. Empty = it is ready.
    using MakeReady = std::function<void(WriteJob&)>;
    using Sessions = std::vector<session::SessionId>;

    /// `writer` must outlive this.
    explicit WritePreparer(WriteThread& writer);

    /// `sessions`: the ones it writes to; none = it waits for nothing.
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

    WriteThread& m_writer;
    std::mutex m_mutex;
    std::unordered_map<session::SessionId, std::size_t> m_held; ///< that have this many writes not handed over yet
    JobThread<Waiting> m_thread;                                ///< it joins before what it uses is destroyed
};

} // namespace quarterdeck::storage::sqlite
