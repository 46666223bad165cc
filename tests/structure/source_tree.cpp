#include "source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace quarterdeck::structure {

namespace fs = std::filesystem;

namespace {

bool hasEnding(const fs::path& path, const std::vector<std::string_view>& endings)
{
    const std::string name = path.filename().string();
    return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

void appendLines(const fs::path& root, const fs::path& path, std::vector<Line>& lines)
{
    std::ifstream stream(path);
    const std::string file = fs::relative(path, root).generic_string();
    std::string text;
    for (int number = 1; std::getline(stream, text); ++number)
        lines.push_back({file, number, text});
}

} // namespace

std::vector<Line> linesBelow(const std::string& root, const std::string& folder,
                             const std::vector<std::string_view>& endings)
{
    std::vector<Line> lines;
    const fs::path top = fs::path(root) / folder;
    if (!fs::is_directory(top))
        return lines;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(top)) {
        if (entry.is_regular_file() && hasEnding(entry.path(), endings))
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    for (const auto& path : paths)
        appendLines(root, path, lines);
    return lines;
}

std::vector<std::string> foldersIn(const std::string& root, const std::string& folder)
{
    std::vector<std::string> names;
    const fs::path top = fs::path(root) / folder;
    if (!fs::is_directory(top))
        return names;
    for (const auto& entry : fs::directory_iterator(top)) {
        if (entry.is_directory())
            names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

std::string violation(const Line& line, const std::string& reason)
{
    return line.file + ":" + std::to_string(line.number) + ": " + reason;
}

} // namespace quarterdeck::structure
