#include "run/budget.h"

#include "run/question_log.h"
#include "run/sentences.h"
#include "session/identity.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace quarterdeck::team {

namespace {

using conversation::RunState;

enum Choice : std::size_t { Raise, Finish, Stop };

/// By this the question is known again in another process.
constexpr const char* idPrefix = "budget-";

bool isAboutBudget(const QuestionId& id) { return id.str().starts_with(idPrefix); }

/// The next whole multiple of it that is not used up yet.
double raised(const ConversationState& state)
{
    const double budget = state.budget().value_or(0.0);
    const double step = budget > 0.0 ? budget : 1.0;
    return (std::floor(state.totalCost() / step) + 1.0) * step;
}

conversation::Question questionFor(const ConversationState& state)
{
    conversation::Question question;
    question.id = QuestionId(idPrefix + session::newId());
    const conversation::RoleState* leader = state.leader();
    question.asker = leader != nullptr ? leader->role.name : state.roles().front().role.name;
    question.text = sentences::howToGoOn(state.budget().value_or(0.0));
    question.options = {{sentences::raiseBudget(raised(state)), sentences::raiseBudgetMeans()},
                        {sentences::finishRun(), sentences::finishRunMeans()},
                        {sentences::stopTeam(), sentences::stopTeamMeans()}};
    return question;
}

const conversation::OpenQuestion* openBudgetQuestion(const ConversationState& state)
{
    const auto& open = state.openQuestions();
    const auto found = std::ranges::find_if(
        open, [](const conversation::OpenQuestion& one) { return isAboutBudget(one.question.id); });
    return found == open.end() ? nullptr : &*found;
}

/// "$5", "5.50": a budget in the person's own words.
std::optional<double> amountIn(const QuestionEnd& end)
{
    QString words = QString::fromStdString(conversation::answerText(end)).trimmed();
    words.remove(QLatin1Char('$'));
    bool isNumber = false;
    const double amount = QLocale::c().toDouble(words.trimmed(), &isNumber);
    return isNumber && std::isfinite(amount) ? std::optional(amount) : std::nullopt;
}

QCoro::Task<void> setRunState(RunPtr run, RunState state)
{
    conversation::Intent intent = conversation::SetRunState{state, {}};
    co_await submitted(run, std::move(intent));
}

QCoro::Task<void> endForBudget(RunPtr run, RunState state)
{
    const conversation::RunCause cause{conversation::RunCauseKind::BudgetUsedUp, run->state()->budget().value_or(0.0)};
    conversation::Intent intent = conversation::SetRunState{state, {}, cause};
    co_await submitted(run, std::move(intent));
}

QCoro::Task<void> goOnWith(RunPtr run, double budget)
{
    conversation::Intent raise = conversation::SetBudget{budget};
    co_await submitted(run, std::move(raise));
    co_await setRunState(run, RunState::Running);
}

QCoro::Task<void> obey(RunPtr run, EndedInLog asked)
{
    const auto& options = asked.question.options;
    const auto chosen = std::ranges::find(options, asked.end.option, &conversation::QuestionOption::label);
    const std::optional<double> amount = chosen == options.end() ? amountIn(asked.end) : std::nullopt;
    const auto choice = static_cast<std::size_t>(chosen - options.begin());
    if (choice == Raise) {
        co_await goOnWith(run, raised(*run->state()));
    } else if (choice == Finish) {
        run->endedAtMessage = run->state()->messageCount();
        co_await endForBudget(run, RunState::Finished);
    } else if (choice == Stop) {
        co_await setRunState(run, RunState::StopRequested);
    } else if (amount && *amount > run->state()->totalCost()) {
        co_await goOnWith(run, *amount);
    } else {
        co_await pauseForBudget(run); // an answer that says nothing of it
    }
}

} // namespace

bool isBudgetReached(const ConversationState& state) { return state.budget() && state.totalCost() >= *state.budget(); }

QCoro::Task<void> pauseForBudget(RunPtr run)
{
    if (run->isPausingForBudget)
        co_return; // several agents come to it at once: one asks
    run->isPausingForBudget = true;
    co_await endForBudget(run, RunState::Paused);
    if (!run->isClosed() && !run->halted && openBudgetQuestion(*run->state()) == nullptr) {
        conversation::Intent ask = conversation::AskPerson{questionFor(*run->state())};
        co_await submitted(run, std::move(ask));
    }
    run->isPausingForBudget = false;
    run->noteChange();
}

QCoro::Task<bool> obeyBudgetAnswer(RunPtr run)
{
    const auto& waiting = run->state()->undeliveredAnswers();
    const auto found = std::ranges::find_if(waiting, isAboutBudget);
    if (found == waiting.end())
        co_return false;
    // A copy: the state that it stands in is another one after each wait.
    const QuestionId id = *found; // NOLINT(performance-unnecessary-copy-initialization)
    // Taken before it is obeyed: no answer may raise a budget twice. Were it lost, the next start would ask again.
    conversation::Intent taken = conversation::AcknowledgeAnswer{id};
    const session::IntentOutcome outcome = co_await submitted(run, std::move(taken));
    const conversation::EndedQuestion* ended = run->state()->endedQuestion(id);
    if (outcome.error || ended == nullptr)
        co_return !outcome.error;
    const conversation::EventSeq askedSeq = ended->askedSeq;
    Result<EndedInLog> asked = co_await endedInLog(run, id, askedSeq);
    if (asked && asked->end.kind == conversation::QuestionEndKind::Answered) {
        co_await obey(run, std::move(*asked));
    }
    co_return true;
}

QCoro::Task<void> withdrawBudgetQuestion(RunPtr run)
{
    const conversation::OpenQuestion* open = openBudgetQuestion(*run->state());
    if (open == nullptr)
        co_return;
    conversation::Intent withdrawn = conversation::WithdrawQuestion{open->question.id};
    co_await submitted(run, std::move(withdrawn));
}

} // namespace quarterdeck::team
