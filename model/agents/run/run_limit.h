#pragma once

#include "model/agents/run/team_run.h"
#include "model/conversation/question.h"

namespace quarterdeck::team {

/// A limit at which a run pauses and the person is asked, once, how to go on. The question is in the log like any
/// other, so it outlives the program; it is recognised by the beginning of its id.
struct RunLimit
{
    const char* idPrefix;
    /// Why the run pauses.
    conversation::SetRunState (*pause)(const TeamRun& run);
    /// Without id and asker. Its options are: go on, end the run, stop the team, and, if possible, end it with a
    /// summary.
    conversation::Question (*question)(const TeamRun& run);
    /// The person chose to go on, or answered in words of their own; false = those do not decide it.
    QCoro::Task<bool> (*goOn)(RunPtr run, std::optional<QuestionEnd> ownWords);
    QCoro::Task<void> (*finish)(RunPtr run);
    QCoro::Task<void> (*summariseHistory)(RunPtr run) = nullptr; ///< null = there is no such option
};

/// Pauses the run and asks. Of several that reach it at the same time, one asks.
QCoro::Task<void> pauseAt(RunPtr run, const RunLimit* limit);
/// Does what the person answered; asks again if the answer does not decide it. False if there is no untaken answer.
QCoro::Task<bool> obeyAnswerAt(RunPtr run, const RunLimit* limit);
[[nodiscard]] const conversation::OpenQuestion* openQuestionAt(const ConversationState& state, const RunLimit& limit);
/// It no longer needs an answer.
QCoro::Task<void> withdrawQuestionAt(RunPtr run, const RunLimit* limit);

QCoro::Task<void> setRunState(RunPtr run, conversation::RunState state);

} // namespace quarterdeck::team
