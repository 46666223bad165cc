#pragma once

#include "storage/recover_library.h"

#include <QString>
#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::app {

/// What a recovery brought, for a person: one sentence with counts and the name of the file that was kept aside.
[[nodiscard]] QString recoveryText(const storage::RecoveryReport& report);
/// One session of it: what is left and what is lost.
[[nodiscard]] QString recoveryText(const storage::RecoveredSession& session);
/// Of a damaged file that was put aside before, and recovered once more.
[[nodiscard]] QString recoveredAsideText(const storage::RecoveryReport& report);
/// Which copy may have more, where not all came back; empty where there is none.
[[nodiscard]] QString copyText(const storage::RecoveryReport& report);
[[nodiscard]] nlohmann::json toJson(const storage::RecoveryReport& report);

} // namespace quarterdeck::app
