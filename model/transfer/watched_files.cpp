#include "model/transfer/watched_files.h"

#include "model/transfer/recording_file_names.h"

#include <utility>

namespace quarterdeck::transfer {

/// Changed permissions, another name for the same file (as backup programs make) and a copy of itself are not
/// news.
bool WatchedFiles::isKnown(const FoundFile& file) const
{
    if (m_wanted.contains(file.path))
        return false;
    const auto known = m_known.constFind(file.path);
    if (known == m_known.constEnd())
        return file.arrived <= m_since;
    if (!file.isAsLongAndOld(*known))
        return false;
    const bool areRead = !file.print.isEmpty() && !known->print.isEmpty();
    return file.changed == known->changed || (areRead ? file.print == known->print : file.number == known->number);
}

bool WatchedFiles::isReady(const FoundFile& file, const Files& waited)
{
    if (isNamedAsLines(file.path))
        return true;
    const auto before = waited.constFind(file.path);
    const bool isSame = before != waited.constEnd() && before->isAsLongAndOld(file);
    if (!isSame)
        m_waiting.insert(file.path, file);
    return isSame;
}

QStringList WatchedFiles::changedFiles(const FolderScan& look)
{
    const Files waited = std::exchange(m_waiting, {}); // what is gone waits no more
    QStringList news;
    for (const FoundFile& file : look.files) {
        const bool isNews = !isKnown(file);
        if (file.size == 0 || (isNews && !isReady(file, waited)))
            continue;
        m_known.insert(file.path, file);
        m_wanted.remove(file.path);
        if (isNews)
            news.append(file.path);
    }
    return news;
}

void WatchedFiles::forget(const QStringList& files) { m_wanted += QSet<QString>(files.begin(), files.end()); }

} // namespace quarterdeck::transfer
