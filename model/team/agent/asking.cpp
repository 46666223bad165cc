#include "agent/asking.h"

#include "run/sentences.h"

namespace quarterdeck::team {

using conversation::QuestionEnd;
using conversation::QuestionEndKind;
using conversation::QuestionId;

QCoro::Task<Result<EndOfQuestion>> askedAs(AgentContext context, conversation::Question question, std::string base)
{
    constexpr int mostTimes = 1000;
    for (int time = 1;; ++time) {
        conversation::Question one = question;
        one.id = QuestionId(time == 1 ? base : base + "-" + std::to_string(time));
        const QuestionId id = one.id;
        Result<QuestionEnd> end = co_await context.ask(std::move(one));
        const bool isTakenBack = end && end->kind == QuestionEndKind::Withdrawn;
        if (isTakenBack && context.isCancelled())
            co_return tl::make_unexpected(Error{ErrorCode::Cancelled, sentences::cancelled(), {}});
        if (!end)
            co_return tl::make_unexpected(end.error());
        if (!isTakenBack || time == mostTimes) {
            EndOfQuestion found{id, std::move(*end)};
            co_return found;
        }
    }
}

QCoro::Task<Result<QuestionEnd>> asked(AgentContext context, conversation::Question question, std::string base)
{
    Result<EndOfQuestion> end = co_await askedAs(context, std::move(question), std::move(base));
    if (!end)
        co_return tl::make_unexpected(end.error());
    co_return std::move(end->end);
}

std::string answerForModel(const QuestionEnd& end)
{
    switch (end.kind) {
    case QuestionEndKind::Answered:
        return conversation::answerText(end);
    case QuestionEndKind::Declined:
        return "The person declined to answer. Decide yourself, or go on without it.";
    case QuestionEndKind::TimedOut:
        return "Nobody answered in time. That is no consent.";
    case QuestionEndKind::Withdrawn:
        break;
    }
    return "The question was taken back.";
}

QCoro::Task<Result<GoOn>> mayGoOn(AgentContext context, std::int32_t calls, std::string base)
{
    const std::string goOn = sentences::letGoOn();
    conversation::Question question;
    question.text = sentences::manyCalls(context.role().name, calls);
    question.options = {{goOn, sentences::letGoOnMeans(calls)}, {sentences::letBe(), sentences::letBeMeans()}};
    const Result<QuestionEnd> end = co_await asked(context, std::move(question), std::move(base));
    if (!end)
        co_return tl::make_unexpected(end.error());
    const bool isAnswered = end->kind == QuestionEndKind::Answered;
    GoOn wish;
    wish.words = isAnswered && end->option.empty() ? conversation::answerText(*end) : std::string();
    wish.isAllowed = isAnswered && (end->option == goOn || !wish.words.empty());
    co_return wish;
}

} // namespace quarterdeck::team
