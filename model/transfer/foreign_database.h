#pragma once

#include <QByteArray>
#include <QString>
#include <SQLiteCpp/SQLiteCpp.h>
#include <set>
#include <string>

namespace quarterdeck::transfer {

/// Of a file that is read as one to which nobody writes: no lock is taken, and nothing is made beside it.
[[nodiscard]] std::string addressOf(const QString& path);

/// The first hundred bytes of a file of SQLite's, by which it says what it is; empty for any other.
[[nodiscard]] QByteArray databaseHeader(const std::string& path);

/// A database that others wrote, set up so that nothing it defines (views, triggers, expressions) is trusted, and
/// nothing in it is changed. Throws.
void beCautious(SQLite::Database& database);

/// Names of a table's columns; none of what is no table (a view would run what the file says), and none that are
/// expressions. Throws.
[[nodiscard]] std::set<std::string> columnsOf(SQLite::Database& database, const std::string& table);

} // namespace quarterdeck::transfer
