#pragma once

#include "model/transfer/package.h"
#include "storage/open_library.h"

namespace quarterdeck::test {

/// Packages as the program makes them.
inline transfer::PackageFiles packageFiles()
{
    return {[](const std::string& path, QObject* completions) { return storage::openLibrary(path, completions); },
            [](const std::string& path) { return storage::sealPackage(path); }};
}

} // namespace quarterdeck::test
