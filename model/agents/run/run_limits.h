#pragma once

#include "model/agents/run/session_notes.h"
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

/// A question as recorded, with its end.
struct LoggedQuestion
{
    conversation::Question question;
    QuestionEnd end;
};

/// Damaged if the log has no end of it.
QCoro::Task<Result<LoggedQuestion>> findLoggedQuestion(RunPtr run, QuestionId id, conversation::EventSeq askedSeq);

/// All rounds that were granted are done: the person decides whether there are more.
[[nodiscard]] bool areRoundsDone(const TeamRun& run);
/// From now on the run pauses when this many more are done; 0 = it does not. What to submit, so that the log knows.
[[nodiscard]] conversation::SetRunState grantRounds(TeamRun& run, std::int32_t more);
/// Pauses the run and asks. See RunLimit.
QCoro::Task<void> pauseForRounds(RunPtr run);
/// Does what the person answered; false if there is no untaken answer.
QCoro::Task<bool> obeyRoundsAnswer(RunPtr run);
/// They were granted some other way.
QCoro::Task<void> withdrawRoundsQuestion(RunPtr run);

/// What the person wants counts from now on, and is noted. A run that waits at a limit goes on if that is far enough
/// now. A budget that is none changes nothing.
QCoro::Task<void> changeLimits(RunPtr run, TeamLimits wanted);

/// Checks the round's clock, and whether it runs at all: call it after each change. If the round takes too long, the
/// run pauses and the person is asked, once, whether to go on for as long again, end, or stop.
QCoro::Task<void> watchRoundTime(RunPtr run);

/// Does what the person answered. False if there is no untaken answer.
QCoro::Task<bool> obeyRoundTimeAnswer(RunPtr run);

} // namespace quarterdeck::team
