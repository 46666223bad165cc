#pragma once

#include "ui/controllers/current_session.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/present/notice_board.h"
#include "ui/theme/action_registry.h"

#include <QObject>

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::ui {

class HoldBar;
class HoldRulesPopup;

/// Held messages of the session shown: its card in Needs you shows the oldest, or the one that was chosen; the bar
/// below the channels the rules and the menu say what is held, and let go. Thread: ui.
class HeldController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeldController)
public:
    struct Panels
    {
        NeedsYouPanel& needsYou;
        HoldBar& bar;
        HoldRulesPopup& rules;
        QWidget& anchor; ///< the rules open below it
    };
    HeldController(const Panels& panels, CurrentSession& viewed, ActionRegistry& actions, NoticeBoard& notices,
                   QObject* parent = nullptr);

    /// What waits at the moment, and can be let go: nothing in a replay.
    void refresh();
    /// Shows this one, and gives it the keyboard.
    void choose(conversation::EventSeq held);
    /// Begins a rule for messages like this one.
    void makeRule(conversation::EventSeq like);

signals:
    void panelRequested();
    void messageRequested(quarterdeck::conversation::EventSeq seq);

private:
    [[nodiscard]] const conversation::ConversationState* steered() const;
    [[nodiscard]] const conversation::HeldMessage* current() const;
    void show(const conversation::HeldMessage& held);
    void read(conversation::EventSeq seq);
    void release(conversation::EventSeq seq, const HeldEdit& edit);
    [[nodiscard]] bool askAgain(const std::pair<conversation::SessionId, conversation::EventSeq>& held,
                                const conversation::Error& error);
    void drop(conversation::EventSeq seq, const HeldDrop& how);
    void releaseOldest();
    void releaseAll();
    void releaseAllOf(const std::shared_ptr<SessionProxy>& session, bool mayReachOthers);
    void askForAll(const std::shared_ptr<SessionProxy>& session, const conversation::Error& error);
    void setHoldsEverything(bool on);
    void openRules();
    void preview(const conversation::HoldRule& rule);
    void readEvent(conversation::EventSeq seq, std::function<void(const conversation::MessagePublished&)> then);
    using Answered = std::function<void(const std::optional<conversation::Error>&)>;
    [[nodiscard]] Answered answered(const QString& otherwise);
    [[nodiscard]] Answered answered(std::shared_ptr<SessionProxy> asking, const QString& otherwise);
    void submit(conversation::Intent intent, const QString& otherwise);
    void tell(const conversation::SessionId& session, const conversation::Error& error, const QString& otherwise);

    NeedsYouPanel& m_panel;
    HoldBar& m_bar;
    HoldRulesPopup& m_rules;
    QWidget& m_anchor;
    CurrentSession& m_viewed;
    ActionRegistry& m_actions;
    NoticeBoard& m_notices;
    conversation::EventSeq m_chosen; ///< 0 = the oldest
    struct Message
    {
        conversation::SessionId session;
        conversation::EventSeq seq;
        conversation::Message message;
    };
    std::optional<Message> m_read; ///< of the card
    std::optional<std::pair<conversation::SessionId, conversation::EventSeq>> m_reading;
    std::list<std::shared_ptr<SessionProxy>> m_asked; ///< that have not answered yet
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
