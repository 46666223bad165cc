#include "model/agents/run/planned_rounds.h"

#include "model/agents/run/ending.h"
#include "model/agents/run/run_limit.h"
#include "model/agents/run/team_runner.h"
#include "model/agents/team_text.h"
#include "model/conversation/speaker.h"

#include <algorithm>
#include <limits>

namespace quarterdeck::team {

namespace {

using conversation::RunState;

std::int32_t moreRounds(const TeamRun& run) { return std::max(run.roundsPerRun, 1); }

conversation::SetRunState done(const TeamRun& run, RunState state)
{
    return {state, {}, {conversation::RunCauseKind::RoundsDone, static_cast<double>(run.roundLimit)}};
}

conversation::SetRunState paused(const TeamRun& run) { return done(run, RunState::Paused); }

conversation::Question question(const TeamRun& run)
{
    conversation::Question question;
    question.text = texts::howToGoOnAfterRounds(run.state()->round());
    question.options = {{texts::moreRounds(moreRounds(run)), texts::moreRoundsMeans()},
                        {texts::finishRun(), texts::finishRunMeans()},
                        {texts::stopTeam(), texts::stopTeamMeans()}};
    return question;
}

/// A number of rounds in the person's own words.
std::optional<std::int32_t> roundsIn(const QuestionEnd& end)
{
    const QString words = QString::fromStdString(conversation::answerText(end)).trimmed();
    bool isNumber = false;
    const int rounds = words.toInt(&isNumber);
    return isNumber && rounds > 0 ? std::optional<std::int32_t>(rounds) : std::nullopt;
}

QCoro::Task<bool> goOn(RunPtr run, std::optional<QuestionEnd> ownWords)
{
    const std::optional<std::int32_t> rounds = ownWords ? roundsIn(*ownWords) : moreRounds(*run);
    if (!rounds)
        co_return false;
    conversation::Intent granted = grantRounds(*run, *rounds);
    co_await submitted(run, std::move(granted));
    co_return true;
}

QCoro::Task<void> finish(RunPtr run)
{
    conversation::SetRunState finished = done(*run, RunState::Finished);
    co_await finishWithoutMore(run, std::move(finished));
}

constexpr const char* idPrefix = "rounds-";
constexpr RunLimit roundsLimit{idPrefix, paused, question, goOn, finish};

} // namespace

bool asksForRounds(const conversation::OpenQuestion& open)
{
    return open.question.id.str().starts_with(idPrefix) && open.question.asker.str() == conversation::programName;
}

bool areRoundsDone(const TeamRun& run) { return run.roundLimit > 0 && run.state()->round() >= run.roundLimit; }

conversation::SetRunState grantRounds(TeamRun& run, std::int32_t more)
{
    const std::int64_t limit = more > 0 ? std::int64_t{run.state()->round()} + more : 0;
    run.roundLimit = static_cast<std::int32_t>(std::min<std::int64_t>(limit, std::numeric_limits<std::int32_t>::max()));
    conversation::SetRunState granted{RunState::Running, {}, {}};
    if (run.roundLimit != run.state()->roundLimit())
        granted.cause = {conversation::RunCauseKind::RoundsGranted, static_cast<double>(run.roundLimit)};
    return granted;
}

QCoro::Task<void> pauseForRounds(RunPtr run) { return pauseAt(std::move(run), &roundsLimit); }

QCoro::Task<bool> obeyRoundsAnswer(RunPtr run) { return obeyAnswerAt(std::move(run), &roundsLimit); }

QCoro::Task<void> withdrawRoundsQuestion(RunPtr run) { return withdrawQuestionAt(std::move(run), &roundsLimit); }

} // namespace quarterdeck::team
