#include "ui/images/image_mime.h"

#include "ui/present/local_files.h"

#include <QMimeData>
#include <QMimeDatabase>
#include <algorithm>

namespace quarterdeck::ui {

namespace {

bool areNamedLikeImages(const QStringList& paths)
{
    const QMimeDatabase types;
    return std::ranges::all_of(paths, [&](const QString& path) {
        return types.mimeTypeForFile(path, QMimeDatabase::MatchExtension).name().startsWith(QStringLiteral("image/"));
    });
}

} // namespace

bool holdsImages(const QMimeData& data) { return data.hasImage() || !view::localFiles(data).isEmpty(); }

bool isImageDrop(const QMimeData& data)
{
    const QStringList files = view::localFiles(data);
    return files.isEmpty() ? data.hasImage() : areNamedLikeImages(files);
}

bool isImagePaste(const QMimeData& data) { return holdsImages(data) && (!data.hasText() || data.hasUrls()); }

} // namespace quarterdeck::ui
