#include "ui/controllers/burn_finder.h"

namespace quarterdeck::ui {

namespace {

/// More than a busy team produces in a few minutes.
constexpr LogReader::Options lastMinutes{2'000, std::chrono::seconds(1), true};

bool hasAgentsHere(const ViewedSession& viewed)
{
    using conversation::SessionKind;
    return viewed.state()
        && (viewed.state()->kind() == SessionKind::Team || viewed.state()->kind() == SessionKind::Demo);
}

} // namespace

BurnFinder::BurnFinder(ViewedSession& viewed, QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_log(viewed, lastMinutes, [this](const session::Event& event) { m_meter.add(event); })
{
    connect(&m_log, &LogReader::startedOver, this, [this] {
        m_meter = {};
        setRate({});
    });
    connect(&m_log, &LogReader::advanced, this, [this] {
        if (!m_log.isReading())
            setRate(m_meter.rate());
    });
    connect(&viewed, &ViewedSession::stateChanged, this, [this] { m_log.setWanted(hasAgentsHere(m_viewed)); });
}

void BurnFinder::setRate(std::optional<conversation::BurnRate> rate)
{
    if (rate == m_rate)
        return;
    m_rate = rate;
    emit changed();
}

} // namespace quarterdeck::ui
