#include "model/conversation/conversation_errors.h"
#include "model/conversation/json/fields.h"
#include "model/conversation/state/fold.h"
#include "model/conversation/state/state.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

namespace json {

template <typename Archive>
void describe(Archive& a, Type<RoleState>)
{
    a.required("role", &RoleState::role)
        .field("mode", &RoleState::mode)
        .field("activity", &RoleState::activity)
        .field("activity_detail", &RoleState::activityDetail)
        .field("activity_since", &RoleState::activitySince)
        .field("has_news", &RoleState::hasNews)
        .field("has_work", &RoleState::hasWork)
        .field("owes_private_answer", &RoleState::owesPrivateAnswer)
        .field("delivered", &RoleState::delivered)
        .field("observed", &RoleState::observed)
        .field("tokens", &RoleState::tokens)
        .field("cost", &RoleState::cost)
        .field("is_cost_known", &RoleState::isCostKnown);
}

template <typename Archive>
void describe(Archive& a, Type<DirectChat>)
{
    a.required("id", &DirectChat::id)
        .required("role", &DirectChat::role)
        .field("is_private", &DirectChat::isPrivate)
        .field("started_at", &DirectChat::startedAt)
        .field("last_activity", &DirectChat::lastActivity)
        .field("last_message", &DirectChat::lastMessage);
}

template <typename Archive>
void describe(Archive& a, Type<OpenQuestion>)
{
    a.required("question", &OpenQuestion::question).required("asked_seq", &OpenQuestion::askedSeq);
}

template <typename Archive>
void describe(Archive& a, Type<EndedQuestion>)
{
    a.required("id", &EndedQuestion::id)
        .field("asker", &EndedQuestion::asker)
        .field("excerpt", &EndedQuestion::excerpt)
        .field("kind", &EndedQuestion::kind)
        .field("by", &EndedQuestion::by)
        .field("asked_seq", &EndedQuestion::askedSeq)
        .field("late_answer_by", &EndedQuestion::lateAnswerBy);
}

template <typename Archive>
void describe(Archive& a, Type<HeldMessage>)
{
    a.required("seq", &HeldMessage::seq)
        .field("id", &HeldMessage::id)
        .field("since", &HeldMessage::since)
        .field("rule", &HeldMessage::rule)
        .field("is_remembered", &HeldMessage::isRemembered)
        .field("hold", &HeldMessage::hold);
}

template <typename T>
struct Codec<SharedValue<T>>
{
    static Json write(const SharedValue<T>& value) { return encode(*value); }
    template <typename Source>
    static void read(const Source& from, SharedValue<T>& value)
    {
        T read;
        decode(from, read);
        value = SharedValue<T>(std::move(read));
    }
};

template <typename Key, typename Value>
struct Codec<std::map<Key, Value>>
{
    static Json write(const std::map<Key, Value>& values)
    {
        Json json = Json::object();
        for (const auto& [key, value] : values) {
            json[key.str()] = encode(value);
        }
        return json;
    }
    template <typename Source>
    static void read(const Source& from, std::map<Key, Value>& values)
    {
        from.forEachMember(
            [&](std::string_view key, const Source& value) { decode(value, values[Key(std::string(key))]); });
    }
};

template <typename Archive>
void describe(Archive& a, Type<ConversationState>);

} // namespace json

/// Knows the members by friendship.
class StateCodec
{
public:
    using State = ConversationState;

    template <typename Archive>
    static void describe(Archive& a)
    {
        a.required("last_seq", &State::m_lastSeq)
            .field("started_at", &State::m_startedAt)
            .field("last_time", &State::m_lastTime)
            .field("kind", &State::m_kind)
            .field("title", &State::m_title)
            .field("source", &State::m_source)
            .field("routing", &State::m_routing)
            .field("is_public", &State::m_isPublic)
            .field("are_times_known", &State::m_areTimesKnown)
            .field("roles", &State::m_roles)
            .field("direct_chats", &State::m_directChats)
            .field("open_questions", &State::m_openQuestions)
            .field("ended_questions", &State::m_endedQuestions)
            .field("undelivered_answers", &State::m_undeliveredAnswers)
            .field("kept_messages", &State::m_keptMessages)
            .field("newest_notes", &State::m_newestNotes)
            .field("hold_rules", &State::m_holdRules)
            .field("held", &State::m_held)
            .field("run_state", &State::m_runState)
            .field("run_reason", &State::m_runReason)
            .field("run_cause", &State::m_runCause)
            .field("round", &State::m_round)
            .field("planned_rounds", &State::m_plannedRounds)
            .field("round_limit", &State::m_roundLimit)
            .field("budget", &State::m_budget)
            .field("message_count", &State::m_messageCount)
            .field("total_tokens", &State::m_totalTokens)
            .field("total_cost", &State::m_totalCost)
            .field("is_cost_known", &State::m_isCostKnown)
            .field("has_unknown_events", &State::m_hasUnknownEvents)
            .field("channels", &State::m_channels);
    }
};

template <typename Archive>
void json::describe(Archive& a, Type<ConversationState>)
{
    StateCodec::describe(a);
}

nlohmann::json ConversationState::toJson() const { return json::encode(*this); }

Result<ConversationState> ConversationState::fromJson(const nlohmann::json& from)
{
    try {
        ConversationState state;
        json::decode(json::TreeValue(from), state);
        Fold::index(state, 0);
        return state;
    } catch (const std::exception& error) {
        return tl::unexpected(errors::damagedValue(error.what()));
    }
}

} // namespace quarterdeck::conversation
