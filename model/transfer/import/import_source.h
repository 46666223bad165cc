#pragma once

#include "model/formats/byte_source.h"
#include "model/transfer/import/import_job.h"

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

/// A plain file; a transcript with those of its sub-agents; or a package, an AgentScope Studio database or a saved
/// MetaGPT team folder in the form that its reader expects. `parts`: the files of sub-agents (SubAgentFiles). Sources
/// that have to be copied first take time, and ask whether to go on (database_copy.h). Errors: NotFound, Io; BadInput
/// for another folder or database; Cancelled.
[[nodiscard]] session::Result<std::unique_ptr<ImportSource>>
openSource(const ImportFile& file, const QStringList& parts, const std::function<bool()>& goesOn);

} // namespace quarterdeck::transfer
