#pragma once

#include "model/session/library.h"

#include <QObject>
#include <functional>
#include <memory>
#include <string>

namespace quarterdeck::transfer {

/// A *package* (`.qdeck`) is one session with its attachments in one file: a library (storage/schema) that holds
/// nothing else. Opened by hand it is a library; an import believes only its events and attachments, and rebuilds
/// whatever follows from those.

/// Whether a file claims to be a library, whatever its name. Reads its first hundred bytes.
[[nodiscard]] bool isPackage(const std::string& path);

/// How libraries are made as files: this room does not know `storage`.
struct PackageFiles
{
    /// A new library at this path; `completions` as with session::Library.
    std::function<session::Result<std::shared_ptr<session::Library>>(const std::string& path, QObject* completions)>
        make;
    /// Once nobody has it open: makes it a single file that can be read on any medium and searched completely.
    std::function<session::Result<session::Nothing>(const std::string& path)> seal;
};

} // namespace quarterdeck::transfer
