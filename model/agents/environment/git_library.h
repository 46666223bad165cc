#pragma once

#include <git2/errors.h>
#include <git2/global.h>
#include <memory>
#include <string>

namespace quarterdeck::team {

/// The library counts its users.
class LibGit2Guard
{
public:
    LibGit2Guard() { git_libgit2_init(); }
    ~LibGit2Guard() { git_libgit2_shutdown(); }
    LibGit2Guard(const LibGit2Guard&) = delete;
    LibGit2Guard& operator=(const LibGit2Guard&) = delete;
};

/// What the library gave, freed by its own function.
template <typename Thing>
using GitPointer = std::unique_ptr<Thing, void (*)(Thing*)>;

/// Its message about the last call.
inline std::string gitProblem()
{
    const git_error* error = git_error_last();
    return error != nullptr && error->message != nullptr ? error->message : "git does not say why";
}

} // namespace quarterdeck::team
