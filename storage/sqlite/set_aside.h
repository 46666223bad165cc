#pragma once

#include "model/conversation/ids.h"

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace quarterdeck::storage::recover {

/// An unused name beside the file, with a word and the moment: "library (damaged 2026-11-22 02.43.11).db".
[[nodiscard]] std::string setAsideName(const std::string& path, std::string_view word);

/// A file that got such a name.
struct SetAsideFile
{
    std::string path;
    std::string word;
    conversation::Timestamp moment;
};
/// Those beside this file's place, which need not exist itself.
[[nodiscard]] std::vector<SetAsideFile> setAsideFilesOf(const std::string& path);

/// Gives the file (and the log beside it) this second name and puts `replacement` in its place (`Replacement`). An
/// error means that everything is as before; if even that failed, the next opening restores it (`isBeingReplaced`): the
/// replacement must then stay, too.
[[nodiscard]] std::error_code replaceFile(const std::string& path, const std::string& aside,
                                          const std::string& replacement);

} // namespace quarterdeck::storage::recover
