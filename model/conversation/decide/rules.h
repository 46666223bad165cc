#pragma once

#include "model/conversation/decide/decision_builder.h"
#include "model/conversation/intent.h"

/// One function per intent, in the file of its subject.
namespace quarterdeck::conversation::rules {

// session.cpp
void on(DecisionBuilder& decision, const StartSession& intent);
void on(DecisionBuilder& decision, const RenameSession& intent);
void on(DecisionBuilder& decision, const SetRunState& intent);
void on(DecisionBuilder& decision, const StartRound& intent);
void on(DecisionBuilder& decision, const SetBudget& intent);
void on(DecisionBuilder& decision, const Annotate& intent);
void on(DecisionBuilder& decision, const PinMessage& intent);
// roles.cpp
void on(DecisionBuilder& decision, const HireRole& intent);
void on(DecisionBuilder& decision, const ObserveMail& intent);
void on(DecisionBuilder& decision, const SetRoleActivity& intent);
void on(DecisionBuilder& decision, const RecordUsage& intent);
// speaking.cpp
void on(DecisionBuilder& decision, const RolePublish& intent);
void on(DecisionBuilder& decision, const PublishTeamMessage& intent);
void on(DecisionBuilder& decision, const ReplyToUser& intent);
void on(DecisionBuilder& decision, const RecordStep& intent);
void on(DecisionBuilder& decision, const RecordMessage& intent);
void on(DecisionBuilder& decision, RecordMessage&& intent);
void on(DecisionBuilder& decision, const ExtendMessage& intent);
void on(DecisionBuilder& decision, const RecordSpans& intent);
// publish.cpp
void on(DecisionBuilder& decision, const Publish& intent);
// questions.cpp
void on(DecisionBuilder& decision, const AskUser& intent);
void on(DecisionBuilder& decision, const AnswerQuestion& intent);
void on(DecisionBuilder& decision, const DeclineQuestion& intent);
void on(DecisionBuilder& decision, const WithdrawQuestion& intent);
void on(DecisionBuilder& decision, const TimeOutQuestion& intent);
void on(DecisionBuilder& decision, const MoveDeadline& intent);
void on(DecisionBuilder& decision, const AcknowledgeAnswer& intent);
// direct_chats.cpp
void on(DecisionBuilder& decision, const SetPublicChat& intent);
void on(DecisionBuilder& decision, const EndDirectChat& intent);

} // namespace quarterdeck::conversation::rules
