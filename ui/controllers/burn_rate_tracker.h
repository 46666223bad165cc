#pragma once

#include "model/conversation/burn_meter.h"
#include "ui/controllers/session_event_reader.h"

#include <optional>

namespace quarterdeck::ui {

/// Knows what a minute of the viewed team's work uses; at a moment of a replay, what it used then. Reads the log at
/// most once a second. Thread: ui.
class BurnRateTracker final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BurnRateTracker)
public:
    explicit BurnRateTracker(CurrentSession& viewed, QObject* parent = nullptr);

    [[nodiscard]] const std::optional<conversation::BurnRate>& rate() const { return m_rate; }

signals:
    void changed();

private:
    void setRate(std::optional<conversation::BurnRate> rate);

    CurrentSession& m_viewed;
    conversation::BurnMeter m_meter;
    std::optional<conversation::BurnRate> m_rate;
    SessionEventReader m_log;
};

} // namespace quarterdeck::ui
