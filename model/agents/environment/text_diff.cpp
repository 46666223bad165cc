#include "model/agents/environment/text_diff.h"

#include "model/agents/environment/git_library.h"

#include <algorithm>
#include <git2/patch.h>
#include <string_view>

namespace quarterdeck::team {

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
