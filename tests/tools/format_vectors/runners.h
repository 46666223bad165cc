#pragma once

#include "report.h"

#include <filesystem>

/// One function per kind of vectors. Each returns false if the file or folder cannot be read.
namespace quarterdeck::vectors {

[[nodiscard]] bool runAgentScopeFormat(const std::filesystem::path& file, Report& report);
[[nodiscard]] bool runAgentScopeMsg(const std::filesystem::path& file, Report& report);
[[nodiscard]] bool runOpenAi(const std::filesystem::path& file, Report& report);
[[nodiscard]] bool runPickles(const std::filesystem::path& folder, Report& report);
[[nodiscard]] bool runSse(const std::filesystem::path& folder, Report& report);

} // namespace quarterdeck::vectors
