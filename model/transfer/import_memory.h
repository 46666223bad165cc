#pragma once

#include "import_comparison.h"
#include "transfer/import_job.h"

#include <QByteArray>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace quarterdeck::transfer {

/// How far a growing file was read, and what the library has of it.
struct ReadSoFar
{
    std::int64_t bytes = 0;
    QByteArray edges; ///< edgesOf(path, bytes)
    ImportStep step;  ///< of the one session that it holds
};

/// What imports of growing files leave for the next import of the same file: as long as it is only appended to, it need
/// not be compared with the library's log, which costs more than reading it. Forgotten with the program: then the log
/// tells. Thread: any.
class ImportMemory
{
public:
    [[nodiscard]] std::optional<ReadSoFar> take(const std::string& path);
    void remember(const std::string& path, ReadSoFar file);

private:
    std::mutex m_mutex;
    std::map<std::string, ReadSoFar> m_files;
};

/// Tells whether the first `bytes` of a file are still what they were: a hash of their beginning and their end, since a
/// file that was written anew differs there. Empty when it cannot be read so far.
[[nodiscard]] QByteArray edgesOf(const std::string& path, std::int64_t bytes);

} // namespace quarterdeck::transfer
