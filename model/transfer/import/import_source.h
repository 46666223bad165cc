#pragma once

#include "model/formats/session_reader.h"
#include "model/transfer/import/import_job.h"
#include "model/transfer/import/neighbour_folder.h"
#include "model/transfer/transfer_errors.h"

#include <QFile>
#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::transfer {

/// The beginning of a file.
struct FileBeginning
{
    std::string path; ///< UTF-8
    std::int64_t bytes = 0;
};

/// What an import reads, and how far it is.
class ImportSource : public formats::ByteSource
{
public:
    [[nodiscard]] virtual std::int64_t bytesRead() const = 0;
    [[nodiscard]] virtual std::int64_t size() const = 0;
    /// Parts that do not come in although they may be wanted, in one sentence; empty = none.
    [[nodiscard]] virtual std::string leftOut() const { return {}; }
    /// The files it is made of, if appending to those adds to its end; otherwise empty.
    [[nodiscard]] virtual std::vector<FileBeginning> beginnings() const { return {}; }
    /// Whether what was read of these precedes everything else that is read now, if they are unchanged.
    [[nodiscard]] virtual bool goesOnFrom(const std::vector<FileBeginning>& files) const
    {
        return std::ranges::equal(files, beginnings(), {}, &FileBeginning::path, &FileBeginning::path);
    }
};

/// A plain file; a transcript with those of its sub-agents; or a package, an AgentScope Studio database, a saved
/// MetaGPT team folder, OpenHands' folder of events or a log of Inspect AI in the form that its reader expects.
/// `parts`: the files of sub-agents (SubAgentFiles). Sources that have to be copied first take time, and ask whether to
/// go on (foreign_database.h). Errors: NotFound, Io; BadInput for another folder or database; Cancelled.
[[nodiscard]] session::Result<std::unique_ptr<ImportSource>>
openSource(const ImportFile& file, const QStringList& parts, const std::function<bool()>& goesOn);

/// Reports each read of a source, even while a reader goes through all of it before finding the first message. Thread:
/// the reader's.
class ProgressSource final : public formats::ByteSource
{
public:
    /// `onRead` is called after each piece, and returns whether to go on.
    ProgressSource(ImportSource& source, std::function<bool()> onRead) : m_source(source), m_onRead(std::move(onRead))
    { }

    [[nodiscard]] const std::string& name() const override { return m_source.name(); }
    [[nodiscard]] Timestamp modified() const override { return m_source.modified(); }
    /// Errors: also Cancelled.
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override
    {
        auto count = m_source.read(to, most);
        return m_onRead() ? std::move(count) : tl::unexpected(errors::importCancelled(name()));
    }
    [[nodiscard]] session::Result<std::size_t> rewind() override { return m_source.rewind(); }
    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override
    {
        return m_source.attachment(folder, hash, most);
    }
    [[nodiscard]] session::Result<formats::NeighbourFile> neighbour(const std::string& beginning,
                                                                    std::int64_t most) const override
    {
        return m_source.neighbour(beginning, most);
    }

private:
    ImportSource& m_source;
    std::function<bool()> m_onRead;
};

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
    [[nodiscard]] session::Result<formats::NeighbourFile> neighbour(const std::string& beginning,
                                                                    std::int64_t most) const override;

    /// The open file, for who reads it otherwise.
    [[nodiscard]] QFile& file() { return m_file; }

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
    std::optional<qint64> m_end{};                         ///< the rest is not read
    mutable std::optional<NeighbourFolder> m_neighbours{}; ///< listed once it is needed
};

} // namespace quarterdeck::transfer
