#pragma once

#include "model/session/library_status.h"

#include <QByteArray>
#include <QString>
#include <chrono>
#include <optional>

/// The process that writes to a library knows its condition best.
namespace quarterdeck::app {

/// The request; not JSON, so that the owner of an older version refuses it.
inline constexpr const char* vitalsLine = "vitals\n";

[[nodiscard]] QByteArray lineOf(const session::LibraryStatus& vitals);
/// Parsed as untrusted input.
[[nodiscard]] std::optional<session::LibraryStatus> vitalsFrom(const QByteArray& line);

/// What the owner of this library (a path) reports. Empty if nobody listens there, knows it, or answers in time. Needs
/// no event loop.
[[nodiscard]] std::optional<session::LibraryStatus>
vitalsOfOwner(const QString& library, std::chrono::milliseconds patience = std::chrono::seconds{5});

} // namespace quarterdeck::app
