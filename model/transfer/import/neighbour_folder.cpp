#include "model/transfer/import/neighbour_folder.h"

#include "model/formats/format_errors.h"
#include "model/session/safe_files.h"
#include "model/transfer/transfer_errors.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMimeDatabase>

#include <utility>
#include <vector>

namespace quarterdeck::transfer {

NeighbourFolder::NeighbourFolder(const QString& folder) : m_folder(folder)
{
    constexpr std::size_t mostFiles = 20'000;
    constexpr int deepest = 3;
    std::vector<std::pair<QString, int>> waiting{{QString(), 0}};
    while (!waiting.empty()) {
        const auto [below, depth] = waiting.back();
        waiting.pop_back();
        const QDir here(m_folder + u'/' + below);
        for (const QFileInfo& entry :
             here.entryInfoList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks)) {
            const QString path = below.isEmpty() ? entry.fileName() : below + u'/' + entry.fileName();
            if (entry.isDir() && depth < deepest) {
                waiting.emplace_back(path, depth + 1);
            } else if (entry.isFile() && m_paths.size() < mostFiles) {
                m_paths.emplace(entry.fileName(), path);
            }
        }
        if (m_paths.size() >= mostFiles) {
            return;
        }
    }
}

session::Result<formats::NeighbourFile> NeighbourFolder::find(const std::string& file, const std::string& beginning,
                                                              std::int64_t most) const
{
    const QString start = QString::fromStdString(beginning);
    for (auto one = m_paths.lower_bound(start); !start.isEmpty() && one != m_paths.end(); ++one) {
        const auto& [name, path] = *one;
        if (!name.startsWith(start)) {
            break;
        }
        if (name.size() > start.size() && name[start.size()].isLetterOrNumber()) {
            continue; // another id that begins alike
        }
        QFile found;
        const std::string whole = (m_folder + u'/' + path).toStdString();
        if (const std::error_code failure = session::openBeneath(found, m_folder, path)) {
            return tl::unexpected(errors::notOpenedBeneath(whole, failure));
        }
        if (found.size() > most) {
            return tl::unexpected(errors::attachmentTooLarge(whole));
        }
        const QByteArray bytes = found.readAll();
        const QString type = QMimeDatabase().mimeTypeForFileNameAndData(name, bytes).name();
        return formats::NeighbourFile{name.toStdString(), bytes.toStdString(), type.toStdString()};
    }
    return tl::unexpected(formats::errors::missingNeighbour(file, beginning));
}

} // namespace quarterdeck::transfer
