#pragma once

#include "model/conversation/burn_meter.h"
#include "ui/controllers/log_reader.h"

#include <optional>

namespace quarterdeck::ui {

/// Knows what a minute of the viewed team's work uses; at a moment of a replay, what it used then. Reads the log at
/// most once a second. Thread: ui.
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
    void setRate(std::optional<conversation::BurnRate> rate);

    ViewedSession& m_viewed;
    conversation::BurnMeter m_meter;
    std::optional<conversation::BurnRate> m_rate;
    LogReader m_log;
};

} // namespace quarterdeck::ui
