#pragma once

#include "formats/byte_source.h"
#include "transfer/import_job.h"

#include <QStringList>
#include <memory>

namespace quarterdeck::transfer {

/// What an import reads, and how far it is.
class ImportSource : public formats::ByteSource
{
public:
    [[nodiscard]] virtual std::int64_t bytesRead() const = 0;
    [[nodiscard]] virtual std::int64_t size() const = 0;
};

/// A file as it is; a transcript with those of its sub-agents; a package, the database of an AgentScope Studio and the
/// folder of a team that MetaGPT saved as what their readers take. `parts`: the files of sub-agents (TranscriptParts).
/// Errors: NotFound, Io; BadInput for another folder or database.
[[nodiscard]] session::Result<std::unique_ptr<ImportSource>> openSource(const ImportFile& file,
                                                                        const QStringList& parts);

} // namespace quarterdeck::transfer
