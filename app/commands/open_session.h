#pragma once

#include "app/command_line.h"
#include "session/library.h"

#include <QObject>
#include <memory>
#include <vector>

namespace quarterdeck::app {

/// The file that --library names, or the default one.
[[nodiscard]] std::string libraryPath(const CommandLine& line);

/// For reading, also beside a running program.
[[nodiscard]] session::Result<std::shared_ptr<session::Library>> openForReading(const CommandLine& line);

/// The session that a person means by its id, the beginning of its id if only one begins so, or its exact title.
/// Errors: NotFound; BadInput when it fits several.
[[nodiscard]] session::Result<session::SessionSummary> findSession(const std::vector<session::SessionSummary>& sessions,
                                                                   const QString& name);

struct OpenedSession
{
    std::shared_ptr<session::Library> library;
    session::SessionSummary summary;
};
[[nodiscard]] session::Result<OpenedSession> openSession(const CommandLine& line);

} // namespace quarterdeck::app
