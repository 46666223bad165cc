#include "app/services/package_files.h"

#include "storage/open_library.h"
#include "storage/package.h"

namespace quarterdeck::app {

transfer::PackageFiles packageFiles()
{
    return {[](const std::string& path, QObject* completions) { return storage::openLibrary(path, completions); },
            [](const std::string& path) { return storage::sealPackage(path); }};
}

} // namespace quarterdeck::app
