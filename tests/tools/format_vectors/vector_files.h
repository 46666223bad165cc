#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace quarterdeck::vectors {

/// All bytes of a file; nothing when it cannot be read.
[[nodiscard]] std::optional<std::string> bytesOf(const std::filesystem::path& path);
/// The JSON of a file; nothing when it cannot be read.
[[nodiscard]] std::optional<nlohmann::json> jsonOf(const std::filesystem::path& path);

/// A line of a vector file.
struct VectorLine
{
    std::string id;      ///< its name, else "line N"
    nlohmann::json line; ///< null when it is no JSON object
};
[[nodiscard]] std::optional<std::vector<VectorLine>> linesOf(const std::filesystem::path& path);

} // namespace quarterdeck::vectors
