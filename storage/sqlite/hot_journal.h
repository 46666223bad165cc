#pragma once

#include "model/conversation/error.h"

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

} // namespace quarterdeck::storage::sqlite
