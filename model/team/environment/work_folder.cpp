#include "team/work_folder.h"

#include "environment/git_library.h"
#include "run/sentences.h"

#include <QDir>
#include <algorithm>
#include <filesystem>
#include <git2/repository.h>
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
    const GitLibraryUse use;
    git_repository* opened = nullptr;
    if (git_repository_open_ext(&opened, folder.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr) != 0)
        return false;
    const GitPointer<git_repository> repository(opened, &git_repository_free);
    const char* tree = git_repository_workdir(opened);
    return tree != nullptr && withoutLinks(fs::path(tree) / "") == withoutLinks(folder / "");
}

} // namespace

conversation::Result<WorkFolder> workFolderAt(const std::string& path, const std::vector<std::string>& kept)
{
    std::error_code problem;
    const fs::path folder = fs::canonical(path, problem);
    if (problem || !fs::path(path).is_absolute() || !fs::is_directory(folder, problem))
        return tl::make_unexpected(Error{ErrorCode::NotFound, sentences::noSuchFolder(path), problem.message()});
    if (isWithin(withoutLinks(QDir::homePath().toStdString()), folder))
        return refused(sentences::folderTooWide(path), folder.string());
    if (std::ranges::find(folder, fs::path(".git")) != folder.end())
        return refused(sentences::folderOfGit(path), folder.string());
    for (const std::string& one : kept) {
        const fs::path own = withoutLinks(one);
        if (isWithin(folder, own) || isWithin(own, folder))
            return refused(sentences::folderOfProgram(path), own.string());
    }
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return refused(sentences::folderNotWritable(path), folder.string());
    return WorkFolder{folder.string(), isWorkTree(folder)};
}

} // namespace quarterdeck::team
