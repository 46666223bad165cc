#include "model/session/held_messages.h"

#include "model/conversation/conversation_errors.h"
#include "model/conversation/text.h"

#include <map>
#include <memory>
#include <utility>

namespace quarterdeck::session {

namespace {

conversation::Decision refused(Error error)
{
    conversation::Decision decision;
    decision.error = std::move(error);
    return decision;
}

/// What the held message says; `then` as in Session::readEvent.
void readHeld(Session& session, EventSeq seq, std::function<void(Result<conversation::Message>)> then)
{
    session.readEvent(seq, [then = std::move(then)](Result<Event> event) {
        if (!event)
            return then(tl::unexpected(event.error()));
        auto* published = std::get_if<conversation::MessagePublished>(&event->body);
        if (published == nullptr)
            return then(tl::unexpected(conversation::errors::notHeld()));
        then(std::move(published->message));
    });
}

conversation::ReleaseHeld intentFor(EventSeq seq, conversation::Message message, const HeldChanges& changes)
{
    return {seq,       std::move(message), changes.content, changes.sendTo, changes.mayOvertake, changes.mayReachOthers,
            changes.by};
}

/// Reads and submits one after the other, without waiting for the disk in between.
class ReleaseJob : public std::enable_shared_from_this<ReleaseJob>
{
public:
    using Done = std::function<void(std::size_t, std::optional<Error>)>;

    ReleaseJob(std::vector<EventSeq> held, HeldChanges changes, Done done)
        : m_held(std::move(held))
        , m_changes(std::move(changes))
        , m_done(std::move(done))
    { }

    void next(Session& session)
    {
        while (m_next < m_held.size() && !m_error) {
            const auto text = m_texts.find(m_held[m_next]);
            if (text == m_texts.end())
                return read(session);
            submit(session, m_held[m_next++], std::move(text->second));
            m_texts.erase(text);
        }
        m_isRead = true;
        finish();
    }

private:
    /// The next one, and what follows it in the log: much of that may be held, too.
    void read(Session& session)
    {
        constexpr std::int32_t eventsPerRead = 64;
        const EventSeq wanted = m_held[m_next];
        session.readEvents({wanted.value - 1}, eventsPerRead,
                           [self = shared_from_this(), &session, wanted](Result<std::vector<Event>> events) {
                               self->m_texts.clear();
                               self->take(events, wanted);
                               self->next(session);
                           });
    }

    void take(Result<std::vector<Event>>& events, EventSeq wanted)
    {
        if (!events) {
            m_error = events.error();
            return;
        }
        for (Event& event : *events)
            if (auto* published = std::get_if<conversation::MessagePublished>(&event.body))
                m_texts.emplace(event.seq, std::move(published->message));
        if (!m_texts.contains(wanted))
            m_error = conversation::errors::notHeld();
    }

    void submit(Session& session, EventSeq seq, conversation::Message message)
    {
        ++m_waiting;
        session.submit(intentFor(seq, std::move(message), m_changes),
                       [self = shared_from_this()](const conversation::Decision& decision) {
                           --self->m_waiting;
                           if (!decision.error)
                               ++self->m_released;
                           else if (decision.error->code != conversation::ErrorCode::NotFound
                                    && !self->m_error) // else it went already
                               self->m_error = decision.error;
                           self->finish();
                       });
    }

    void finish()
    {
        if (m_isRead && m_waiting == 0 && m_done)
            std::exchange(m_done, {})(m_released, m_error);
    }

    std::vector<EventSeq> m_held;
    HeldChanges m_changes;
    Done m_done;
    std::size_t m_next = 0;
    std::map<EventSeq, conversation::Message> m_texts; ///< read ahead
    std::size_t m_waiting = 0;                         ///< for the disk
    std::size_t m_released = 0;
    bool m_isRead = false;
    std::optional<Error> m_error;
};

} // namespace

void releaseHeld(Session& session, EventSeq held, HeldChanges changes, Session::IntentDone done)
{
    readHeld(
        session, held,
        [&session, held, changes = std::move(changes), done = std::move(done)](Result<conversation::Message> message) {
            if (!message) {
                if (done)
                    done(refused(message.error()));
                return;
            }
            session.submit(intentFor(held, std::move(*message), changes), done);
        });
}

void releaseAllHeld(Session& session, std::vector<EventSeq> held, HeldChanges changes,
                    std::function<void(std::size_t, std::optional<Error>)> done)
{
    std::make_shared<ReleaseJob>(std::move(held), std::move(changes), std::move(done))->next(session);
}

void dropHeld(Session& session, EventSeq held, HeldDrop how, Session::IntentDone done)
{
    if (!how.isTold)
        return session.submit(conversation::DropHeld{held, how.reason, {}}, std::move(done));
    readHeld(session, held,
             [&session, held, reason = std::move(how.reason),
              done = std::move(done)](Result<conversation::Message> message) {
                 if (message)
                     session.submit(conversation::DropHeld{held, reason, dropNotice(*message, reason)}, done);
                 else if (done)
                     done(refused(message.error()));
             });
}

std::vector<conversation::ContentBlock> dropNotice(const conversation::Message& dropped, const std::string& reason)
{
    constexpr std::size_t excerptBytes = 200;
    std::string text = "Your message was not delivered; the user held it back and dropped it: \""
        + conversation::utf8::shortened(conversation::textOf(dropped), excerptBytes) + '"';
    if (!reason.empty())
        text += "\nReason: " + reason;
    return conversation::textBlocks(std::move(text));
}

std::vector<conversation::ContentBlock> withText(const std::vector<conversation::ContentBlock>& content,
                                                 const std::string& text)
{
    std::vector<conversation::ContentBlock> changed;
    bool isPlaced = false;
    for (const conversation::ContentBlock& block : content) {
        if (!std::holds_alternative<conversation::TextBlock>(block))
            changed.push_back(block);
        else if (!std::exchange(isPlaced, true))
            changed.emplace_back(conversation::TextBlock{text});
    }
    if (!isPlaced)
        changed.insert(changed.begin(), conversation::TextBlock{text});
    return changed;
}

EventSeq nextByOrder(const ConversationState& state, const std::set<EventSeq>& refused)
{
    struct Blocked
    {
        std::set<conversation::RoleName> roles;
        bool isPerson = false;
    };
    std::map<conversation::RoleName, Blocked>
        bySpeaker; // who does not get anything more of that speaker before an earlier one goes
    for (const conversation::HeldMessage& held : state.held()) {
        Blocked& blocked = bySpeaker[held.hold.speaker];
        const auto isBlocked = [&](const conversation::Delivery& one) { return blocked.roles.contains(one.role); };
        const bool waits = !held.hold.rule.isEmpty() || refused.contains(held.seq)
            || (held.hold.isToPerson && blocked.isPerson) || std::ranges::any_of(held.hold.deliveries, isBlocked);
        if (!waits)
            return held.seq;
        blocked.isPerson = blocked.isPerson || held.hold.isToPerson;
        for (const conversation::Delivery& one : held.hold.deliveries)
            blocked.roles.insert(one.role);
    }
    return {};
}

void ReleaseByOrder::note(const ConversationState& before, std::span<const Event> committed)
{
    for (const Event& event : committed) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        const auto* dropped = std::get_if<conversation::HeldDropped>(&event.body);
        const bool changesRoutes = std::holds_alternative<conversation::HoldRuleSet>(event.body)
            || std::holds_alternative<conversation::HoldRuleRemoved>(event.body)
            || std::holds_alternative<conversation::PublicChatSet>(event.body)
            || std::holds_alternative<conversation::RoleHired>(event.body)
            || std::holds_alternative<conversation::DirectChatEnded>(event.body);
        if (published != nullptr && published->route.release)
            noteGone(before, published->route.release->of);
        else if (dropped != nullptr)
            noteGone(before, dropped->target);
        else if (changesRoutes && !before.held().empty()) {
            m_refused.clear();
            m_mayFind = true;
        }
    }
}

void ReleaseByOrder::noteGone(const ConversationState& before, EventSeq held)
{
    m_mayFind = true;
    m_refused.erase(held);
    const conversation::HeldMessage* gone = before.heldAt(held);
    std::erase_if(m_refused, [&](EventSeq seq) {
        const conversation::HeldMessage* other = before.heldAt(seq);
        return other == nullptr || gone == nullptr || other->hold.speaker == gone->hold.speaker;
    });
}

namespace {

bool isOfDisk(conversation::ErrorCode code)
{
    using conversation::ErrorCode;
    return code == ErrorCode::Io || code == ErrorCode::DiskFull || code == ErrorCode::Locked;
}

} // namespace

void ReleaseByOrder::releaseNext()
{
    if (!m_mayFind || m_isReleasing)
        return;
    const EventSeq next = nextByOrder(*m_session.state(), m_refused);
    if (next == EventSeq()) {
        m_mayFind = false;
        return;
    }
    m_isReleasing = true;
    HeldChanges unchanged;
    unchanged.by.clear();
    releaseHeld(m_session, next, std::move(unchanged), [this, next](const conversation::Decision& decision) {
        m_isReleasing = false;
        if (decision.error && isOfDisk(decision.error->code))
            return; // tried again when something else could be stored
        if (decision.error)
            m_refused.insert(next);
        releaseNext();
    });
}

std::vector<EventSeq> heldBy(const ConversationState& state, const conversation::HoldRuleId& rule)
{
    std::vector<EventSeq> seqs;
    for (const conversation::HeldMessage& held : state.held())
        if (rule.isEmpty() || held.hold.rule == rule)
            seqs.push_back(held.seq);
    return seqs;
}

} // namespace quarterdeck::session
