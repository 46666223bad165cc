#pragma once

#include "report.h"

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::vectors {

/// All bytes of a file; nothing if it cannot be read.
[[nodiscard]] std::optional<std::string> bytesOf(const std::filesystem::path& path);
/// The JSON of a file; nothing if it cannot be read.
[[nodiscard]] std::optional<nlohmann::json> jsonOf(const std::filesystem::path& path);

/// Adds each line of a JSONL file to the report under its name; `whatFails` may throw what it cannot read, and gives
/// nothing for a vector that does not count. False if the file cannot be read.
[[nodiscard]] bool
forEachLine(const std::filesystem::path& path, Report& report,
            const std::function<std::optional<std::string>(const nlohmann::json& vector)>& whatFails);

} // namespace quarterdeck::vectors
