#include "scripted_models.h"

#include "model/agents/coroutine_support.h"

#include <QTimer>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::test {

using namespace conversation;
using team::CancelToken;
using team::ChatReply;
using team::ChatRequest;
using team::OneShot;

namespace {

QCoro::Task<bool> oneTurn(std::shared_ptr<CancelToken> cancel, bool forEver)
{
    auto shot = std::make_shared<OneShot<bool>>();
    const auto onCancel = cancel->onCancel([shot] { shot->resolve(false); });
    if (!forEver)
        QTimer::singleShot(0, [shot] { shot->resolve(true); });
    co_return co_await team::valueOf(shot);
}

std::string textIn(const std::vector<ContentBlock>& blocks)
{
    Message message;
    message.content = blocks;
    return textOf(message);
}

QCoro::Task<team::ChatResult> answer(std::shared_ptr<ScriptedModels::Calls> calls, ChatRequest request,
                                     std::shared_ptr<CancelToken> cancel, team::ReplyProgress progress,
                                     std::shared_ptr<team::CallBudget> payer)
{
    for (bool mayBegin = payer->mayBegin(0.0); !mayBegin; mayBegin = payer->mayBegin(0.0)) {
        const bool isWanted = co_await payer->waitForBudget();
        if (!isWanted)
            co_return tl::make_unexpected(team::ChatFailure{{ErrorCode::Cancelled, {}, {}}});
    }
    calls->requests.push_back(request);
    calls->mostAtOnce = std::max(calls->mostAtOnce, ++calls->running);
    const auto model = calls->models.find(request.options.model);
    ModelAnswer answer =
        model == calls->models.end() ? fails(ErrorCode::NotFound, "There is no such model.") : model->second(request);
    const std::string text = textIn(answer.blocks);
    formats::StreamedReply soFar;
    bool goesOn = true;
    for (std::size_t piece = 1; piece <= 3; ++piece) {
        goesOn = co_await oneTurn(cancel, false);
        if (!goesOn)
            break;
        soFar.content = text.substr(0, text.size() * piece / 3);
        if (progress)
            progress(soFar);
    }
    while (goesOn && calls->mostAtOnce < answer.untilAtOnce) {
        goesOn = co_await oneTurn(cancel, false);
    }
    if (goesOn && answer.hangs) {
        goesOn = co_await oneTurn(cancel, true);
    }
    --calls->running;
    answer.usage.model = request.options.model;
    const bool isPaid = goesOn && !answer.error;
    payer->ended(isPaid ? std::optional(answer.usage) : std::nullopt, isPaid);
    if (!goesOn)
        co_return tl::make_unexpected(team::ChatFailure{{ErrorCode::Cancelled, {}, {}}});
    if (answer.error)
        co_return tl::make_unexpected(team::ChatFailure{*answer.error, answer.isWorthAnotherTry});
    ChatReply reply;
    reply.blocks = std::move(answer.blocks);
    reply.usage = answer.usage;
    co_return reply;
}

class ScriptedProvider final : public team::ChatProvider
{
public:
    explicit ScriptedProvider(std::shared_ptr<ScriptedModels::Calls> calls) : m_calls(std::move(calls)) { }
    QCoro::Task<team::ChatResult> chat(ChatRequest request, std::shared_ptr<CancelToken> cancel,
                                       team::ReplyProgress progress, std::shared_ptr<team::CallBudget> payer) override
    {
        return answer(m_calls, std::move(request), std::move(cancel), std::move(progress), std::move(payer));
    }

private:
    std::shared_ptr<ScriptedModels::Calls> m_calls;
};

std::size_t countOf(const std::string& text, const std::string& what)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

} // namespace

ModelAnswer says(std::string text)
{
    ModelAnswer answer;
    answer.blocks = {ThinkingBlock{"hm", {}}, TextBlock{std::move(text)}};
    return answer;
}

ModelAnswer fails(ErrorCode code, std::string sentence)
{
    ModelAnswer answer;
    answer.error = Error{code, std::move(sentence), {}};
    answer.isWorthAnotherTry = code == ErrorCode::Io; // cut off, say
    return answer;
}

ModelAnswer calls(const std::string& tool, const std::string& input, const std::string& id)
{
    const nlohmann::json json = nlohmann::json::parse(input, nullptr, false);
    ModelAnswer answer;
    answer.blocks = {ToolUseBlock{id, tool, JsonValue(json.is_discarded() ? nlohmann::json() : json), input}};
    return answer;
}

ModelAnswer together(std::vector<ModelAnswer> answers)
{
    ModelAnswer all;
    int number = 0;
    for (const ModelAnswer& one : answers) {
        for (ContentBlock block : one.blocks) {
            if (auto* use = std::get_if<ToolUseBlock>(&block))
                use->id = "c" + std::to_string(++number);
            all.blocks.push_back(std::move(block));
        }
    }
    return all;
}

Result<std::shared_ptr<team::ChatProvider>> ScriptedModels::providerOf(const team::ModelChoice& choice)
{
    ++asked;
    if (const auto found = missing.find(choice.connection); found != missing.end())
        return tl::make_unexpected(found->second);
    return std::make_shared<ScriptedProvider>(calls);
}

void ScriptedModels::play(const std::string& role, std::vector<ModelAnswer> answers)
{
    calls->models[role] = [role, answers](const ChatRequest& request) {
        const std::size_t place = answersIn(request, role);
        return place < answers.size() ? answers[place] : fails(ErrorCode::NotFound, role + " has nothing more to say.");
    };
}

std::vector<ChatRequest> ScriptedModels::requestsTo(const std::string& model) const
{
    std::vector<ChatRequest> found;
    std::ranges::copy_if(calls->requests, std::back_inserter(found),
                         [&](const ChatRequest& one) { return one.options.model == model; });
    return found;
}

std::string promptText(const ChatRequest& request)
{
    std::string text;
    for (const Message& message : request.messages) {
        text += message.role + ": " + textOf(message);
        for (const ToolUseBlock& use : blocksOf<ToolUseBlock>(message))
            text += " calls " + use.name;
        for (const ToolResultBlock& result : blocksOf<ToolResultBlock>(message))
            text += " " + result.name + " gave " + result.output;
        text += "\n";
    }
    return text;
}

std::size_t answersIn(const ChatRequest& request, const std::string& role)
{
    std::size_t count = 0;
    for (const Message& message : request.messages) {
        if (message.role == "assistant")
            ++count;
        else if (message.role == "user")
            count += countOf(textOf(message), "\n" + role + ": ");
    }
    return count;
}

team::TeamDefinition scriptedTeam(const std::vector<std::string>& names)
{
    team::TeamDefinition team;
    team.name = "Test";
    team.rounds = 0;
    team.isPublic = false;
    team.retries = 0;
    for (const std::string& name : names) {
        team::RoleDefinition role;
        role.name = RoleName(name);
        role.profile = team.roles.empty() ? "Team Leader" : "Member";
        role.isLeader = team.roles.empty();
        role.model = {"test", name};
        team.roles.push_back(std::move(role));
    }
    return team;
}

} // namespace quarterdeck::test
