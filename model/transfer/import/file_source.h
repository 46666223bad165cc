#pragma once

#include "model/transfer/import/import_source.h"

#include <QFile>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::transfer {

/// A file as a source of recorded sessions.
class FileSource final : public ImportSource
{
public:
    /// Errors: NotFound, BadInput for a folder, Io.
    [[nodiscard]] static session::Result<std::unique_ptr<FileSource>> open(const ImportFile& file);

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_modified; }
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] session::Result<std::size_t> rewind() override;
    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override;

    [[nodiscard]] std::int64_t bytesRead() const override { return m_file.pos(); }
    [[nodiscard]] std::int64_t size() const override { return m_end.value_or(m_file.size()); }
    [[nodiscard]] std::vector<FileBeginning> beginnings() const override { return {{m_path, size()}}; }

private:
    explicit FileSource(const ImportFile& file);
    /// The end of the last complete line.
    [[nodiscard]] qint64 endOfLines();

    QFile m_file;
    std::string m_path;
    std::string m_name;
    Timestamp m_modified;
    std::optional<qint64> m_end{}; ///< the rest is not read
};

} // namespace quarterdeck::transfer
