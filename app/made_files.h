#pragma once

#include "session/receiver.h"
#include "ui/view/notice.h"

#include <QObject>
#include <QUrl>
#include <functional>
#include <optional>
#include <string>

namespace quarterdeck::app {

/// Hands files that a team made to the desktop, and their folders: the one place that does. Each is looked at before
/// (`team::openableFile`), on a thread of the pool; where programs may run what stands in it the person is asked first,
/// in a notice, and it is looked at again when they said so. Thread: ui.
class MadeFiles final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MadeFiles)
public:
    using OpenUrl = std::function<bool(const QUrl&)>;

    /// `open`: false when the desktop has no program for it; empty = the desktop's.
    explicit MadeFiles(OpenUrl open, QObject* parent = nullptr);

    /// `folder`: absolute; empty = the session has none. `path`: within it, as its log tells it.
    void open(const std::string& folder, const std::string& path);
    void show(const std::string& folder, const std::string& path);
    /// The button of a notice was clicked; does nothing for those of others.
    void takeNotice(const QString& id);

signals:
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);

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
    std::optional<File> m_asked;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::app
