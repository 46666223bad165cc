#include "storage/sqlite/durable.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace quarterdeck::storage {

namespace {

std::error_code lastError() { return {errno, std::generic_category()}; }

} // namespace

std::error_code syncFile(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return lastError();
    const std::error_code failure = ::fsync(descriptor) == 0 ? std::error_code() : lastError();
    ::close(descriptor);
    return failure;
}

std::error_code syncFolderOf(const std::string& path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return syncFile(folder.empty() ? "." : folder.string());
}

} // namespace quarterdeck::storage
