#pragma once

#include "app/services/backup_scheduler.h"
#include "ui/present/notice.h"

namespace quarterdeck::app {

/// The notice that no backup could be made; empty: one was made again. Its button, if there is room for one, makes one
/// now. Thread: ui.
[[nodiscard]] ui::view::Notice backupNotice(const std::optional<BackupTrouble>& trouble);

} // namespace quarterdeck::app
