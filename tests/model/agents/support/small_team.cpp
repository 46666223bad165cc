#include "small_team.h"

#include "model/conversation/speaker.h"

#include <algorithm>
#include <stdexcept>

namespace quarterdeck::test {

using namespace conversation;
using team::AgentContext;
using team::TeamRunner;
using Task = TestAgents::Task;
using News = std::vector<Message>;

Message personsWord(const char* text)
{
    Message message;
    message.sendTo = {Address("Mike")};
    message.content = textBlocks(text);
    return message;
}

Message wordTo(const char* name, const std::string& text)
{
    Message message;
    message.role = "assistant";
    message.sendTo = {Address(name)};
    message.content = textBlocks(text);
    return message;
}

Task nothing(AgentContext, News) { co_return Result<void>(); }

Task leaderServes(AgentContext context, News news)
{
    const std::string last = textOf(news.back());
    if (last.find("5") != std::string::npos)
        co_return co_await context.endRun("Long enough.");
    const int n = context.state()->round();
    PublishTeamMessage ball;
    ball.sendTo = "Bob";
    ball.content = textBlocks("ping " + std::to_string(n));
    const auto route = co_await context.publishTeamMessage(std::move(ball));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task bobReturns(AgentContext context, News)
{
    const int n = context.state()->round();
    const auto route = co_await context.publish(wordTo("Mike", "pong " + std::to_string(n + 1)));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task leaderTellsAll(AgentContext context, News news)
{
    if (!isFromUser(news.back()))
        co_return Result<void>();
    for (const char* name : {"Alice", "Bob", "Alex"}) {
        PublishTeamMessage message;
        message.sendTo = name;
        message.content = textBlocks(std::string("Work, ") + name);
        const auto route = co_await context.publishTeamMessage(std::move(message));
        if (!route)
            co_return tl::make_unexpected(route.error());
    }
    co_return Result<void>();
}

Task tellsDavid(AgentContext context, News)
{
    const auto route = co_await context.publish(wordTo("David", context.role().name.str() + " is done"));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task throws(AgentContext, News)
{
    throw std::runtime_error("no more ideas");
    co_return Result<void>();
}

Task fails(AgentContext, News) { co_return tl::make_unexpected(Error{ErrorCode::Io, "The model is not there.", {}}); }

Task waitsForever(AgentContext context, News)
{
    const bool goesOn = co_await context.wait(1'000'000);
    if (!goesOn)
        co_return tl::make_unexpected(Error{ErrorCode::Cancelled, {}, {}});
    co_return Result<void>();
}

Task asks(AgentContext context, News)
{
    Question question;
    question.id = QuestionId("size");
    question.text = "4×4 or 5×5?";
    const auto end = co_await context.ask(std::move(question));
    if (!end)
        co_return tl::make_unexpected(end.error());
    const auto route = co_await context.publish(wordTo("David", "The answer is " + answerText(*end)));
    if (!route)
        co_return tl::make_unexpected(route.error());
    co_return Result<void>();
}

Task answersThePerson(AgentContext context, News news)
{
    for (const Message& message : news) {
        ReplyToUser reply;
        reply.content = textBlocks("Re: " + textOf(message));
        const auto route = co_await context.replyToUser(std::move(reply));
        if (!route)
            co_return tl::make_unexpected(route.error());
    }
    co_return Result<void>();
}

Task endsTheRun(AgentContext context, News) { co_return co_await context.endRun("Done."); }

std::shared_ptr<TestAgents> quietTeam()
{
    auto agents = std::make_shared<TestAgents>();
    for (const char* name : {"Mike", "Alice", "Bob", "Alex", "David"})
        agents->minds[name] = nothing;
    return agents;
}

RunState runState(const session::Session* session) { return session->state()->runState(); }

bool isQuiet(const TeamRunner& runner, const session::Session* session)
{
    return !runner.isActing() && session->state()->isEverybodyIdle()
        && std::ranges::all_of(session->state()->roles(), [](const RoleState& role) { return role.unread() == 0; });
}

std::vector<std::string> saidIn(EngineKit& kit, const session::Session* session)
{
    return textsOf(kit.log(session->id()));
}

} // namespace quarterdeck::test
