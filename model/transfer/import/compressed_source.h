#pragma once

#include "model/transfer/import/import_source.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <cstdint>
#include <memory>
#include <string>

namespace quarterdeck::transfer {

/// Codex compresses rollouts that are some days old, to `rollout-….jsonl.zst`.
[[nodiscard]] bool isCompressed(const QString& path);
/// The name before it was compressed.
[[nodiscard]] QString plainName(const QString& name);

/// The beginning of what an open compressed file holds; empty if it cannot be read.
[[nodiscard]] QByteArray beginningOfCompressed(QFile& file, qint64 most);
/// All of it, in a file that goes with the object. Errors: Io; BadInput if it is too much.
[[nodiscard]] session::Result<std::unique_ptr<QFile>> uncompressed(QFile& file);

/// A compressed file as a source of recorded sessions, by the name it had before.
class CompressedSource final : public ImportSource
{
public:
    class Stream;

    /// Errors: as FileSource's.
    [[nodiscard]] static session::Result<std::unique_ptr<CompressedSource>> open(const ImportFile& file);
    ~CompressedSource() override;

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_file->modified(); }
    /// Errors: Io; BadInput for what is not compressed so, or holds too much.
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] session::Result<std::size_t> rewind() override;
    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override
    {
        return m_file->attachment(folder, hash, most);
    }

    [[nodiscard]] std::int64_t bytesRead() const override { return m_file->bytesRead(); }
    [[nodiscard]] std::int64_t size() const override { return m_file->size(); }

private:
    explicit CompressedSource(std::unique_ptr<FileSource> file);

    std::unique_ptr<FileSource> m_file;
    std::string m_name;
    std::unique_ptr<Stream> m_stream;
};

} // namespace quarterdeck::transfer
