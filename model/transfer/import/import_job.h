#pragma once

#include "model/formats/session_reader.h"
#include "model/session/library.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::transfer {

using session::Error;
using session::Library;
using session::SessionId;
using session::Timestamp;

struct ImportFile
{
    /// UTF-8; also of a Qt resource, or of a folder: then all recordings in it and below.
    std::string path;
    /// Base time for messages without one; empty = the file's modification time.
    std::optional<Timestamp> modified;
    std::vector<std::int64_t> only{}; ///< only these of its sessions (1, 2, 3 …); empty = all
    /// It is still being written: whatever follows the last line break counts only if it is complete.
    bool isGrowing = false;
    /// Nobody named the file, it was found in a folder: it is not read if it has become a link since.
    bool isFound = false;
};

/// What to do with a session that was imported before.
enum class DuplicatePolicy {
    ImportAnew, ///< known ones are not searched for
    LeaveAlone, ///< it stays as it is, and is reported; the rest of the file is imported
    Update,     ///< what the file has in addition is added to it
};

/// What one import of a growing file remembers for the next. Its holder passes it from one import to the next.
class ImportCheckpoints;
[[nodiscard]] std::shared_ptr<ImportCheckpoints> newImportCheckpoints();

struct ImportRequest
{
    std::vector<ImportFile> files;
    bool areSamples = false; ///< the sessions are marked as shipped with the program
    DuplicatePolicy ifKnown = DuplicatePolicy::ImportAnew;
    std::shared_ptr<ImportCheckpoints> memory{}; ///< for files that grow, with DuplicatePolicy::Update; null = none
};

struct ImportedSession
{
    SessionId id;
    std::string title;
    std::int64_t messages = 0;
};

/// A session of a file that corresponds to an imported session of the library: recognised by what was said in it, by
/// whom, and in which order, whatever either is called now. The log is the only record of an import, so one made by an
/// older version is recognised as well.
struct DuplicateSession
{
    enum class What {
        Same,    ///< it has everything in the file
        Grown,   ///< the file has all of it, and more
        Differs, ///< the file has the same beginning but a different continuation: imported as a session of its own
    };
    SessionId id;
    std::string title;
    What what = What::Same;
    bool isArchived = false;
    bool isUpdated = false;       ///< the new messages were added to it
    std::int64_t place = 0;       ///< in the file: 1, 2, 3 …
    std::int64_t oldMessages = 0; ///< messages of the file that it has
    std::int64_t newMessages = 0; ///< those after them in the file
    friend bool operator==(const DuplicateSession&, const DuplicateSession&) = default;
};

/// What became of one file. All of it came in except for the problems, or (with an error) nothing of it except what had
/// already been added to known sessions (DuplicateSession::isUpdated), which stays.
struct FileReport
{
    std::string path; ///< if a part of a transcript was requested, the path of the whole
    std::string kind; ///< as formats::SessionReader::kind
    std::vector<ImportedSession> sessions;
    std::int64_t messages = 0;
    std::vector<formats::ImportProblem> problems; ///< the first hundred
    std::int64_t problemCount = 0;
    std::optional<Error> error;            ///< one sentence that names the file
    std::vector<DuplicateSession> known{}; ///< those imported before, if ImportRequest::ifKnown asks for them
    bool isRecordingFile = false;          ///< despite the error it is a recording, judging by its beginning
    std::string leftOut{};                 ///< what else is in the file but not imported, in one sentence
};

struct ImportReport
{
    /// In the order of the request, those of a folder by name; those after a cancel are in `notBegun`. A folder without
    /// recordings stands for itself.
    std::vector<FileReport> files;
    bool isCancelled = false;
    std::int64_t passedOver = 0;                ///< files in folders that are not recordings
    std::vector<std::string> notBegun{};        ///< files not examined before a cancel, in the same order
    std::vector<std::string> passedOverFirst{}; ///< the first hundred files passed over, in the same order
};

struct ImportProgress
{
    std::string path;
    std::int32_t file = 0;  ///< 1, 2, 3 …
    std::int32_t files = 0; ///< how many there are
    std::int64_t bytesRead = 0;
    std::int64_t bytesTotal = 0; ///< of this file
    std::int64_t messages = 0;   ///< of this file so far
};

/// Imports files into a library, past the SessionHub (call its refresh() afterwards). Reads, parses and decides on a
/// thread of its own. Each file comes in whole or not at all: small ones in one piece once they are read to the end,
/// large ones in batches that nobody sees before the last is durable, and that are removed again on failure or cancel.
/// What is added to an existing session is visible at once, and stays: another update continues from there. The
/// library's completion context must run its event loop meanwhile. Thread: all calls and signals on the thread it was
/// made on.
class ImportJob final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImportJob)
public:
    explicit ImportJob(std::shared_ptr<Library> library, ImportRequest request, QObject* parent = nullptr);
    /// Cancels what runs, and waits for its thread (milliseconds).
    ~ImportJob() override;

    /// Once.
    void start();
    /// `finished` follows; the file being read leaves nothing behind except what it had added to existing sessions;
    /// earlier files stay.
    void cancel();

signals:
    /// At most some 20 times a second.
    void progressed(const quarterdeck::transfer::ImportProgress& progress);
    void finished(const quarterdeck::transfer::ImportReport& report);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace quarterdeck::transfer
