#include "workspace/log_reader.h"

#include <chrono>
#include <utility>

namespace quarterdeck::ui {

namespace {

using namespace std::chrono_literals;

constexpr std::int32_t eventsAtOnce = 500;
constexpr auto betweenTellings = 200ms;

} // namespace

LogReader::LogReader(ViewedSession& viewed, std::function<void(const session::Event&)> take, QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_take(std::move(take))
{
    m_tell.setSingleShot(true);
    m_tell.setInterval(betweenTellings);
    connect(&m_tell, &QTimer::timeout, this, &LogReader::advanced);
    connect(&viewed, &ViewedSession::sessionChanged, this, &LogReader::startOver);
    connect(&viewed, &ViewedSession::stateChanged, this, &LogReader::readOn);
}

void LogReader::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    readOn();
}

bool LogReader::isReading() const { return m_read < end(); }

conversation::EventSeq LogReader::end() const
{
    return m_viewed.state() ? m_viewed.state()->lastSeq() : conversation::EventSeq{};
}

void LogReader::startOver()
{
    m_read = {};
    m_isWaiting = false;
    ++m_readings;
    emit startedOver();
}

void LogReader::readOn()
{
    if (!m_isWanted || m_viewed.isEmpty())
        return;
    if (end() < m_read)
        startOver(); // a replay that was turned back
    if (!m_tell.isActive())
        m_tell.start();
    if (m_isWaiting || end() == m_read)
        return;
    m_isWaiting = true;
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), m_read, eventsAtOnce,
                                  m_receiver.on<Events>([this, reading = m_readings](const Events& events) {
                                      if (reading == m_readings)
                                          handOver(events);
                                  }));
}

void LogReader::handOver(const session::Result<std::vector<session::Event>>& events)
{
    m_isWaiting = false;
    if (!events || events->empty() || !m_viewed.state())
        return; // what is not stored yet comes with the next change
    for (const session::Event& event : *events) {
        if (end() < event.seq)
            break;
        m_take(event);
        m_read = event.seq;
    }
    readOn();
}

} // namespace quarterdeck::ui
