#include "ui/controllers/held_controller.h"

#include "model/conversation/channel.h"
#include "model/conversation/speaker.h"
#include "ui/panels/held_card.h"
#include "ui/panels/hold_bar.h"
#include "ui/panels/hold_rules_popup.h"
#include "ui/present/held.h"
#include "ui/present/visible_text.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

HeldController::HeldController(const Panels& panels, CurrentSession& viewed, ActionRegistry& actions,
                               NoticeBoard& notices, QObject* parent)
    : QObject(parent)
    , m_panel(panels.needsYou)
    , m_bar(panels.bar)
    , m_rules(panels.rules)
    , m_anchor(panels.anchor)
    , m_viewed(viewed)
    , m_actions(actions)
    , m_notices(notices)
{
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] {
        m_chosen = {};
        m_reading.reset();
    });
    connect(&viewed, &CurrentSession::stateChanged, this, &HeldController::refresh);
    const HeldCard& card = m_panel.heldCard();
    connect(&card, &HeldCard::released, this, &HeldController::release);
    connect(&card, &HeldCard::dropped, this, &HeldController::drop);
    connect(&card, &HeldCard::allReleased, this, &HeldController::releaseAll);
    connect(&card, &HeldCard::shown, this, &HeldController::messageRequested);
    connect(&m_bar, &HoldBar::allReleased, this, &HeldController::releaseAll);
    connect(&actions[ActionId::RunHold], &QAction::triggered, this, &HeldController::setHoldsEverything);
    connect(&actions[ActionId::RunStepMessage], &QAction::triggered, this, &HeldController::releaseOldest);
    connect(&actions[ActionId::RunHoldRules], &QAction::triggered, this, &HeldController::openRules);
    connect(&m_rules, &HoldRulesPopup::previewWanted, this, &HeldController::preview);
    connect(&m_rules, &HoldRulesPopup::ruleSet, this, [this](const conversation::HoldRule& rule) {
        submit(conversation::SetHoldRule{rule}, tr("The rule has not changed."));
    });
    connect(&m_rules, &HoldRulesPopup::ruleRemoved, this, [this](const conversation::HoldRuleId& id) {
        submit(conversation::RemoveHoldRule{id}, tr("The rule has not changed."));
    });
    refresh();
}

/// Null where nothing can be held or let go: programs that route for themselves, recordings, replays.
const conversation::ConversationState* HeldController::steered() const
{
    if (m_viewed.isReplaying() || m_viewed.live() == nullptr || m_viewed.live()->isImportedSession())
        return nullptr;
    const conversation::ConversationState* state = m_viewed.live()->state().get();
    using conversation::SessionKind;
    const bool isRoutedHere =
        state != nullptr && (state->kind() == SessionKind::Team || state->kind() == SessionKind::Demo);
    return isRoutedHere && !m_viewed.library().isReadOnly() ? state : nullptr;
}

const conversation::HeldMessage* HeldController::current() const
{
    const conversation::ConversationState* state = steered();
    if (state == nullptr || state->held().empty())
        return nullptr;
    const conversation::HeldMessage* chosen = state->heldAt(m_chosen);
    return chosen != nullptr ? chosen : &*state->held().front();
}

void HeldController::refresh()
{
    const conversation::ConversationState* state = steered();
    m_bar.setView(state != nullptr ? present::holdBar(*state) : HoldBarState());
    m_actions.setAvailable(ActionId::RunHold, state != nullptr);
    m_actions.setAvailable(ActionId::RunHoldRules, state != nullptr);
    if (state != nullptr)
        m_rules.setRules(present::holdRules(*state));
    else
        m_rules.hide();
    m_actions.setAvailable(ActionId::RunStepMessage, state != nullptr && !state->held().empty());
    m_actions[ActionId::RunHold].setChecked(state != nullptr && present::isEverythingHeld(*state));
    if (const conversation::HeldMessage* held = current())
        show(*held);
    else
        m_panel.setHeld(std::nullopt);
}

void HeldController::show(const conversation::HeldMessage& held)
{
    if (!m_read || m_read->session != m_viewed.id() || m_read->seq != held.seq) {
        if (m_panel.heldCard().view().session != m_viewed.id())
            m_panel.setHeld(std::nullopt);
        return read(held.seq); // shown when it is here
    }
    HeldCardState card = present::heldCard(*steered(), m_viewed.members(), held, conversation::textOf(m_read->message));
    card.session = m_viewed.id();
    m_panel.setHeld(std::move(card));
}

void HeldController::readEvent(conversation::EventSeq seq,
                               std::function<void(const conversation::MessagePublished&)> then)
{
    using Events = session::Result<std::vector<session::Event>>;
    const auto take = [this, session = m_viewed.id(), then = std::move(then)](const Events& events) {
        if (!events) {
            m_reading.reset();
            return tell(session, events.error(), tr("The message cannot be shown."));
        }
        const auto* published =
            events->empty() ? nullptr : std::get_if<conversation::MessagePublished>(&events->front().body);
        if (published != nullptr && session == m_viewed.id())
            then(*published);
        else
            m_reading.reset();
    };
    m_viewed.library().readEvents(m_viewed.id(), {seq.value - 1}, 1, m_receiver.wrap<Events>(take));
}

void HeldController::read(conversation::EventSeq seq)
{
    const std::pair wanted(m_viewed.id(), seq);
    if (std::exchange(m_reading, wanted) == wanted)
        return; // on its way
    readEvent(seq, [this, seq](const conversation::MessagePublished& published) {
        m_read = Message{m_viewed.id(), seq, published.message};
        refresh();
    });
}

/// The session is kept until it has answered, whatever is viewed meanwhile; an error is told as its own.
HeldController::Answered HeldController::answered(const QString& otherwise)
{
    return answered(m_viewed.live(), otherwise);
}

HeldController::Answered HeldController::answered(std::shared_ptr<SessionProxy> asking, const QString& otherwise)
{
    const auto asked = m_asked.insert(m_asked.end(), std::move(asking));
    return [self = QPointer(this), asked, otherwise](const std::optional<conversation::Error>& error) {
        if (self.isNull())
            return;
        const std::shared_ptr<SessionProxy> session = std::move(*asked);
        self->m_asked.erase(asked);
        const bool wentAlready = error && error->code == conversation::ErrorCode::NotFound;
        if (error && !wentAlready)
            self->tell(session->id(), *error, otherwise);
        if (error) {
            self->refresh();
            self->m_rules.showRules(); // what was clicked is not so
        }
        // It is the caller, so it is deleted later.
        QMetaObject::invokeMethod(
            self, [session] {}, Qt::QueuedConnection);
    };
}

void HeldController::choose(conversation::EventSeq held)
{
    m_chosen = held;
    emit panelRequested();
    refresh();
    m_panel.focusHeld();
}

void HeldController::submit(conversation::Intent intent, const QString& otherwise)
{
    if (steered() == nullptr)
        return;
    m_viewed.live()->submit(std::move(intent), [answered = answered(otherwise)](const conversation::Decision& outcome) {
        answered(outcome.error);
    });
}

void HeldController::tell(const conversation::SessionId& session, const conversation::Error& error,
                          const QString& otherwise)
{
    m_notices.post({QStringLiteral("held"), view::NoticeTone::Danger, wording::text(error.sentence), otherwise, {}},
                   session);
}

void HeldController::release(conversation::EventSeq seq, const HeldEdit& edit)
{
    if (!m_read || m_read->seq != seq || m_read->session != m_viewed.id() || steered() == nullptr)
        return; // what is shown is not what would go
    conversation::ReleaseHeld intent{seq, m_read->message};
    if (edit.text)
        intent.content = session::withText(m_read->message.content, edit.text->toStdString());
    if (!edit.recipient.empty())
        intent.sendTo = conversation::AddressSet{conversation::Address(edit.recipient)};
    intent.mayReachOthers = edit.mayReachOthers;
    m_viewed.live()->submit(
        std::move(intent),
        [self = QPointer(this), shown = std::pair(m_viewed.id(), seq),
         answered = answered(tr("The message is still held."))](const conversation::Decision& outcome) {
            const bool asksAgain = outcome.error && outcome.error->code == conversation::ErrorCode::OtherRecipients
                && !self.isNull() && self->askAgain(shown, *outcome.error);
            answered(asksAgain ? std::nullopt : outcome.error);
        });
}

/// Whether the card still shows it.
bool HeldController::askAgain(const std::pair<conversation::SessionId, conversation::EventSeq>& held,
                              const conversation::Error& error)
{
    HeldCard& card = m_panel.heldCard();
    if (held != std::pair(m_viewed.id(), card.view().seq))
        return false;
    card.askAgain(wording::text(error.sentence));
    return true;
}

void HeldController::drop(conversation::EventSeq seq, const HeldDrop& how)
{
    if (!m_read || m_read->seq != seq || m_read->session != m_viewed.id())
        return; // what is shown is not what would be dropped
    const std::string reason = how.reason.toStdString();
    conversation::DropHeld intent{seq, reason, {}};
    if (how.isTold)
        intent.notice = session::dropNotice(m_read->message, reason);
    submit(std::move(intent), tr("The message is still held."));
}

void HeldController::releaseOldest()
{
    const conversation::ConversationState* state = steered();
    if (state == nullptr || state->held().empty())
        return;
    m_viewed.live()->releaseHeld({state->held().front()->seq}, false, answered(tr("The message is still held.")));
}

void HeldController::releaseAll()
{
    if (const conversation::ConversationState* state = steered(); state != nullptr && !state->held().empty())
        releaseAllOf(m_viewed.live(), false);
}

void HeldController::releaseAllOf(const std::shared_ptr<SessionProxy>& session, bool mayReachOthers)
{
    session->releaseHeld(
        session::heldBy(*session->state(), {}), mayReachOthers,
        [self = QPointer(this), session, answered = answered(session, tr("Some messages are still held."))](
            const std::optional<conversation::Error>& error) {
            const bool asks = error && error->code == conversation::ErrorCode::OtherRecipients && !self.isNull();
            if (asks)
                self->askForAll(session, *error);
            answered(asks ? std::nullopt : error);
        });
}

/// Whichever session is shown when the person decides.
void HeldController::askForAll(const std::shared_ptr<SessionProxy>& session, const conversation::Error& error)
{
    m_notices.post({QStringLiteral("held"),
                    view::NoticeTone::Danger,
                    wording::text(error.sentence),
                    tr("Some messages are still held."),
                    {tr("Let all go anyway"), [this, session] { releaseAllOf(session, true); }}},
                   session->id());
}

void HeldController::setHoldsEverything(bool on)
{
    if (!on) {
        submit(conversation::RemoveHoldRule{conversation::holdsEverything}, tr("Everything is still held."));
        return;
    }
    conversation::HoldRule rule;
    rule.id = conversation::holdsEverything;
    submit(conversation::SetHoldRule{rule}, tr("Nothing is held."));
}

void HeldController::openRules()
{
    if (steered() != nullptr)
        m_rules.openBelow(m_anchor);
}

void HeldController::makeRule(conversation::EventSeq like)
{
    readEvent(like, [this](const conversation::MessagePublished& published) {
        const conversation::ConversationState* state = steered();
        const conversation::RoleState* speaker =
            state != nullptr ? conversation::speakerOf(*state, published.message) : nullptr;
        if (speaker == nullptr)
            return;
        const auto& deliveries = published.route.hold ? published.route.hold->deliveries : published.route.deliveries;
        const auto acting = std::ranges::find_if(deliveries, [&](const conversation::Delivery& one) {
            return one.makesActive() && one.role != speaker->role.name;
        });
        m_rules.begin(speaker->role.name.str(), acting != deliveries.end() ? acting->role.str() : std::string());
        openRules();
    });
}

/// Enough rows that 50 of them are what members say to each other, as a rule.
void HeldController::preview(const conversation::HoldRule& rule)
{
    const conversation::ConversationState* state = steered();
    if (state == nullptr)
        return;
    constexpr std::int32_t rowsPerRead = 200;
    const std::int64_t rows = state->rowCount(conversation::channel::everything);
    session::RowsRequest request;
    request.session = m_viewed.id();
    request.channel = conversation::channel::everything;
    request.first = {std::max<std::int64_t>(0, rows - rowsPerRead)};
    request.count = rowsPerRead;
    using Read = session::Result<session::Rows>;
    m_viewed.library().readRows(request, m_receiver.wrap<Read>([this, rule](const Read& read) {
        if (const conversation::ConversationState* now = steered(); now != nullptr && read)
            m_rules.setPreview(present::holdPreview(*now, rule, read->rows));
    }));
}

} // namespace quarterdeck::ui
