#pragma once

#include "model/transfer/import/database_copy.h"
#include "model/transfer/import/database_source.h"
#include "model/transfer/import/studio_rows.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace quarterdeck::transfer {

/// An AgentScope Studio database as lines (model/formats/agentscope/studio_reader.h), made as they are read. Works on a
/// copy of its own (database_copy.h), so that a running Studio is not disturbed; only plain tables are read
/// (foreign_database.h), each row a bounded number of times. Whoever made `goesOn` outlives it. Source: the entities of
/// AgentScope Studio 1.0's server (run_table, reply_table, message_table, input_request_table).
class StudioSource final : public DatabaseSource
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

    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override;
    [[nodiscard]] std::int64_t bytesRead() const override { return m_given; }
    [[nodiscard]] std::string leftOut() const override { return m_leftOut; }

private:
    StudioSource(const ImportFile& file, GoesOn goesOn);
    void bound();
    void prepare();
    void findRows(const std::string& run, const std::string& reply);
    void forEachRow(const std::string& table, const std::string& first, const std::string& second,
                    const std::function<void(std::int64_t row, SQLite::Statement& of)>& call);
    void count(std::size_t bytes);
    [[nodiscard]] std::string tablesLeftOut();
    [[nodiscard]] std::string nextLine() override;
    void startOver() override;
    [[nodiscard]] session::Error failure(const std::exception& cause) const override;
    [[nodiscard]] std::string nextRun();
    [[nodiscard]] std::string messageIn(const StudioRows::Message& message);
    [[nodiscard]] nlohmann::json replyIn(std::int64_t row);

    GoesOn m_goesOn;
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
