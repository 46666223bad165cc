#pragma once

#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "model/session/player.h"

#include <QObject>
#include <functional>
#include <memory>

namespace quarterdeck::ui {

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
