#pragma once

#include "model/session/library.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/file_lock.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace quarterdeck::storage::sqlite {

/// SQLite moves its log into the file after some commits, and says nothing if that fails: commits go on, into a growing
/// log. This checks its size, moves it in when nobody writes, knows why that fails, and notes in the library's lock
/// that there is a log without which the file lacks what was written last. Thread: writer.
class WalCheckpointer
{
public:
    /// Beyond this size the log is no longer tolerated. It is cut to this size when all of it was moved in.
    static constexpr std::int64_t longestLog = std::int64_t{64} << 20;
    /// This long after the last commit is a good moment to move it in.
    static constexpr std::chrono::milliseconds quietSpell{5000};

    /// `lock` may be null; it must outlive this.
    WalCheckpointer(Connection& connection, FileLock* lock);

    /// Something was committed.
    void note();
    /// Nobody is writing now.
    void rest();
    /// Why nothing more may be written: the log has reached its limit, and cannot be moved in.
    [[nodiscard]] std::optional<session::Error> refusal() const;
    /// Why the log could not be moved in the last time, although everything is stored in it.
    [[nodiscard]] const std::optional<session::Error>& trouble() const { return m_trouble; }

private:
    using Clock = std::chrono::steady_clock;

    void checkpoint();

    Connection& m_connection;
    FileLock* m_lock;
    bool m_isNoted = false;
    bool m_hasNew = false; ///< since it was last moved in
    std::int64_t m_size = 0;
    Clock::time_point m_lastCommit;
    Clock::time_point m_lastTry;
    std::optional<session::Error> m_trouble;
};

/// Of the log beside this library; 0 if there is none. Thread: any.
[[nodiscard]] std::int64_t logSizeOf(const std::string& path);

} // namespace quarterdeck::storage::sqlite
