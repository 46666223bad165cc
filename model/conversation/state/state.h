#pragma once

#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/conversation/ids.h"
#include "model/conversation/shared_value.h"

#include <atomic>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::conversation {

/// A private (or audible) exchange between the person and one role, while it is open.
struct DirectChat
{
    DirectChatId id;
    RoleName role;
    bool isPrivate = false;
    Timestamp startedAt;
    Timestamp lastActivity;
    EventSeq lastMessage;
    friend bool operator==(const DirectChat&, const DirectChat&) = default;
};

class TeamIndex;

/// What is true in a session at one moment: names, flags, open chats and questions, positions and totals. No message
/// texts: at most 64 kB at any length of the log, besides hold rules and some 200 bytes for each message that waits. A
/// plain value; `apply` is the only code that changes it, live and in replay.
class ConversationState
{
public:
    /// Applies one event. `event.seq` must be lastSeq()+1 (asserted in debug builds; otherwise a stray event is
    /// ignored). Never throws.
    void apply(const Event& event);

    [[nodiscard]] EventSeq lastSeq() const { return m_lastSeq; }
    [[nodiscard]] Timestamp startedAt() const { return m_startedAt; }
    [[nodiscard]] Timestamp lastTime() const { return m_lastTime; }
    [[nodiscard]] SessionKind kind() const { return m_kind; }
    [[nodiscard]] const std::string& title() const { return m_title; }
    [[nodiscard]] const std::string& source() const { return m_source; }
    [[nodiscard]] const RoutingSettings& routing() const { return m_routing; }
    [[nodiscard]] bool isPublic() const { return m_isPublic; }
    [[nodiscard]] const std::vector<RoleState>& roles() const { return m_roles; } ///< hire order
    [[nodiscard]] const RoleState* role(const RoleName& name) const;
    [[nodiscard]] const RoleState* roleWithAddress(const Address& address) const; ///< first in hire order
    /// Positions in roles() of those with this address, or with a profile, in hire order. The cost does not depend on
    /// the team's size.
    [[nodiscard]] std::span<const std::size_t> rolesWithAddress(const Address& address) const;
    [[nodiscard]] std::span<const std::size_t> rolesWithProfile(const std::string& profile) const;
    [[nodiscard]] const RoleState* leader() const;
    [[nodiscard]] const std::vector<DirectChat>& directChats() const
    {
        return m_directChats;
    } ///< open ones, oldest first
    [[nodiscard]] const DirectChat* directChatWith(const RoleName& role) const;
    /// When a direct chat may be ended as timed out; empty = never.
    [[nodiscard]] std::optional<Timestamp> timeOutOf(const DirectChat& chat) const;
    [[nodiscard]] const std::vector<OpenQuestion>& openQuestions() const { return m_openQuestions; } ///< oldest first
    [[nodiscard]] const OpenQuestion* openQuestion(const QuestionId& id) const;
    /// The question whose answer a role waits for, judged by its activity: one that acts has asked and carried on.
    /// After a restart a role comes back to its question by thinking anew, but has waited since it asked. Null = it is
    /// not waiting.
    [[nodiscard]] const OpenQuestion* questionWaitedFor(const RoleState& role) const;
    /// One of the last `maxEndedQuestions` that ended; null if unknown, still open, or too long ago.
    [[nodiscard]] const EndedQuestion* endedQuestion(const QuestionId& id) const;
    static constexpr std::size_t maxEndedQuestions = 64;
    /// Messages that the person marked to be kept in the agents' memory, in order; at most `maxKeptMessages`.
    [[nodiscard]] const std::vector<EventSeq>& keptMessages() const { return m_keptMessages; }
    static constexpr std::size_t maxKeptMessages = 200;
    /// The newest message of this kind that the program itself noted (to nobody), so that nobody has to read the log
    /// back for it; 0 = there is none. At most `maxNoteKinds` kinds are known.
    [[nodiscard]] EventSeq newestNote(const ActionName& kind) const;
    static constexpr std::size_t maxNoteKinds = 32;
    /// Answers that their askers have not taken yet (they survive a restart).
    [[nodiscard]] const std::vector<QuestionId>& undeliveredAnswers() const { return m_undeliveredAnswers; }
    [[nodiscard]] const std::vector<HoldRule>& holdRules() const { return m_holdRules; } ///< in the order of setting
    /// Messages that wait for the person, oldest first.
    [[nodiscard]] const std::vector<SharedValue<HeldMessage>>& held() const { return m_held; }
    [[nodiscard]] const HeldMessage* heldAt(EventSeq seq) const;
    [[nodiscard]] RunState runState() const { return m_runState; }
    /// A recording without times has made-up ones, in order: for sorting and playing, not for display.
    [[nodiscard]] bool areTimesKnown() const { return m_areTimesKnown; }
    [[nodiscard]] const std::string& runReason() const { return m_runReason; }
    [[nodiscard]] const RunCause& runCause() const { return m_runCause; }
    [[nodiscard]] std::int32_t round() const { return m_round; }
    [[nodiscard]] std::int32_t plannedRounds() const { return m_plannedRounds; }
    /// The round at whose end the run pauses: as planned, or as the person granted meanwhile; 0 = none.
    [[nodiscard]] std::int32_t roundLimit() const { return m_roundLimit; }
    [[nodiscard]] std::optional<double> budget() const { return m_budget; }
    [[nodiscard]] std::int64_t messageCount() const { return m_messageCount; }
    [[nodiscard]] std::int64_t totalTokens() const { return m_totalTokens; }
    [[nodiscard]] double totalCost() const { return m_totalCost; }
    [[nodiscard]] bool isCostKnown() const { return m_isCostKnown; }
    /// Rows per channel; the next row's ordinal. A channel that nobody wrote to is absent.
    [[nodiscard]] const std::map<ChannelKey, std::int64_t>& channels() const { return m_channels; }
    [[nodiscard]] std::int64_t rowCount(const ChannelKey& key) const;
    /// Idle in the sense of rule 1 of the table. With RoutingOption::IdleMeansNotWorking: not thinking, acting or
    /// waiting for the person, and no work in hand; otherwise, as in MetaGPT: no news, no work in hand and an empty
    /// buffer.
    [[nodiscard]] bool isIdle(const RoleName& name) const;
    /// Nobody has anything to do (Environment.is_idle).
    [[nodiscard]] bool isEverybodyIdle() const;
    /// Set once an event of an unknown kind was skipped: the session tells the person.
    [[nodiscard]] bool hasUnknownEvents() const { return m_hasUnknownEvents; }

    friend bool operator==(const ConversationState&, const ConversationState&) = default;

    /// Snapshots. `fromJson(toJson(s)) == s`.
    [[nodiscard]] nlohmann::json toJson() const;
    [[nodiscard]] static Result<ConversationState> fromJson(const nlohmann::json& json);

private:
    friend class Fold; ///< fold.cpp: one small function per kind of event
    friend class StateCodec;

    /// Derived from m_roles, shared by copies of the state, and not part of its equality. If it was never copied it is
    /// changed in place: otherwise a team of thousands would be indexed anew with each new member.
    class Lookup
    {
    public:
        Lookup() = default;
        ~Lookup() = default;
        Lookup(const Lookup& other) : m_index(other.share()), m_isShared(true) { }
        Lookup(Lookup&& other) noexcept : m_index(std::move(other.m_index)), m_isShared(other.m_isShared.load()) { }
        Lookup& operator=(const Lookup& other) { return *this = Lookup(other); }
        Lookup& operator=(Lookup&& other) noexcept
        {
            m_index = std::move(other.m_index);
            m_isShared = other.m_isShared.load();
            return *this;
        }
        friend bool operator==(const Lookup&, const Lookup&) { return true; }

        /// Null = nobody is hired.
        [[nodiscard]] const TeamIndex* index() const { return m_index.get(); }
        /// To be added to: no copy of the state sees it.
        [[nodiscard]] TeamIndex& own();

    private:
        [[nodiscard]] std::shared_ptr<TeamIndex> share() const
        {
            m_isShared = true;
            return m_index;
        }

        std::shared_ptr<TeamIndex> m_index;
        mutable std::atomic<bool> m_isShared = false; ///< unchanging states may be copied on any thread
    };

    EventSeq m_lastSeq;
    Timestamp m_startedAt;
    Timestamp m_lastTime;
    SessionKind m_kind = SessionKind::Team;
    std::string m_title;
    std::string m_source;
    RoutingSettings m_routing;
    bool m_isPublic = true;
    bool m_areTimesKnown = true;
    std::vector<RoleState> m_roles;
    Lookup m_lookup;
    std::vector<DirectChat> m_directChats;
    std::vector<OpenQuestion> m_openQuestions;
    std::vector<EndedQuestion> m_endedQuestions; ///< oldest first
    std::vector<QuestionId> m_undeliveredAnswers;
    std::vector<EventSeq> m_keptMessages; ///< in order
    std::map<ActionName, EventSeq> m_newestNotes;
    std::vector<HoldRule> m_holdRules;
    std::vector<SharedValue<HeldMessage>> m_held;
    RunState m_runState = RunState::NotStarted;
    std::string m_runReason;
    RunCause m_runCause;
    std::int32_t m_round = 0;
    std::int32_t m_plannedRounds = 0;
    std::int32_t m_roundLimit = 0;
    std::optional<double> m_budget;
    std::int64_t m_messageCount = 0;
    std::int64_t m_totalTokens = 0;
    double m_totalCost = 0.0;
    bool m_isCostKnown = true;
    bool m_hasUnknownEvents = false;
    std::map<ChannelKey, std::int64_t> m_channels;
};

} // namespace quarterdeck::conversation
