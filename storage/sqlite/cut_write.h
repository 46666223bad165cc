#pragma once

#include <string>

namespace quarterdeck::storage::sqlite {

/// Whether a rollback journal (`-journal`) with content stands beside the file: a write to a file without a log was cut
/// off, or somebody is about one. Until it is undone the file is pieces of two states; and the journal would be taken
/// for that of any other file that gets its place.
[[nodiscard]] bool hasCutWrite(const std::string& path);

/// Undoes such a write in a library of ours: of another's file nothing is changed. Who only reads cannot; so this comes
/// before anything is read, copied, recovered or replaced. Where the disk does not let it `hasCutWrite` stays true.
/// Never throws. Thread: any; the caller has the library's lock.
void undoCutWrite(const std::string& path);

} // namespace quarterdeck::storage::sqlite
