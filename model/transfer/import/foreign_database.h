#pragma once

#include "model/session/confined_database.h"

#include <QByteArray>
#include <QString>
#include <SQLiteCpp/SQLiteCpp.h>
#include <set>
#include <string>

namespace quarterdeck::transfer {

/// The first hundred bytes of an SQLite file, in which it says what it is; empty for any other.
[[nodiscard]] QByteArray databaseHeader(const std::string& path);

/// An SQLite file that anybody may have made. Its plain tables can be read, and nothing else: nothing that it defines
/// (views, virtual tables, triggers, expressions) is run or even known, nothing in it is changed, and SQLite touches no
/// file but the database's own (model/session/confined_database.h). Throws SQLite::Exception. Thread: one at a time.
class ForeignDatabase
{
public:
    enum class Way {
        Unchanging, ///< the file itself, to which nobody writes: no lock is taken, and nothing is made beside it
        InUse,      ///< the file itself, as one of its readers
        Copy,       ///< a copy in a private place: what was cut off in it is undone, and its log is read
    };
    ForeignDatabase(const QString& path, Way way);

    /// Statements may read plain tables and count rows.
    [[nodiscard]] SQLite::Database& operator*() { return m_database; }
    /// Names of its plain tables, without SQLite's own.
    [[nodiscard]] const std::set<std::string>& tables() const { return m_tables; }
    /// Names of a plain table's columns, without those that are expressions; none of anything else.
    [[nodiscard]] std::set<std::string> columnsOf(const std::string& table);

private:
    [[nodiscard]] int judge(int action, const char* first, const char* second, const char* definition) const;
    void hardenDatabase();
    void findTables();

    session::ConfinedDatabase m_wall;
    SQLite::Database m_database;
    std::set<std::string> m_tables;
};

/// A name for a statement.
[[nodiscard]] std::string quoted(const std::string& name);

/// Whether a column takes the place of a row's number, by which rows are found.
[[nodiscard]] bool hasOwnRowNumber(const std::set<std::string>& columns);

} // namespace quarterdeck::transfer
