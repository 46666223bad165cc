#pragma once

#include "formats/byte_source.h"
#include "transfer/import_job.h"

#include <QStringList>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
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
    /// What of it does not come in though it may be wanted, in one sentence; empty = nothing.
    [[nodiscard]] virtual std::string leftOut() const { return {}; }
    /// What all of it is made of, where files that are appended to add to its end; else none.
    [[nodiscard]] virtual std::vector<FileBeginning> beginnings() const { return {}; }
    /// Whether what was read of these stands before all else that is read now, if they are what they were.
    [[nodiscard]] virtual bool goesOnFrom(const std::vector<FileBeginning>& files) const
    {
        return std::ranges::equal(files, beginnings(), {}, &FileBeginning::path, &FileBeginning::path);
    }
};

/// A file as it is; a transcript with those of its sub-agents; a package, the database of an AgentScope Studio and the
/// folder of a team that MetaGPT saved as what their readers take. `parts`: the files of sub-agents (TranscriptParts).
/// What has to be copied first takes its time, and is asked of whether to go on (database_copy.h). Errors: NotFound,
/// Io; BadInput for another folder or database; Cancelled.
[[nodiscard]] session::Result<std::unique_ptr<ImportSource>>
openSource(const ImportFile& file, const QStringList& parts, const std::function<bool()>& goesOn);

} // namespace quarterdeck::transfer
