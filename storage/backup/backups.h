#pragma once

#include "model/session/library.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace quarterdeck::storage {

enum class BackupKind {
    Daily,
    Weekly,
    ByHand,
    BeforeUpdate, ///< of a file from an older version, before it is upgraded
    InPart,       ///< a copy of a partly damaged library, damage included: not a verified one
    Kept,         ///< the content of an open library when its file was taken away; beside that place
    Replaced,     ///< what a restored backup replaced; beside that place
    Damaged,      ///< set aside by a recovery, or one of the others that was damaged: restoring it means recovering it
};

/// A copy of a library. Except for those put aside (`Kept`, `Replaced`, `Damaged`), it was opened, checked and counted
/// when it was made.
struct Backup
{
    std::string path;
    BackupKind kind = BackupKind::ByHand;
    session::Timestamp made;
    std::int64_t sessions = 0;
    std::int64_t events = 0;
    std::int64_t bytes = 0;
    std::optional<session::Error> damage = {}; ///< for one just made in part: what is damaged in the library
    bool isOfNewerVersion = {};                ///< of this program: it cannot be restored
};

/// Copies a library, also while this or another process writes to it, into the folder "backups" beside it. Where
/// something of it is damaged, the content of an event or an attachment, a row that went, or a page of the file, the
/// copy becomes one of the kind `InPart` and says so (but not before an update). A copy in which something is wrong
/// that is right in the library gets no name of a backup and goes: Damaged, as of what is no library. Other
/// errors: NotFound, DiskFull (also where a copy would not leave room for what is written meanwhile: then nothing is
/// tried), Io; Cancelled when it was stopped. Takes as long as reading and writing the file, twice. Thread: any.
[[nodiscard]] session::Result<Backup> makeBackup(const std::string& library, BackupKind kind,
                                                 const std::stop_token& stop = {});

/// This library's copies that can be read, newest first, whether the library itself exists or not; then those too
/// damaged to be read, and what recoveries put aside, of which only the size is known. Opens each except the last kind,
/// until it is stopped. Thread: any.
[[nodiscard]] std::vector<Backup> listBackups(const std::string& library, const std::stop_token& stop = {});

/// When the newest backup was made that was found whole then, and can be read. Opens it, and those that cannot.
/// Thread: any.
[[nodiscard]] std::optional<session::Timestamp> lastBackup(const std::string& library);

/// Makes the daily and the weekly copy when the last one is a day or a week old (both at once are one file with two
/// names, where the disk can do that), and then removes all but the newest
/// seven daily, four weekly and three of before an update; those that were made by hand stay. Returns how many were
/// due. Of a library that can only be copied in part it makes one such copy a day, keeps three of those (none that is
/// older than four weekly ones), and fails (Damaged) with what is damaged: no other backup goes for that.
[[nodiscard]] session::Result<int> makeDueBackups(const std::string& library, session::Timestamp now,
                                                  const std::stop_token& stop = {});

/// Puts a backup (or any library) in the library's place, also where nothing is in it any more. Returns where the
/// present file is kept, beside it; empty where there was none. Errors: NotFound where there is no such backup, Damaged
/// where it is no library or not whole, NewerVersion where nothing could be written to it then; Locked, ReadOnly,
/// DiskFull, Io; Cancelled when it was stopped before the copy took that place. Then nothing has changed. Takes as long
/// as reading and writing the backup, twice. Thread: any; not while this process has the library open.
[[nodiscard]] session::Result<std::string> restoreBackup(const std::string& library, const std::string& backup,
                                                         const std::stop_token& stop = {});

} // namespace quarterdeck::storage
