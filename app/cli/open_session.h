#pragma once

#include "app/services/backup_scheduler.h"
#include "app/services/command_line.h"
#include "app/services/console.h"
#include "model/session/library.h"
#include "storage/open_library.h"

#include <QObject>

#include <memory>
#include <vector>

namespace quarterdeck::app {

/// The file named by --library, or the default one.
[[nodiscard]] std::string libraryPath(const CommandLine& line);

/// A command of this program with the same library, as a person would type it in a shell.
[[nodiscard]] QString commandText(QStringList arguments, const CommandLine& line);
/// `check --repair` of this library.
[[nodiscard]] QString repairCommand(const CommandLine& line);
/// What can be done about a damaged library.
[[nodiscard]] QString recoveryHint(const CommandLine& line);
/// Adds what can be done if the library is damaged or lost (`storage::isLost`).
[[nodiscard]] conversation::Error addRecoveryHint(const CommandLine& line, conversation::Error error);

/// For reading, even beside a running program. Notes if a newer version wrote the file (which may hold more than this
/// one knows), and if it is a copy that is read.
[[nodiscard]] session::Result<std::shared_ptr<session::Library>>
openForReading(const CommandLine& line, Console& console, storage::SearchDepth depth = storage::SearchDepth::Page);

/// For a command that writes, like `storage::openLibrary`. Notes if what was stored last may be missing.
[[nodiscard]] session::Result<std::shared_ptr<session::Library>> openForWriting(const CommandLine& line,
                                                                                Console& console, QObject* completions);

/// Whoever never started the program has no sessions: that is an answer, no failure. False if a file was named.
[[nodiscard]] bool isFirstUse(const CommandLine& line, const conversation::Error& error);

/// The session that a person means by its id, its title, or the beginning of either if that is unique; exact matches
/// take precedence, and ids over titles. Errors: NotFound; BadInput if several match.
[[nodiscard]] session::Result<session::SessionSummary> findSession(const std::vector<session::SessionSummary>& sessions,
                                                                   const QString& name);

struct OpenedSession
{
    std::shared_ptr<session::Library> library;
    session::SessionSummary summary;
};
[[nodiscard]] session::Result<OpenedSession> openSession(const CommandLine& line, Console& console);

/// Makes daily and weekly backups of the command's library while it lives, and reports on the console when that fails,
/// and when it works again. For commands that may own the library for days. Must not outlive either.
[[nodiscard]] std::unique_ptr<BackupScheduler> startBackups(const CommandLine& line, Console& console,
                                                            BackupScheduler::Pace pace);

} // namespace quarterdeck::app
