#pragma once

#include "model/session/library.h"
#include "ui/present/notice.h"

#include <QString>
#include <chrono>
#include <optional>

/// Notices about a library that does not store or return what it should. Thread: ui.
namespace quarterdeck::ui {

using view::damageNoticeId;
/// The id of the notice that the disk is slow.
inline const QString delayNoticeId = QStringLiteral("delay");

/// Something in the library could not be read or stored. `canRecover`: this program has the library to itself.
[[nodiscard]] view::Notice failureNotice(const session::Error& error, bool canRecover);
/// Nothing can be written any more, and why; or it can again.
[[nodiscard]] view::Notice writingNotice(const std::optional<session::Error>& trouble, bool canRecover);
/// Something has waited longer than this to be stored in the library at this path, and what can be done about it.
[[nodiscard]] view::Notice delayNotice(std::chrono::milliseconds longerThan, const QString& library);
/// That is over.
[[nodiscard]] view::Notice delayEndedNotice();

} // namespace quarterdeck::ui
