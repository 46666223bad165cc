#include "workspace/burn_finder.h"

#include <algorithm>
#include <chrono>

namespace quarterdeck::ui {

namespace {

using conversation::EventSeq;
using Events = session::Result<std::vector<session::Event>>;

/// So far back it begins: more than some minutes of a busy team.
constexpr std::int64_t farthestBack = 2'000;
constexpr int eventsPerRead = 500;

bool hasAgentsHere(const conversation::ConversationState& state)
{
    return state.kind() == conversation::SessionKind::Team || state.kind() == conversation::SessionKind::Demo;
}

} // namespace

BurnFinder::BurnFinder(ViewedSession& viewed, QObject* parent) : QObject(parent), m_viewed(viewed)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(std::chrono::seconds(1));
    connect(&m_timer, &QTimer::timeout, this, &BurnFinder::look);
    connect(&viewed, &ViewedSession::sessionChanged, this, &BurnFinder::clear);
    connect(&viewed, &ViewedSession::replayToggled, this, &BurnFinder::clear);
    connect(&viewed, &ViewedSession::stateChanged, this, [this] {
        if (!m_timer.isActive() && !m_isReading)
            look();
    });
}

void BurnFinder::clear()
{
    m_meter = {};
    m_readTo = {};
    ++m_readings;
    m_isReading = false;
    m_timer.stop();
    setRate({});
}

void BurnFinder::look()
{
    const auto& state = m_viewed.state();
    if (!state || !hasAgentsHere(*state))
        return;
    const EventSeq upTo = state->lastSeq();
    if (upTo < m_readTo || upTo.value - m_readTo.value > farthestBack) { // the clock of a replay was moved
        m_meter = {};
        m_readTo = {std::max<std::int64_t>(0, upTo.value - farthestBack)};
    }
    if (upTo == m_readTo)
        return;
    m_isReading = true;
    const auto count = static_cast<int>(std::min<std::int64_t>(eventsPerRead, upTo.value - m_readTo.value));
    m_viewed.library().readEvents(m_viewed.id(), m_readTo, count,
                                  m_receiver.on<Events>([this, upTo, reading = m_readings](const Events& events) {
                                      if (reading != m_readings)
                                          return;
                                      m_isReading = false;
                                      if (events && !events->empty())
                                          take(*events, upTo);
                                  }));
}

void BurnFinder::take(const std::vector<session::Event>& events, EventSeq upTo)
{
    for (const session::Event& event : events)
        m_meter.add(event);
    m_readTo = events.back().seq;
    if (m_readTo < upTo)
        return look();
    setRate(m_meter.rate());
    m_timer.start(); // what comes meanwhile is read then
}

void BurnFinder::setRate(std::optional<conversation::BurnRate> rate)
{
    if (rate == m_rate)
        return;
    m_rate = rate;
    emit changed();
}

} // namespace quarterdeck::ui
