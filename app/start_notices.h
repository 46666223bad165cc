#pragma once

#include "session/library.h"
#include "storage/recover_library.h"
#include "ui/view/notice.h"

/// What the window says over its transcript when it comes up. Thread: ui.
namespace quarterdeck::app {

/// A package is shown by itself; the button adds it to the library.
[[nodiscard]] ui::view::Notice packageNotice(const QString& package);
/// Nothing new is stored. `isEmpty`: there is nothing to look at either.
[[nodiscard]] ui::view::Notice readOnlyNotice(const session::Error& reason, bool isEmpty);
/// What came back of a damaged library. Sessions that are not whole are named, as far as a line has room.
[[nodiscard]] ui::view::Notice recoveryNotice(const storage::RecoveryReport& report);
/// What a start before this one left to be said.
[[nodiscard]] ui::view::Notice greetingNotice(const QString& sentence, bool isBad);

} // namespace quarterdeck::app
