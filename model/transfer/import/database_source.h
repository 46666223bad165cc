#pragma once

#include "model/transfer/import/foreign_database.h"
#include "model/transfer/import/import_source.h"

#include <QTemporaryDir>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace quarterdeck::transfer {

/// An SQLite file read as lines, which are made one after the other on demand. Thread: one at a time.
class DatabaseSource : public ImportSource
{
public:
    ~DatabaseSource() override;

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_modified; }
    [[nodiscard]] std::int64_t size() const override { return m_size; }
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] session::Result<std::size_t> rewind() override;

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
    void addToSize(std::int64_t bytes) { m_size += bytes; }

    /// The next line with its end; empty after the last. Throws.
    [[nodiscard]] virtual std::string nextLine() = 0;
    /// Starts again from the first line. Throws.
    virtual void startOver() = 0;
    /// The error for a file that cannot be read on.
    [[nodiscard]] virtual session::Error failure(const std::exception& cause) const = 0;

private:
    QTemporaryDir m_folder;
    std::string m_name;
    Timestamp m_modified;
    std::int64_t m_size = 0;
    std::unique_ptr<ForeignDatabase> m_database;
    std::string m_line;
    std::size_t m_at = 0; ///< in m_line
};

/// Another program's JSON, on one line. Otherwise unchanged: its reader knows how deep it may be.
[[nodiscard]] std::string onOneLine(std::string json);

} // namespace quarterdeck::transfer
