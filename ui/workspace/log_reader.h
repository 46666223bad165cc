#pragma once

#include "session/receiver.h"
#include "ui/workspace/viewed_session.h"

#include <QTimer>
#include <functional>

namespace quarterdeck::ui {

/// Hands the events of the viewed session over, once and in order, up to the moment that is shown: some at a time, and
/// while somebody wants them only. Thread: ui.
class LogReader final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogReader)
public:
    LogReader(ViewedSession& viewed, std::function<void(const session::Event&)> take, QObject* parent = nullptr);

    void setWanted(bool isWanted);
    [[nodiscard]] bool isWanted() const { return m_isWanted; }
    /// More is to come.
    [[nodiscard]] bool isReading() const;

signals:
    /// Another session, or a moment before what was handed over: it begins anew.
    void startedOver();
    /// Something came, or the state changed; a few times a second at most.
    void advanced();

private:
    void startOver();
    void readOn();
    void handOver(const session::Result<std::vector<session::Event>>& events);
    [[nodiscard]] conversation::EventSeq end() const;

    ViewedSession& m_viewed;
    std::function<void(const session::Event&)> m_take;
    conversation::EventSeq m_read; ///< the last event that was handed over
    bool m_isWanted = false;
    bool m_isWaiting = false; ///< for the library
    int m_readings = 0;       ///< counts beginnings: an answer to an earlier question comes too late
    QTimer m_tell;            ///< a busy session changes many times a second
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
