#pragma once

#include <initializer_list>
#include <string>

/// Who may read a library's file. SQLite gives the files beside it (log, journal) the same permissions.
namespace quarterdeck::storage {

/// Creates an empty file for SQLite, readable only by its owner (0600) from the first moment. False if that failed, or
/// something exists, which stays as it is. Thread: any.
bool createOwnerOnlyFile(const std::string& path);

/// Lets others read and write the file as far as they may do so with all of these. Nobody else if one of them is
/// missing. Thread: any.
void restrictPermissionsTo(std::initializer_list<std::string> others, const std::string& file);

} // namespace quarterdeck::storage
