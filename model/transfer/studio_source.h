#pragma once

#include "import_source.h"

#include <QTemporaryDir>
#include <functional>
#include <memory>
#include <string>

namespace SQLite {
class Database;
class Statement;
} // namespace SQLite

namespace quarterdeck::transfer {

/// The database of an AgentScope Studio as lines (formats/agentscope/studio_reader.h), made as they are read. Works on
/// a copy of its own that is opened for reading, so that a Studio that runs is not disturbed; nothing that the file
/// defines (views, triggers, expressions) is run. Source: the entities of AgentScope Studio 1.0's server (run_table,
/// reply_table, message_table, input_request_table).
class StudioSource final : public ImportSource
{
public:
    /// Whether a file begins as SQLite's do.
    [[nodiscard]] static bool isDatabase(const std::string& path);
    /// Errors: Io; BadInput for a database that is damaged or none of a Studio.
    [[nodiscard]] static session::Result<std::unique_ptr<StudioSource>> open(const ImportFile& file);
    ~StudioSource() override;

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_modified; }
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] session::Result<std::size_t> rewind() override;
    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override;
    [[nodiscard]] std::int64_t bytesRead() const override { return m_given; }
    [[nodiscard]] std::int64_t size() const override { return m_size; }

private:
    StudioSource();
    void prepare();
    /// The next line into m_line; false at the end. Throws.
    bool toNextLine();
    bool toNextRun();

    QTemporaryDir m_folder;
    std::string m_name;
    Timestamp m_modified;
    std::unique_ptr<SQLite::Database> m_database;
    std::unique_ptr<SQLite::Statement> m_runs;
    std::unique_ptr<SQLite::Statement> m_messages;
    bool m_isInRun = false;
    std::string m_line;
    std::size_t m_at = 0; ///< in m_line
    std::int64_t m_given = 0;
    std::int64_t m_size = 0;
};

} // namespace quarterdeck::transfer
