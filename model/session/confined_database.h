#pragma once

#include <string>

namespace quarterdeck::session {

/// Lets SQLite touch one database: its file, and the `-journal` and `-wal` beside it. A rollback journal may name any
/// file of the person as its *super-journal*, which SQLite opens and then deletes; a schema may name others to attach.
/// So every database is opened through `vfs()`, a layer over SQLite's default one, in which nothing can be opened,
/// deleted or looked for that no living object of this class names. SQLite's unnamed temporary files pass.
///
///     const ConfinedDatabase wall(path, ConfinedDatabase::Use::Read);
///     SQLite::Database database(path, SQLite::OPEN_READONLY, 0, ConfinedDatabase::vfs());
///
/// Outlives the connection. Thread: any.
class ConfinedDatabase
{
public:
    enum class Use {
        Read, ///< opened for reading: nothing beside it is deleted
        Write,
    };
    /// The path as it is given to SQLite, without the form of a URI.
    ConfinedDatabase(const std::string& path, Use use);
    ~ConfinedDatabase();
    ConfinedDatabase(const ConfinedDatabase&) = delete;
    ConfinedDatabase& operator=(const ConfinedDatabase&) = delete;

    /// The layer's name, for sqlite3_open_v2.
    [[nodiscard]] static const char* vfs();

private:
    std::string m_path; ///< as SQLite calls it
    Use m_use;
};

/// Whether a rollback journal ends as one that names a super-journal, however wrong the rest of its end may be. SQLite
/// reads such a name only in front of this mark. False if there is none or it cannot be read.
[[nodiscard]] bool namesSuperJournal(const std::string& journal);

/// Overwrites that mark, so that the journal names none. False if it cannot be written.
[[nodiscard]] bool forgetSuperJournal(const std::string& journal);

} // namespace quarterdeck::session
