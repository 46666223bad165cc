#pragma once

#include "app/services/backup_scheduler.h"
#include "model/agents/run/session_notes.h"
#include "model/session/library.h"
#include "storage/recover/recover_library.h"
#include "ui/present/notice.h"

#include <QStringList>

namespace quarterdeck::app {

// Notices of the window, with what their buttons say; whoever posts them adds what these do. Thread: ui.

/// No backup could be made; empty: one was made again. The button, if there is room for one, makes one now; if the
/// library is damaged, it asks for a recovery.
[[nodiscard]] ui::view::Notice backupNotice(const std::optional<BackupTrouble>& trouble);

/// A package is shown on its own; the button adds it to the library.
[[nodiscard]] ui::view::Notice packageNotice(const QString& package);
/// Why a library is read-only whose owner is importing a file of this (untrusted) name.
[[nodiscard]] session::Error importingElsewhere(const QString& file);
enum class Shown { Library, NoLibrary, NoPackage };
/// Nothing new is stored, and what can be done about it: one button tries again, and if there is nothing to look at
/// either (`NoLibrary`), the first one leads to the backups.
[[nodiscard]] ui::view::Notice readOnlyNotice(const session::Error& reason, Shown shown);
/// The library is lost: the button makes a new one.
[[nodiscard]] ui::view::Notice startAnewNotice();
/// What was stored last may be missing (`storage::lostLog`); the button leads to the backups.
[[nodiscard]] ui::view::Notice lostLogNotice(const session::Error& lost);
/// How much of a damaged library was recovered; the button shows the report, and if a copy may have more, the other one
/// leads to the backups.
[[nodiscard]] ui::view::Notice recoveryNotice(const storage::RecoveryReport& report);
/// The same for a damaged file that the previous start was asked to restore.
[[nodiscard]] ui::view::Notice recoveredFileNotice(const QString& greeting);
/// The pages' processes are not confined.
[[nodiscard]] ui::view::Notice sandboxOffNotice();
/// What the previous start left to be reported.
[[nodiscard]] ui::view::Notice greetingNotice(const QString& sentence, bool isBad);

inline const QString quitNoticeId = QStringLiteral("quit");
/// Before the window closes while teams of these titles are at work: the first button quits, the other one stays.
[[nodiscard]] ui::view::Notice quitNotice(const QStringList& teams);
/// A team goes on where the program ended: the button pauses it.
[[nodiscard]] ui::view::Notice wentOnNotice(const team::TeamWentOn& team);

} // namespace quarterdeck::app
