#pragma once

#include "model/session/post.h"
#include "ui/present/notice_board.h"

#include <QObject>
#include <QUrl>
#include <functional>
#include <string>

namespace quarterdeck::app {

/// Opens files that a team made, and their folders, with the desktop: the only place that does. Each is examined first
/// (`team::openableFile`), on a pool thread; if a program might run what is inside, a notice asks the person, and the
/// file is examined again when they agree. Thread: ui.
class ArtifactOpener final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ArtifactOpener)
public:
    using OpenUrl = std::function<bool(const QUrl&)>;

    /// `open`: false if the desktop has no program for it; empty = the desktop's.
    ArtifactOpener(OpenUrl open, ui::NoticeBoard& notices, QObject* parent = nullptr);

    /// `folder`: absolute; empty = the session has none. `path`: inside it, according to the log.
    void open(const std::string& folder, const std::string& path);
    void show(const std::string& folder, const std::string& path);

private:
    struct File
    {
        std::string folder;
        std::string path;
    };
    void look(const File& file, bool isAgreed);
    void hand(const std::string& place, const File& file);
    void refuse(const File& file, const QString& why);

    OpenUrl m_open;
    ui::NoticeBoard& m_notices;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::app
