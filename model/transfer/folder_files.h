#pragma once

#include "transcript_parts.h"
#include "transfer/import_job.h"

#include <QStringList>
#include <atomic>
#include <optional>
#include <vector>

namespace quarterdeck::transfer {

/// A file of a request, or one that was found in a folder of it.
struct WantedFile
{
    ImportFile file;
    std::string folder{}; ///< of the request that it was found in: it may be no recording; empty = it was named
    QStringList parts{};  ///< the files that are read with it (TranscriptParts)
    /// It is a folder that could not be looked into.
    std::optional<Error> failure{};
};

/// How much of folders is looked at.
struct FolderLimits
{
    std::size_t files = 100'000; ///< of each folder of a request
    /// Nobody keeps conversations deeper, and nobody's stack is asked for more.
    int levels = 64;
};

/// What to read for a request: its files, and of its folders all files in them and below, by name. Links are not
/// followed; the attachments of our own JSONL and what version control keeps are passed over; a folder that is itself
/// a recording (MetaGPT's) stands for itself, as does one that may not be looked into, and one at which a limit was
/// reached, with a sentence that says so. Instead of a part (TranscriptParts) stands the whole, once. Thread: the
/// worker's.
[[nodiscard]] std::vector<WantedFile> wantedFiles(const std::vector<ImportFile>& files, KnownParts& known,
                                                  const std::atomic<bool>& isCancelled, FolderLimits limits = {});

/// Whether a request means what lies in it.
[[nodiscard]] bool isPlainFolder(const std::string& path);

} // namespace quarterdeck::transfer
