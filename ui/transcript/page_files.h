#pragma once

#include "model/conversation/ids.h"

#include <QByteArray>
#include <QString>
#include <QUrl>
#include <optional>
#include <string_view>

/// Everything that exists behind the scheme `app`: an exact table of files, pictures, sound and film of the library,
/// and remote pictures that were fetched because the person wanted them.
namespace quarterdeck::ui::transcript {

/// A file of a page: the resource with its bytes, and its type.
struct PageFile
{
    QString resource;
    QByteArray mediaType;
};
/// app://transcript/index.html, app://diagram/index.html, their style sheets and fonts. Empty for anything else.
[[nodiscard]] std::optional<PageFile> pageFile(const QUrl& url);

/// The hash of app://transcript/attachment/<hash>; empty for anything else.
[[nodiscard]] conversation::AttachmentHash attachmentOf(const QUrl& url);

/// The key of app://transcript/picture/<key>, a picture that was fetched; empty for anything else.
[[nodiscard]] QString pictureOf(const QUrl& url);

/// The type under which these bytes are shown, by content and never by name: png, jpeg, webp, gif, and the sound and
/// film formats that the engine plays. Empty = not shown as it is (such as HTML, and SVG, which is drawn first).
[[nodiscard]] QByteArray shownMediaType(std::string_view bytes);

} // namespace quarterdeck::ui::transcript
