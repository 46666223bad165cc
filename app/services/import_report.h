#pragma once

#include "model/transfer/import/import_job.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace quarterdeck::app {

/// What an import reports, as JSON: printed by `import --json`, and sent by whoever imports for others.

[[nodiscard]] nlohmann::json toJson(const transfer::ImportReport& report);
[[nodiscard]] nlohmann::json toJson(const transfer::ImportProgress& progress);
/// Empty if it has another form. Untrusted input.
[[nodiscard]] std::optional<transfer::ImportReport> importReportFrom(const nlohmann::json& report);
[[nodiscard]] std::optional<transfer::ImportProgress> importProgressFrom(const nlohmann::json& progress);

} // namespace quarterdeck::app
