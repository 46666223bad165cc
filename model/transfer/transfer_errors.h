#pragma once

#include "model/conversation/error.h"

#include <cstdint>
#include <string>
#include <system_error>

/// Why a file could not be read or written, in the program's language. Each names the file.
namespace quarterdeck::transfer::errors {

using conversation::Error;

[[nodiscard]] Error noSuchFile(const std::string& path);
[[nodiscard]] Error isFolder(const std::string& path);
[[nodiscard]] Error isSpecialFile(const std::string& path);
/// A link below a folder, which would lead to a file that nobody chose.
[[nodiscard]] Error isLink(const std::string& path);
/// `failure`: as session::openBeneath.
[[nodiscard]] Error notOpenedBeneath(const std::string& path, const std::error_code& failure);
/// For a library's file, this one's or another's, that this process has open.
[[nodiscard]] Error isOpenLibrary(const std::string& path);
[[nodiscard]] Error noRecordings(const std::string& folder);
[[nodiscard]] Error beingWritten(const std::string& path);
/// Parts of a database that do not come in; `tables`: their names, with the number of rows if known.
[[nodiscard]] std::string tablesLeftOut(const std::string& file, const std::string& tables);
/// No real file of that kind has been seen.
[[nodiscard]] std::string readExperimentally(const std::string& file);
/// For a database: what belongs to no run in it.
[[nodiscard]] std::string messagesWithoutRun(const std::string& file, std::int64_t count);
/// `first`: the first one that was not examined.
[[nodiscard]] Error tooManyFiles(const std::string& folder, std::size_t most, const std::string& first);
[[nodiscard]] Error tooDeepFolder(const std::string& folder, int levels);
[[nodiscard]] Error foreignDatabase(const std::string& file);
[[nodiscard]] Error damagedDatabase(const std::string& file, const std::string& detail);
[[nodiscard]] Error damagedPackage(const std::string& file, const std::string& detail);
/// A library with several sessions, or none.
[[nodiscard]] Error notOneSession(const std::string& file);
[[nodiscard]] Error teamTooLarge(const std::string& path);
[[nodiscard]] Error notReadable(const std::string& path, const std::string& detail);
/// For what is read from a copy.
[[nodiscard]] Error noFolderForCopy(const std::string& path);
[[nodiscard]] Error replacesSpecialFile(const std::string& path);
[[nodiscard]] Error notWritable(const std::string& path, const std::string& detail);
[[nodiscard]] Error attachmentTooLarge(const std::string& path);
[[nodiscard]] Error notStored(const std::string& file, const Error& cause);
/// The same, and what had come in still takes up space.
[[nodiscard]] Error notStoredNorRemoved(const std::string& file, const Error& cause);
[[nodiscard]] Error importCancelled(const std::string& file);
[[nodiscard]] Error exportCancelled();
[[nodiscard]] Error notRecorded(const std::string& title);
[[nodiscard]] Error continuationCancelled();
[[nodiscard]] Error noSuchFormat(const std::string& name);
/// For a format that is a file rather than text.
[[nodiscard]] Error noPackagesHere(const std::string& name);

} // namespace quarterdeck::transfer::errors
