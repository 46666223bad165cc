#pragma once

#include "model/session/callback_guard.h"
#include "model/session/library.h"

#include <QObject>
#include <deque>
#include <functional>
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

} // namespace quarterdeck::replay
