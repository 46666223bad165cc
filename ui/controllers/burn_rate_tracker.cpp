#include "ui/controllers/burn_rate_tracker.h"

namespace quarterdeck::ui {

namespace {

/// More than a busy team produces in a few minutes.
constexpr SessionEventReader::Options lastMinutes{2'000, std::chrono::seconds(1), true};

bool hasAgentsHere(const CurrentSession& viewed)
{
    using conversation::SessionKind;
    return viewed.state()
        && (viewed.state()->kind() == SessionKind::Team || viewed.state()->kind() == SessionKind::Demo);
}

} // namespace

BurnRateTracker::BurnRateTracker(CurrentSession& viewed, QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_log(viewed, lastMinutes, [this](const session::Event& event) { m_meter.add(event); })
{
    connect(&m_log, &SessionEventReader::startedOver, this, [this] {
        m_meter = {};
        setRate({});
    });
    connect(&m_log, &SessionEventReader::advanced, this, [this] {
        if (!m_log.isReading())
            setRate(m_meter.rate());
    });
    connect(&viewed, &CurrentSession::stateChanged, this, [this] { m_log.setWanted(hasAgentsHere(m_viewed)); });
}

void BurnRateTracker::setRate(std::optional<conversation::BurnRate> rate)
{
    if (rate == m_rate)
        return;
    m_rate = rate;
    emit changed();
}

} // namespace quarterdeck::ui
