#pragma once

#include "model/session/library.h"
#include "storage/backup/backups.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace quarterdeck::storage {

/// What was recovered of one session.
struct RecoveredSession
{
    session::SessionId id; ///< "recovered-N" if neither the list nor its index has it
    std::string title;
    std::int64_t events = 0;   ///< those that are unchanged
    std::int64_t lost = 0;     ///< replaced by an event of kind "lost", so that all others keep their place
    std::int64_t messages = 0; ///< in those events
    std::int64_t attachments = 0;
    std::int64_t lostAttachments = 0;
    /// The list's row tells how many events there were; without it, more may be lost after the last one found.
    bool isEndKnown = true;
    [[nodiscard]] bool isWhole() const { return lost == 0 && lostAttachments == 0 && isEndKnown; }
};

struct RecoveryReport
{
    std::string keptAside; ///< where the recovered file is now, unchanged; its log is beside it
    std::vector<RecoveredSession> sessions;
    /// The file is shorter than it was, or its list of sessions cannot be read to the end: there may have been more.
    bool isPartMissing = {};
    /// The file was gone, or empty: everything comes from its log, which holds what was written last.
    bool isFromLogAlone = {};
    std::optional<Backup> newestCopy = {}; ///< a backup, or what was kept of it, that `restoreBackup` accepts
    session::Timestamp recovered = {};
    [[nodiscard]] std::int64_t wholeSessions() const;
    [[nodiscard]] std::int64_t lostEvents() const;
    /// Everything was recovered.
    [[nodiscard]] bool isWhole() const;
};

/// Reads a damaged library (UTF-8 path) page by page, without SQLite, which stops at the first that is wrong; writes
/// all sessions, drafts and attachments of which something is left into a new file, puts that in the library's place,
/// and keeps the damaged one beside it under a name with the date, with the report (`savedRecoveryReport`). What
/// follows from the events (channels, marks, snapshots, index) is made anew. Where nothing of a library is found the
/// file stays as it is and where it is (Damaged). Where there is no file, or an empty one, but its log, that is read.
/// Other errors: Locked, NotFound, ReadOnly, DiskFull, Io: then, too, nothing has changed. Takes as long as reading and
/// writing the file; `progressed` is told, on this thread, at 0 and whenever another hundredth of it is done. Thread:
/// any; not while this process has the library open.
[[nodiscard]] session::Result<RecoveryReport> recoverLibrary(const std::string& path,
                                                             const std::function<void(int percent)>& progressed = {});

/// What a recovery of a damaged file that is kept came to, as it was written down beside that (`listBackups` has those
/// files); `keptAside` is that file. Nothing where nothing was written down, as there was no room for it, or where it
/// cannot be read as ours: anybody may have written what lies there. Thread: any.
[[nodiscard]] std::optional<RecoveryReport> savedRecoveryReport(const std::string& library, const std::string& damaged);

/// All of them, the last recovery's first. Opens none of the damaged files. Thread: any.
[[nodiscard]] std::vector<RecoveryReport> savedRecoveryReports(const std::string& library);

/// Makes the index of a library's full text anew from its log, when that alone is damaged (`LibraryHealth`); nothing
/// else changes. Returns what is to be said of a lost log, as `lostLog` does. `progressed` is told how many events are
/// left, now and then. Errors: Damaged where even that cannot be, and those of `openLibrary`; Locked while another has
/// it, which does the same by itself. Thread: any.
[[nodiscard]] session::Result<std::optional<session::Error>>
rebuildTextIndex(const std::string& path, const std::function<void(std::int64_t left)>& progressed = {});

/// Recovers a damaged file that lies elsewhere, such as one that was put aside: what comes of it takes the library's
/// place. The damaged file stays where and as it is, with this report beside it; what the report says is kept aside is
/// what was in that place, nothing where there was none. Errors and thread as above; Cancelled when it was stopped.
[[nodiscard]] session::Result<RecoveryReport> recoverInPlace(const std::string& library, const std::string& damaged,
                                                             const std::stop_token& stop = {});

struct Restored
{
    std::string keptAside;                  ///< where the file in the library's place is now; empty = there was none
    std::optional<RecoveryReport> recovery; ///< for a damaged file: what was recovered from it
};

/// `restoreBackup`, or `recoverInPlace` where the file is one that a recovery put aside, or another copy of this
/// library (a backup, or what was put aside) and turns out to be damaged.
[[nodiscard]] session::Result<Restored> restoreOrRecover(const std::string& library, const std::string& backup,
                                                         const std::stop_token& stop = {});

} // namespace quarterdeck::storage

namespace quarterdeck::storage::recover {

/// Writes what is left of a damaged library and its log into a new file, and verifies that. The report leaves out where
/// the damaged file is kept, and which copies there are. The damaged file stays as it is; after an error, so does
/// whatever there is of the new one. Lost attachments are taken from the backups of the library's place, if that is
/// given. Throws SQLite::Exception. Thread: any, but nobody else writes to either.
[[nodiscard]] session::Result<RecoveryReport> recoverInto(const std::string& into, const std::string& damaged,
                                                          const std::function<void(int percent)>& progressed,
                                                          const std::stop_token& stop, const std::string& place = {});

/// Why there is no room for it and what it collects beside it; empty = there is, as far as anybody knows. Thread: any.
[[nodiscard]] std::optional<session::Error> checkFreeSpace(const std::string& into, const std::string& damaged);

} // namespace quarterdeck::storage::recover
