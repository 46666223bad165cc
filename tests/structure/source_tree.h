#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::structure {

struct Line
{
    std::string file; ///< relative to the root of the tree, with slashes
    int number = 0;   ///< from 1
    std::string text;
};

/// All lines of all files below root/folder whose names end in one of the endings, ordered by file. Empty without them.
std::vector<Line> linesBelow(const std::string& root, const std::string& folder,
                             const std::vector<std::string_view>& endings);

/// The names of the folders directly in root/folder, ordered.
std::vector<std::string> foldersIn(const std::string& root, const std::string& folder);

/// "file:line: reason", as compilers write it.
std::string violation(const Line& line, const std::string& reason);

} // namespace quarterdeck::structure
