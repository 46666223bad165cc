#pragma once

#include "model/session/confined_database.h"
#include "model/session/library.h"
#include "model/transfer/import/import_source.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>
#include <SQLiteCpp/SQLiteCpp.h>

#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

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

/// Whether to go on; asked repeatedly, while nothing is locked.
using GoesOn = std::function<bool()>;

/// Copies an SQLite database as it is at one moment, including its log, even while another program writes to it. A
/// program with a rollback journal is blocked only for moments, far shorter than such programs wait for, and nothing is
/// made or changed beside its file. Of what is beside it, links, pipes and devices are refused. `to` is a private,
/// unused place. Errors: Io, also if it is written to all the time; Cancelled, if it is not to go on. Thread: any but
/// the ui's, since it takes its time.
[[nodiscard]] session::Result<session::Nothing> copyDatabase(const QString& from, const QString& to,
                                                             const GoesOn& goesOn);

/// An SQLite file read as lines, which are made one after the other on demand. Thread: one at a time.
class DatabaseSource : public ImportSource
{
public:
    ~DatabaseSource() override;

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_modified; }
    [[nodiscard]] std::int64_t size() const override { return m_size; }
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] session::Result<std::size_t> rewind() override;

protected:
    explicit DatabaseSource(const ImportFile& file);
    /// A file in a folder that lives as long as this object.
    [[nodiscard]] QString pathForCopy() const;
    [[nodiscard]] bool canCopy() const { return m_folder.isValid(); }
    [[nodiscard]] SQLite::Database& database() { return **m_database; }
    [[nodiscard]] const std::set<std::string>& tables() const { return m_database->tables(); }
    /// As ForeignDatabase. Throws.
    [[nodiscard]] std::set<std::string> columnsOf(const std::string& table) { return m_database->columnsOf(table); }
    void use(std::unique_ptr<ForeignDatabase> database) { m_database = std::move(database); }
    void addToSize(std::int64_t bytes) { m_size += bytes; }

    /// The next line with its end; empty after the last. Throws.
    [[nodiscard]] virtual std::string nextLine() = 0;
    /// Starts again from the first line. Throws.
    virtual void startOver() = 0;
    /// The error for a file that cannot be read on.
    [[nodiscard]] virtual session::Error failure(const std::exception& cause) const = 0;

private:
    QTemporaryDir m_folder;
    std::string m_name;
    Timestamp m_modified;
    std::int64_t m_size = 0;
    std::unique_ptr<ForeignDatabase> m_database;
    std::string m_line;
    std::size_t m_at = 0; ///< in m_line
};

/// Another program's JSON, on one line. Otherwise unchanged: its reader knows how deep it may be.
[[nodiscard]] std::string onOneLine(std::string json);

} // namespace quarterdeck::transfer
