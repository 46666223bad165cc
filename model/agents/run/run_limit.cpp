#include "model/agents/run/run_limit.h"

#include "model/agents/run/question_log.h"
#include "model/conversation/speaker.h"
#include "model/session/log_records.h"

#include <algorithm>

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
    conversation::Intent pause = limit->pause(*run);
    co_await submitted(run, std::move(pause));
    const bool isToBeAsked = !run->isClosed() && !run->halted && run->isPaused();
    if (isToBeAsked && openQuestionAt(*run->state(), *limit) == nullptr) {
        conversation::Intent ask = conversation::AskUser{questionAt(*run, *limit)};
        co_await submitted(run, std::move(ask));
    }
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
    const session::IntentOutcome outcome = co_await submitted(run, std::move(taken));
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

} // namespace quarterdeck::team
