#include "model/agents/environment/git_index_update.h"

#include "model/agents/environment/git_library.h"

#include <chrono>
#include <git2/index.h>
#include <git2/repository.h>
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

} // namespace quarterdeck::team
