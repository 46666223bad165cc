#pragma once

#include "model/session/confined_database.h"
#include "model/session/library.h"
#include "model/transfer/import/made_lines_source.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>
#include <SQLiteCpp/SQLiteCpp.h>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
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

/// Whether a file is an SQLite database of which that is true, even if it is so only by what is still in its log.
/// Blocks no writer, so for a file that is being written to it may say no.
[[nodiscard]] bool isDatabaseWith(const std::string& path, const std::function<bool(ForeignDatabase&)>& isTrue);

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

/// An SQLite file, of which lines are made.
class DatabaseSource : public MadeLinesSource
{
public:
    ~DatabaseSource() override;

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

    /// The next line with its end; empty after the last. Throws.
    [[nodiscard]] virtual std::string lineOfRows() = 0;
    /// Starts again from the first line. Throws.
    virtual void rewindRows() = 0;
    /// The error for a file that cannot be read on.
    [[nodiscard]] virtual session::Error failure(const std::exception& cause) const = 0;

private:
    [[nodiscard]] session::Result<std::string> nextLine() final;
    [[nodiscard]] session::Result<void> startOver() final;

    QTemporaryDir m_folder;
    std::unique_ptr<ForeignDatabase> m_database;
};

/// Another program's database, of which a private copy is read, so that a running program is not disturbed.
class ProgramDatabaseSource : public DatabaseSource
{
protected:
    ProgramDatabaseSource(const ImportFile& file, GoesOn goesOn);
    /// Copies it and prepares. Errors: Io; BadInput for a damaged database; Cancelled.
    [[nodiscard]] std::optional<session::Error> openCopy();
    [[nodiscard]] bool goesOn() const { return m_goesOn(); }

    /// Finds what there is to read. A row is no longer than a line, and statements end where it is not to go on. Ask no
    /// index: it is the file's word. Throws.
    virtual void prepare() = 0;
    [[nodiscard]] session::Error failure(const std::exception& cause) const override;

private:
    std::string m_path;
    GoesOn m_goesOn;
};

/// Another program's JSON, on one line. Otherwise unchanged: its reader knows how deep it may be.
[[nodiscard]] std::string onOneLine(std::string json);

} // namespace quarterdeck::transfer
