#pragma once

#include "model/conversation/message.h"
#include "model/session/callback_guard.h"
#include "ui/controllers/current_session.h"

#include <QObject>
#include <deque>
#include <optional>
#include <stop_token>
#include <vector>

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

} // namespace quarterdeck::ui
