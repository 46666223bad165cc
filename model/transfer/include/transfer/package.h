#pragma once

#include "session/library.h"

#include <QObject>
#include <functional>
#include <memory>
#include <string>

namespace quarterdeck::transfer {

/// A *package* (`.qdeck`) is one session with its attachments in one file: a library (storage/schema) that holds
/// nothing else. Whoever opens one by hand has a library; an import believes nothing of it but events and attachments,
/// and makes anew what follows from those.

/// Whether a file says of itself that it is a library, whatever it is called. Reads its first hundred bytes.
[[nodiscard]] bool isPackage(const std::string& path);

/// How libraries are made as files: this room does not know `storage`.
struct PackageFiles
{
    /// A new library at this path; `completions` as with session::Library.
    std::function<session::Result<std::shared_ptr<session::Library>>(const std::string& path, QObject* completions)>
        make;
    /// When nobody has it any more: it becomes one file that is read on any medium, and all of it can be searched.
    std::function<session::Result<session::Nothing>(const std::string& path)> seal;
};

} // namespace quarterdeck::transfer
