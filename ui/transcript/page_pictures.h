#pragma once

#include "session/library.h"
#include "session/receiver.h"
#include "transcript/row_source.h"
#include "ui/pictures/remote_pictures.h"
#include "ui/transcript/row_action.h"

#include <QObject>
#include <memory>

namespace quarterdeck::ui::transcript {

/// The page's pictures from elsewhere. The page names one by its row and key; its address is read from the log again,
/// so nothing is asked for that stands in no message. Thread: ui.
class PagePictures final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PagePictures)
public:
    /// `pictures` must outlive this.
    PagePictures(std::shared_ptr<session::Library> library, RemotePictures& pictures, QObject* parent = nullptr);

    void setChoice(PictureChoice choice);
    /// To a page that is new.
    void sayChoice();
    /// `place`: of the rows that are shown.
    void take(const RowPlace& place, conversation::EventSeq seq, const QString& key, PictureWish wish);

signals:
    /// `pictureReady` and `pictureChoice` of the page's contract.
    void ready(const QString& json);
    void choiceSaid(const QString& json);
    void choiceWanted(quarterdeck::ui::PictureChoice choice);
    /// It was loaded, and is to be looked at.
    void opened(const QString& key);

private:
    void show(const RowPlace& place, conversation::EventSeq seq, const QString& key);
    void load(const RowPlace& place, conversation::EventSeq seq, const QString& key);
    void sayLoaded(const QString& key);
    void sayFailed(const QString& key, const QString& reason);

    std::shared_ptr<session::Library> m_library;
    RemotePictures& m_pictures;
    PictureChoice m_choice = PictureChoice::Ask;
    int m_choices = 0; ///< counts them: what was wanted under an earlier one is not loaded
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
