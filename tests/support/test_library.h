#pragma once

#include "storage/open_library.h"

#include <QDir>
#include <QTemporaryDir>
#include <memory>

namespace quarterdeck::test {

/// An empty library in a file of its own, in memory where the system has a disk there; it goes with the library. The
/// context must outlive it.
inline std::shared_ptr<session::Library> makeTestLibrary(QObject* completionContext)
{
    struct Held
    {
        QTemporaryDir folder;
        std::shared_ptr<session::Library> library; // is closed first
    };
    const QString disk = QStringLiteral("/dev/shm");
    const QString parent = QDir(disk).exists() ? disk : QDir::tempPath();
    const std::shared_ptr<Held> held(new Held{QTemporaryDir(parent + QStringLiteral("/library-XXXXXX")), nullptr});
    auto opened =
        storage::openLibrary(held->folder.filePath(QStringLiteral("library.db")).toStdString(), completionContext);
    if (!opened)
        qFatal("%s (%s)", opened.error().sentence.c_str(), opened.error().detail.c_str());
    held->library = std::move(*opened);
    return {held, held->library.get()};
}

} // namespace quarterdeck::test
