#pragma once

#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"
#include "model/session/held_messages.h"
#include "model/session/library.h"
#include "model/session/player.h"
#include "model/session/session.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui {

/// What changed in a live session since the last notice: ranges, no contents. The rows themselves are read from the
/// library.
struct SessionChange
{
    conversation::EventSeq from;                 ///< first new event
    conversation::EventSeq to;                   ///< last new event
    std::vector<conversation::EventSeq> amended; ///< rows before `from` that look different now, each once
};

/// The ui thread's mirror of one live session: its visible state, and a way to submit intents. Many commits become at
/// most one notice per frame (16 ms). Thread: ui. The Session lives on the engine thread and outlives every client.
class SessionProxy final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionProxy)
public:
    using State = std::shared_ptr<const conversation::ConversationState>;
    using Done = std::function<void(conversation::Decision)>;

    /// The engine's end of a client: collects what the session shows from now on. Shared by both sides.
    class Mailbox;
    /// Thread: engine. Hand the result to the ui thread and make the client of it there.
    [[nodiscard]] static std::shared_ptr<Mailbox> attach(session::Session& session);

    /// Starts with the newest visible state; `changed` reports what comes after it.
    explicit SessionProxy(std::shared_ptr<Mailbox> mailbox, QObject* parent = nullptr);
    ~SessionProxy() override;

    [[nodiscard]] const conversation::SessionId& id() const { return m_id; }
    [[nodiscard]] const State& state() const { return m_state; }
    /// `done` runs on the ui thread, or not at all if this client is gone by then. It may come before `changed`, which
    /// waits for its frame.
    void submit(conversation::Intent intent, Done done = {});
    /// Held messages, in this order, each as it was written; `done` gets why one could not go. Runs as in `submit`.
    void releaseHeld(std::vector<conversation::EventSeq> held, bool mayReachOthers,
                     std::function<void(const std::optional<conversation::Error>&)> done);
    [[nodiscard]] bool isImportedSession() const { return m_isImportedSession; }

signals:
    void changed(const quarterdeck::ui::SessionChange& change);
    void streamingMessageChanged(const quarterdeck::session::StreamingMessage& draft);
    void failed(const quarterdeck::session::Error& error);

private:
    void takeMail();

    std::shared_ptr<Mailbox> m_mailbox;
    session::Session* m_session;
    conversation::SessionId m_id;
    bool m_isImportedSession;
    State m_state;
};

/// The ui thread's remote control of a replay::Player on the engine thread. Moments are coalesced: the ui gets the
/// newest, with at most one on its way. Thread: ui.
class ReplayProxy final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReplayProxy)
public:
    /// `engine` is any object that lives on the engine thread as long as the application runs.
    ReplayProxy(conversation::SessionId session, std::shared_ptr<session::Library> library, QObject* engine,
                QObject* parent = nullptr);
    ~ReplayProxy() override;

    void start(conversation::EventSeq at);
    void setPlaying(bool on);
    void setSpeed(double factor);
    void setGapsShortened(bool on);
    void stepForward();
    void stepBackward();
    void nextQuestion();
    void seek(conversation::EventSeq seq);
    void seekTime(conversation::Timestamp time);

    [[nodiscard]] const conversation::SessionId& session() const { return m_session; }
    [[nodiscard]] const replay::Moment& moment() const { return m_moment; } ///< its state is null before the first one
    [[nodiscard]] bool isPlaying() const { return m_isPlaying; }
    [[nodiscard]] double speed() const { return m_speed; }
    [[nodiscard]] bool areGapsShortened() const { return m_areGapsShortened; }

signals:
    void momentChanged(const quarterdeck::replay::Moment& moment);
    void playingChanged(bool isPlaying);
    void failed(const quarterdeck::conversation::Error& error);

private:
    class Remote;
    void tell(std::function<void(replay::Player&)> call);

    conversation::SessionId m_session;
    QObject* m_engine;
    std::shared_ptr<Remote> m_remote;
    replay::Moment m_moment;
    bool m_isPlaying = false;
    double m_speed = 1.0;
    bool m_areGapsShortened = true;
};

} // namespace quarterdeck::ui
