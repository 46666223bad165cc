#include "model/session/open_file_marker.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

namespace quarterdeck::session {

namespace {

/// Identifies the file itself, whatever its name.
struct Identity
{
    dev_t device = 0;
    ino_t file = 0;
    bool operator==(const Identity&) const = default;
};

std::optional<Identity> identityOf(const std::string& path)
{
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 ? std::optional(Identity{status.st_dev, status.st_ino}) : std::nullopt;
}

struct Held
{
    const OpenFileMarker* holder;
    std::optional<Identity> identity; ///< as it was opened: it may have been moved since
    std::string path;                 ///< without links: what SQLite keeps lies beside the file
};

std::mutex heldMutex;
std::vector<Held>& heldFiles()
{
    static std::vector<Held> files;
    return files;
}

bool isBeside(const Held& held, const Identity& identity)
{
    constexpr std::array suffixes = {"-wal", "-shm", "-journal"};
    return std::ranges::any_of(suffixes,
                               [&](const char* suffix) { return identityOf(held.path + suffix) == identity; });
}

} // namespace

OpenFileMarker::OpenFileMarker(const std::string& path)
{
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::canonical(path, error);
    const std::scoped_lock lock(heldMutex);
    heldFiles().push_back({this, identityOf(path), error ? path : whole.string()});
}

OpenFileMarker::~OpenFileMarker()
{
    const std::scoped_lock lock(heldMutex);
    std::erase_if(heldFiles(), [this](const Held& held) { return held.holder == this; });
}

bool isOpenInThisProcess(const std::string& path)
{
    const std::optional<Identity> identity = identityOf(path);
    const std::scoped_lock lock(heldMutex);
    return identity && std::ranges::any_of(heldFiles(), [&](const Held& held) {
               return held.identity == identity || isBeside(held, *identity);
           });
}

} // namespace quarterdeck::session
