#pragma once

#include "model/session/callback_guard.h"
#include "ui/controllers/current_session.h"

#include <QObject>
#include <vector>

namespace quarterdeck::ui {

/// Reads the spans recorded around an event. Most sessions have none, and nothing is read. Thread: ui.
class TraceLookup final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceLookup)
public:
    explicit TraceLookup(CurrentSession& viewed, QObject* parent = nullptr);

    /// Reads anew, unless it is the same event and no span came since. `found` follows if the result has changed.
    void find(conversation::EventSeq seq);
    void clear();
    [[nodiscard]] const std::vector<conversation::Span>& spans() const { return m_spans; }

signals:
    void found();

private:
    void readAround(std::int64_t before);
    void take(const session::Rows& rows);

    CurrentSession& m_viewed;
    conversation::EventSeq m_seq;
    std::int64_t m_recorded = 0; ///< events with spans, when it was last read
    std::int64_t m_readings = 0; ///< answers to an earlier one are dropped
    std::vector<conversation::Span> m_spans;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
