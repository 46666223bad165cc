#pragma once

#include <QtGlobal>
#include <sqlite3.h>
#include <string>

namespace quarterdeck::test {

/// A library's file, bypassing the library: its tables, and what a test breaks there. Ends the test if the statement is
/// wrong. The writer may have the file open.
class Database
{
public:
    enum class Way {
        Plain,
        PastTheTestsDisk, ///< faults that a test injects do not concern it
    };
    explicit Database(const std::string& path, Way way = Way::Plain)
    {
        constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        const char* disk = way == Way::PastTheTestsDisk ? "unix" : nullptr;
        if (sqlite3_open_v2(path.c_str(), &m_database, flags, disk) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(m_database));
        sqlite3_busy_timeout(m_database, 5000);
    }
    ~Database() { sqlite3_close(m_database); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void execute(const char* sql)
    {
        if (sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(m_database));
    }
    /// The first column, each value followed by a space.
    [[nodiscard]] std::string ask(const char* sql)
    {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_database, sql, -1, &statement, nullptr) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(m_database));
        std::string answer;
        while (sqlite3_step(statement) == SQLITE_ROW)
            answer += std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0))) + ' ';
        sqlite3_finalize(statement);
        return answer;
    }

private:
    sqlite3* m_database = nullptr;
};

} // namespace quarterdeck::test
