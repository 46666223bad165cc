#pragma once

#include "storage/recover_library.h"

#include <QString>
#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::app {

/// How many sessions a recovery brought back whole, in part and not at all, and what cannot be known.
[[nodiscard]] QString recoveryCounts(const storage::RecoveryReport& report);
/// All that a recovery brought, for a person: also what is lost, and the name of the file that was kept aside.
[[nodiscard]] QString recoveryText(const storage::RecoveryReport& report);
/// One session of it: what is left and what is lost.
[[nodiscard]] QString recoveryText(const storage::RecoveredSession& session);
/// The same in a few words, without its name: "all 120 messages", "80 of 120 events", "nothing".
[[nodiscard]] QString recoveredPart(const storage::RecoveredSession& session);
/// Where the damaged file is, or what a file that was recovered elsewhere took the place of; empty where nothing was.
[[nodiscard]] QString keptText(const storage::RecoveryReport& report);
/// The same of an earlier recovery, with when that was.
[[nodiscard]] QString keptSinceText(const storage::RecoveryReport& report);
[[nodiscard]] QString keptBeforeText(const storage::RecoveryReport& report);
/// Of a damaged file that was put aside before, and recovered once more.
[[nodiscard]] QString recoveredAsideText(const storage::RecoveryReport& report);
/// Which copy may have more, where not all came back; empty where there is none.
[[nodiscard]] QString copyText(const storage::RecoveryReport& report);
[[nodiscard]] nlohmann::json toJson(const storage::RecoveryReport& report);

} // namespace quarterdeck::app
