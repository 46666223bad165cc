#pragma once

#include "model/transfer/folder_scanner.h"

#include <QHash>
#include <QSet>
#include <QStringList>
#include <cstdint>

namespace quarterdeck::transfer {

/// Which of the recordings that scans find are news. Thread: one.
class WatchedFiles
{
public:
    /// `since`: see FolderWatch.
    explicit WatchedFiles(std::int64_t since) : m_since(since) { }

    /// The oldest first. A file of lines is news at once, any other once two scans found it unchanged.
    [[nodiscard]] QStringList changedFiles(const FolderScan& look);
    /// Changed files are waiting to become news.
    [[nodiscard]] bool isWaiting() const { return !m_waiting.isEmpty(); }
    /// These are news again at the next scan.
    void forget(const QStringList& files);

private:
    using Files = QHash<QString, FoundFile>;
    [[nodiscard]] bool isKnown(const FoundFile& file) const;
    [[nodiscard]] bool isReady(const FoundFile& file, const Files& waited);

    std::int64_t m_since;
    Files m_known;   ///< those that were news, or older; kept if a look misses them
    Files m_waiting; ///< for a look that finds them unchanged
    QSet<QString> m_wanted;
};

} // namespace quarterdeck::transfer
