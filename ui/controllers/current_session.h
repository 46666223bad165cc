#pragma once

#include "model/session/post.h"
#include "ui/controllers/session_proxy.h"
#include "ui/present/present.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>

namespace quarterdeck::ui {

/// What the whole window looks at: one session, live or at a moment of its replay. Every controller takes the state
/// from here, so that while the clock stands at a moment, everything shows that moment. Thread: ui.
class CurrentSession final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CurrentSession)
public:
    /// `engine`: any object on the engine thread.
    CurrentSession(std::shared_ptr<session::Library> library, QObject* engine, QObject* parent = nullptr);
    ~CurrentSession() override;

    void show(std::shared_ptr<SessionProxy> session);
    void clear();

    [[nodiscard]] bool isEmpty() const { return m_session == nullptr; }
    [[nodiscard]] conversation::SessionId id() const;
    /// Null if nothing is shown. For submitting; the state to show is `state()`. Keep a copy while waiting for an
    /// outcome: another session may be shown by then.
    [[nodiscard]] const std::shared_ptr<SessionProxy>& live() const { return m_session; }
    /// Whether the person can take part: it is live and not a recording.
    [[nodiscard]] bool canAnswer() const;
    /// Not only when asked, which is how programs outside have it.
    [[nodiscard]] bool canSpeak() const;
    [[nodiscard]] session::Library& library() const { return *m_library; }
    /// For what is read on its thread, piece by piece.
    [[nodiscard]] const std::shared_ptr<session::Library>& sharedLibrary() const { return m_library; }

    /// The state to show: live, or at the replay's moment. Null before the first.
    [[nodiscard]] const SessionProxy::State& state() const;
    /// Its title: the person's own, otherwise the log's at that moment.
    [[nodiscard]] std::string title() const;
    /// The person's own title; empty = the log's.
    void setGivenTitle(std::string title);
    void setArchived(bool isArchived);
    [[nodiscard]] bool isArchived() const { return m_isArchived; }
    /// Its team waits for the person's word, whatever its log says. Not in a replay.
    void setHeld(bool isHeld);
    [[nodiscard]] bool isHeld() const { return m_isHeld && !isReplaying(); }
    [[nodiscard]] const present::Members& members() const { return m_members; }

    void startReplay(conversation::EventSeq at);
    void endReplay();
    [[nodiscard]] bool isReplaying() const { return m_replay != nullptr; }
    [[nodiscard]] ReplayProxy* replay() const { return m_replay.get(); }
    /// Moves the replay to where this question, now open, was answered.
    void goToEndOf(const conversation::QuestionId& question);
    /// Rows exist up to this event; empty = live.
    [[nodiscard]] std::optional<conversation::EventSeq> asOf() const;
    [[nodiscard]] std::optional<present::ReplayMoment> replayMoment() const;

signals:
    void sessionChanged();                ///< another session, or none; `stateChanged` follows
    void replayToggled(bool isReplaying); ///< `stateChanged` follows
    void stateChanged();
    void membersChanged();
    void rowsChanged(const quarterdeck::ui::SessionChange& change); ///< live only
    void grewBeyondMoment();                                        ///< replay only: the session continues meanwhile
    void streamingMessageChanged(
        const quarterdeck::session::StreamingMessage& draft); ///< in a replay too: the end of one counts
    void failed(const quarterdeck::session::Error& error);

private:
    void refreshMembers();
    void readLaterAnswers();
    void addLaterAnswer(const conversation::QuestionId& question, const session::Row& row);

    std::shared_ptr<session::Library> m_library;
    QObject* m_engine;
    std::shared_ptr<SessionProxy> m_session;
    std::unique_ptr<ReplayProxy> m_replay;
    present::Members m_members;
    std::string m_givenTitle;
    bool m_isArchived = false;
    bool m_isHeld = false;
    struct LaterAnswer
    {
        QString words;
        conversation::EventSeq seq;
    };
    std::map<conversation::QuestionId, LaterAnswer> m_laterAnswers; ///< for questions that are open at the moment
    std::set<conversation::QuestionId> m_askedFor;
    session::CallbackGuard m_receiver{this};
};

/// Hands over the viewed session's events, once and in order, up to the moment shown: some at a time, and only while
/// somebody wants them. Thread: ui.
class SessionEventReader final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionEventReader)
public:
    struct Options
    {
        /// At most this many of the latest events; earlier ones are left out.
        std::int64_t farthestBack = std::numeric_limits<std::int64_t>::max();
        /// A busy session changes many times a second: how often to look at it.
        std::chrono::milliseconds pace{200};
        /// Starts with such a pause, so that what the person sees first is read first.
        bool isPatient = false;
    };
    SessionEventReader(CurrentSession& viewed, Options options, std::function<void(const session::Event&)> take,
                       QObject* parent = nullptr);

    void setWanted(bool isWanted);
    /// More is to come.
    [[nodiscard]] bool isReading() const { return m_read < end(); }

signals:
    /// Another session, or a moment that does not follow what was handed over: it starts over.
    void startedOver();
    /// Something came, or nothing more is to come.
    void advanced();

private:
    void startOver();
    void look();
    void read();
    void handOver(const session::Result<std::vector<session::Event>>& events);
    void tell();
    [[nodiscard]] conversation::EventSeq end() const;
    [[nodiscard]] bool follows() const;

    CurrentSession& m_viewed;
    Options m_options;
    std::function<void(const session::Event&)> m_take;
    conversation::EventSeq m_read; ///< the last event that was handed over, or left out
    bool m_isWanted = false;
    bool m_isWaiting = false; ///< for the library
    int m_readings = 0;       ///< counts beginnings: answers to earlier questions are dropped
    QTimer m_pause;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
