#pragma once

#include "model/agents/run/team_run.h"
#include "model/conversation/question.h"

namespace quarterdeck::team {

/// A question as recorded, with its end.
struct LoggedQuestion
{
    conversation::Question question;
    QuestionEnd end;
};

/// Damaged if the log has no end of it.
QCoro::Task<Result<LoggedQuestion>> findLoggedQuestion(RunPtr run, QuestionId id, conversation::EventSeq askedSeq);

} // namespace quarterdeck::team
