#pragma once

#include "model/session/library.h"
#include "model/session/receiver.h"
#include "ui/images/remote_pictures.h"
#include "ui/transcript/row_action.h"
#include "ui/transcript/row_source.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

namespace quarterdeck::ui::transcript {

/// The page's remote pictures. The page names one by its row and key; its address is read from the log again, so
/// nothing is requested that is not in a message. Thread: ui.
class PagePictures final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PagePictures)
public:
    /// `pictures` must outlive this.
    PagePictures(std::shared_ptr<session::Library> library, RemotePictures& pictures, QObject* parent = nullptr);

    void setChoice(PictureChoice choice);
    /// For a new page.
    void sayChoice();
    /// `place`: of the rows shown.
    void take(const RowPlace& place, conversation::EventSeq seq, const QString& key, PictureWish wish);

signals:
    /// `pictureReady` and `pictureChoice` of the page's contract.
    void ready(const QString& json);
    void choiceSaid(const QString& json);
    void choiceWanted(quarterdeck::ui::PictureChoice choice);
    /// It was loaded, and is to be viewed.
    void opened(const QString& key);
    /// The same, to be put on the clipboard.
    void copyWanted(const QString& key);
    /// The same, to be saved in a file.
    void saveWanted(const QString& key);

private:
    /// One message being read for the addresses of its pictures.
    struct Reading
    {
        int id = 0;
        RowPlace place;
        conversation::EventSeq seq;
        QStringList keys; ///< those wanted of it
    };
    using Addresses = QHash<QString, QString>; ///< by key

    void show(const RowPlace& place, conversation::EventSeq seq, const QString& key);
    void load(const RowPlace& place, conversation::EventSeq seq, const QString& key);
    void read(const Reading& wanted);
    void loadThose(int id, const Addresses& addresses);
    void sayLoaded(const QString& key);
    void sayGone(const QString& key);
    void sayFailed(const QString& key, const QString& reason);

    std::shared_ptr<session::Library> m_library;
    RemotePictures& m_pictures;
    PictureChoice m_choice = PictureChoice::Ask;
    std::vector<Reading> m_readings; ///< running; a new choice discards them, and does not load what was wanted before
    int m_lastReading = 0;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
