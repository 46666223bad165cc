#pragma once

#include <QMimeData>
#include <QStringList>
#include <QUrl>

namespace quarterdeck::ui::view {

/// Paths of the local files in dragged or pasted data; empty if there are none.
[[nodiscard]] inline QStringList localFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    return paths;
}

} // namespace quarterdeck::ui::view
