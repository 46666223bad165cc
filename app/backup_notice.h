#pragma once

#include "app/backup_keeper.h"
#include "ui/view/notice.h"

namespace quarterdeck::app {

/// What the window says when no backup could be made; nothing: one was made again. Its button (where there is room for
/// one) makes one now. Thread: ui.
[[nodiscard]] ui::view::Notice backupNotice(const std::optional<BackupTrouble>& trouble);

} // namespace quarterdeck::app
