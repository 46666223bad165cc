#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace quarterdeck::bench {

/// One append as plain values: what the baseline writes, with nothing of ours in between.
struct RawAppend
{
    std::int64_t seq = 0;
    std::int64_t time = 0;
    std::string payload;
    std::string packed; ///< stands in the row instead, unless it is empty
    std::int64_t ordinal = 0;
};

/// SQLite's C API on a library file made by the program (so the schema and its settings are the same): a loop that a
/// careful person would write. Ends the program on any error.
class RawSqlite
{
public:
    explicit RawSqlite(const std::string& libraryFile);
    ~RawSqlite();
    RawSqlite(const RawSqlite&) = delete;
    RawSqlite& operator=(const RawSqlite&) = delete;

    /// Writes the appends in transactions of `batch`; seconds.
    double append(const std::vector<RawAppend>& appends, double batch);

private:
    void execute(const char* sql);
    [[nodiscard]] sqlite3_stmt* prepare(const char* sql);
    void run(sqlite3_stmt* statement);
    void bindPayload(const RawAppend& append);

    sqlite3* m_database = nullptr;
    std::vector<sqlite3_stmt*> m_statements;
    sqlite3_stmt* m_begin = nullptr;
    sqlite3_stmt* m_commit = nullptr;
    sqlite3_stmt* m_insertEvent = nullptr;
    sqlite3_stmt* m_insertRow = nullptr;
    sqlite3_stmt* m_updateSession = nullptr;
};

} // namespace quarterdeck::bench
