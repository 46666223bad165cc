#include "model/agents/environment/git.h"

#include <git2/blob.h>
#include <git2/commit.h>
#include <git2/ignore.h>
#include <git2/index.h>
#include <git2/patch.h>
#include <git2/refs.h>
#include <git2/repository.h>
#include <git2/signature.h>
#include <git2/tree.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>

namespace quarterdeck::team {

namespace {

using namespace std::chrono_literals;

constexpr auto firstWait = 50ms; // doubled each time
constexpr int mostTries = 4;

bool take(git_repository* repository, const std::vector<GitIndexUpdate>& steps)
{
    git_index* index = nullptr;
    if (git_repository_index(&index, repository) != 0)
        return false;
    const GitPointer<git_index> held(index, &git_index_free);
    if (git_index_read(index, 1) != 0)
        return false;
    bool isChanged = false;
    for (const GitIndexUpdate& step : steps) {
        const std::optional<IndexEntry> now = entryOf(index, step.name);
        if (now != step.before || now == step.after)
            continue;
        if (!add(index, step))
            return false;
        isChanged = true;
    }
    return !isChanged || git_index_write(index) == 0;
}

} // namespace

bool operator==(const IndexEntry& one, const IndexEntry& other)
{
    return git_oid_equal(&one.id, &other.id) != 0 && one.mode == other.mode;
}

std::optional<IndexEntry> entryOf(git_index* index, const std::string& name)
{
    const git_index_entry* found = git_index_get_bypath(index, name.c_str(), 0);
    return found == nullptr ? std::nullopt : std::optional(IndexEntry{found->id, found->mode, found->file_size});
}

bool add(git_index* index, const GitIndexUpdate& step)
{
    git_index_entry entry{};
    entry.id = step.after.id;
    entry.mode = step.after.mode;
    entry.path = step.name.c_str();
    entry.file_size = step.after.bytes;
    return git_index_add(index, &entry) == 0;
}

std::string updateGitIndex(git_repository* repository, const std::vector<GitIndexUpdate>& steps)
{
    auto wait = firstWait;
    for (int tries = 1; !take(repository, steps); ++tries) {
        std::string problem = gitProblem();
        if (tries == mostTries)
            return problem;
        std::this_thread::sleep_for(wait);
        wait *= 2;
    }
    return {};
}

namespace {

template <typename T>
using Outcome = tl::expected<T, std::string>;
using Failure = tl::unexpected<std::string>;

using Repository = GitPointer<git_repository>;
using Index = GitPointer<git_index>;
using Tree = GitPointer<git_tree>;
using Commit = GitPointer<git_commit>;

Outcome<Repository> opened(const std::string& folder)
{
    git_repository* repository = nullptr;
    if (git_repository_open_ext(&repository, folder.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr) != 0)
        return Failure(gitProblem());
    Repository made(repository, &git_repository_free);
    if (git_repository_state(repository) != GIT_REPOSITORY_STATE_NONE)
        return Failure("a merge, a rebase or the like is not finished in it");
    return made;
}

/// The checked-out commit; null = there is none yet.
Outcome<Commit> headOf(git_repository* repository)
{
    Commit none(nullptr, &git_commit_free);
    const int isUnborn = git_repository_head_unborn(repository);
    if (isUnborn == 1)
        return none;
    git_reference* head = nullptr;
    if (isUnborn < 0 || git_repository_head(&head, repository) != 0)
        return Failure(gitProblem());
    const GitPointer<git_reference> reference(head, &git_reference_free);
    git_object* commit = nullptr;
    if (git_reference_peel(&commit, head, GIT_OBJECT_COMMIT) != 0)
        return Failure(gitProblem());
    return Commit(reinterpret_cast<git_commit*>(commit), &git_commit_free); // as git2/object.h has it
}

constexpr const char* authorMail = "quarterdeck@localhost";

/// The person's index, and two of our own.
struct Indexes
{
    Index theirs{nullptr, &git_index_free};
    Index ours{nullptr, &git_index_free}; ///< what is checked out
    /// The parent of our own checked-out commit, if the index has not followed that yet: the program died between the
    /// two, or git was at work. Otherwise null.
    Index before{nullptr, &git_index_free};
};

/// The files of a commit; none without one.
Outcome<Index> indexOf(const git_commit* commit)
{
    git_index* made = nullptr;
    if (git_index_new(&made) != 0)
        return Failure(gitProblem());
    Index index(made, &git_index_free);
    if (commit == nullptr)
        return index;
    git_tree* tree = nullptr;
    if (git_commit_tree(&tree, commit) != 0)
        return Failure(gitProblem());
    const Tree held(tree, &git_tree_free);
    return git_index_read_tree(made, tree) == 0 ? Outcome<Index>(std::move(index)) : Failure(gitProblem());
}

bool isOurs(const git_commit* commit)
{
    // Whoever amended or picked it is its committer, and wrote the index along with it.
    const std::string_view author = git_commit_author(commit)->email;
    const std::string_view committer = git_commit_committer(commit)->email;
    return author == authorMail && committer == authorMail && git_commit_parentcount(commit) <= 1;
}

Outcome<Index> indexBefore(const git_commit* ours)
{
    if (git_commit_parentcount(ours) == 0)
        return indexOf(nullptr);
    git_commit* parent = nullptr;
    if (git_commit_parent(&parent, ours, 0) != 0)
        return Failure(gitProblem());
    const Commit held(parent, &git_commit_free);
    return indexOf(parent);
}

/// An index is written as a whole: either it holds nothing of the commit, or the person has staged something since.
bool isBehind(git_index* theirs, git_index* before, git_index* ours)
{
    if (git_index_has_conflicts(theirs) != 0)
        return false;
    for (std::size_t i = 0; i < git_index_entrycount(ours); ++i) {
        const std::string name = git_index_get_byindex(ours, i)->path;
        const auto earlier = entryOf(before, name);
        if (earlier != entryOf(ours, name) && earlier != entryOf(theirs, name))
            return false;
    }
    return true;
}

Outcome<Indexes> indexesOf(git_repository* repository, const git_commit* head)
{
    git_index* theirs = nullptr;
    if (git_repository_index(&theirs, repository) != 0)
        return Failure(gitProblem());
    Indexes all;
    all.theirs.reset(theirs);
    if (git_index_read(theirs, 1) != 0)
        return Failure(gitProblem());
    auto ours = indexOf(head);
    if (!ours)
        return Failure(ours.error());
    all.ours = std::move(*ours);
    if (head == nullptr || !isOurs(head))
        return all;
    auto before = indexBefore(head);
    if (!before)
        return Failure(before.error());
    if (isBehind(theirs, before->get(), all.ours.get()))
        all.before = std::move(*before);
    return all;
}

using Entry = std::optional<IndexEntry>;

Entry heldIn(const Index& index, const std::string& name) { return entryOf(index.get(), name); }

bool isLeftBehind(const Indexes& indexes, const std::string& name)
{
    return indexes.before != nullptr && heldIn(indexes.theirs, name) == heldIn(indexes.before, name);
}

bool isNested(const Indexes& indexes, const RelativePath& path)
{
    std::string folder;
    for (std::size_t i = 0; i + 1 < path.parts.size(); ++i) {
        folder += (i == 0 ? "" : "/") + path.parts[i];
        for (git_index* index : {indexes.ours.get(), indexes.theirs.get()})
            if (git_index_get_bypath(index, folder.c_str(), 0) != nullptr)
                return true; // a submodule, or what was a file
    }
    return false;
}

bool hasRepositoryOnItsWay(const std::string& root, const RelativePath& path)
{
    std::filesystem::path folder(root);
    for (std::size_t i = 0; i + 1 < path.parts.size(); ++i) {
        folder /= path.parts[i];
        std::error_code ignored;
        if (std::filesystem::exists(folder / ".git", ignored))
            return true;
    }
    return false;
}

std::optional<SkippedFile> whyLeftOut(git_repository* repository, const std::string& root, const Indexes& indexes,
                                      const RelativePath& path)
{
    const std::string name = path.text();
    const Entry held = heldIn(indexes.ours, name);
    if (isNested(indexes, path) || hasRepositoryOnItsWay(root, path) || (held && held->mode == GIT_FILEMODE_COMMIT))
        return SkippedFile::Nested;
    if (held && held->mode != GIT_FILEMODE_BLOB && held->mode != GIT_FILEMODE_BLOB_EXECUTABLE)
        return SkippedFile::NoFile;
    if (held != heldIn(indexes.theirs, name) && !isLeftBehind(indexes, name))
        return SkippedFile::Staged;
    int isIgnored = 0;
    if (!held && git_ignore_path_is_ignored(&isIgnored, repository, name.c_str()) == 0 && isIgnored == 1)
        return SkippedFile::Ignored;
    return std::nullopt;
}

/// Adds the file to what will be committed.
Outcome<GitIndexUpdate> put(git_repository* repository, const Indexes& indexes, const ArchivedFile& file)
{
    GitIndexUpdate step;
    step.name = file.path.text();
    step.before = heldIn(indexes.theirs, step.name);
    const Entry held = heldIn(indexes.ours, step.name);
    step.after.mode = held ? held->mode : static_cast<std::uint32_t>(GIT_FILEMODE_BLOB);
    step.after.bytes = static_cast<std::uint32_t>(file.bytes.size());
    if (git_blob_create_from_buffer(&step.after.id, repository, file.bytes.data(), file.bytes.size()) != 0
        || !add(indexes.ours.get(), step))
        return Failure(gitProblem());
    return step;
}

/// Empty if that is already checked out.
Outcome<std::string> committed(git_repository* repository, git_commit* head, git_index* index,
                               const std::string& message)
{
    git_oid treeId;
    if (git_index_write_tree_to(&treeId, index, repository) != 0)
        return Failure(gitProblem());
    if (head != nullptr && git_oid_equal(git_commit_tree_id(head), &treeId) != 0) {
        // Already made, by a program that ended before it could report its commit.
        const bool isOurs = message == git_commit_message(head);
        return isOurs ? std::string(git_oid_tostr_s(git_commit_id(head))) : std::string();
    }
    git_tree* tree = nullptr;
    git_signature* author = nullptr;
    if (git_tree_lookup(&tree, repository, &treeId) != 0)
        return Failure(gitProblem());
    const Tree held(tree, &git_tree_free);
    if (git_signature_now(&author, "Quarterdeck", authorMail) != 0)
        return Failure(gitProblem());
    const GitPointer<git_signature> signature(author, &git_signature_free);
    const git_commit* parents[] = {head};
    git_oid id;
    // Refused if somebody else has committed since `head` was read.
    if (git_commit_create(&id, repository, "HEAD", author, author, "UTF-8", message.c_str(), tree,
                          head == nullptr ? 0 : 1, parents)
        != 0)
        return Failure(gitProblem());
    return std::string(git_oid_tostr_s(&id));
}

} // namespace

Outcome<ArchiveCommit> commitFiles(const std::string& folder, const std::vector<ArchivedFile>& files,
                                   const std::string& message)
{
    const LibGit2Guard use;
    const auto repository = opened(folder);
    if (!repository)
        return Failure(repository.error());
    const auto head = headOf(repository->get());
    if (!head)
        return Failure(head.error());
    const auto indexes = indexesOf(repository->get(), head->get());
    if (!indexes)
        return Failure(indexes.error());
    if (std::filesystem::exists(std::filesystem::path(git_repository_path(repository->get())) / "index.lock"))
        return Failure("git is at work in it");
    ArchiveCommit result;
    std::vector<GitIndexUpdate> steps;
    for (const ArchivedFile& file : files) {
        if (const auto why = whyLeftOut(repository->get(), folder, *indexes, file.path)) {
            result.leftOut.emplace(file.path.text(), *why);
            continue;
        }
        auto step = put(repository->get(), *indexes, file);
        if (!step)
            return Failure(step.error());
        steps.push_back(std::move(*step));
    }
    auto id = committed(repository->get(), head->get(), indexes->ours.get(), message);
    if (!id)
        return Failure(id.error());
    result.id = std::move(*id);
    result.problem = updateGitIndex(repository->get(), steps);
    return result;
}

namespace {

void addLine(const git_diff_line& line, TextDiff& diff)
{
    if (line.origin == GIT_DIFF_LINE_ADDITION || line.origin == GIT_DIFF_LINE_DELETION
        || line.origin == GIT_DIFF_LINE_CONTEXT) {
        diff.text += line.origin;
        diff.added += line.origin == GIT_DIFF_LINE_ADDITION ? 1 : 0;
        diff.removed += line.origin == GIT_DIFF_LINE_DELETION ? 1 : 0;
    }
    std::string_view content(line.content, line.content_len);
    if (content.starts_with("\n\\")) // "\ No newline at end of file" has its mark in it, after the missing line break
        content.remove_prefix(1);
    diff.text += content;
    if (!diff.text.ends_with('\n'))
        diff.text += '\n';
}

} // namespace

tl::expected<TextDiff, std::string> diffOf(const std::string& name, const DiffSide& before, const DiffSide& after)
{
    const LibGit2Guard use;
    git_diff_options options = GIT_DIFF_OPTIONS_INIT;
    options.flags = GIT_DIFF_FORCE_TEXT;
    git_patch* made = nullptr;
    if (git_patch_from_buffers(&made, before.text.data(), before.text.size(), name.c_str(), after.text.data(),
                               after.text.size(), name.c_str(), &options)
        != 0)
        return tl::make_unexpected(gitProblem());
    const GitPointer<git_patch> patch(made, &git_patch_free);
    TextDiff diff;
    diff.text = "--- " + (before.isThere ? "a/" + name : "/dev/null") + "\n+++ "
        + (after.isThere ? "b/" + name : "/dev/null") + "\n";
    for (std::size_t i = 0; i < git_patch_num_hunks(patch.get()); ++i) {
        const git_diff_hunk* hunk = nullptr;
        std::size_t lines = 0;
        if (git_patch_get_hunk(&hunk, &lines, patch.get(), i) != 0)
            return tl::make_unexpected(gitProblem());
        diff.text.append(hunk->header, hunk->header_len);
        if (!diff.text.ends_with('\n'))
            diff.text += '\n';
        for (std::size_t j = 0; j < lines; ++j) {
            const git_diff_line* line = nullptr;
            if (git_patch_get_line_in_hunk(&line, patch.get(), i, j) != 0)
                return tl::make_unexpected(gitProblem());
            addLine(*line, diff);
        }
    }
    return diff;
}

TruncatedDiff firstLines(const std::string& diff, std::size_t bytes)
{
    if (diff.size() <= bytes)
        return {diff, 0};
    const std::size_t end = bytes == 0 ? std::string::npos : diff.rfind('\n', bytes - 1);
    const std::size_t kept = end == std::string::npos ? 0 : end + 1;
    const auto left = std::count(diff.begin() + static_cast<std::ptrdiff_t>(kept), diff.end(), '\n');
    return {diff.substr(0, kept), static_cast<int>(left)};
}

} // namespace quarterdeck::team
