#include "model/agents/environment/workspace_folder.h"

#include "model/agents/environment/git_library.h"
#include "model/agents/environment/risky_names.h"
#include "model/agents/team_text.h"

#include <QDir>
#include <QStandardPaths>
#include <algorithm>
#include <array>
#include <filesystem>
#include <git2/repository.h>
#include <pwd.h>
#include <unistd.h>

namespace quarterdeck::team {

namespace {

namespace fs = std::filesystem;
using conversation::Error;
using conversation::ErrorCode;

fs::path withoutLinks(const fs::path& path)
{
    std::error_code problem;
    fs::path found = fs::weakly_canonical(path, problem);
    return problem ? path.lexically_normal() : found;
}

/// Whether `inner` is `outer` or inside it.
bool isWithin(const fs::path& inner, const fs::path& outer)
{
    const auto [outerEnd, innerEnd] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
    return outerEnd == outer.end() || (outerEnd->empty() && std::next(outerEnd) == outer.end());
}

auto refused(std::string sentence, const std::string& path)
{
    return tl::make_unexpected(Error{ErrorCode::NotAllowed, std::move(sentence), path});
}

/// The folder's git settings may name another work tree, which nobody chose.
bool isWorkTree(const fs::path& folder)
{
    const LibGit2Guard use;
    git_repository* opened = nullptr;
    if (git_repository_open_ext(&opened, folder.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr) != 0)
        return false;
    const GitPointer<git_repository> repository(opened, &git_repository_free);
    const char* tree = git_repository_workdir(opened);
    return tree != nullptr && withoutLinks(fs::path(tree) / "") == withoutLinks(folder / "");
}

bool overlap(const fs::path& one, const fs::path& other) { return isWithin(one, other) || isWithin(other, one); }

/// The person's, and the one that the system knows, should they differ.
std::vector<fs::path> homes()
{
    std::vector<fs::path> found{withoutLinks(QDir::homePath().toStdString())};
    constexpr std::size_t room = 16384;
    std::array<char, room> buffer{};
    passwd entry{};
    passwd* known = nullptr;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &known) == 0 && known != nullptr
        && known->pw_dir != nullptr && *known->pw_dir == '/')
        found.push_back(withoutLinks(known->pw_dir));
    std::erase(found, fs::path("/")); // of accounts without one
    return found;
}

/// Where git would take it, or a folder around it, for what it keeps for itself.
bool isOfGit(const fs::path& folder)
{
    fs::path above;
    for (const fs::path& part : folder) {
        if (isKeptName(part.string()))
            return true;
        above /= part;
        std::error_code problem;
        RepositoryParts parts;
        for (const char* name : {"HEAD", "objects", "refs", "commondir"})
            if (fs::exists(fs::symlink_status(above / name, problem)))
                parts.see(name);
        if (parts.areWhole())
            return true;
    }
    return false;
}

/// Folders without which the system does not run; nobody's documents are there.
bool isOfSystem(const fs::path& folder)
{
    constexpr std::array own{"/bin",     "/boot",      "/dev",     "/efi",       "/etc",    "/lib",     "/lib32",
                             "/lib64",   "/libx32",    "/proc",    "/run",       "/sbin",   "/sys",     "/usr",
                             "/var/lib", "/var/spool", "/var/run", "/var/cache", "/System", "/Library", "/private/etc"};
    constexpr std::array mounts{"/dev/shm", "/run/media", "/run/user"};
    const bool isElsewhere =
        std::ranges::any_of(mounts, [&](const char* one) { return isWithin(folder, one) && folder != fs::path(one); })
        || std::ranges::any_of(homes(), [&](const fs::path& home) { return isWithin(folder, home); });
    return !isElsewhere && std::ranges::any_of(own, [&](const char* one) {
        return overlap(folder, one) || overlap(folder, withoutLinks(one));
    });
}

/// Settings: what is hidden at the top of a home, what the desktop keeps, and folders that tools obey by their names.
bool isOfTools(const fs::path& folder)
{
    for (const fs::path& home : homes()) {
        const fs::path inside = folder.lexically_relative(home);
        const std::string first = inside.empty() ? std::string() : inside.begin()->string();
        if (isWithin(folder, home) && (first.starts_with('.') || first == "Library" || first == "AppData"))
            return folder != home;
    }
    for (const auto place : {QStandardPaths::GenericConfigLocation, QStandardPaths::ApplicationsLocation})
        if (const QString own = QStandardPaths::writableLocation(place);
            !own.isEmpty() && overlap(folder, withoutLinks(own.toStdString())))
            return true;
    return std::ranges::any_of(folder, [](const fs::path& part) {
        const auto by = folderObeyedBy(part.string());
        return part.string().starts_with('.') && by && *by != SelfRunBy::Hidden;
    });
}

/// Whether a shell looks there for programs.
bool isOfPrograms(const fs::path& folder)
{
    const auto overlaps = [&](const fs::path& one) { return one.is_absolute() && overlap(folder, withoutLinks(one)); };
    for (const QString& one : qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts))
        if (overlaps(one.toStdString()))
            return true;
    return std::ranges::any_of(homes(), [&](const fs::path& home) { return isWithin(folder, home / "bin"); });
}

} // namespace

conversation::Result<WorkspaceFolder> openWorkspaceFolder(const std::string& path, const std::vector<std::string>& kept)
{
    std::error_code problem;
    const fs::path folder = fs::canonical(path, problem);
    if (problem || !fs::path(path).is_absolute() || !fs::is_directory(folder, problem))
        return tl::make_unexpected(Error{ErrorCode::NotFound, texts::noSuchFolder(path), problem.message()});
    const auto holds = [&](const fs::path& home) { return isWithin(home, folder); };
    if (folder == folder.root_path() || std::ranges::any_of(homes(), holds))
        return refused(texts::folderTooWide(path), folder.string());
    if (isOfGit(folder))
        return refused(texts::folderOfGit(path), folder.string());
    for (const std::string& one : kept)
        if (const fs::path own = withoutLinks(one); overlap(folder, own))
            return refused(texts::folderOfProgram(path), own.string());
    if (isOfSystem(folder))
        return refused(texts::folderOfSystem(path), folder.string());
    if (isOfTools(folder))
        return refused(texts::folderOfTools(path), folder.string());
    if (isOfPrograms(folder))
        return refused(texts::folderOfPrograms(path), folder.string());
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return refused(texts::folderNotWritable(path), folder.string());
    return WorkspaceFolder{folder.string(), isWorkTree(folder)};
}

} // namespace quarterdeck::team
