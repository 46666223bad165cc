#include "model/conversation/state/state.h"

#include "model/conversation/message.h"
#include "model/conversation/state/fold.h"

#include <QtGlobal>
#include <algorithm>

namespace quarterdeck::conversation {

namespace {

bool isAtWork(const RoleState& role)
{
    // A role that waits for the person is in the middle of acting.
    return role.hasWork || role.activity == RoleActivity::Thinking || role.activity == RoleActivity::Acting
        || role.activity == RoleActivity::WaitingForUser;
}

bool isIdleAsMetaGpt(const RoleState& role) { return !role.hasNews && !role.hasWork && role.unread() == 0; }

template <typename List, typename IsIt>
auto findIn(const List& list, IsIt isIt) -> decltype(list.data())
{
    const auto found = std::find_if(list.begin(), list.end(), isIt);
    return found == list.end() ? nullptr : &*found;
}

} // namespace

TeamIndex& ConversationState::Lookup::own()
{
    if (!m_index || m_isShared) {
        m_index = m_index ? std::make_shared<TeamIndex>(*m_index) : std::make_shared<TeamIndex>();
        m_isShared = false;
    }
    return *m_index;
}

void ConversationState::apply(const Event& event)
{
    const bool isNext = event.seq == m_lastSeq.next();
    Q_ASSERT(isNext);
    if (isNext) {
        Fold(*this, event).run();
    }
}

const RoleState* ConversationState::role(const RoleName& name) const
{
    const std::size_t place = m_lookup.index() ? m_lookup.index()->placeOf(name) : TeamIndex::none;
    return place == TeamIndex::none ? nullptr : &m_roles[place];
}

const RoleState* ConversationState::roleWithAddress(const Address& address) const
{
    const auto places = rolesWithAddress(address);
    return places.empty() ? nullptr : &m_roles[places.front()];
}

std::span<const std::size_t> ConversationState::rolesWithAddress(const Address& address) const
{
    return m_lookup.index() ? m_lookup.index()->withAddress(address) : std::span<const std::size_t>();
}

std::span<const std::size_t> ConversationState::rolesWithProfile(const std::string& profile) const
{
    return m_lookup.index() ? m_lookup.index()->withProfile(profile) : std::span<const std::size_t>();
}

EventSeq ConversationState::newestNote(const ActionName& kind) const
{
    const auto note = m_newestNotes.find(kind);
    return note == m_newestNotes.end() ? EventSeq() : note->second;
}

const RoleState* ConversationState::leader() const { return role(m_routing.leader); }

const DirectChat* ConversationState::directChatWith(const RoleName& role) const
{
    return findIn(m_directChats, [&](const DirectChat& chat) { return chat.role == role; });
}

const HeldMessage* ConversationState::heldAt(EventSeq seq) const
{
    const auto seqOf = [](const HeldMessage& held) { return held.seq; };
    const auto found = std::ranges::lower_bound(m_held, seq, {}, seqOf);
    return found == m_held.end() || (*found)->seq != seq ? nullptr : &**found;
}

std::optional<Timestamp> ConversationState::timeOutOf(const DirectChat& chat) const
{
    if (m_routing.fidelity == Fidelity::Mgx || m_routing.directChatTimeoutMs <= 0) {
        return {};
    }
    // Its reply waits for the person.
    if (const RoleState* member = role(chat.role); member && member->mode == RoleMode::Paused) {
        return {};
    }
    if (std::ranges::find(m_held, chat.role, [](const HeldMessage& one) { return one.hold.speaker; }) != m_held.end()) {
        return {};
    }
    return Timestamp{saturatingSum(chat.lastActivity.msSinceEpoch, m_routing.directChatTimeoutMs)};
}

const OpenQuestion* ConversationState::openQuestion(const QuestionId& id) const
{
    return findIn(m_openQuestions, [&](const OpenQuestion& open) { return open.question.id == id; });
}

const OpenQuestion* ConversationState::questionWaitedFor(const RoleState& role) const
{
    const bool mayWait = role.activity == RoleActivity::WaitingForUser || role.activity == RoleActivity::Thinking
        || role.activity == RoleActivity::Idle;
    if (!mayWait) {
        return nullptr;
    }
    return findIn(m_openQuestions, [&](const OpenQuestion& open) { return open.question.asker == role.role.name; });
}

const EndedQuestion* ConversationState::endedQuestion(const QuestionId& id) const
{
    return findIn(m_endedQuestions, [&](const EndedQuestion& ended) { return ended.id == id; });
}

std::int64_t ConversationState::rowCount(const ChannelKey& key) const
{
    const auto found = m_channels.find(key);
    return found == m_channels.end() ? 0 : found->second;
}

bool ConversationState::isIdle(const RoleName& name) const
{
    const RoleState* member = role(name);
    if (!member) {
        return false;
    }
    return m_routing.isOn(RoutingOption::IdleMeansNotWorking) ? !isAtWork(*member) : isIdleAsMetaGpt(*member);
}

bool ConversationState::isEverybodyIdle() const
{
    return std::all_of(m_roles.begin(), m_roles.end(),
                       [](const RoleState& role) { return isIdleAsMetaGpt(role) && !isAtWork(role); });
}

} // namespace quarterdeck::conversation
