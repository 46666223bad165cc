#include "raw_sqlite.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sqlite3.h>

namespace quarterdeck::bench {

namespace {

constexpr int channelsPerMessage = 3;
constexpr std::int64_t session = 1;
constexpr std::int64_t firstChannel = 101;

[[noreturn]] void fail(sqlite3* database)
{
    std::fprintf(stderr, "baseline: %s\n", sqlite3_errmsg(database));
    std::exit(2);
}

} // namespace

RawSqlite::RawSqlite(const std::string& libraryFile)
{
    if (sqlite3_open_v2(libraryFile.c_str(), &m_database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr)
        != SQLITE_OK)
        fail(m_database);
    constexpr int patienceMs = 60'000; // the library's own writer may still be at its index
    sqlite3_busy_timeout(m_database, patienceMs);
    execute(
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA mmap_size = 0;"
        "INSERT OR IGNORE INTO sessions (id, key, title, kind, is_sample, source, run_state, started_at, last_activity,"
        " last_seq, message_count, round, cost, tokens, activity_line, open_questions) VALUES (1, 'raw', 'Raw', 'team',"
        " 0, '', 'running', 0, 0, 0, 0, 0, 0.0, 0, '', '[]');"
        "INSERT OR IGNORE INTO channels VALUES (101, 1, 'everything'), (102, 1, 'public'), (103, 1, 'inbox:Alice')");
    m_begin = prepare("BEGIN IMMEDIATE");
    m_commit = prepare("COMMIT");
    m_insertEvent = prepare("INSERT INTO events (id, kind, version, time, latest_time, monotonic, speaker, plain,"
                            " packed) VALUES (?, 'message_published', 1, ?, ?, ?, 'Mike', ?, ?)");
    m_insertRow = prepare("INSERT INTO channel_rows (channel, ordinal, seq) VALUES (?, ?, ?)");
    m_updateSession = prepare("UPDATE sessions SET title = 'Raw', kind = 'team', source = '', run_state = 'running',"
                              " started_at = 0, last_activity = ?, last_seq = ?, message_count = ?, round = 0,"
                              " cost = 0.0, tokens = 0, activity_line = '', open_questions = '[]' WHERE id = 1");
}

RawSqlite::~RawSqlite()
{
    for (sqlite3_stmt* statement : m_statements)
        sqlite3_finalize(statement);
    sqlite3_close(m_database);
}

void RawSqlite::execute(const char* sql)
{
    if (sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        fail(m_database);
}

sqlite3_stmt* RawSqlite::prepare(const char* sql)
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(m_database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK)
        fail(m_database);
    m_statements.push_back(statement);
    return statement;
}

void RawSqlite::run(sqlite3_stmt* statement)
{
    if (sqlite3_step(statement) != SQLITE_DONE)
        fail(m_database);
    sqlite3_reset(statement);
}

void RawSqlite::bindPayload(const RawAppend& append)
{
    const bool isPacked = !append.packed.empty();
    const int plainBytes = isPacked ? 0 : static_cast<int>(append.payload.size());
    sqlite3_bind_text(m_insertEvent, 5, append.payload.data(), plainBytes, SQLITE_STATIC);
    if (isPacked)
        sqlite3_bind_blob(m_insertEvent, 6, append.packed.data(), static_cast<int>(append.packed.size()),
                          SQLITE_STATIC);
    else
        sqlite3_bind_null(m_insertEvent, 6);
}

double RawSqlite::append(const std::vector<RawAppend>& appends, double batch)
{
    const auto start = std::chrono::steady_clock::now();
    double due = batch;
    run(m_begin);
    for (std::size_t i = 0; i < appends.size(); ++i) {
        const RawAppend& append = appends[i];
        sqlite3_bind_int64(m_insertEvent, 1, (session << 40) | append.seq);
        sqlite3_bind_int64(m_insertEvent, 2, append.time);
        sqlite3_bind_int64(m_insertEvent, 3, append.time);
        sqlite3_bind_int64(m_insertEvent, 4, append.seq);
        bindPayload(append);
        run(m_insertEvent);
        for (int channel = 0; channel < channelsPerMessage; ++channel) {
            sqlite3_bind_int64(m_insertRow, 1, firstChannel + channel);
            sqlite3_bind_int64(m_insertRow, 2, append.ordinal);
            sqlite3_bind_int64(m_insertRow, 3, append.seq);
            run(m_insertRow);
        }
        sqlite3_bind_int64(m_updateSession, 1, append.time);
        sqlite3_bind_int64(m_updateSession, 2, append.seq);
        sqlite3_bind_int64(m_updateSession, 3, append.ordinal + 1);
        run(m_updateSession);
        if (static_cast<double>(i + 1) >= due && i + 1 < appends.size()) {
            due += batch;
            run(m_commit);
            run(m_begin);
        }
    }
    run(m_commit);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace quarterdeck::bench
