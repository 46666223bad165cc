#pragma once

#include "model/conversation/error.h"
#include "model/session/library.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/file_lock.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace quarterdeck::storage::sqlite {

/// Whether a rollback journal (`-journal`) with content is beside the file: a write to a file without a log was cut
/// off, or somebody is in the middle of one. Until it is undone, the file is a mix of two states; and the journal would
/// be taken for that of any other file in its place.
[[nodiscard]] bool hasHotJournal(const std::string& path);

/// Undoes such a write in one of our libraries; foreign files are not changed, and a journal that names a super-journal
/// (model/session/confined_database.h), as none of ours does, is not followed. A read-only user cannot do this, so it
/// comes before anything is read, copied, recovered or replaced. If the disk does not allow it, `hasHotJournal` stays
/// true. Never throws. Thread: any; the caller holds the library's lock.
void rollBackHotJournal(const std::string& path);

/// What a person is told if that is not possible.
[[nodiscard]] conversation::Error whyCutWriteStays(const std::string& path, std::string detail);

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
