#pragma once

#include "conversation/ids.h"

#include <QByteArray>
#include <QString>
#include <QUrl>
#include <optional>
#include <string_view>

/// All that exists behind the scheme `app`: an exact table of files, pictures, sound and film of the library, and
/// pictures from elsewhere that were fetched because the person wanted them.
namespace quarterdeck::ui::transcript {

/// A file of a page: the resource with its bytes, and what they are.
struct PageFile
{
    QString resource;
    QByteArray mediaType;
};
/// app://transcript/index.html, app://diagram/index.html, their style sheets and fonts. Nothing for anything else.
[[nodiscard]] std::optional<PageFile> pageFile(const QUrl& url);

/// The hash of app://transcript/attachment/<hash>; empty for anything else.
[[nodiscard]] conversation::AttachmentHash attachmentOf(const QUrl& url);

/// The key of app://transcript/picture/<key>, of a picture that was fetched; empty for anything else.
[[nodiscard]] QString pictureOf(const QUrl& url);

/// What these bytes are shown as, told by the bytes and never by a name: png, jpeg, webp, gif, and the kinds of sound
/// and film that the engine plays. Empty = not shown at all (SVG and HTML among them).
[[nodiscard]] QByteArray shownMediaType(std::string_view bytes);

} // namespace quarterdeck::ui::transcript
