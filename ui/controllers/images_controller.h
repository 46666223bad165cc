#pragma once

#include "model/conversation/message.h"
#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/images/image_viewer.h"
#include "ui/present/notice_board.h"
#include "ui/transcript/diagram_renderer.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>

#include <deque>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

class QMenu;

namespace quarterdeck::ui {

/// One image of a channel.
struct GalleryImage
{
    conversation::EventSeq seq; ///< the event that contains it: a message, a question, an answer; 0 = its row is lost
    int index = 0;              ///< among the event's images, from 0
    conversation::MediaSource source;
    [[nodiscard]] bool isLost() const { return seq.value == 0; }
    friend bool operator==(const GalleryImage&, const GalleryImage&) = default;
};

/// Lists a channel's images around one of them, read row by row from the library, its neighbours first. An unreadable
/// row counts as one lost image. Thread: ui; `viewed` must outlive it.
class ImageGallery final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImageGallery)
public:
    explicit ImageGallery(CurrentSession& viewed, QObject* parent = nullptr);
    ~ImageGallery() override;

    /// At the moment shown. Forgets what it listed before.
    void list(const conversation::ChannelKey& channel, const GalleryImage& around);
    void stop();

signals:
    /// These directly precede and follow what was known, which at first is the one image. Each in order.
    void extended(const std::vector<quarterdeck::ui::GalleryImage>& before,
                  const std::vector<quarterdeck::ui::GalleryImage>& behind);
    /// Nothing is missing any more.
    void completed();
    /// The channel could not be searched, or it does not have that image.
    void failed();

private:
    using Images = std::vector<GalleryImage>;
    void findRows();
    void takeRows(const session::FindResult& piece);
    void readOn();
    void readBatch(std::size_t first, std::size_t end);
    void takeBatch(const session::Result<std::vector<Images>>& read, std::size_t first, std::size_t end);
    void add(const std::vector<Images>& rows, bool isBehind);
    void split();
    void tell();

    CurrentSession& m_viewed;
    conversation::SessionId m_session;
    conversation::ChannelKey m_channel;
    std::optional<conversation::EventSeq> m_asOf;
    GalleryImage m_around;
    std::int64_t m_centre = 0;        ///< ordinal of its row; 0 also if unknown
    std::vector<std::int64_t> m_rows; ///< ordinals of all rows with images
    conversation::EventSeq m_foundTo;
    std::size_t m_low = 0; ///< rows from here to before m_high are read
    std::size_t m_high = 0;
    std::size_t m_toldAt = 0;          ///< how many had been read at the last report
    bool m_isOneByOne = false;         ///< a row cannot be read; the others are read without it
    bool m_isMet = false;              ///< the starting image has been found
    std::deque<GalleryImage> m_before; ///< not reported yet; until the starting image is found, all are after it
    std::deque<GalleryImage> m_behind;
    int m_wanted = 0; ///< counts listings: answers to an earlier one are dropped
    std::stop_source m_stop;
    session::CallbackGuard m_receiver{this};
};

/// Opens a picture of the channel, from which the others can be reached, or a diagram, in the viewer, and knows in
/// which sessions remote pictures are loaded. Thread: ui.
class ImagesController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImagesController)
public:
    /// The viewer covers `window`.
    ImagesController(const theme::ThemeController& theme, QWidget& window, CurrentSession& viewed,
                     transcript::TranscriptView& page, TranscriptController& transcript, NoticeBoard& notices,
                     QObject* parent = nullptr);

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
    NoticeBoard& m_notices;
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
