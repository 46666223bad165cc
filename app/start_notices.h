#pragma once

#include "session/library.h"
#include "storage/recover_library.h"
#include "ui/view/notice.h"

/// What the window says over its transcript when it comes up. Thread: ui.
namespace quarterdeck::app {

/// A package is shown by itself; the button adds it to the library.
[[nodiscard]] ui::view::Notice packageNotice(const QString& package);
/// Why a library can only be read whose owner imports a file of this name (which anybody may have written).
[[nodiscard]] session::Error importingElsewhere(const QString& file);
/// Nothing new is stored, and what can be done about it: one button tries again, and where there is nothing to look at
/// either (`NoLibrary`) the first one leads to the backups.
enum class Shown { Library, NoLibrary, NoPackage };
[[nodiscard]] ui::view::Notice readOnlyNotice(const session::Error& reason, Shown shown);
/// The library is lost: the button makes a new one.
[[nodiscard]] ui::view::Notice startAnewNotice();
/// What was stored last may be missing (`storage::lostLog`); the button leads to the backups.
[[nodiscard]] ui::view::Notice lostLogNotice(const session::Error& lost);
/// How much came back of a damaged library; the button shows the report, and where a copy may have more the other one
/// leads to the backups.
[[nodiscard]] ui::view::Notice recoveryNotice(const storage::RecoveryReport& report);
/// The same of a damaged file that the start before was asked to put in the library's place.
[[nodiscard]] ui::view::Notice recoveredFileNotice(const QString& greeting);
/// What a start before this one left to be said.
[[nodiscard]] ui::view::Notice greetingNotice(const QString& sentence, bool isBad);

} // namespace quarterdeck::app
