#pragma once

#include "conversation/error.h"

#include <cstdint>
#include <string>

/// Why a file could not be read or written, in the language of the program. Each names the file.
namespace quarterdeck::transfer::sentences {

using conversation::Error;

[[nodiscard]] Error noSuchFile(const std::string& path);
[[nodiscard]] Error isFolder(const std::string& path);
[[nodiscard]] Error isSpecialFile(const std::string& path);
/// Of a file of a library, this one or another, that this process has open.
[[nodiscard]] Error isOpenLibrary(const std::string& path);
[[nodiscard]] Error noRecordings(const std::string& folder);
[[nodiscard]] Error beingWritten(const std::string& path);
/// What of a database does not come in; `tables`: their names, with how much there is where that is known.
[[nodiscard]] std::string tablesLeftOut(const std::string& file, const std::string& tables);
/// Of a database: what belongs to no run of it.
[[nodiscard]] std::string messagesWithoutRun(const std::string& file, std::int64_t count);
/// `first`: the first one that was not looked at.
[[nodiscard]] Error tooManyFiles(const std::string& folder, std::size_t most, const std::string& first);
[[nodiscard]] Error tooDeepFolder(const std::string& folder, int levels);
[[nodiscard]] Error foreignDatabase(const std::string& file);
[[nodiscard]] Error damagedDatabase(const std::string& file, const std::string& detail);
[[nodiscard]] Error damagedPackage(const std::string& file, const std::string& detail);
/// A library with several sessions, or none.
[[nodiscard]] Error notOneSession(const std::string& file);
[[nodiscard]] Error teamTooLarge(const std::string& path);
[[nodiscard]] Error notReadable(const std::string& path, const std::string& detail);
/// Of what is read from a copy.
[[nodiscard]] Error noFolderForCopy(const std::string& path);
[[nodiscard]] Error replacesSpecialFile(const std::string& path);
[[nodiscard]] Error notWritable(const std::string& path, const std::string& detail);
[[nodiscard]] Error attachmentTooLarge(const std::string& path);
[[nodiscard]] Error notStored(const std::string& file, const Error& cause);
/// The same, and what had come in of it still takes room.
[[nodiscard]] Error notStoredNorRemoved(const std::string& file, const Error& cause);
[[nodiscard]] Error importCancelled(const std::string& file);
[[nodiscard]] Error exportCancelled();
[[nodiscard]] Error noSuchFormat(const std::string& name);
/// Of a format that is a file and no text.
[[nodiscard]] Error noPackagesHere(const std::string& name);

} // namespace quarterdeck::transfer::sentences
