#pragma once

#include <QString>

namespace quarterdeck::transfer {

// What a file in a watched folder is. By its name alone; thread: any.

[[nodiscard]] bool isNamedAsLog(const QString& path);
[[nodiscard]] bool isNamedAsDatabase(const QString& path);
/// Its writer appends lines.
[[nodiscard]] bool isNamedAsLines(const QString& path);
[[nodiscard]] bool mayBeRecording(const QString& path);
/// The name says too little, so the file has to be opened.
[[nodiscard]] bool mustBeSniffed(const QString& path);

// By its content; thread: any.

/// A library that is open here, or being opened: closing its file would drop all locks that SQLite holds on it.
[[nodiscard]] bool isLeft(const QString& path);
/// Opens the file, unless it is left alone.
[[nodiscard]] bool isRecordingFile(const QString& path);

} // namespace quarterdeck::transfer
