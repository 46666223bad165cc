#pragma once

#include "model/session/callback_guard.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/image_gallery.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/images/image_viewer.h"
#include "ui/present/notice.h"
#include "ui/transcript/diagram_renderer.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>
#include <functional>

class QMenu;

namespace quarterdeck::ui {

/// Opens a picture of the channel, from which the others can be reached, or a diagram, in the viewer, and knows in
/// which sessions remote pictures are loaded. Thread: ui.
class ImagesController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImagesController)
public:
    /// The viewer covers `window`.
    ImagesController(const theme::ThemeController& theme, QWidget& window, CurrentSession& viewed,
                     transcript::TranscriptView& page, TranscriptController& transcript, QObject* parent = nullptr);

    void setChoices(const RemoteImagePolicies& choices);
    /// Part of that session's menu, with the person's choice for it.
    void addChoices(QMenu& menu, const conversation::SessionId& session);

    /// `index`: which of the event's pictures, from 0.
    void open(conversation::EventSeq seq, int index);
    void openDiagram(const QByteArray& png);
    /// Puts a picture on the clipboard, decoded.
    void copy(conversation::EventSeq seq, int index);

signals:
    /// By the person.
    void choicesChanged(const quarterdeck::ui::RemoteImagePolicies& choices);
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);

private:
    void openRemote(const QString& key);
    void copyRemote(const QString& key);
    void copyImage(const ViewerImage& image);
    void choose(const conversation::SessionId& session, RemoteImagePolicy choice);
    void showChoice();
    using Sources = std::vector<conversation::MediaSource>;
    using UseSources = std::function<void(const Sources&)>;
    using TakeSources = std::function<void(session::Result<Sources>)>; ///< on any thread
    /// With all pictures of an event, on this thread; what cannot be read is reported.
    void withImages(conversation::EventSeq seq, const UseSources& use);
    void readRow(conversation::Ordinal row, conversation::EventSeq seq, const TakeSources& take);
    void readEvent(conversation::EventSeq seq, const TakeSources& take);
    void show(const Sources& images, conversation::EventSeq seq, int index);
    void showTheirsOnly();
    void refuse(const QString& sentence);

    /// Reads a picture's bytes for the viewer, whose keys are attachment hashes, or identify a remote picture.
    void read(const QString& key, const std::function<void(conversation::Result<QByteArray>)>& done);
    /// An SVG as a PNG.
    void draw(const QByteArray& svg, const std::function<void(conversation::Result<QByteArray>)>& done);

    CurrentSession& m_viewed;
    transcript::TranscriptView& m_page;
    RemoteImagePolicies m_choices;
    TranscriptController& m_transcript;
    session::CallbackGuard m_receiver{this};
    QByteArray m_diagram;              ///< the one opened last
    std::vector<ViewerImage> m_theirs; ///< the images of the event opened last
    int m_opened = 0;                  ///< which of them
    int m_copying = 0;                 ///< the newest: results for earlier ones are dropped
    transcript::DiagramRenderer m_drawings;
    ImageGallery m_gallery;
    ImageViewer m_viewer;
};

} // namespace quarterdeck::ui
