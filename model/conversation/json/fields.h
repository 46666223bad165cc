#pragma once

#include "model/conversation/event.h"
#include "model/conversation/json/codec.h"

#include <string_view>
#include <variant>

namespace quarterdeck::conversation::json {

/// What each value contains in JSON: key by key, for both directions. The calls are found through the namespace of
/// `Type<T>`.

template <typename Archive>
void describe(Archive& a, Type<Usage>)
{
    a.field("model", &Usage::model)
        .field("prompt_tokens", &Usage::promptTokens)
        .field("completion_tokens", &Usage::completionTokens)
        .field("cost", &Usage::cost)
        .field("duration_ms", &Usage::durationMs)
        .field("cached_tokens", &Usage::cachedTokens)
        .field("reasoning_tokens", &Usage::reasoningTokens);
}

template <typename Archive>
void describe(Archive& a, Type<RunCause>)
{
    a.required("kind", &RunCause::kind).field("amount", &RunCause::amount);
}

template <typename Archive>
void describe(Archive& a, Type<StructuredContent>)
{
    a.field("schema", &StructuredContent::schema).field("value", &StructuredContent::value);
}

template <typename Archive>
void describe(Archive& a, Type<MediaSource>)
{
    a.field("hash", &MediaSource::hash)
        .field("url", &MediaSource::url)
        .field("media_type", &MediaSource::mediaType)
        .field("name", &MediaSource::name)
        .field("size", &MediaSource::size)
        .field("width", &MediaSource::width)
        .field("height", &MediaSource::height);
}

template <typename Archive>
void describe(Archive& a, Type<MediaBlock>)
{
    a.required("type", &MediaBlock::kind).field("source", &MediaBlock::source);
}

template <typename Archive>
void describe(Archive& a, Type<TextBlock>)
{
    a.required("text", &TextBlock::text);
}

template <typename Archive>
void describe(Archive& a, Type<ThinkingBlock>)
{
    a.required("text", &ThinkingBlock::text).field("signature", &ThinkingBlock::signature);
}

template <typename Archive>
void describe(Archive& a, Type<ToolUseBlock>)
{
    a.field("id", &ToolUseBlock::id)
        .field("name", &ToolUseBlock::name)
        .field("input", &ToolUseBlock::input)
        .field("raw_input", &ToolUseBlock::rawInput);
}

template <typename Archive>
void describe(Archive& a, Type<ToolResultBlock>)
{
    a.field("id", &ToolResultBlock::id)
        .field("name", &ToolResultBlock::name)
        .field("output", &ToolResultBlock::output)
        .field("output_blocks", &ToolResultBlock::outputBlocks)
        .field("is_error", &ToolResultBlock::isError);
}

template <typename Archive>
void describe(Archive& a, Type<UnknownBlock>)
{
    a.field("value", &UnknownBlock::value);
}

template <typename Archive>
void describe(Archive& a, Type<Message>)
{
    a.required("id", &Message::id)
        .field("sent_from", &Message::sentFrom)
        .field("name", &Message::name)
        .field("role", &Message::role)
        .field("send_to", &Message::sendTo)
        .field("cause_by", &Message::causeBy)
        .field("content", &Message::content)
        .field("instruct_content", &Message::instructContent)
        .field("metadata", &Message::metadata)
        .field("timestamp", &Message::timestamp)
        .field("timestamp_text", &Message::timestampText)
        .field("invocation_id", &Message::invocationId)
        .field("usage", &Message::usage);
}

template <typename Archive>
void describe(Archive& a, Type<Role>)
{
    a.required("name", &Role::name)
        .field("profile", &Role::profile)
        .field("class_path", &Role::classPath)
        .field("addresses", &Role::addresses)
        .field("kind", &Role::kind)
        .field("goal", &Role::goal)
        .field("constraints", &Role::constraints)
        .field("watch", &Role::watch)
        .field("observe_all", &Role::observeAll)
        .field("memory_enabled", &Role::memoryEnabled);
}

template <typename Archive>
void describe(Archive& a, Type<Delivery>)
{
    a.required("role", &Delivery::role).field("reason", &Delivery::reason);
}

template <typename Archive>
void describe(Archive& a, Type<Hold>)
{
    a.field("rule", &Hold::rule)
        .field("name", &Hold::name)
        .field("speaker", &Hold::speaker)
        .field("deliveries", &Hold::deliveries)
        .field("to_person", &Hold::isToPerson)
        .field("untested", &Hold::isUntested);
}

template <typename Archive>
void describe(Archive& a, Type<Release>)
{
    a.required("of", &Release::of)
        .field("is_edited", &Release::isEdited)
        .field("is_redirected", &Release::isRedirected)
        .field("by", &Release::by);
}

template <typename Archive>
void describe(Archive& a, Type<HoldRule>)
{
    a.field("id", &HoldRule::id)
        .field("name", &HoldRule::name)
        .field("is_on", &HoldRule::isOn)
        .field("from", &HoldRule::from)
        .field("to", &HoldRule::to)
        .field("cause", &HoldRule::cause)
        .field("tool", &HoldRule::tool)
        .field("text", &HoldRule::text)
        .field("is_pattern", &HoldRule::isPattern);
}

template <typename Archive>
void describe(Archive& a, Type<Route>)
{
    a.field("rule", &Route::rule)
        .field("was_public", &Route::wasPublic)
        .field("is_private", &Route::isPrivate)
        .field("leader_added", &Route::leaderAdded)
        .field("without_leader", &Route::withoutLeader)
        .field("is_undelivered", &Route::isUndelivered)
        .field("is_filtered", &Route::isFiltered)
        .field("filtered_by", &Route::filteredBy)
        .field("unknown_recipients", &Route::unknownRecipients)
        .field("late_answer_to", &Route::lateAnswerTo)
        .field("direct_chat_roles", &Route::directChatRoles)
        .field("direct_chat", &Route::directChat)
        .field("busy_roles", &Route::busyRoles)
        .field("deliveries", &Route::deliveries)
        .field("has_addressed_copy", &Route::hasAddressedCopy)
        .field("address_note", &Route::addressNote)
        .field("hold", &Route::hold)
        .field("release", &Route::release)
        .field("muted", &Route::isMuted);
}

template <typename Archive>
void describe(Archive& a, Type<RoutingSettings>)
{
    a.field("fidelity", &RoutingSettings::fidelity)
        .field("switches", &RoutingSettings::switches)
        .field("leader", &RoutingSettings::leader)
        .field("leader_profile", &RoutingSettings::leaderProfile)
        .field("address_note", &RoutingSettings::addressNote)
        .field("filters", &RoutingSettings::filters)
        .field("direct_chat_timeout_ms", &RoutingSettings::directChatTimeoutMs);
}

template <typename Archive>
void describe(Archive& a, Type<QuestionOption>)
{
    a.required("label", &QuestionOption::label).field("description", &QuestionOption::description);
}

template <typename Archive>
void describe(Archive& a, Type<Question>)
{
    a.required("id", &Question::id)
        .field("asker", &Question::asker)
        .field("text", &Question::text)
        .field("reason", &Question::reason)
        .field("options", &Question::options)
        .field("schema", &Question::schema)
        .field("images", &Question::images)
        .field("deadline", &Question::deadline)
        .field("is_deadline_paused", &Question::isDeadlinePaused)
        .field("approval", &Question::isApproval)
        .field("default_option", &Question::defaultOption)
        .field("urgency", &Question::urgency)
        .field("asked_at", &Question::askedAt);
}

template <typename Archive>
void describe(Archive& a, Type<QuestionEnd>)
{
    a.required("kind", &QuestionEnd::kind)
        .field("option", &QuestionEnd::option)
        .field("content", &QuestionEnd::content)
        .field("form", &QuestionEnd::form)
        .field("by", &QuestionEnd::by)
        .field("at", &QuestionEnd::at)
        .field("via", &QuestionEnd::via);
}

/// The stable name of each kind of event; UnknownEvent brings its own.
template <typename Body>
inline constexpr std::string_view kindName{};
template <>
inline constexpr std::string_view kindName<SessionStarted>{"session_started"};
template <>
inline constexpr std::string_view kindName<SessionRenamed>{"session_renamed"};
template <>
inline constexpr std::string_view kindName<RoleHired>{"role_hired"};
template <>
inline constexpr std::string_view kindName<MessagePublished>{"message_published"};
template <>
inline constexpr std::string_view kindName<DirectChatOpened>{"direct_chat_opened"};
template <>
inline constexpr std::string_view kindName<DirectChatEnded>{"direct_chat_ended"};
template <>
inline constexpr std::string_view kindName<PublicChatSet>{"public_chat_set"};
template <>
inline constexpr std::string_view kindName<QuestionAsked>{"question_asked"};
template <>
inline constexpr std::string_view kindName<QuestionEnded>{"question_ended"};
template <>
inline constexpr std::string_view kindName<QuestionDeadlineMoved>{"question_deadline_moved"};
template <>
inline constexpr std::string_view kindName<AnswerDelivered>{"answer_delivered"};
template <>
inline constexpr std::string_view kindName<MailObserved>{"mail_observed"};
template <>
inline constexpr std::string_view kindName<RoleActivityChanged>{"role_activity_changed"};
template <>
inline constexpr std::string_view kindName<RunStateChanged>{"run_state_changed"};
template <>
inline constexpr std::string_view kindName<RoundStarted>{"round_started"};
template <>
inline constexpr std::string_view kindName<BudgetSet>{"budget_set"};
template <>
inline constexpr std::string_view kindName<UsageRecorded>{"usage_recorded"};
template <>
inline constexpr std::string_view kindName<Annotated>{"annotated"};
template <>
inline constexpr std::string_view kindName<MessagePinned>{"message_marked"};
template <>
inline constexpr std::string_view kindName<MessageExtended>{"message_grown"};
template <>
inline constexpr std::string_view kindName<SpansRecorded>{"spans_recorded"};
template <>
inline constexpr std::string_view kindName<HoldRuleSet>{"hold_rule_set"};
template <>
inline constexpr std::string_view kindName<HoldRuleRemoved>{"hold_rule_removed"};
template <>
inline constexpr std::string_view kindName<HeldDropped>{"held_dropped"};
template <>
inline constexpr std::string_view kindName<RoleModeSet>{"role_mode_set"};

/// The payloads of events: a key that is added later needs a default, or the event a higher version.

template <typename Archive>
void describe(Archive& a, Type<SessionStarted>)
{
    a.field("kind", &SessionStarted::kind)
        .field("title", &SessionStarted::title)
        .field("routing", &SessionStarted::routing)
        .field("is_public", &SessionStarted::isPublic)
        .field("source", &SessionStarted::source)
        .field("details", &SessionStarted::details)
        .field("budget", &SessionStarted::budget)
        .field("rounds", &SessionStarted::rounds);
}

template <typename Archive>
void describe(Archive& a, Type<SessionRenamed>)
{
    a.required("title", &SessionRenamed::title);
}

template <typename Archive>
void describe(Archive& a, Type<RoleHired>)
{
    a.required("role", &RoleHired::role);
}

template <typename Archive>
void describe(Archive& a, Type<MessagePublished>)
{
    a.required("message", &MessagePublished::message).field("route", &MessagePublished::route);
}

template <typename Archive>
void describe(Archive& a, Type<DirectChatOpened>)
{
    a.required("id", &DirectChatOpened::id)
        .required("role", &DirectChatOpened::role)
        .field("is_private", &DirectChatOpened::isPrivate);
}

template <typename Archive>
void describe(Archive& a, Type<DirectChatEnded>)
{
    a.required("id", &DirectChatEnded::id)
        .required("role", &DirectChatEnded::role)
        .field("reason", &DirectChatEnded::reason);
}

template <typename Archive>
void describe(Archive& a, Type<PublicChatSet>)
{
    a.required("is_public", &PublicChatSet::isPublic);
}

template <typename Archive>
void describe(Archive& a, Type<QuestionAsked>)
{
    a.required("question", &QuestionAsked::question);
}

template <typename Archive>
void describe(Archive& a, Type<QuestionEnded>)
{
    a.required("id", &QuestionEnded::id).required("end", &QuestionEnded::end);
}

template <typename Archive>
void describe(Archive& a, Type<QuestionDeadlineMoved>)
{
    a.required("id", &QuestionDeadlineMoved::id)
        .field("deadline", &QuestionDeadlineMoved::deadline)
        .field("is_paused", &QuestionDeadlineMoved::isPaused)
        .field("by", &QuestionDeadlineMoved::by);
}

template <typename Archive>
void describe(Archive& a, Type<AnswerDelivered>)
{
    a.required("id", &AnswerDelivered::id)
        .field("echo", &AnswerDelivered::echo)
        .field("fields", &AnswerDelivered::fields);
}

template <typename Archive>
void describe(Archive& a, Type<MailObserved>)
{
    a.required("role", &MailObserved::role)
        .field("up_to", &MailObserved::upTo)
        .field("has_news", &MailObserved::hasNews);
}

template <typename Archive>
void describe(Archive& a, Type<RoleActivityChanged>)
{
    a.required("role", &RoleActivityChanged::role)
        .field("activity", &RoleActivityChanged::activity)
        .field("detail", &RoleActivityChanged::detail)
        .field("has_work", &RoleActivityChanged::hasWork)
        .field("finished_news", &RoleActivityChanged::finishedNews);
}

template <typename Archive>
void describe(Archive& a, Type<RunStateChanged>)
{
    a.required("state", &RunStateChanged::state)
        .field("reason", &RunStateChanged::reason)
        .field("cause", &RunStateChanged::cause);
}

template <typename Archive>
void describe(Archive& a, Type<RoundStarted>)
{
    a.required("number", &RoundStarted::number).field("roles", &RoundStarted::roles);
}

template <typename Archive>
void describe(Archive& a, Type<BudgetSet>)
{
    a.field("budget", &BudgetSet::budget);
}

template <typename Archive>
void describe(Archive& a, Type<UsageRecorded>)
{
    a.required("role", &UsageRecorded::role).field("usage", &UsageRecorded::usage);
}

template <typename Archive>
void describe(Archive& a, Type<Annotated>)
{
    a.required("target", &Annotated::target)
        .field("kind", &Annotated::kind)
        .field("text", &Annotated::text)
        .field("by", &Annotated::by);
}

template <typename Archive>
void describe(Archive& a, Type<MessagePinned>)
{
    a.required("target", &MessagePinned::target)
        .field("is_kept", &MessagePinned::isKept)
        .field("by", &MessagePinned::by);
}

template <typename Archive>
void describe(Archive& a, Type<MessageExtended>)
{
    a.required("target", &MessageExtended::target)
        .field("kept_blocks", &MessageExtended::keptBlocks)
        .field("kept_bytes", &MessageExtended::keptBytes)
        .field("content", &MessageExtended::content)
        .field("is_shorter", &MessageExtended::isShorter)
        .field("metadata", &MessageExtended::metadata)
        .field("send_to", &MessageExtended::sendTo);
}

template <typename Archive>
void describe(Archive& a, Type<HoldRuleSet>)
{
    a.required("rule", &HoldRuleSet::rule).field("by", &HoldRuleSet::by);
}

template <typename Archive>
void describe(Archive& a, Type<HoldRuleRemoved>)
{
    a.required("id", &HoldRuleRemoved::id).field("name", &HoldRuleRemoved::name).field("by", &HoldRuleRemoved::by);
}

template <typename Archive>
void describe(Archive& a, Type<HeldDropped>)
{
    a.required("target", &HeldDropped::target)
        .field("reason", &HeldDropped::reason)
        .field("is_told", &HeldDropped::isTold)
        .field("by", &HeldDropped::by);
}

template <typename Archive>
void describe(Archive& a, Type<RoleModeSet>)
{
    a.required("role", &RoleModeSet::role).field("mode", &RoleModeSet::mode).field("by", &RoleModeSet::by);
}

template <typename Archive>
void describe(Archive& a, Type<Span>)
{
    a.required("trace", &Span::trace)
        .required("id", &Span::id)
        .field("parent", &Span::parent)
        .field("name", &Span::name)
        .field("agent", &Span::agent)
        .field("start_us", &Span::startUs)
        .field("duration_us", &Span::durationUs)
        .field("usage", &Span::usage)
        .field("error", &Span::error)
        .field("attributes", &Span::attributes);
}

template <typename Archive>
void describe(Archive& a, Type<SpansRecorded>)
{
    a.required("spans", &SpansRecorded::spans);
}

template <typename Body, typename Source>
bool tryRead(std::string_view kind, const Source& payload, EventBody& body)
{
    if constexpr (!kindName<Body>.empty()) {
        if (kind == kindName<Body>) {
            body = Body{};
            decode(payload, std::get<Body>(body));
            return true;
        }
    }
    return false;
}

/// False for an unknown kind. Throws Mismatch.
template <typename Source, typename... Bodies>
bool tryReadAny(std::string_view kind, const Source& payload, std::variant<Bodies...>& body)
{
    return (tryRead<Bodies>(kind, payload, body) || ...);
}

} // namespace quarterdeck::conversation::json
