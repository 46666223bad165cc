#include "model/agents/model_agent/speak_and_ask.h"

#include "model/agents/team_text.h"

#include <algorithm>
#include <iterator>

namespace quarterdeck::team {

namespace {

bool speaksToUser(const AgentState& mind) { return mind.role.isLeader || mind.team->roles.size() == 1; }

} // namespace

conversation::AddressSet saidTo(const AgentState& mind, const AgentContext& context)
{
    if (speaksToUser(mind))
        return {conversation::address::person};
    const conversation::RoleState* leader = context.state()->leader();
    if (leader == nullptr)
        return {conversation::address::all};
    return {leader->role.name.as<conversation::Address>()};
}

QCoro::Task<Result<conversation::Route>> say(AgentStatePtr mind, AgentContext context, Speech speech)
{
    if (speaksToUser(*mind)) {
        conversation::ReplyToUser reply;
        reply.content = std::move(speech.content);
        reply.usage = std::move(speech.usage);
        reply.metadata = std::move(speech.metadata);
        reply.id = speech.id;
        reply.isRemembered = speech.isRemembered;
        return context.replyToUser(std::move(reply));
    }
    Message message;
    message.id = speech.id;
    message.role = "assistant";
    message.sendTo = saidTo(*mind, context);
    // Lets others watch what this member says.
    message.causeBy = conversation::ActionName(mind->role.name.str());
    message.content = std::move(speech.content);
    message.usage = std::move(speech.usage);
    message.metadata = std::move(speech.metadata);
    return context.publish(std::move(message), speech.isRemembered);
}

using conversation::QuestionEnd;
using conversation::QuestionEndKind;
using conversation::QuestionId;

QCoro::Task<Result<QuestionResult>> askAndWaitWithId(AgentContext context, conversation::Question question,
                                                     std::string base)
{
    constexpr int mostTimes = 1000;
    for (int time = 1;; ++time) {
        conversation::Question one = question;
        one.id = QuestionId(time == 1 ? base : base + "-" + std::to_string(time));
        const QuestionId id = one.id;
        Result<QuestionEnd> end = co_await context.ask(std::move(one));
        const bool isTakenBack = end && end->kind == QuestionEndKind::Withdrawn;
        if (isTakenBack && context.isCancelled())
            co_return tl::make_unexpected(Error{ErrorCode::Cancelled, texts::cancelled(), {}});
        if (!end)
            co_return tl::make_unexpected(end.error());
        if (!isTakenBack || time == mostTimes) {
            QuestionResult found{id, std::move(*end)};
            co_return found;
        }
    }
}

QCoro::Task<Result<QuestionEnd>> askAndWait(AgentContext context, conversation::Question question, std::string base)
{
    Result<QuestionResult> end = co_await askAndWaitWithId(context, std::move(question), std::move(base));
    if (!end)
        co_return tl::make_unexpected(end.error());
    co_return std::move(end->end);
}

QCoro::Task<Result<std::optional<conversation::Question>>> findEarlierQuestion(AgentContext context, QuestionId id)
{
    const conversation::EndedQuestion* ended = context.state()->endedQuestion(id);
    if (ended == nullptr)
        co_return std::optional<conversation::Question>();
    const conversation::EventSeq before{ended->askedSeq.value - 1};
    const auto events = co_await context.eventsAfter(before, 1);
    if (!events)
        co_return tl::make_unexpected(events.error());
    for (const conversation::Event& event : *events)
        if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body))
            co_return std::optional(asked->question);
    co_return std::optional<conversation::Question>();
}

std::string answerForModel(const QuestionEnd& end)
{
    switch (end.kind) {
    case QuestionEndKind::Answered: {
        const std::string words = conversation::answerText(end);
        return words.empty() ? "The person answered with what follows." : words;
    }
    case QuestionEndKind::Declined:
        return "The person declined to answer. Decide yourself, or go on without it.";
    case QuestionEndKind::TimedOut:
        return "Nobody answered in time. That is no consent.";
    case QuestionEndKind::Withdrawn:
        break;
    }
    return "The question was taken back.";
}

std::vector<conversation::ContentBlock> mediaOf(const QuestionEnd& end)
{
    std::vector<conversation::ContentBlock> media;
    std::ranges::copy_if(end.content, std::back_inserter(media), [](const conversation::ContentBlock& block) {
        return std::holds_alternative<conversation::MediaBlock>(block);
    });
    return media;
}

QCoro::Task<Result<ContinueDecision>> askToContinue(AgentContext context, std::int32_t calls, std::string base)
{
    conversation::Question question;
    question.text = texts::manyCalls(context.role().name, calls);
    question.options = {{texts::letGoOn(), texts::letGoOnMeans(calls)}, {texts::letBe(), texts::letBeMeans()}};
    const Result<QuestionResult> ended = co_await askAndWaitWithId(context, std::move(question), std::move(base));
    if (!ended)
        co_return tl::make_unexpected(ended.error());
    QuestionId id = ended->id;
    const Result<std::optional<conversation::Question>> before = co_await findEarlierQuestion(context, std::move(id));
    if (!before)
        co_return tl::make_unexpected(before.error());
    const QuestionEnd& end = ended->end;
    const bool isAnswered = end.kind == QuestionEndKind::Answered;
    const bool isFirstOption = *before && !(*before)->options.empty() && end.option == (*before)->options.front().label;
    ContinueDecision wish;
    wish.words = isAnswered && end.option.empty() ? conversation::answerText(end) : std::string();
    wish.isAllowed = isAnswered && (isFirstOption || !wish.words.empty());
    co_return wish;
}

} // namespace quarterdeck::team
