#pragma once

#include "conversation/burn_meter.h"
#include "conversation/cost_ledger.h"
#include "ui/cost/cost_page.h"
#include "workspace/log_reader.h"

namespace quarterdeck::ui {

/// Adds up what the viewed session has cost, while somebody looks at it. Thread: ui.
class CostController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CostController)
public:
    CostController(CostPage& page, ViewedSession& viewed, QObject* parent = nullptr);

    /// Nothing is read while it is not shown.
    void setShown(bool isShown);
    /// Says it all anew, in the language of now.
    void refresh();

private:
    CostPage& m_page;
    ViewedSession& m_viewed;
    conversation::CostLedger m_ledger;
    conversation::BurnMeter m_burn;
    LogReader m_log;
};

} // namespace quarterdeck::ui
