#include "vector_files.h"

#include <fstream>
#include <sstream>

namespace quarterdeck::vectors {

using nlohmann::json;

std::optional<std::string> bytesOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

std::optional<json> jsonOf(const std::filesystem::path& path)
{
    const auto bytes = bytesOf(path);
    if (!bytes) {
        return std::nullopt;
    }
    json read = json::parse(*bytes, nullptr, false);
    return read.is_discarded() ? std::nullopt : std::optional(std::move(read));
}

std::optional<std::vector<VectorLine>> linesOf(const std::filesystem::path& path)
{
    const auto bytes = bytesOf(path);
    if (!bytes) {
        return std::nullopt;
    }
    std::vector<VectorLine> lines;
    std::istringstream stream(*bytes);
    int number = 0;
    for (std::string text; std::getline(stream, text);) {
        ++number;
        if (text.find_first_not_of(" \t\r") == std::string::npos) {
            continue;
        }
        json line = json::parse(text, nullptr, false);
        VectorLine vector{"line " + std::to_string(number), {}};
        if (line.is_object()) {
            vector.id = line.value("name", vector.id);
            vector.line = std::move(line);
        }
        lines.push_back(std::move(vector));
    }
    return lines;
}

} // namespace quarterdeck::vectors
