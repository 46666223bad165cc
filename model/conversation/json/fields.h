#pragma once

#include "model/conversation/json/codec.h"

/// What each value contains in JSON: key by key, for both directions. The calls are found through the namespace of
/// `Type<T>`.
namespace quarterdeck::conversation::json {

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
        .field("address_note", &Route::addressNote);
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
        .field("at", &QuestionEnd::at);
}

} // namespace quarterdeck::conversation::json
