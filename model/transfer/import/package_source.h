#pragma once

#include "model/transfer/import/foreign_database.h"

#include <memory>
#include <string>

namespace SQLite {
class Statement;
} // namespace SQLite

namespace quarterdeck::transfer {

/// A package as lines of our JSONL (model/formats/recording/jsonl.h), made as they are read, so that its
/// contents are checked just as strictly. Of its tables only the list of sessions, the events and the attachments are
/// read, by row number; nothing that the file defines is run, no more bytes are read than it has, and what they unpack
/// to is limited. A package that a program has open is read as it was before that began to write. Thread: one at a
/// time.
class PackageSource final : public DatabaseSource
{
public:
    /// Errors: Io; BadInput if it is damaged, or has several sessions or none; Cancelled.
    [[nodiscard]] static session::Result<std::unique_ptr<PackageSource>> open(const ImportFile& file,
                                                                              const GoesOn& goesOn);
    ~PackageSource() override;

    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override;
    [[nodiscard]] std::int64_t bytesRead() const override { return m_read; }

private:
    explicit PackageSource(const ImportFile& file);
    /// Finds the session. Throws.
    [[nodiscard]] session::Result<session::Nothing> prepare();
    [[nodiscard]] std::string lineOfRows() override;
    void rewindRows() override;
    [[nodiscard]] session::Error failure(const std::exception& cause) const override { return damaged(cause.what()); }
    [[nodiscard]] session::Error damaged(const std::string& what) const;
    [[nodiscard]] std::string payloadColumns();
    /// The current event's payload. Throws.
    [[nodiscard]] std::string payload() const;
    /// Counts what the file holds, and what it unpacked to. Throws if that is more than is possible.
    void count(std::size_t bytes) const;

    std::unique_ptr<SQLite::Statement> m_events;
    std::unique_ptr<SQLite::Statement> m_attachment;
    std::int64_t m_session = 0;
    std::int64_t m_eventCount = 0;
    bool m_hasBegun = false;
    mutable std::int64_t m_read = 0;
};

} // namespace quarterdeck::transfer
