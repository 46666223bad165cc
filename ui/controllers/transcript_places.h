#pragma once

#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/transcript/transcript_view.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <cstddef>
#include <functional>
#include <list>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::ui {

/// Where somebody was in each channel, and which channel of a session they looked at last: returning leads there, also
/// after a restart. With very many channels, only the latest are remembered.
class ScrollPositions
{
public:
    static constexpr std::size_t most = 200;

    /// Where the view is, if anything is in sight there.
    void keep(const transcript::TranscriptView& view);
    void keep(const conversation::SessionId& session, const conversation::ChannelKey& channel,
              const transcript::ScrollPosition& place);
    /// The end, if nothing is known.
    [[nodiscard]] transcript::ScrollPosition placeIn(const conversation::SessionId& session,
                                                     const conversation::ChannelKey& channel) const;

    /// Everything, if nothing is known.
    [[nodiscard]] conversation::ChannelKey channelOf(const conversation::SessionId& session) const;
    void keepChannel(const conversation::SessionId& session, const conversation::ChannelKey& channel);

    /// For the next start: JSON. What cannot be understood is left out.
    [[nodiscard]] QByteArray toJson() const;
    void readJson(const QByteArray& json);

private:
    struct Kept
    {
        conversation::SessionId session;
        conversation::ChannelKey channel;
        transcript::ScrollPosition place;
    };
    std::list<Kept> m_kept;                                                             ///< most recently kept first
    std::list<std::pair<conversation::SessionId, conversation::ChannelKey>> m_channels; ///< other than everything
};

/// The marks beside the transcript: the channel's own (questions, errors, private chats, mistakes), read from the
/// library, and those of a search. In a long session they take long to find, so they are read after its rows, and not
/// over and over. Thread: ui.
class TranscriptMarks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptMarks)
public:
    /// Both must outlive this.
    TranscriptMarks(transcript::TranscriptView& view, CurrentSession& viewed, QObject* parent = nullptr);

    /// Another channel is shown, or none: previous marks go, and its own come when its rows are painted.
    void begin(const conversation::ChannelKey& channel);
    /// More may have come.
    void refreshSoon();
    void setFound(std::vector<transcript::ScrollMark> marks);
    /// Calls back when the channel's own marks are there and up to date, or cannot be read.
    void whenRead(std::function<void()> done);

private:
    using Marks = session::Result<std::vector<session::ChannelMark>>;
    void read();
    void take(const Marks& marks);
    void show();
    void tellThatRead();

    transcript::TranscriptView& m_view;
    CurrentSession& m_viewed;
    conversation::ChannelKey m_channel;
    std::vector<transcript::ScrollMark> m_own;
    std::vector<transcript::ScrollMark> m_found;
    std::vector<std::function<void()>> m_waiting; ///< until they are read
    QTimer m_timer;                               ///< runs if marks may have been added since they were read
    int m_reading = 0;                            ///< counts readings: only the newest's answer is shown
    bool m_isReading = false;                     ///< it has not come yet
    bool m_isDue = false;                         ///< the channel's first, once its rows are painted
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
