#pragma once

#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/panels/replay_bar.h"
#include "ui/theme/action_registry.h"

#include <QObject>
#include <QTimer>

namespace quarterdeck::ui {

/// Connects the replay bar and the replay's actions with the clock of the viewed session. Thread: ui.
class ReplayController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReplayController)
public:
    ReplayController(ReplayBar& bar, CurrentSession& viewed, ActionRegistry& actions, QObject* parent = nullptr);

    /// Where a replay begins: calls back with an event, at once or later. Without it, at the end.
    using Start = std::function<void(const std::function<void(conversation::EventSeq)>&)>;
    void setStart(Start start) { m_start = std::move(start); }
    /// Shows everything anew.
    void refresh();

private:
    [[nodiscard]] bool isAtEnd() const;
    [[nodiscard]] const conversation::ConversationState& newest() const;
    void toggle(bool on);
    void readTimeline();
    void connectBar();
    void connectActions();
    void showKeys();
    /// Does nothing while nothing is replayed.
    void tell(const std::function<void(ReplayProxy&)>& call);

    ReplayBar& m_bar;
    CurrentSession& m_viewed;
    ActionRegistry& m_actions;
    Start m_start;
    conversation::EventSeq m_timelineEnd; ///< the last event when it was read
    QTimer m_growing;                     ///< runs until the timeline is read again
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
