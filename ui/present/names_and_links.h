#pragma once

#include "model/conversation/ids.h"

#include <QMimeData>
#include <QString>
#include <QStringList>
#include <QUrl>

#include <optional>

namespace quarterdeck::ui {

/// Proposes names for saving what somebody else named: no folders, no leading dots, no control or direction characters,
/// nothing that file systems refuse, not too long, and with the right extension. Never empty. Pure. Thread: any.

/// For an image: the ending is one that belongs to `mediaType`.
[[nodiscard]] QString safeImageName(const QString& name, const QString& mediaType);
/// For any file: its own ending, else one that belongs to `mediaType`. What a desktop would run on a double click
/// (`setup.exe`, `notes.desktop`, `run.sh`) gets `.download` after it, which the person may take away.
[[nodiscard]] QString safeFileName(const QString& name, const QString& mediaType);
/// For what has a title instead of a file name; `ending` without its dot.
[[nodiscard]] QString safeNameOfTitle(const QString& title, const QString& ending);

} // namespace quarterdeck::ui

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

namespace quarterdeck::ui::wording {

/// Whether an address has no characters that browsers drop, or read differently from QUrl: what is checked must be what
/// is opened. Pure; thread: any.
[[nodiscard]] bool isUnambiguousUrl(const QString& address);

/// A reference to a message, in text form: "quarterdeck:SESSION#SEQ".
struct MessageLink
{
    conversation::SessionId session;
    conversation::EventSeq seq;
    [[nodiscard]] QString text() const;
    friend bool operator==(const MessageLink&, const MessageLink&) = default;
};

/// Parses one that was typed or pasted; empty if it is none. Does not check whether there is such a session.
[[nodiscard]] std::optional<MessageLink> messageLinkIn(const QString& typed);

} // namespace quarterdeck::ui::wording
