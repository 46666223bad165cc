#pragma once

#include "model/transfer/import/import_comparison.h"
#include "model/transfer/import/import_job.h"
#include "model/transfer/import/import_source.h"
#include "model/transfer/import/sub_agent_files.h"

#include <QByteArray>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::transfer {

/// How far a growing file was read, and what the library has of it.
struct ImportCheckpoint
{
    std::vector<FileBeginning> files; ///< more than one if others are read with it
    QByteArray edges;                 ///< edgesOf(files)
    ImportStep step;                  ///< of the one session in it
};

/// What imports of growing files leave for the next import of the same file: as long as it is only appended to, it need
/// not be compared with the library's log, which would cost more than reading it. Forgotten when the program ends; the
/// log then tells. Thread: any.
class ImportCheckpoints
{
public:
    [[nodiscard]] std::optional<ImportCheckpoint> take(const std::string& path);
    void remember(const std::string& path, ImportCheckpoint file);
    [[nodiscard]] SubAgentFileCache& parts() { return m_parts; }

private:
    SubAgentFileCache m_parts;
    std::mutex m_mutex;
    std::map<std::string, ImportCheckpoint> m_files;
};

/// Tells whether the beginnings of files are unchanged: a hash of how they start and end, since a rewritten file
/// differs there. Empty for none, and if one cannot be read that far.
[[nodiscard]] QByteArray edgesOf(const std::vector<FileBeginning>& files);

} // namespace quarterdeck::transfer
