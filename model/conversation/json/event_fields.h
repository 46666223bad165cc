#pragma once

#include "model/conversation/json/fields.h"

/// The payloads of events: a key that is added later needs a default, or the event a higher version.
namespace quarterdeck::conversation::json {

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

} // namespace quarterdeck::conversation::json
