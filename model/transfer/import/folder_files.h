#pragma once

#include "model/transfer/import/import_job.h"
#include "model/transfer/import/split_transcript.h"

#include <QStringList>
#include <atomic>
#include <optional>
#include <vector>

namespace quarterdeck::transfer {

/// A file of a request, or one found in one of its folders.
struct FileToImport
{
    ImportFile file;
    std::string folder{}; ///< the request's folder it was found in: may not be a recording; empty = it was named
    QStringList parts{};  ///< files that are read with it (SubAgentFiles)
    /// It is a folder that could not be read.
    std::optional<Error> failure{};
};

/// How much of folders is examined.
struct FolderLimits
{
    std::size_t files = 100'000; ///< in each folder of a request
    /// Nobody keeps conversations deeper, and the stack must not be exhausted.
    int levels = 64;
};

/// What to read for a request: its files, and all files in its folders and below, by name. Links are not followed;
/// attachments of our own JSONL and version control's files are skipped. A folder that is itself a recording
/// (MetaGPT's) is one entry, as is one that cannot be read or at which a limit was reached, with a sentence that says
/// so. A part (SubAgentFiles) is replaced by the whole, once. Thread: the worker's.
[[nodiscard]] std::vector<FileToImport> listFilesToImport(const std::vector<ImportFile>& files,
                                                          SubAgentFileCache& known,
                                                          const std::atomic<bool>& isCancelled,
                                                          FolderLimits limits = {});

/// Whether a request means the folder's contents.
[[nodiscard]] bool isPlainFolder(const std::string& path);

} // namespace quarterdeck::transfer
