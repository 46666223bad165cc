#include "model/agents/run/run_limits.h"

#include "model/agents/run/run_budget.h"
#include "model/agents/run/team_runner.h"
#include "model/agents/run/turns.h"
#include "model/agents/team_text.h"
#include "model/conversation/channel.h"
#include "model/conversation/speaker.h"
#include "model/session/session.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace quarterdeck::team {

namespace {

using conversation::RunState;

enum Choice : std::size_t { GoOn, Finish, Stop, SumUp };

/// An agent may choose any id, but only the program asks in the program's name.
bool isAbout(const RunLimit& limit, const QuestionId& id, const RoleName& asker)
{
    return id.str().starts_with(limit.idPrefix) && asker.str() == conversation::programName;
}

conversation::Question questionAt(const TeamRun& run, const RunLimit& limit)
{
    conversation::Question question = limit.question(run);
    question.id = QuestionId(limit.idPrefix + session::newId());
    question.isApproval = true;                           // it lets the team spend
    question.asker = RoleName(conversation::programName); // no member wants to know it
    return question;
}

/// By the option's position in the original question, whatever language the program speaks by now.
QCoro::Task<void> obey(RunPtr run, const RunLimit* limit, LoggedQuestion asked)
{
    const auto& options = asked.question.options;
    const auto chosen = std::ranges::find(options, asked.end.option, &conversation::QuestionOption::label);
    const auto choice = static_cast<std::size_t>(chosen - options.begin());
    bool isUnderstood = true;
    if (choice == GoOn) {
        isUnderstood = co_await limit->goOn(run, std::nullopt);
    } else if (choice == Finish) {
        co_await limit->finish(run);
    } else if (choice == Stop) {
        co_await setRunState(run, RunState::StopRequested);
    } else if (choice == SumUp && limit->summariseHistory != nullptr) {
        co_await limit->summariseHistory(run);
    } else {
        std::optional<QuestionEnd> words = std::move(asked.end);
        isUnderstood = co_await limit->goOn(run, std::move(words));
    }
    if (!isUnderstood)
        co_await pauseAt(run, limit);
}

} // namespace

QCoro::Task<void> setRunState(RunPtr run, RunState state)
{
    conversation::Intent intent = conversation::SetRunState{state, {}};
    co_await submitted(run, std::move(intent));
}

QCoro::Task<void> pauseAt(RunPtr run, const RunLimit* limit)
{
    if (run->isPausingAtLimit)
        co_return; // several agents come to it at once: one asks
    if (run->runState() == RunState::StopRequested)
        co_return; // it ends: there is nothing to ask
    run->isPausingAtLimit = true;
    // Together, or a program that ends between the two would leave a run that waits for an answer nobody is asked for.
    std::vector<conversation::Intent> intents{limit->pause(*run)};
    if (openQuestionAt(*run->state(), *limit) == nullptr)
        intents.emplace_back(conversation::AskUser{questionAt(*run, *limit)});
    co_await submittedTogether(run, std::move(intents));
    run->isPausingAtLimit = false;
    run->noteChange();
}

QCoro::Task<bool> obeyAnswerAt(RunPtr run, const RunLimit* limit)
{
    const auto& waiting = run->state()->undeliveredAnswers();
    const auto found = std::ranges::find_if(waiting, [&](const QuestionId& id) {
        const conversation::EndedQuestion* ended = run->state()->endedQuestion(id);
        return ended != nullptr && isAbout(*limit, id, ended->asker);
    });
    if (found == waiting.end())
        co_return false;
    // A copy, since the state it belongs to is replaced after each wait.
    const QuestionId id = *found; // NOLINT(performance-unnecessary-copy-initialization)
    // Acknowledged first, since no answer may count twice. If its effect were lost, the next start would ask again.
    conversation::Intent taken = conversation::AcknowledgeAnswer{id};
    const conversation::Decision outcome = co_await submitted(run, std::move(taken));
    const conversation::EndedQuestion* ended = run->state()->endedQuestion(id);
    if (outcome.error || ended == nullptr)
        co_return !outcome.error;
    const conversation::EventSeq askedSeq = ended->askedSeq;
    Result<LoggedQuestion> asked = co_await findLoggedQuestion(run, id, askedSeq);
    if (asked && asked->end.kind == conversation::QuestionEndKind::Answered) {
        co_await obey(run, limit, std::move(*asked));
    }
    co_return true;
}

const conversation::OpenQuestion* openQuestionAt(const ConversationState& state, const RunLimit& limit)
{
    const auto& open = state.openQuestions();
    const auto found = std::ranges::find_if(open, [&](const conversation::OpenQuestion& one) {
        return isAbout(limit, one.question.id, one.question.asker);
    });
    return found == open.end() ? nullptr : &*found;
}

QCoro::Task<void> withdrawQuestionAt(RunPtr run, const RunLimit* limit)
{
    const conversation::OpenQuestion* open = openQuestionAt(*run->state(), *limit);
    if (open == nullptr)
        co_return;
    conversation::Intent withdrawn = conversation::WithdrawQuestion{open->question.id};
    co_await submitted(run, std::move(withdrawn));
}

namespace {

QCoro::Task<Result<session::Rows>> rowOf(RunPtr run, conversation::EventSeq seq)
{
    const session::ChannelKey everything = conversation::channel::everything;
    std::function<void(session::Done<session::Ordinal>)> findRow = [run, everything, seq](auto done) {
        run->session()->library().ordinalOf(run->id(), everything, seq, std::move(done));
    };
    const Result<session::Ordinal> ordinal = co_await answered<session::Ordinal>(run, std::move(findRow));
    if (!ordinal)
        co_return tl::make_unexpected(ordinal.error());
    session::RowsRequest request;
    request.session = run->id();
    request.channel = everything;
    request.first = *ordinal;
    request.count = 1;
    std::function<void(session::Done<session::Rows>)> readRow = [run, request](auto done) {
        run->session()->library().readRows(request, std::move(done));
    };
    co_return co_await answered<session::Rows>(run, std::move(readRow));
}

} // namespace

QCoro::Task<Result<LoggedQuestion>> findLoggedQuestion(RunPtr run, QuestionId id, conversation::EventSeq askedSeq)
{
    const Result<session::Rows> rows = co_await rowOf(run, askedSeq);
    if (!rows)
        co_return tl::make_unexpected(rows.error());
    for (const session::Row& row : rows->rows) {
        const auto* asked = std::get_if<conversation::QuestionAsked>(&row.event.body);
        for (const conversation::Event& event : row.amendments)
            if (const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body);
                asked != nullptr && ended != nullptr && ended->id == id)
                co_return LoggedQuestion{asked->question, ended->end};
    }
    co_return tl::make_unexpected(Error{conversation::ErrorCode::Damaged, {}, "no end of question " + id.str()});
}

namespace {

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

namespace {

/// That the run pauses after another round than was said before; it goes on, or rests, as it did.
QCoro::Task<void> setRoundLimit(RunPtr run, std::int32_t rounds)
{
    run->roundLimit = rounds;
    const conversation::RunCause granted{conversation::RunCauseKind::RoundsGranted, static_cast<double>(rounds)};
    conversation::Intent intent = conversation::SetRunState{run->runState(), run->state()->runReason(), granted};
    co_await submitted(run, std::move(intent));
}

/// The run has paused at this limit, which is further on now.
bool waitsForNothing(const TeamRun& run)
{
    switch (run.state()->runCause().kind) {
    case conversation::RunCauseKind::BudgetUsedUp:
        return !isBudgetReached(*run.state());
    case conversation::RunCauseKind::RoundsDone:
        return !areRoundsDone(run);
    default:
        return false;
    }
}

} // namespace

namespace {

/// A round that has begun is played.
TeamLimits possible(TeamLimits wanted, const TeamRun& run)
{
    if (wanted.rounds > 0)
        wanted.rounds = std::max(wanted.rounds, run.state()->round());
    return wanted;
}

bool goesOnNow(const TeamRun& run) { return !run.isClosed() && run.isPaused() && waitsForNothing(run); }

QCoro::Task<void> applyLimits(RunPtr run, TeamLimits wanted)
{
    LimitsChange change{limitsOf(*run->state()), possible(wanted, *run)};
    if (change.now == change.before || run->runState() == RunState::NotStarted)
        co_return;
    conversation::Intent budget = conversation::SetBudget{wanted.budget};
    const conversation::Decision outcome = co_await submitted(run, std::move(budget));
    if (outcome.error)
        co_return;
    change.now = possible(wanted, *run);
    if (change.now.rounds != change.before.rounds)
        co_await setRoundLimit(run, change.now.rounds);
    conversation::Intent noted = conversation::RecordMessage{noteOf(change), {}};
    co_await submitted(run, std::move(noted));
    if (goesOnNow(*run)) {
        co_await withdrawBudgetQuestion(run);
        co_await withdrawRoundsQuestion(run);
    }
    if (goesOnNow(*run)) // and the person has not paused or stopped it meanwhile
        co_await setRunState(run, RunState::Running);
    run->noteChange();
}

} // namespace

QCoro::Task<void> changeLimits(RunPtr run, TeamLimits wanted)
{
    run->wantedLimits = wanted;
    if (run->isChangingLimits)
        co_return;
    run->isChangingLimits = true;
    while (!run->isClosed() && run->wantedLimits)
        co_await applyLimits(run, *std::exchange(run->wantedLimits, std::nullopt));
    run->isChangingLimits = false;
}

namespace {

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
