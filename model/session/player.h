#pragma once

#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "model/session/post.h"

#include <QObject>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace quarterdeck::replay {

/// The next events of a log, read in pieces before they are needed. Thread: engine.
class ReadAhead final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReadAhead)
public:
    ReadAhead(conversation::SessionId session, session::Library& library, QObject* parent = nullptr);

    /// Forgets what it has and goes on after `seq`; an answer that is on its way is dropped.
    void restart(conversation::EventSeq after);
    /// Reads on where that is needed and not under way; also again after a failure.
    void fill();
    /// Looks behind the end that was found: a live session has grown meanwhile.
    void readOn();
    [[nodiscard]] const conversation::Event* next() const { return m_events.empty() ? nullptr : &m_events.front(); }
    conversation::Event take();
    /// Nothing comes after what was taken (as far as the log went when it was read).
    [[nodiscard]] bool isAtEnd() const { return m_events.empty() && m_isEndRead; }

    static constexpr int pieceSize = 500;

signals:
    void arrived(); ///< there is more, or the end is known
    void failed(const quarterdeck::conversation::Error& error);

private:
    conversation::SessionId m_session;
    session::Library& m_library;
    std::deque<conversation::Event> m_events;
    conversation::EventSeq m_readTo;
    int m_generation = 0;
    bool m_isReading = false;
    bool m_isEndRead = false;
    session::CallbackGuard m_receiver{this};
};

/// Where the clock of a replay stands.
struct Moment
{
    conversation::EventSeq seq;   ///< the last event that has happened
    conversation::Timestamp time; ///< the clock, between that event's time and the next one's
    std::shared_ptr<const conversation::ConversationState> state; ///< after `seq`
};

/// A clock over a log: folds the same events that live observers saw, at its own pace, and decides nothing. Never holds
/// the whole log, but reads ahead in pieces. Thread: engine.
class Player final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Player)
public:
    /// Milliseconds that never go back; if empty, the system's clock.
    using Clock = std::function<std::int64_t()>;

    /// `library` must outlive it.
    Player(conversation::SessionId session, session::Library& library, QObject* parent = nullptr, Clock clock = {});
    ~Player() override;

    void start(conversation::EventSeq at); ///< reads what it needs; `momentChanged` follows
    void play();                           ///< before the first moment: as soon as it arrives
    void pause();
    void setSpeed(double factor);   ///< 0.5 to 1000, clamped
    void setGapsShortened(bool on); ///< waits longer than 2 s (at speed 1) take 2 s
    void stepForward();             ///< to the next row of channel "everything"; the end of the log after the last
    void stepBackward();            ///< to where there was one row less; repeated calls add up
    void nextQuestion();            ///< to the moment after the next question was asked; to the end if there is none
    void seek(conversation::EventSeq seq);
    void seekTime(conversation::Timestamp time);
    [[nodiscard]] bool isPlaying() const;
    [[nodiscard]] double speed() const;

signals:
    void momentChanged(const quarterdeck::replay::Moment& moment); ///< at most once per 16 ms while playing
    void playingChanged(bool isPlaying);
    void finished(); ///< played to the end
    /// Nothing could be read: it stays where it was. Playing or stepping again retries.
    void failed(const quarterdeck::conversation::Error& error);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace quarterdeck::replay
