#include "model/agents/run/round_time.h"

#include "model/agents/run/ending.h"
#include "model/agents/run/run_limit.h"
#include "model/agents/team_text.h"

namespace quarterdeck::team {

namespace {

using conversation::RunState;

std::int32_t minutesOf(const TeamRun& run)
{
    return static_cast<std::int32_t>(std::chrono::duration_cast<std::chrono::minutes>(run.clock.longest()).count());
}

conversation::SetRunState roundTimePaused(const TeamRun& run)
{
    return {RunState::Paused, texts::roundTakesLong(minutesOf(run)), {}};
}

/// Which programs, if any.
std::string waitedFor(const TeamRun& run)
{
    std::string names;
    for (const auto& [name, one] : run.acting)
        if (one.isElsewhere && !one.isWaitingForUser)
            names += (names.empty() ? "" : ", ") + name.str();
    return names.empty() ? std::string() : texts::waitsForProgramOf(names);
}

conversation::Question roundTimeQuestion(const TeamRun& run)
{
    conversation::Question question;
    question.text = texts::howToGoOnInRound(minutesOf(run));
    question.reason = waitedFor(run);
    question.options = {{texts::letRoundGoOn(), texts::letRoundGoOnMeans(minutesOf(run))},
                        {texts::finishRun(), texts::finishRunMeans()},
                        {texts::stopTeam(), texts::stopTeamMeans()}};
    return question;
}

QCoro::Task<bool> goOnWithRound(RunPtr run, std::optional<QuestionEnd> ownWords)
{
    if (ownWords)
        co_return false; // they are for nobody: who has something to say to the team writes to it
    co_await setRunState(run, RunState::Running);
    co_return true;
}

QCoro::Task<void> finishOnRoundTime(RunPtr run)
{
    conversation::SetRunState finished{RunState::Finished, texts::roundTookLong(minutesOf(*run)), {}};
    co_await finishWithoutMore(run, std::move(finished));
}

constexpr RunLimit roundTimeLimit{"round-time-", roundTimePaused, roundTimeQuestion, goOnWithRound, finishOnRoundTime};

} // namespace

QCoro::Task<void> watchRoundTime(RunPtr run)
{
    const bool isRunning = run->runState() == RunState::Running;
    const bool isAsked = openQuestionAt(*run->state(), roundTimeLimit) != nullptr;
    // The person let it run some other way: answered or declined, the question is not asked again.
    if (isRunning && (isAsked || run->isRoundOver)) {
        run->isRoundOver = false;
        run->clock.begin();
        co_await withdrawQuestionAt(run, &roundTimeLimit);
    }
    run->clock.setWorking(isRunning && run->isAnybodyBusy());
    if (!isRunning || !run->isAnybodyBusy() || !run->clock.isOver() || run->halted)
        co_return;
    run->isRoundOver = true; // also where the pause could not be written down: not at once again
    co_await pauseAt(run, &roundTimeLimit);
}

QCoro::Task<bool> obeyRoundTimeAnswer(RunPtr run) { return obeyAnswerAt(std::move(run), &roundTimeLimit); }

} // namespace quarterdeck::team
