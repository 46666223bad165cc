#include "model/transfer/import/import_checkpoints.h"

#include <QCryptographicHash>
#include <QFile>
#include <algorithm>
#include <utility>

namespace quarterdeck::transfer {

namespace {

QByteArray edgesOf(const FileBeginning& wanted)
{
    constexpr qint64 edge = qint64{64} << 10;
    QFile file(QString::fromStdString(wanted.path));
    if (wanted.bytes <= 0 || file.size() < wanted.bytes || !file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const qint64 length = std::min<qint64>(edge, wanted.bytes);
    const QByteArray beginning = file.read(length);
    const QByteArray end = file.seek(wanted.bytes - length) ? file.read(length) : QByteArray();
    if (beginning.size() != length || end.size() != length) {
        return {};
    }
    return QCryptographicHash::hash(beginning + end, QCryptographicHash::Sha256);
}

} // namespace

std::shared_ptr<ImportCheckpoints> newImportCheckpoints() { return std::make_shared<ImportCheckpoints>(); }

std::optional<ImportCheckpoint> ImportCheckpoints::take(const std::string& path)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_files.find(path);
    if (found == m_files.end()) {
        return std::nullopt;
    }
    ImportCheckpoint file = std::move(found->second);
    m_files.erase(found);
    return file;
}

void ImportCheckpoints::remember(const std::string& path, ImportCheckpoint file)
{
    constexpr std::size_t mostGrowing = 256; // few files grow at a time
    const std::scoped_lock lock(m_mutex);
    if (m_files.size() >= mostGrowing) {
        m_files.clear();
    }
    m_files.insert_or_assign(path, std::move(file));
}

QByteArray edgesOf(const std::vector<FileBeginning>& files)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const FileBeginning& file : files) {
        const QByteArray edges = edgesOf(file);
        if (edges.isEmpty()) {
            return {};
        }
        hash.addData(edges);
    }
    return files.empty() ? QByteArray() : hash.result();
}

} // namespace quarterdeck::transfer
