#pragma once

#include "model/transfer/import/foreign_database.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <memory>
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

/// An AgentScope Studio database as lines (model/formats/agentscope/agentscope_readers.h), made as they are read. Works
/// on a copy of its own (foreign_database.h), so that a running Studio is not disturbed; only plain tables are read
/// (foreign_database.h), each row a bounded number of times. Whoever made `goesOn` outlives it. Source: the entities of
/// AgentScope Studio 1.0's server (run_table, reply_table, message_table, input_request_table).
class StudioSource final : public ProgramDatabaseSource
{
public:
    /// Whether a file starts like one of SQLite's.
    [[nodiscard]] static bool isDatabase(const std::string& path);
    /// Whether it has a Studio's tables, even if they are still in its log. Blocks no writer, so for a file that is
    /// being written to it may say no.
    [[nodiscard]] static bool isStudio(const std::string& path);
    /// Errors: Io; BadInput for a database that is damaged or not a Studio's; Cancelled.
    [[nodiscard]] static session::Result<std::unique_ptr<StudioSource>> open(const ImportFile& file,
                                                                             const GoesOn& goesOn);
    ~StudioSource() override;

    [[nodiscard]] std::int64_t bytesRead() const override { return m_given; }
    [[nodiscard]] std::string leftOut() const override { return m_leftOut; }

private:
    StudioSource(const ImportFile& file, GoesOn goesOn);
    void prepare() override;
    void findRows(const std::string& run, const std::string& reply);
    void forEachRow(const std::string& table, const std::string& first, const std::string& second,
                    const std::function<void(std::int64_t row, SQLite::Statement& of)>& call);
    void count(std::size_t bytes);
    [[nodiscard]] std::string tablesLeftOut();
    [[nodiscard]] std::string lineOfRows() override;
    void rewindRows() override;
    [[nodiscard]] std::string nextRun();
    [[nodiscard]] std::string messageIn(const StudioRows::Message& message);
    [[nodiscard]] nlohmann::json replyIn(std::int64_t row);

    std::string m_leftOut;
    std::unique_ptr<StudioRows> m_rows;
    std::unique_ptr<SQLite::Statement> m_runs;
    std::unique_ptr<SQLite::Statement> m_message; ///< by its row
    std::unique_ptr<SQLite::Statement> m_reply;   ///< by its row; null: there are none
    bool m_isInRun = false;
    std::int64_t m_given = 0;
    std::int64_t m_read = 0; ///< of the file, since it was begun
};

} // namespace quarterdeck::transfer
