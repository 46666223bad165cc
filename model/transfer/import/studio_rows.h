#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <cstdint>
#include <optional>
#include <string>

namespace quarterdeck::transfer {

/// Which rows of a Studio's tables belong together. The tables may lack indices, and may have ids twice, so each is
/// read once, row after row, and what was found is looked up here: in a temporary database of our own, which takes room
/// on the disk rather than in memory. Of rows with the same id, the first counts. Throws SQLite::Exception. Thread: one
/// at a time.
class StudioRows
{
public:
    struct Message
    {
        std::int64_t row = 0;
        std::optional<std::int64_t> reply{}; ///< its row
    };

    StudioRows();

    /// Rows of a table are added in ascending order. All runs and replies come before the messages.
    void addRun(const std::string& id, std::int64_t row);
    void addReply(const std::string& id, std::int64_t row);
    /// False if there is no such run.
    bool addMessage(const std::string& run, const std::string& reply, std::int64_t row);

    /// Begins with the messages of the run in this row.
    void enter(std::int64_t run);
    /// Of that run, in ascending order; empty after the last.
    [[nodiscard]] std::optional<Message> next();

private:
    [[nodiscard]] static std::optional<std::int64_t> find(SQLite::Statement& in, const std::string& id);

    SQLite::Database m_database;
    SQLite::Statement m_addRun;
    SQLite::Statement m_addReply;
    SQLite::Statement m_addMessage;
    SQLite::Statement m_findRun;
    SQLite::Statement m_findReply;
    SQLite::Statement m_messages;
};

} // namespace quarterdeck::transfer
