#pragma once

#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/present/notice_board.h"
#include "ui/transcript/transcript_view.h"

#include <QByteArray>
#include <QObject>
#include <functional>
#include <optional>

namespace quarterdeck::ui {

/// Saves a message's attachment (a file, a sound, a video), or a remote picture that was loaded, where the person says.
/// Opens nothing. Thread: ui.
class MediaSaver final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MediaSaver)
public:
    /// Asks for a path; the name is proposed.
    using AskPath = std::function<void(const QString& proposedName, std::function<void(const QString& path)> chosen)>;

    /// The dialog belongs to `window`. `askPath`: replaces that dialog, which overwrites a file only if the person
    /// agrees.
    MediaSaver(QWidget& window, CurrentSession& viewed, transcript::TranscriptView& page,
               TranscriptController& transcript, NoticeBoard& notices, AskPath askPath = {}, QObject* parent = nullptr);

private:
    void save(conversation::EventSeq seq, const conversation::AttachmentHash& hash);
    void saveRemote(const QString& key);
    using Found = session::Result<std::optional<conversation::MediaSource>>;
    using TakeFound = std::function<void(Found)>; ///< on any thread
    void findInRow(conversation::Ordinal row, conversation::EventSeq seq, const conversation::AttachmentHash& hash,
                   const TakeFound& take);
    void findInEvent(conversation::EventSeq seq, const conversation::AttachmentHash& hash, const TakeFound& take);
    void ask(const conversation::MediaSource& source);
    void readAndWrite(const QString& path, const conversation::AttachmentHash& hash);
    void writeTo(const QString& path, const QByteArray& bytes);
    void refuse(const QString& sentence);

    QWidget& m_window;
    CurrentSession& m_viewed;
    transcript::TranscriptView& m_page;
    TranscriptController& m_transcript;
    NoticeBoard& m_notices;
    AskPath m_askPath;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
