#pragma once

#include "transfer_support.h"

namespace quarterdeck::test {

/// The first session of a file; an empty id when nothing came in.
inline session::SessionId importedSession(const std::shared_ptr<Library>& library, const QString& file)
{
    const transfer::FileReport report = import(library, QStringList{file}).files.front();
    return report.error || report.sessions.empty() ? session::SessionId() : report.sessions.front().id;
}

} // namespace quarterdeck::test
