#pragma once

#include <string>
#include <system_error>

/// What is done past SQLite and must stay when the power goes. Thread: any.
namespace quarterdeck::storage {

/// What was written to a file is on the disk; or, of a folder, which names are in it.
[[nodiscard]] std::error_code syncFile(const std::string& path);
[[nodiscard]] std::error_code syncFolderOf(const std::string& path);

} // namespace quarterdeck::storage
