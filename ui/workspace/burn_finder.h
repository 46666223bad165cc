#pragma once

#include "conversation/burn_meter.h"
#include "session/receiver.h"
#include "ui/workspace/viewed_session.h"

#include <QObject>
#include <QTimer>
#include <optional>

namespace quarterdeck::ui {

/// Reads what is new in the log of a team's session, once a second at most, and knows what a minute of its work uses
/// up; at a moment of a replay, what it used up then. Thread: ui.
class BurnFinder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BurnFinder)
public:
    explicit BurnFinder(ViewedSession& viewed, QObject* parent = nullptr);

    [[nodiscard]] const std::optional<conversation::BurnRate>& rate() const { return m_rate; }

signals:
    void changed();

private:
    void clear();
    void look();
    void take(const std::vector<session::Event>& events, conversation::EventSeq upTo);
    void setRate(std::optional<conversation::BurnRate> rate);

    ViewedSession& m_viewed;
    conversation::BurnMeter m_meter;
    conversation::EventSeq m_readTo;
    std::int64_t m_readings = 0; ///< an answer to an earlier one comes too late
    bool m_isReading = false;
    std::optional<conversation::BurnRate> m_rate;
    QTimer m_timer;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
