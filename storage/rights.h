#pragma once

#include <initializer_list>
#include <string>

/// Who may read a library's file. SQLite gives what it puts beside one (log, journal) the same rights.
namespace quarterdeck::storage {

/// Makes an empty file for SQLite to write to, which only its owner reads (0600) from the first moment on. False where
/// none could be made, or something is there, which stays as it is. Thread: any.
bool makeForOwner(const std::string& path);

/// Lets others read and write the file as far as they may do that with each of these. Nobody else where one of them is
/// not there. Thread: any.
void shareNoFurtherThan(std::initializer_list<std::string> others, const std::string& file);

} // namespace quarterdeck::storage
