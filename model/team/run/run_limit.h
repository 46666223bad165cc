#pragma once

#include "conversation/question.h"
#include "run/team_run.h"

namespace quarterdeck::team {

/// A limit at which a run pauses and the person is asked, once, how it shall go on. The question stands in the log like
/// any other, so it outlives the program, and is known again by how its id begins.
struct RunLimit
{
    const char* idPrefix;
    /// Why the run pauses.
    conversation::SetRunState (*pause)(const TeamRun& run);
    /// Without id and asker. Its options are: go on, let the run end, stop the team, and where it can be so, let it end
    /// with a summary.
    conversation::Question (*question)(const TeamRun& run);
    /// The person chose to go on, or answered in words of its own; false = those say nothing of it.
    QCoro::Task<bool> (*goOn)(RunPtr run, std::optional<QuestionEnd> ownWords);
    QCoro::Task<void> (*finish)(RunPtr run);
    QCoro::Task<void> (*sumUp)(RunPtr run) = nullptr; ///< null = there is no such option
};

/// Pauses the run and asks. Of several that come to it at the same time, one asks.
QCoro::Task<void> pauseAt(RunPtr run, const RunLimit* limit);
/// Does what the person answered; asks again where the answer says nothing of it. False when there is no answer that
/// nobody has taken.
QCoro::Task<bool> obeyAnswerAt(RunPtr run, const RunLimit* limit);
[[nodiscard]] const conversation::OpenQuestion* openQuestionAt(const ConversationState& state, const RunLimit& limit);
/// It need not be answered any more.
QCoro::Task<void> withdrawQuestionAt(RunPtr run, const RunLimit* limit);

QCoro::Task<void> setRunState(RunPtr run, conversation::RunState state);

} // namespace quarterdeck::team
