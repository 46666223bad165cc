#include "ui/controllers/session_event_reader.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {
constexpr std::int64_t eventsAtOnce = 500;
} // namespace

SessionEventReader::SessionEventReader(CurrentSession& viewed, Options options,
                                       std::function<void(const session::Event&)> take, QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_options(options)
    , m_take(std::move(take))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(options.pace);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_read != end())
            look();
    });
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] {
        startOver();
        if (m_options.isPatient)
            m_pause.start();
    });
    connect(&viewed, &CurrentSession::stateChanged, this, [this] {
        if (!m_pause.isActive())
            look();
    });
}

void SessionEventReader::setWanted(bool isWanted)
{
    if (std::exchange(m_isWanted, isWanted) == isWanted || !isWanted)
        return;
    if (m_options.isPatient)
        m_pause.start();
    else
        look();
}

conversation::EventSeq SessionEventReader::end() const
{
    return m_viewed.state() ? m_viewed.state()->lastSeq() : conversation::EventSeq{};
}

/// The moment shown is after what was handed over, and not too far ahead of it.
bool SessionEventReader::follows() const
{
    return m_read <= end() && end().value - m_read.value <= m_options.farthestBack;
}

void SessionEventReader::startOver()
{
    m_read = {std::max<std::int64_t>(0, end().value - m_options.farthestBack)};
    m_isWaiting = false;
    ++m_readings;
    m_pause.stop();
    emit startedOver();
}

void SessionEventReader::look()
{
    if (!m_isWanted || m_viewed.isEmpty() || m_isWaiting)
        return;
    if (!follows())
        startOver(); // the clock of a replay was moved
    tell();
    read();
}

void SessionEventReader::read()
{
    if (!isReading())
        return;
    m_isWaiting = true;
    using Events = session::Result<std::vector<session::Event>>;
    const auto count = static_cast<std::int32_t>(std::min(eventsAtOnce, end().value - m_read.value));
    m_viewed.library().readEvents(m_viewed.id(), m_read, count,
                                  m_receiver.wrap<Events>([this, reading = m_readings](const Events& events) {
                                      if (reading == m_readings)
                                          handOver(events);
                                  }));
}

void SessionEventReader::handOver(const session::Result<std::vector<session::Event>>& events)
{
    m_isWaiting = false;
    if (!follows())
        return look(); // the clock was turned meanwhile
    if (!events)
        return m_pause.stop(); // tried again at the next change, and not before
    if (events->empty())
        return; // not stored yet
    for (const session::Event& event : *events) {
        if (end() < event.seq)
            break;
        m_take(event);
        m_read = event.seq;
    }
    if (!isReading() || !m_pause.isActive())
        tell();
    read();
}

void SessionEventReader::tell()
{
    m_pause.start();
    emit advanced();
}

} // namespace quarterdeck::ui
