#pragma once

#include "session/receiver.h"
#include "ui/workspace/viewed_session.h"

#include <QTimer>
#include <chrono>
#include <functional>
#include <limits>

namespace quarterdeck::ui {

/// Hands the events of the viewed session over, once and in order, up to the moment that is shown: some at a time, and
/// while somebody wants them only. Thread: ui.
class LogReader final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogReader)
public:
    struct Options
    {
        /// So many of the latest events at most; earlier ones are left out.
        std::int64_t farthestBack = std::numeric_limits<std::int64_t>::max();
        /// A busy session changes many times a second: it is looked at so often.
        std::chrono::milliseconds pace{200};
        /// It begins with such a pause, so that what the person sees first is read first.
        bool isPatient = false;
    };
    LogReader(ViewedSession& viewed, Options options, std::function<void(const session::Event&)> take,
              QObject* parent = nullptr);

    void setWanted(bool isWanted);
    [[nodiscard]] bool isWanted() const { return m_isWanted; }
    /// More is to come.
    [[nodiscard]] bool isReading() const { return m_read < end(); }

signals:
    /// Another session, or a moment that does not follow what was handed over: it begins anew.
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

    ViewedSession& m_viewed;
    Options m_options;
    std::function<void(const session::Event&)> m_take;
    conversation::EventSeq m_read; ///< the last event that was handed over, or left out
    bool m_isWanted = false;
    bool m_isWaiting = false; ///< for the library
    int m_readings = 0;       ///< counts beginnings: an answer to an earlier question comes too late
    QTimer m_pause;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
