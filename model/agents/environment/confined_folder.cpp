#include "model/agents/environment/confined_folder.h"

#include "model/agents/environment/path_rules.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <span>
#include <system_error>
#include <utility>

namespace quarterdeck::team {

/// Owns a file descriptor of the system.
class FileHandle
{
public:
    explicit FileHandle(int descriptor = -1) : m_descriptor(descriptor) { }
    ~FileHandle() { reset(); }
    FileHandle(FileHandle&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) { }
    FileHandle& operator=(FileHandle&& other) noexcept
    {
        if (this != &other) {
            reset();
            m_descriptor = std::exchange(other.m_descriptor, -1);
        }
        return *this;
    }
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;

    [[nodiscard]] int get() const { return m_descriptor; }
    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    /// Gives it away.
    [[nodiscard]] int release() { return std::exchange(m_descriptor, -1); }

private:
    void reset()
    {
        if (isOpen())
            ::close(std::exchange(m_descriptor, -1));
    }
    int m_descriptor;
};

namespace {

template <typename T>
using Outcome = ConfinedFolder::Outcome<T>;
using Failure = tl::unexpected<std::string>;

constexpr std::size_t deepestFolder = 32;
constexpr std::string_view unfinishedMark = ".quarterdeck-unfinished-";

Failure refused(const std::string& path, const std::string& why) { return Failure("\"" + path + "\" " + why); }
Failure failed(const std::string& path)
{
    return refused(path, "cannot be used: " + std::string(std::strerror(errno)));
}

struct stat statOf(int folder, const std::string& name)
{
    struct stat found
    { };
    if (::fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
        found.st_mode = 0;
    return found;
}

Outcome<FileHandle> rootOf(const std::string& path, bool mayBeMade)
{
    if (mayBeMade) {
        std::error_code ignored; // what matters is whether it can be opened
        std::filesystem::create_directories(path, ignored);
    }
    FileHandle root(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen())
        return Failure("The folder of the workspace cannot be opened: " + std::string(std::strerror(errno)));
    return root;
}

/// One step down, never through a link.
Outcome<FileHandle> stepInto(const FileHandle& folder, const std::string& name, bool isMade, const std::string& path)
{
    constexpr mode_t mode = 0777; // less what the person's umask takes away
    if (isMade && ::mkdirat(folder.get(), name.c_str(), mode) != 0 && errno != EEXIST)
        return failed(path);
    FileHandle next(::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (next.isOpen())
        return next;
    const int why = errno;
    if (S_ISLNK(statOf(folder.get(), name).st_mode))
        return refused(path, "goes through a link, and links are not followed.");
    errno = why;
    return why == ENOENT ? refused(path, "is not there.") : failed(path);
}

Outcome<FileHandle> folderOf(const std::string& root, bool mayMakeRoot, std::span<const std::string> parts,
                             bool areMade, const std::string& path)
{
    Outcome<FileHandle> folder = rootOf(root, mayMakeRoot);
    for (const std::string& part : parts) {
        if (!folder)
            return folder;
        folder = stepInto(*folder, part, areMade, path);
    }
    return folder;
}

std::span<const std::string> foldersIn(const RelativePath& path)
{
    return std::span(path.parts).first(path.parts.size() - 1);
}

Outcome<std::string> bytesOf(const FileHandle& file, const std::string& path)
{
    std::string bytes;
    constexpr std::size_t atOnce = 64 * 1024;
    for (;;) {
        const std::size_t before = bytes.size();
        bytes.resize(before + atOnce);
        const ssize_t count = ::read(file.get(), bytes.data() + before, atOnce);
        if (count < 0 && errno != EINTR)
            return failed(path);
        bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (bytes.size() > ConfinedFolder::largestFile) // it may grow while it is read
            return refused(path, "is larger than 1 MB.");
        if (count == 0)
            return bytes;
    }
}

Outcome<void> writeAll(const FileHandle& file, const std::string& bytes, const std::string& path)
{
    std::size_t written = 0;
    while (written < bytes.size()) {
        const ssize_t count = ::write(file.get(), bytes.data() + written, bytes.size() - written);
        if (count < 0 && errno != EINTR)
            return failed(path);
        written += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    return ::fsync(file.get()) == 0 ? Outcome<void>() : failed(path);
}

std::string unfinishedName()
{
    std::random_device random;
    char digits[17] = {};
    (void)std::snprintf(digits, sizeof digits, "%08x%08x", random(), random());
    return std::string(unfinishedMark) + digits;
}

/// Gives the finished file its name. If it is to be new, no existing file of that name is lost.
bool named(const FileHandle& folder, const std::string& from, const std::string& to, bool isNew)
{
    if (!isNew)
        return ::renameat(folder.get(), from.c_str(), folder.get(), to.c_str()) == 0;
    if (::linkat(folder.get(), from.c_str(), folder.get(), to.c_str(), 0) == 0)
        return ::unlinkat(folder.get(), from.c_str(), 0) == 0;
    if (errno == EEXIST)
        return false;
    // For file systems without hard links.
    return ::renameat2(folder.get(), from.c_str(), folder.get(), to.c_str(), RENAME_NOREPLACE) == 0;
}

Outcome<void> written(const FileHandle& folder, const std::string& name, const std::string& bytes, bool isNew,
                      const std::string& path)
{
    constexpr mode_t mode = 0666;
    const struct stat before = statOf(folder.get(), name);
    if (before.st_mode != 0 && !S_ISREG(before.st_mode))
        return refused(path, S_ISLNK(before.st_mode) ? "is a link, and links are not followed." : "is no file.");
    const std::string unfinished = unfinishedName();
    const FileHandle file(
        ::openat(folder.get(), unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!file.isOpen())
        return failed(path);
    Outcome<void> done = writeAll(file, bytes, path);
    if (done && before.st_mode != 0 && ::fchmod(file.get(), before.st_mode & 0777u) != 0)
        done = failed(path);
    if (done && !named(folder, unfinished, name, isNew))
        done = errno == EEXIST ? refused(path, "was made by somebody else meanwhile. Read it first.") : failed(path);
    if (!done)
        (void)::unlinkat(folder.get(), unfinished.c_str(), 0);
    else
        (void)::fsync(folder.get()); // not every file system can; the file itself is safe
    return done;
}

/// What of a repository is in this folder.
Outcome<RepositoryParts> repositoryPartsIn(const FileHandle& folder, const std::string& path)
{
    FileHandle own(::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)); // with a position of its own
    DIR* stream = own.isOpen() ? ::fdopendir(own.get()) : nullptr;
    if (stream == nullptr)
        return failed(path);
    (void)own.release(); // the stream's from here on
    RepositoryParts parts;
    while (const dirent* one = ::readdir(stream)) // a stream of our own: no other thread reads it
        parts.see(one->d_name);
    ::closedir(stream);
    return parts;
}

/// See `ConfinedFolder::mayWrite`. `folder`: the root.
Outcome<void> leavesNoRepository(FileHandle folder, const RelativePath& path)
{
    const std::string shown = path.text();
    for (const std::string& name : path.parts) {
        Outcome<RepositoryParts> parts = repositoryPartsIn(folder, shown);
        if (!parts)
            return Failure(parts.error());
        parts->see(name);
        if (parts->areWhole())
            return refused(shown,
                           "cannot be written: its folder would be a repository of git's, whose settings git obeys. "
                           "Choose other names than HEAD, objects, refs and commondir.");
        FileHandle next(::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!next.isOpen())
            return {}; // what is not there yet will have one name in it, and links and files are refused elsewhere
        folder = std::move(next);
    }
    return {};
}

/// Collects what is below a folder, depth first.
class Lister
{
public:
    explicit Lister(ConfinedFolder::Listing& into) : m_listing(into) { }

    void list(FileHandle folder, const std::string& prefix, std::size_t depth)
    {
        const int descriptor = folder.get();
        DIR* stream = ::fdopendir(descriptor);
        if (stream == nullptr)
            return;
        (void)folder.release(); // the stream's from here on
        for (const std::string& name : namesIn(stream))
            add(descriptor, name, prefix, depth);
        ::closedir(stream);
    }

private:
    std::vector<std::string> namesIn(DIR* stream)
    {
        constexpr std::size_t mostNames = 10 * ConfinedFolder::mostEntries; // of which the first are shown
        std::vector<std::string> names;
        while (const dirent* one = ::readdir(stream)) { // a stream of our own: no other thread reads it
            const std::string_view name = one->d_name;
            if (name != "." && name != ".." && !isKeptName(name) && !name.starts_with(unfinishedMark))
                names.emplace_back(name);
            if (names.size() >= mostNames) {
                m_listing.isCut = true;
                break;
            }
        }
        std::ranges::sort(names);
        return names;
    }

    void add(int folder, const std::string& name, const std::string& prefix, std::size_t depth)
    {
        if (m_listing.entries.size() >= ConfinedFolder::mostEntries) {
            m_listing.isCut = true;
            return;
        }
        using Kind = ConfinedFolder::Entry::Kind;
        const struct stat found = statOf(folder, name);
        const Kind kind = S_ISREG(found.st_mode) ? Kind::File : S_ISDIR(found.st_mode) ? Kind::Folder : Kind::Other;
        const std::string path = prefix + name;
        m_listing.entries.push_back({path, kind, kind == Kind::File ? static_cast<std::int64_t>(found.st_size) : 0});
        if (kind != Kind::Folder)
            return;
        FileHandle next(::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (depth >= deepestFolder)
            m_listing.isCut = true;
        else if (next.isOpen())
            list(std::move(next), path + "/", depth + 1);
    }

    ConfinedFolder::Listing& m_listing;
};

/// An open regular file, and what it is.
struct OpenedFile
{
    FileHandle file;
    struct stat is
    { };
};

/// Empty if there is none, or no folder in which it could be.
Outcome<std::optional<OpenedFile>> fileAt(const std::string& root, bool mayRootBeMade, const RelativePath& path)
{
    const std::string shown = path.text();
    if (path.parts.empty())
        return Failure("The path names no file.");
    if (mayRootBeMade && !std::filesystem::exists(root))
        return std::optional<OpenedFile>();
    Outcome<FileHandle> folder = rootOf(root, false);
    if (!folder)
        return Failure(folder.error());
    for (const std::string& part : foldersIn(path)) {
        if (statOf(folder->get(), part).st_mode == 0)
            return std::optional<OpenedFile>();
        folder = stepInto(*folder, part, false, shown);
        if (!folder)
            return Failure(folder.error());
    }
    const std::string& name = path.parts.back();
    const struct stat before = statOf(folder->get(), name);
    if (before.st_mode == 0)
        return std::optional<OpenedFile>();
    // Must not block: without O_NONBLOCK, a pipe would.
    FileHandle file(::openat(folder->get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.isOpen())
        return S_ISLNK(before.st_mode) ? refused(shown, "is a link, and links are not followed.") : failed(shown);
    OpenedFile opened{std::move(file)};
    if (::fstat(opened.file.get(), &opened.is) != 0 || !S_ISREG(opened.is.st_mode))
        return refused(shown, S_ISDIR(opened.is.st_mode) ? "is a folder." : "is no file.");
    return std::optional(std::move(opened));
}

} // namespace

Outcome<std::optional<std::string>> ConfinedFolder::read(const RelativePath& path) const
{
    const std::string shown = path.text();
    const auto opened = fileAt(m_path, m_mayBeMade, path);
    if (!opened)
        return Failure(opened.error());
    if (!*opened)
        return std::optional<std::string>();
    if (static_cast<std::size_t>((*opened)->is.st_size) > largestFile)
        return refused(shown, "is larger than 1 MB.");
    const Outcome<std::string> bytes = bytesOf((*opened)->file, shown);
    if (!bytes)
        return Failure(bytes.error());
    return std::optional(*bytes);
}

Outcome<std::optional<ConfinedFolder::Look>> ConfinedFolder::look(const RelativePath& path) const
{
    const auto opened = fileAt(m_path, m_mayBeMade, path);
    if (!opened)
        return Failure(opened.error());
    if (!*opened)
        return std::optional<Look>();
    Look look;
    look.isExecutable = ((*opened)->is.st_mode & 0111u) != 0;
    constexpr std::size_t beginning = 4096;
    look.beginning.resize(beginning);
    const ssize_t count = ::read((*opened)->file.get(), look.beginning.data(), beginning);
    if (count < 0)
        return failed(path.text());
    look.beginning.resize(static_cast<std::size_t>(count));
    return std::optional(std::move(look));
}

Outcome<void> ConfinedFolder::write(const RelativePath& path, const std::string& bytes, bool isNew) const
{
    if (path.parts.empty())
        return Failure("The path names no file.");
    if (bytes.size() > largestFile)
        return refused(path.text(), "would be larger than 1 MB.");
    const Outcome<FileHandle> root = rootOf(m_path, m_mayBeMade);
    if (!root)
        return Failure(root.error());
    // Two teams in one folder must not complete together what each may write. Released with the handle.
    (void)::flock(root->get(), LOCK_EX);
    if (const Outcome<void> may = mayWrite(path); !may)
        return may;
    const Outcome<FileHandle> folder = folderOf(m_path, m_mayBeMade, foldersIn(path), true, path.text());
    if (!folder)
        return Failure(folder.error());
    return written(*folder, path.parts.back(), bytes, isNew, path.text());
}

Outcome<void> ConfinedFolder::mayWrite(const RelativePath& path) const
{
    if (m_mayBeMade && !std::filesystem::exists(m_path))
        return {};
    Outcome<FileHandle> root = rootOf(m_path, false);
    if (!root)
        return Failure(root.error());
    return leavesNoRepository(std::move(*root), path);
}

Outcome<ConfinedFolder::Listing> ConfinedFolder::list(const RelativePath& folder) const
{
    Listing listing;
    if (m_mayBeMade && !std::filesystem::exists(m_path))
        return listing;
    Outcome<FileHandle> opened = folderOf(m_path, false, folder.parts, false, folder.text());
    if (!opened)
        return Failure(opened.error());
    Lister(listing).list(std::move(*opened), folder.parts.empty() ? std::string() : folder.text() + "/", 0);
    return listing;
}

} // namespace quarterdeck::team
