#pragma once

#include "model/session/session.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace quarterdeck::session {

/// What becomes of a held message as it goes; empty = as it was written.
struct HeldChanges
{
    std::optional<std::vector<conversation::ContentBlock>> content = {};
    std::optional<conversation::AddressSet> sendTo = {};
    bool mayOvertake = false;    ///< earlier ones of its speaker that are still held
    bool mayReachOthers = false; ///< than when it was held
    std::string by = "person";   ///< see conversation::Release
};

/// Lets a held message go. Its text is in the log only, so it is read first. `done` as in Session::submit; not called
/// if the session goes away. Thread: engine.
void releaseHeld(Session& session, EventSeq held, HeldChanges changes, Session::IntentDone done);

/// The same for several, in this order, each with its own words. `done` gets how many went, and why the first of those
/// that did not go stayed. Thread: engine.
void releaseAllHeld(Session& session, std::vector<EventSeq> held, HeldChanges changes,
                    std::function<void(std::size_t released, std::optional<Error> error)> done);

struct HeldDrop
{
    std::string reason = {};
    bool isTold = true; ///< its speaker, with the reason if there is one
};
/// Drops one, by the person. `done` as in Session::submit. Thread: engine.
void dropHeld(Session& session, EventSeq held, HeldDrop how, Session::IntentDone done);

/// What the speaker of a dropped message is told. An agent reads it, so it is in English.
[[nodiscard]] std::vector<conversation::ContentBlock> dropNotice(const conversation::Message& dropped,
                                                                 const std::string& reason);

/// The same content with this text instead of its own, where its first text is; what is no text stays.
[[nodiscard]] std::vector<conversation::ContentBlock> withText(const std::vector<conversation::ContentBlock>& content,
                                                               const std::string& text);

/// Those that a rule holds, or all (empty); oldest first. What waits behind them follows by itself.
[[nodiscard]] std::vector<EventSeq> heldBy(const ConversationState& state, const conversation::HoldRuleId& rule);

/// The oldest that no rule wants, that waits behind no other (any more) and that has not been refused; 0 = there is
/// none.
[[nodiscard]] EventSeq nextByOrder(const ConversationState& state, const std::set<EventSeq>& refused);

/// Lets what waits only behind others go once those have gone. Thread: engine; the session must outlive it.
class ReleaseByOrder
{
public:
    explicit ReleaseByOrder(Session& session) : m_session(session) { }
    /// `before`: the state before these events.
    void note(const ConversationState& before, std::span<const Event> committed);
    void releaseNext();

private:
    void noteGone(const ConversationState& before, EventSeq held);

    Session& m_session;
    std::set<EventSeq> m_refused; ///< and nothing has changed since that would let them go
    bool m_mayFind = true;
    bool m_isReleasing = false;
};

} // namespace quarterdeck::session
