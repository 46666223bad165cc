#pragma once

#include "session/receiver.h"
#include "ui/toolbar/channel_bar.h"
#include "ui/transcript/transcript_view.h"
#include "ui/view/notice.h"
#include "ui/workspace/viewed_session.h"

#include <QObject>
#include <QTimer>
#include <optional>
#include <set>

namespace quarterdeck::ui {

/// Shows the chosen channel of what the window looks at, live or at the replay's moment, and passes on what the person
/// does in the page. Thread: ui.
class TranscriptController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptController)
public:
    TranscriptController(transcript::TranscriptView& view, ChannelBar& channels, ViewedSession& viewed,
                         QObject* parent = nullptr);

    void openChannel(const conversation::ChannelKey& channel);
    [[nodiscard]] const conversation::ChannelKey& channel() const { return m_channel; }
    /// Of the channel, at the moment that is shown.
    [[nodiscard]] std::int64_t rowCount() const;
    /// Beside the transcript, with the marks that it has by itself.
    void setFoundMarks(std::vector<transcript::ScrollMark> marks);
    void openInbox(const conversation::RoleName& role);
    /// Scrolls to the row of this event: in the channel that is shown, or else in everything.
    void goTo(conversation::EventSeq seq);
    /// The same for an open question, whose form opens then.
    void fillIn(conversation::EventSeq question);
    /// Scrolls to the end, and stays there; or says that what the person wrote stands elsewhere.
    void showSent(conversation::EventSeq message);
    /// Shows the message of which that was said.
    void goToSent();
    /// Says it all anew, in the language of now.
    void refresh();
    /// What is stored could not be read.
    void tellReadFailed(const session::Error& error);
    /// Opens the link that the last notice asked about.
    void openAskedLink();

signals:
    /// Another channel, or session, is looked at.
    void channelShown(const quarterdeck::conversation::ChannelKey& channel);
    /// A row of it is where the person wants to be.
    void wentTo();
    /// The same channel at another moment of a replay.
    void momentShown();
    void rawRequested(quarterdeck::conversation::EventSeq seq);
    void replyRequested(const QString& role);
    void copyFromRequested(quarterdeck::conversation::EventSeq seq);
    void forwardRequested(const QString& text);
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);
    /// Some of it cannot be read.
    void damageFound(const quarterdeck::session::Error& error);

private:
    void tellRowsFailed(const session::Error& error);
    void showSession();
    void showMoment();
    void refreshTabs();
    void present();
    void refreshQuestions(const std::set<conversation::QuestionId>& undelivered);
    void act(transcript::RowAction action, conversation::EventSeq seq);
    void mark(conversation::EventSeq message, bool isKept);
    void readMarks();
    void showMarks();
    void goToEnd();
    void sayWhereSentIs(conversation::EventSeq message);
    void withEvent(conversation::EventSeq seq, const std::function<void(const session::Event&)>& call);
    void askAboutLink(const transcript::LinkQuestion& link);

    transcript::TranscriptView& m_view;
    ChannelBar& m_channels;
    ViewedSession& m_viewed;
    conversation::ChannelKey m_channel = conversation::channel::everything;
    std::set<conversation::RoleName> m_inboxes;
    std::set<conversation::QuestionId> m_undelivered; ///< as it is presented
    std::optional<conversation::EventSeq> m_shownMoment;
    std::optional<transcript::LinkQuestion> m_askedLink;
    conversation::EventSeq m_sentElsewhere;
    std::vector<transcript::ScrollMark> m_ownMarks;
    std::vector<transcript::ScrollMark> m_foundMarks;
    QTimer m_marksTimer;        ///< runs when marks may have come since they were read
    int m_marksWanted = 0;      ///< counts readings: only the newest's answer is shown
    bool m_areMarksDue = false; ///< once the rows are painted: of a long session there are many
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
