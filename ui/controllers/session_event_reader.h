#pragma once

#include "model/session/callback_guard.h"
#include "ui/controllers/current_session.h"

#include <QTimer>
#include <chrono>
#include <functional>
#include <limits>

namespace quarterdeck::ui {

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
    [[nodiscard]] bool isWanted() const { return m_isWanted; }
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
