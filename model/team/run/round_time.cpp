#include "run/round_time.h"

#include "run/ending.h"
#include "run/run_limit.h"
#include "run/sentences.h"

namespace quarterdeck::team {

namespace {

using conversation::RunState;

std::int32_t minutesOf(const TeamRun& run)
{
    return static_cast<std::int32_t>(std::chrono::duration_cast<std::chrono::minutes>(run.clock.longest()).count());
}

conversation::SetRunState paused(const TeamRun& run)
{
    return {RunState::Paused, sentences::roundTakesLong(minutesOf(run)), {}};
}

conversation::Question question(const TeamRun& run)
{
    conversation::Question question;
    question.text = sentences::howToGoOnInRound(minutesOf(run));
    question.options = {{sentences::letRoundGoOn(), sentences::letRoundGoOnMeans(minutesOf(run))},
                        {sentences::finishRun(), sentences::finishRoundMeans()},
                        {sentences::stopTeam(), sentences::stopTeamMeans()}};
    return question;
}

QCoro::Task<bool> goOn(RunPtr run, std::optional<QuestionEnd> ownWords)
{
    if (ownWords)
        co_return false; // they are for nobody: who has something to say to the team writes to it
    run->clock.begin();
    co_await setRunState(run, RunState::Running);
    co_return true;
}

/// Ends what is at work. Their news is done with, so that nobody begins with it again after a restart.
QCoro::Task<void> finish(RunPtr run)
{
    co_await endWork(run, true);
    co_await setRunState(run, RunState::Finished);
}

constexpr RunLimit limit{"round-time-", paused, question, goOn, finish};

} // namespace

QCoro::Task<void> watchRoundTime(RunPtr run)
{
    const bool isRunning = run->runState() == RunState::Running;
    if (isRunning && openQuestionAt(*run->state(), limit) != nullptr) { // the person let it run in another way
        run->clock.begin();
        co_await withdrawQuestionAt(run, &limit);
    }
    run->clock.setWorking(isRunning && run->isAnybodyBusy());
    if (!isRunning || !run->isAnybodyBusy() || !run->clock.isOver() || run->halted)
        co_return;
    co_await pauseAt(run, &limit);
    if (run->runState() == RunState::Running) // it could not be written down: not at once again
        run->clock.begin();
}

QCoro::Task<bool> obeyRoundTimeAnswer(RunPtr run) { return obeyAnswerAt(std::move(run), &limit); }

} // namespace quarterdeck::team
