#pragma once

#include "model/session/library.h"

#include <QObject>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::storage {

enum class Access {
    ReadWrite, ///< makes the file if there is none; one process at a time
    ReadOnly,  ///< for tools: even while another process has the library; creates nothing
    Anew,      ///< as ReadWrite, but also makes one in place of a lost library (`isLost`)
};

/// How far a search goes through events that are not indexed yet (`Library::search`).
enum class SearchDepth {
    Page,  ///< as many as a page can read in a second; the rest is counted
    Whole, ///< all of them, however long that takes: for callers that wait for the answer and can stop it
};

/// Opens (or makes) the library file at `path` (UTF-8) and starts its writer and reader threads. Write
/// completions are posted to `completionContext` (which must outlive the library, and may be null for
/// ReadOnly), one post per batch. A file that a newer version wrote, or that cannot be written (the disk is
/// full, say), is opened read-only if it can be read; see readOnlyReason(). Errors: Locked if another process
/// holds it; NewerVersion if it cannot even be read; Damaged if it is not a Quarterdeck library or part of it
/// is missing (the file is left alone); NotFound if it is lost (`isLost`; only Access::Anew makes a new one in
/// its place, setting an empty file aside with its date); for Access::ReadOnly also NotFound, and ReadOnly if
/// an older version wrote it; Io. The destructor commits what is queued, answers it and joins both threads.
/// Thread: any.
[[nodiscard]] session::Result<std::shared_ptr<session::Library>> openLibrary(const std::string& path,
                                                                             QObject* completionContext,
                                                                             Access access = Access::ReadWrite,
                                                                             SearchDepth depth = SearchDepth::Page);

/// No library, or an empty file, is here, but there was one: copies of it lie beside it, or its lock says so, or the
/// path is a link to a missing file. Does not open the library. Thread: any.
[[nodiscard]] bool isLost(const std::string& path);

/// Nothing can be written beside the library, and its log could not be read in place: a copy of both is open, in a
/// temporary folder that is removed with it. readOnlyReason() says so, too. Thread: any.
[[nodiscard]] bool isReadFromCopy(const session::Library& library);

/// The library's last owner did not shut down properly, and the log that it left beside the file is gone: what
/// was stored last may be missing. A sentence naming the newest backup; empty = no such thing is known. Thread:
/// any.
[[nodiscard]] std::optional<session::Error> lostLog(const session::Library& library);

/// Stands in for a file that cannot be opened: it lists no sessions, and refuses everything else with the reason. All
/// answers are posted to the completion context. Thread: any.
[[nodiscard]] std::shared_ptr<session::Library> makeUnavailableLibrary(QObject* completionContext,
                                                                       session::Error reason);

/// The library in the platform's data folder: <AppDataLocation>/quarterdeck.db.
[[nodiscard]] std::string defaultLibraryPath();

/// Makes a library that nobody has open ready to be handed on: all of it can be searched, and it is one file, durable,
/// that can be read where nothing can be written beside it. Errors: DiskFull, Io, Damaged. Takes as long as indexing
/// what is not yet. Thread: any.
[[nodiscard]] session::Result<session::Nothing> sealPackage(const std::string& path);

/// How many of the attachments that each session shows the library at `path` (UTF-8) does not have; sessions that lack
/// none are left out. A recovery could not bring them back, say. That is no damage (`Library::verifySession`): nothing
/// of them is left that could be recovered. Opens the library for reading. Errors: those of `openLibrary`, Damaged.
/// Thread: any.
[[nodiscard]] session::Result<std::map<session::SessionId, std::int64_t>> missingAttachments(const std::string& path);

} // namespace quarterdeck::storage
