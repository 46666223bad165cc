#pragma once

#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/transcript_places.h"
#include "ui/panels/channel_bar.h"
#include "ui/present/notice_board.h"
#include "ui/transcript/link_check.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace quarterdeck::ui {

/// Shows the chosen channel of what the window looks at, live or at the replay's moment, and passes on what the person
/// does in the page. Thread: ui.
class TranscriptController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptController)
public:
    TranscriptController(transcript::TranscriptView& view, ChannelBar& channels, CurrentSession& viewed,
                         NoticeBoard& notices, QObject* parent = nullptr);

    void openChannel(const conversation::ChannelKey& channel);
    [[nodiscard]] const conversation::ChannelKey& channel() const { return m_channel; }
    /// Of the channel, at the moment shown.
    [[nodiscard]] std::int64_t rowCount() const;
    /// Beside the transcript, in addition to the channel's own marks.
    void setFoundMarks(std::vector<transcript::ScrollMark> marks) { m_marks.setFound(std::move(marks)); }
    /// Calls back when the channel's own are there, or cannot be read.
    void whenMarked(std::function<void()> done) { m_marks.whenRead(std::move(done)); }
    /// Where the person was, in all sessions, for `restorePlaces` of the next start.
    [[nodiscard]] QByteArray scrollPositions();
    void restorePlaces(const QByteArray& kept) { m_places.readJson(kept); }
    /// Calls back with the event of the last row in sight; with the session's last one if the end is in sight.
    void withEventInSight(const std::function<void(conversation::EventSeq)>& call);
    void openInbox(const conversation::RoleName& role);
    /// Scrolls to the row of this event: in the current channel, otherwise in everything. A replay before it ends then.
    /// If there is no such row nothing changes, and a notice says so.
    void goTo(conversation::EventSeq seq);
    /// The same for an open question, whose form then opens.
    void fillIn(conversation::EventSeq question);
    /// Scrolls to the end, and stays there; or says that what the person wrote is elsewhere.
    void showSent(conversation::EventSeq message);
    /// Shows everything anew, in the current language.
    void refresh();
    /// Something stored could not be read.
    void tellReadFailed(const session::Error& error);
    /// What was chosen at a row.
    void act(transcript::RowAction action, conversation::EventSeq seq);

signals:
    /// Another channel, or session, is shown.
    void channelShown(const quarterdeck::conversation::ChannelKey& channel);
    /// The person wants to be at a row of it.
    void wentTo();
    /// The same channel at another moment of a replay.
    void momentShown();
    void rawRequested(quarterdeck::conversation::EventSeq seq);
    void replyRequested(const QString& role);
    void copyFromRequested(quarterdeck::conversation::EventSeq seq);
    /// A message that waits for the person: what becomes of it is decided in Needs you.
    void heldRequested(quarterdeck::conversation::EventSeq seq);
    void forwardRequested(const QString& text);
    void retryRequested(const QString& role);
    /// The team wants another model server, after this failure.
    void connectionRequested(const QString& failure);
    /// Some of it cannot be read.
    void damageFound(const quarterdeck::session::Error& error);

private:
    void tellPageFailed();
    void tellRowsFailed(const session::Error& error);
    void lookFor(conversation::EventSeq seq, const conversation::ChannelKey& channel);
    void arriveAt(conversation::EventSeq seq, const conversation::ChannelKey& channel);
    void showSession(const transcript::ScrollPosition& place = {});
    void showMoment();
    void refreshTabs();
    [[nodiscard]] conversation::ChannelKey channelToOpen() const;
    void present();
    void refreshQuestions(const std::set<conversation::QuestionId>& undelivered);
    void mark(conversation::EventSeq message, bool isKept);
    void goToEnd();
    void sayWhereSentIs(conversation::EventSeq message);
    void withEvent(conversation::EventSeq seq, const std::function<void(const session::Event&)>& call);
    void askAboutLink(const transcript::LinkQuestion& link);
    void openLink(const transcript::LinkQuestion& link);

    transcript::TranscriptView& m_view;
    ChannelBar& m_channels;
    CurrentSession& m_viewed;
    NoticeBoard& m_notices;
    conversation::ChannelKey m_channel = conversation::channel::everything;
    std::set<conversation::RoleName> m_inboxes;
    std::set<conversation::QuestionId> m_undelivered; ///< as presented
    std::optional<conversation::EventSeq> m_shownMoment;
    ScrollPositions m_places;
    TranscriptMarks m_marks;
    std::optional<conversation::Ordinal> m_lastInSight; ///< of the channel; empty = the end, or unknown
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
