#pragma once

#include <QMimeData>
#include <QStringList>
#include <QUrl>

namespace quarterdeck::ui::view {

/// The paths of the local files in what is dragged or pasted; empty when there is none.
[[nodiscard]] inline QStringList localFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    return paths;
}

} // namespace quarterdeck::ui::view
