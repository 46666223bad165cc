#pragma once

#include "session/library.h"

#include <QObject>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::storage {

enum class Access {
    ReadWrite, ///< makes the file when there is none; one process at a time
    ReadOnly,  ///< for tools: also while another process has the library; nothing is created
    Anew,      ///< as ReadWrite, and makes one also where a library was that is lost (`isLost`)
};

/// How far a search goes through events that are not indexed (`Library::search`).
enum class SearchDepth {
    Page,  ///< through so many that a page takes a second at most, and the rest is counted
    Whole, ///< through all of them, which takes as long as that takes: for who waits for the answer and can stop it
};

/// Opens (or makes) the library file at `path` (UTF-8) and starts its writer and reader threads. Write completions are
/// posted to `completionContext` (it must outlive the library, may be null for ReadOnly), one post per batch. What is
/// written by a newer version or cannot be written (the disk is full, say) opens read-only where reading is possible:
/// readOnlyReason() tells.
/// Errors: Locked when another process holds it; NewerVersion when it cannot even be read; Damaged when it is no
/// library of ours or part of it is missing (the file is left as it is); NotFound when it is lost (`isLost`: one is
/// made in its place with Access::Anew only, which puts an empty file aside with its date); NotFound, and ReadOnly when
/// an older version wrote it (both for Access::ReadOnly only); Io. The destructor commits what is queued, answers it
/// and joins both threads. Thread: any.
[[nodiscard]] session::Result<std::shared_ptr<session::Library>> openLibrary(const std::string& path,
                                                                             QObject* completionContext,
                                                                             Access access = Access::ReadWrite,
                                                                             SearchDepth depth = SearchDepth::Page);

/// There is no library in this place, or a file of no bytes, though there was one: copies of it lie beside, or its lock
/// says so, or the path is a link to a file that is not there. Opens no library. Thread: any.
[[nodiscard]] bool isLost(const std::string& path);

/// Nothing can be written beside the library, and its log could not be read there: what is open is a copy of both, in a
/// temporary folder that goes with it. readOnlyReason() says so, too. Thread: any.
[[nodiscard]] bool isReadFromCopy(const session::Library& library);

/// The last owner of the library did not come to its end, and the log that it left beside the file is gone: what was
/// stored last may be missing. A sentence, which names the newest backup; empty = nothing of that is known. Thread:
/// any.
[[nodiscard]] std::optional<session::Error> lostLog(const session::Library& library);

/// The same contract without a file: for tests, previews and tools, and, empty and with the reason why nothing can be
/// written, in the place of a file that cannot be opened.
[[nodiscard]] std::shared_ptr<session::Library>
makeMemoryLibrary(QObject* completionContext, std::optional<session::Error> readOnlyReason = std::nullopt);

/// The library in the platform's data folder: <AppDataLocation>/quarterdeck.db.
[[nodiscard]] std::string defaultLibraryPath();

} // namespace quarterdeck::storage
