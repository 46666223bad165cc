#include "workspace/cost_controller.h"

#include "ui/present/present.h"

namespace quarterdeck::ui {

CostController::CostController(CostPage& page, ViewedSession& viewed, QObject* parent)
    : QObject(parent)
    , m_page(page)
    , m_viewed(viewed)
    , m_log(viewed, {}, [this](const session::Event& event) {
        m_ledger.take(event, *m_viewed.state());
        m_burn.add(event);
    })
{
    connect(&m_log, &LogReader::advanced, this, &CostController::refresh);
    connect(&m_log, &LogReader::startedOver, this, [this] {
        m_ledger = {};
        m_burn = {};
        m_page.setCost({});
    });
}

void CostController::setShown(bool isShown)
{
    if (isShown && !m_log.isWanted())
        m_page.setFocus(Qt::OtherFocusReason);
    m_log.setWanted(isShown);
}

void CostController::refresh()
{
    if (!m_log.isWanted() || !m_viewed.state())
        return;
    view::Cost cost = present::cost(m_ledger, m_burn.rate(), *m_viewed.state(), m_viewed.members());
    cost.isReading = m_log.isReading();
    m_page.setCost(std::move(cost));
}

} // namespace quarterdeck::ui
