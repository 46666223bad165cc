#pragma once

#include "database_copy.h"
#include "database_source.h"

#include <memory>
#include <string>

namespace SQLite {
class Statement;
} // namespace SQLite

namespace quarterdeck::transfer {

/// An AgentScope Studio database as lines (formats/agentscope/studio_reader.h), made as they are read. Works on a copy
/// of its own (database_copy.h), so that a running Studio is not disturbed; nothing that the file defines (views,
/// triggers, expressions) is run. Source: the entities of AgentScope Studio 1.0's server (run_table, reply_table,
/// message_table, input_request_table).
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
    explicit StudioSource(const ImportFile& file);
    void prepare();
    [[nodiscard]] std::string tablesLeftOut();
    [[nodiscard]] std::int64_t messagesWithoutRun(const std::string& runColumn);
    [[nodiscard]] std::string nextLine() override;
    void startOver() override;
    [[nodiscard]] session::Error failure(const std::exception& cause) const override;
    [[nodiscard]] std::string nextRun();

    std::string m_leftOut;
    std::unique_ptr<SQLite::Statement> m_runs;
    std::unique_ptr<SQLite::Statement> m_messages;
    bool m_isInRun = false;
    std::int64_t m_given = 0;
};

} // namespace quarterdeck::transfer
