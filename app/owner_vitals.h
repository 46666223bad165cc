#pragma once

#include "session/library_vitals.h"

#include <QByteArray>
#include <QString>
#include <chrono>
#include <optional>

/// How a library fares is known best to the process that writes to it.
namespace quarterdeck::app {

/// By this line it is asked; no JSON, so that an owner of an older version refuses it.
inline constexpr const char* vitalsLine = "vitals\n";

[[nodiscard]] QByteArray lineOf(const session::LibraryVitals& vitals);
/// Read as if anybody had written it.
[[nodiscard]] std::optional<session::LibraryVitals> vitalsFrom(const QByteArray& line);

/// What the owner of this library (a path) tells. Empty when nobody listens there, knows it, or answers in time. Needs
/// no event loop.
[[nodiscard]] std::optional<session::LibraryVitals>
vitalsOfOwner(const QString& library, std::chrono::milliseconds patience = std::chrono::seconds{5});

} // namespace quarterdeck::app
