#pragma once

#include "model/conversation/role.h"
#include "model/conversation/state/state.h"

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace quarterdeck::conversation {

/// Who answers to which name, so that routing costs depend on the recipients rather than on the team. Immutable once a
/// state that has it was copied.
class TeamIndex
{
public:
    using Places = std::vector<std::size_t>;

    /// `place` is the role's place in hire order; roles are added in that order.
    void add(const Role& role, std::size_t place);

    /// The place of the role with that name; `none` if there is none.
    [[nodiscard]] std::size_t placeOf(const RoleName& name) const;
    [[nodiscard]] std::span<const std::size_t> withAddress(const Address& address) const;
    [[nodiscard]] std::span<const std::size_t> withProfile(const std::string& profile) const;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

private:
    std::unordered_map<RoleName, std::size_t> m_byName;
    std::unordered_map<Address, Places> m_byAddress;
    std::unordered_map<std::string, Places> m_byProfile;
};

/// The places in state.roles() of the members among a message's deliveries, each once, in hire order: a name that a log
/// repeats is delivered once, and strangers have no buffers. The count of deliveries and the content of an inbox agree
/// because of this.
[[nodiscard]] std::vector<std::size_t> recipientIndexes(const ConversationState& state, const Route& route);

/// The one place that changes a ConversationState: one small function per kind of event. An event that makes no sense
/// in the state (from a damaged or foreign log) changes as little as possible and never throws.
class Fold
{
public:
    Fold(ConversationState& state, const Event& event) : m_state(state), m_event(event) { }
    void run();

    /// Rebuilds the lookup of members after roles were read or added.
    static void index(ConversationState& state, std::size_t firstNew);

private:
    void on(const SessionStarted& started);
    void on(const SessionRenamed& renamed);
    void on(const RoleHired& hired);
    void on(const MessagePublished& published);
    void on(const DirectChatOpened& opened);
    void on(const DirectChatEnded& ended);
    void on(const PublicChatSet& set);
    void on(const QuestionAsked& asked);
    void on(const QuestionEnded& ended);
    void on(const QuestionDeadlineMoved& moved);
    void on(const AnswerDelivered& delivered);
    void on(const MailObserved& observed);
    void on(const RoleActivityChanged& changed);
    void on(const RunStateChanged& changed);
    void on(const RoundStarted& started);
    void on(const BudgetSet& set);
    void on(const UsageRecorded& recorded);
    void on(const Annotated& annotated);
    void on(const MessagePinned& marked);
    void on(const MessageExtended& grown);
    void on(const SpansRecorded& recorded);
    void on(const HoldRuleSet& set);
    void on(const HoldRuleRemoved& removed);
    void on(const HeldDropped& dropped);
    void on(const RoleModeSet& set);
    void on(const UnknownEvent& unknown);

    void countRows();
    void deliver(const MessagePublished& published);
    void hold(const MessagePublished& published);
    /// False if it does not wait.
    bool forgetHeld(EventSeq seq);
    void touchDirectChats(const Route& route);
    void notePrivateWords(const Route& route);
    void setOwesPrivateAnswer(const std::vector<RoleName>& roles, bool owes);
    void rememberLateAnswer(const MessagePublished& published);
    void rememberNote(const Message& message);
    void remember(const OpenQuestion& open, const QuestionEnd& end);
    void addUsage(RoleState* role, const Usage& usage);
    [[nodiscard]] RoleState* member(const RoleName& name);

    ConversationState& m_state;
    const Event& m_event;
};

} // namespace quarterdeck::conversation
