#pragma once

#include "model/transfer/import/import_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace quarterdeck::transfer {

/// A database, several files of JSON, or one container of them, read as lines that are made one after the other, on
/// demand. Thread: one at a time.
class MadeLinesSource : public ImportSource
{
public:
    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_modified; }
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] session::Result<std::size_t> rewind() override;
    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override;
    [[nodiscard]] std::int64_t bytesRead() const override { return m_done; }
    [[nodiscard]] std::int64_t size() const override { return m_size; }

protected:
    MadeLinesSource(std::string name, Timestamp modified, std::int64_t size)
        : m_name(std::move(name))
        , m_modified(modified)
        , m_size(size)
    { }
    void setModified(Timestamp modified) { m_modified = modified; }

    /// The next line with its end; empty after the last.
    [[nodiscard]] virtual session::Result<std::string> nextLine() = 0;
    /// Starts again from the first line.
    [[nodiscard]] virtual session::Result<void> startOver() = 0;
    void addToSize(std::int64_t bytes) { m_size += bytes; }
    /// How far it is, of its size.
    void setDone(std::int64_t bytes) { m_done = bytes; }

private:
    std::string m_name;
    Timestamp m_modified;
    std::int64_t m_size = 0;
    std::int64_t m_done = 0;
    std::string m_line;
    std::size_t m_at = 0; ///< in m_line
};

} // namespace quarterdeck::transfer
