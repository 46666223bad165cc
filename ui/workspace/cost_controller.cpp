#include "workspace/cost_controller.h"

#include "ui/present/present.h"

#include <chrono>

namespace quarterdeck::ui {

namespace {

using namespace std::chrono_literals;

constexpr std::int32_t eventsAtOnce = 500;
constexpr auto betweenPaintings = 200ms;

} // namespace

CostController::CostController(CostPage& page, ViewedSession& viewed, QObject* parent)
    : QObject(parent)
    , m_page(page)
    , m_viewed(viewed)
{
    m_paint.setSingleShot(true);
    m_paint.setInterval(betweenPaintings);
    connect(&m_paint, &QTimer::timeout, this, &CostController::refresh);
    connect(&viewed, &ViewedSession::sessionChanged, this, &CostController::startOver);
    connect(&viewed, &ViewedSession::stateChanged, this, &CostController::readOn);
}

void CostController::setShown(bool isShown)
{
    if (isShown && !m_isShown)
        m_page.setFocus(Qt::OtherFocusReason);
    m_isShown = isShown;
    readOn();
}

conversation::EventSeq CostController::wanted() const
{
    return m_viewed.state() ? m_viewed.state()->lastSeq() : conversation::EventSeq{};
}

void CostController::startOver()
{
    m_ledger = {};
    m_burn = {};
    m_read = {};
    m_isReading = false;
    ++m_reading;
    m_page.setCost({});
}

void CostController::readOn()
{
    if (!m_isShown || m_viewed.isEmpty())
        return;
    if (wanted() < m_read)
        startOver(); // a replay that was turned back
    if (!m_paint.isActive())
        m_paint.start();
    if (m_isReading || wanted() == m_read)
        return;
    m_isReading = true;
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), m_read, eventsAtOnce,
                                  m_receiver.on<Events>([this, reading = m_reading](const Events& events) {
                                      if (reading == m_reading)
                                          take(events);
                                  }));
}

void CostController::take(const session::Result<std::vector<session::Event>>& events)
{
    m_isReading = false;
    if (!events || events->empty() || !m_viewed.state())
        return; // what is not stored yet comes with the next change
    for (const session::Event& event : *events) {
        if (wanted() < event.seq)
            break;
        m_ledger.take(event, *m_viewed.state());
        m_burn.add(event);
        m_read = event.seq;
    }
    readOn();
}

void CostController::refresh()
{
    if (!m_isShown || !m_viewed.state())
        return;
    view::Cost cost = present::cost(m_ledger, m_burn.rate(), *m_viewed.state(), m_viewed.members());
    cost.isReading = m_read < wanted();
    m_page.setCost(std::move(cost));
}

} // namespace quarterdeck::ui
