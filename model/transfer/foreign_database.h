#pragma once

#include <QByteArray>
#include <QString>
#include <SQLiteCpp/SQLiteCpp.h>
#include <set>
#include <string>

namespace quarterdeck::transfer {

/// For reading a file to which nobody writes: no lock is taken, and nothing is made beside it.
[[nodiscard]] std::string addressOf(const QString& path);

/// The first hundred bytes of an SQLite file, in which it says what it is; empty for any other.
[[nodiscard]] QByteArray databaseHeader(const std::string& path);

/// Sets up a foreign database so that nothing it defines (views, triggers, expressions) is trusted, and nothing in it
/// is changed. Throws.
void beCautious(SQLite::Database& database);

/// Names of a table's columns; none of what is no table (a view would run what the file says), and none that are
/// expressions. Throws.
[[nodiscard]] std::set<std::string> columnsOf(SQLite::Database& database, const std::string& table);

} // namespace quarterdeck::transfer
