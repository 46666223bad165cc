#include "storage/sqlite/permissions.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace quarterdeck::storage {

namespace {

constexpr mode_t forOwnerAlone = 0600;
constexpr mode_t everybody = 0666;

/// None for a file that does not exist.
mode_t rightsOf(const std::string& path)
{
    struct stat found
    { };
    return stat(path.c_str(), &found) == 0 ? found.st_mode & everybody : 0;
}

} // namespace

bool createOwnerOnlyFile(const std::string& path)
{
    const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, forOwnerAlone);
    if (made < 0)
        return false;
    ::close(made);
    return true;
}

void restrictPermissionsTo(std::initializer_list<std::string> others, const std::string& file)
{
    mode_t rights = everybody;
    for (const std::string& other : others)
        rights &= rightsOf(other);
    // A file system without permissions refuses this, and does not need it.
    (void)chmod(file.c_str(), rights | forOwnerAlone);
}

} // namespace quarterdeck::storage
