#pragma once

#include "conversation/burn_meter.h"
#include "conversation/cost_ledger.h"
#include "session/receiver.h"
#include "ui/cost/cost_page.h"
#include "ui/workspace/viewed_session.h"

#include <QTimer>

namespace quarterdeck::ui {

/// Adds up what the viewed session has cost, while somebody looks at it: reads the events up to the moment that is
/// shown, some at a time, and goes on with those that come. Thread: ui.
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
    void startOver();
    void readOn();
    void take(const session::Result<std::vector<session::Event>>& events);
    [[nodiscard]] conversation::EventSeq wanted() const;

    CostPage& m_page;
    ViewedSession& m_viewed;
    conversation::CostLedger m_ledger;
    conversation::BurnMeter m_burn;
    conversation::EventSeq m_read; ///< the last event that is in the ledger
    bool m_isShown = false;
    bool m_isReading = false;
    int m_reading = 0; ///< counts sessions and jumps back: an answer to an earlier question comes too late
    QTimer m_paint;    ///< a busy session changes many times a second
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
