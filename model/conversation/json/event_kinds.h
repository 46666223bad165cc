#pragma once

#include "model/conversation/event.h"

#include <string_view>

namespace quarterdeck::conversation::json {

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

} // namespace quarterdeck::conversation::json
