#pragma once

#include <string>
#include <system_error>

/// What happens outside of SQLite and must survive a power cut. Thread: any.
namespace quarterdeck::storage {

/// Flushes a file's content to the disk; or, for a folder, its entries.
[[nodiscard]] std::error_code syncFile(const std::string& path);
[[nodiscard]] std::error_code syncFolderOf(const std::string& path);

} // namespace quarterdeck::storage
