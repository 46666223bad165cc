#pragma once

#include "model/session/library.h"
#include "storage/sqlite/connection.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace quarterdeck::storage::sqlite {

/// "QrDk": says in the file's header that it is ours.
inline constexpr std::int32_t applicationId = 0x5172446b;
/// The version (`user_version`) that this program writes.
inline constexpr int schemaVersion = 4;

/// What a file says of itself.
struct SchemaState
{
    std::int64_t applicationId = 0;
    int version = 0;
};
[[nodiscard]] SchemaState readSchemaState(Connection& connection);

/// Takes an own or new file from its version to `schemaVersion`, all in one transaction; makes a text index that this
/// program can use; switches to WAL. False where the place of the file does not allow that. Throws.
[[nodiscard]] bool migrate(Connection& connection);

/// The first version that has labels and sizes; an older file that is only read has none.
inline constexpr int labelsVersion = 2;
/// The first version that has packed payloads.
inline constexpr int packedVersion = 3;

/// The first version in which events may have no row of their own (log_reader.h).
inline constexpr int mergedVersion = 4;

/// Gives a read-only connection the columns that an older file lacks: its `events` are then a view. Throws.
void addCompatibilityViews(Connection& connection);

/// Whether this program's statements work on the file. Throws only what is not about its schema.
[[nodiscard]] bool isReadable(Connection& connection);

/// The words for enums in the tables: stable, lower-case. A newer version's word reads as the first value.
[[nodiscard]] const std::string& wordOf(conversation::SessionKind kind);
[[nodiscard]] const std::string& wordOf(conversation::RunState state);
[[nodiscard]] const std::string& wordOf(session::TimelineMark::Kind kind);
[[nodiscard]] conversation::SessionKind sessionKindOf(std::string_view word);
[[nodiscard]] conversation::RunState runStateOf(std::string_view word);
[[nodiscard]] session::TimelineMark::Kind markKindOf(std::string_view word);

} // namespace quarterdeck::storage::sqlite
