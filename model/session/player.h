#pragma once

#include "model/conversation/state/state.h"
#include "model/session/library.h"

#include <QObject>
#include <cstdint>
#include <functional>
#include <memory>

namespace quarterdeck::replay {

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
