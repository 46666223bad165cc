#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/images/remote_images.h"
#include "ui/transcript/row_source.h"
#include "ui/transcript/transcript_values.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

namespace quarterdeck::ui::transcript {

/// The page's remote pictures. The page names one by its row and key; its address is read from the log again, so
/// nothing is requested that is not in a message. Thread: ui.
class PageImages final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageImages)
public:
    /// `pictures` must outlive this.
    PageImages(std::shared_ptr<session::Library> library, RemoteImages& pictures, QObject* parent = nullptr);

    void setChoice(RemoteImagePolicy choice);
    /// For a new page.
    void sayChoice();
    /// Its place is in sight. `place`: of the rows shown.
    void show(const RowQuery& place, const calls::PictureInSight& picture);
    void use(const RowQuery& place, const calls::UsePicture& wanted);

signals:
    void told(const quarterdeck::ui::transcript::PageMessage& message);
    /// It was loaded, and is to be viewed, put on the clipboard or saved in a file.
    void requested(const QString& key, quarterdeck::ui::transcript::PictureAction wish);

private:
    /// One message being read for the addresses of its pictures.
    struct Reading
    {
        int id = 0;
        RowQuery place;
        conversation::EventSeq seq;
        QStringList keys; ///< those wanted of it
    };
    using Addresses = QHash<QString, QString>; ///< by key

    void load(const RowQuery& place, conversation::EventSeq seq, const QString& key);
    void read(const Reading& wanted);
    void loadThose(int id, const Addresses& addresses);
    void sayLoaded(const QString& key);
    void sayGone(const QString& key);
    void sayFailed(const QString& key, const QString& reason);

    std::shared_ptr<session::Library> m_library;
    RemoteImages& m_pictures;
    RemoteImagePolicy m_choice = RemoteImagePolicy::Ask;
    std::vector<Reading> m_readings; ///< running; a new choice discards them, and does not load what was wanted before
    int m_lastReading = 0;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
