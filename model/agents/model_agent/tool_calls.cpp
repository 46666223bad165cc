#include "model/agents/model_agent/tool_calls.h"

#include "model/agents/definition/team_definition.h"
#include "model/agents/model_agent/environment_calls.h"
#include "model/agents/model_agent/speak_and_ask.h"
#include "model/conversation/speaker.h"
#include "model/formats/json/json_schema.h"
#include "model/formats/requests/chat_request.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace quarterdeck::team {

namespace {

using conversation::MessageId;
using conversation::ToolResultBlock;
using conversation::ToolUseBlock;
using nlohmann::json;
using Kind = MemoryEntry::Kind;

using Output = ToolOutput;

std::string argument(const ToolUseBlock& use, const char* name)
{
    const json& input = use.input.json();
    const auto found = input.find(name);
    return found != input.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> argumentList(const ToolUseBlock& use, const char* name)
{
    std::vector<std::string> list;
    const json& input = use.input.json();
    const auto found = input.find(name);
    if (found != input.end() && found->is_array())
        for (const json& one : *found)
            if (one.is_string())
                list.push_back(one.get<std::string>());
    return list;
}

Output outputOf(const Result<conversation::Route>& route, std::string whenTold)
{
    if (!route)
        return {route.error().sentence, true};
    if (route->isUndelivered)
        return {"Nobody of that name is in the team, so nobody was told.", true};
    if (route->isMuted)
        return {"The user has muted you: your message was recorded, and nobody got it.", false};
    if (route->hold)
        return {
            "Your message is held for the user to look at first, and is on its way once they let it go. Do not send "
            "it again.",
            false};
    return {std::move(whenTold), false};
}

bool isOverFor(const Result<conversation::Route>& route)
{
    return !route && route.error().code == ErrorCode::Cancelled;
}

QCoro::Task<Result<Output>> tellTeam(AgentContext context, ToolCall call)
{
    const std::string to = argument(call.use, "send_to");
    if (to == context.role().name.str())
        co_return Output{"That is you. Name another member.", true};
    conversation::PublishTeamMessage message;
    message.sendTo = to;
    message.content = conversation::textBlocks(argument(call.use, "content"));
    message.id = messageIdOf(call);
    const Result<conversation::Route> route = co_await context.publishTeamMessage(std::move(message));
    if (isOverFor(route))
        co_return tl::make_unexpected(route.error());
    co_return outputOf(route, to + " was told and begins when your turn has ended.");
}

QCoro::Task<Result<Output>> tellUser(AgentContext context, ToolCall call)
{
    conversation::ReplyToUser reply;
    reply.content = conversation::textBlocks(argument(call.use, "content"));
    reply.id = messageIdOf(call);
    const Result<conversation::Route> route = co_await context.replyToUser(std::move(reply));
    if (isOverFor(route))
        co_return tl::make_unexpected(route.error());
    co_return outputOf(route,
                       "SUCCESS, human has received your reply. Do not send it again; call end when nothing is "
                       "left to do.");
}

QCoro::Task<Result<Output>> askUser(AgentContext context, ToolCall call)
{
    conversation::Question question;
    question.text = argument(call.use, "question");
    for (std::string& one : argumentList(call.use, "options"))
        question.options.push_back({std::move(one), {}});
    std::string base = "ask-" + messageIdOf(call).str();
    const Result<conversation::QuestionEnd> end = co_await askAndWait(context, std::move(question), std::move(base));
    if (!end && end.error().code == ErrorCode::Cancelled)
        co_return tl::make_unexpected(end.error());
    if (!end)
        co_return Output{end.error().sentence, true};
    co_return Output{answerForModel(*end), false, {}, mediaOf(*end)};
}

Output planned(const AgentStatePtr& mind, const ToolUseBlock& use)
{
    Plan plan = mind->plan;
    Plan::Done done;
    if (use.name == tool::appendTask)
        done = plan.append({argument(use, "task_id"), argumentList(use, "dependent_task_ids"),
                            argument(use, "instruction"), argument(use, "assignee"), false});
    else if (use.name == tool::resetTask)
        done = plan.reset(argument(use, "task_id"));
    else if (use.name == tool::replaceTask)
        done = plan.replace({argument(use, "task_id"), argumentList(use, "new_dependent_task_ids"),
                             argument(use, "new_instruction"), argument(use, "new_assignee"), false});
    else
        done = plan.finishCurrent();
    if (!done)
        return {done.error(), true};
    mind->plan = std::move(plan);
    return {mind->plan.text(), false, mind->plan.json()};
}

/// If a member ends its turn with something to say, there is nobody else to say it to.
QCoro::Task<Result<Output>> endTurn(AgentStatePtr mind, AgentContext context, ToolCall call)
{
    const std::string summary = argument(call.use, "summary");
    if (!mind->role.isLeader && !summary.empty()) {
        Speech speech{messageIdOf(call), conversation::textBlocks(summary), {}, {}, false};
        const Result<conversation::Route> route = co_await say(mind, context, std::move(speech));
        if (isOverFor(route))
            co_return tl::make_unexpected(route.error());
    }
    co_return Output{"Your turn has ended.", false};
}

bool isPlanTool(const std::string& name)
{
    return name == tool::appendTask || name == tool::resetTask || name == tool::replaceTask
        || name == tool::finishCurrentTask;
}

/// Whether the log has a message with that id after an event.
QCoro::Task<Result<bool>> isSaid(AgentContext context, MessageId id, conversation::EventSeq after)
{
    constexpr int eventsPerRead = 500;
    for (;;) {
        const Result<std::vector<conversation::Event>> events = co_await context.eventsAfter(after, eventsPerRead);
        if (!events)
            co_return tl::make_unexpected(events.error());
        for (const conversation::Event& event : *events) {
            const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
            if (published != nullptr && published->message.id == id)
                co_return true;
        }
        if (events->empty())
            co_return false;
        after = events->back().seq;
    }
}

std::string cutOff(std::int64_t tokens)
{
    const std::string most = tokens > 0 ? "at " + std::to_string(tokens) + " tokens, the most" : "at the most";
    return "Your answer was cut " + most
        + " that it may have, in the middle of this call: the call was not run. Write in parts: a first part now, and "
          "the rest by further calls, such as edit_file.";
}

QCoro::Task<Result<Output>> run(AgentStatePtr mind, AgentContext context, ToolCall call)
{
    const std::vector<formats::Tool> tools = toolsOf(*mind);
    const auto found = std::ranges::find(tools, call.use.name, &formats::Tool::name);
    if (found == tools.end())
        co_return Output{"There is no tool \"" + call.use.name + "\" for you.", true};
    const auto fault = faultIn(call.use, *found);
    if (fault && call.cutAt)
        co_return Output{cutOff(*call.cutAt), true};
    if (fault)
        co_return Output{"The arguments do not fit: " + *fault, true};
    if (!isConversationTool(call.use.name))
        co_return co_await runEnvironmentCall(mind, context, std::move(call));
    if (isPlanTool(call.use.name))
        co_return planned(mind, call.use);
    if (call.mayBeDone) {
        MessageId id = messageIdOf(call);
        const Result<bool> wasSaid = co_await isSaid(context, std::move(id), call.replySeq);
        if (!wasSaid)
            co_return tl::make_unexpected(wasSaid.error());
        if (*wasSaid)
            co_return Output{"Done.", false};
    }
    if (call.use.name == tool::publishTeamMessage)
        co_return co_await tellTeam(context, std::move(call));
    if (call.use.name == tool::replyToHuman)
        co_return co_await tellUser(context, std::move(call));
    if (call.use.name == tool::askHuman)
        co_return co_await askUser(context, std::move(call));
    co_return co_await endTurn(mind, context, std::move(call));
}

QCoro::Task<Result<void>> runAndRecord(AgentStatePtr mind, AgentContext context, ToolCall call)
{
    const ToolUseBlock use = call.use;
    const MessageId reply = call.reply;
    Result<Output> output = co_await run(mind, context, std::move(call));
    if (!output)
        co_return tl::make_unexpected(output.error());
    Message message;
    message.role = "tool";
    message.content.emplace_back(ToolResultBlock{use.id, use.name, output->text, {}, output->isError});
    std::ranges::move(output->media, std::back_inserter(message.content));
    message.metadata = resultMetadata(reply, output->plan);
    const Result<conversation::Route> recorded = co_await context.recordStep(std::move(message));
    if (!recorded)
        co_return tl::make_unexpected(recorded.error());
    co_return Result<void>();
}

QCoro::Task<Result<void>> runAtOnce(AgentStatePtr mind, AgentContext context, std::vector<ToolCall> calls)
{
    std::vector<QCoro::Task<Result<void>>> running;
    running.reserve(calls.size());
    for (ToolCall& call : calls)
        running.push_back(runAndRecord(mind, context, std::move(call)));
    Result<void> result;
    for (QCoro::Task<Result<void>>& one : running) {
        const Result<void> done = co_await one;
        if (!done && result)
            result = done;
    }
    co_return result;
}

std::vector<const ToolResultBlock*> resultsOf(const InboxMemory& memory, const MessageId& reply)
{
    std::vector<const ToolResultBlock*> results;
    for (const MemoryEntry& row : memory.rows())
        if (row.kind == Kind::Result && row.of == reply)
            for (const conversation::ContentBlock& block : row.message.content)
                if (const auto* result = std::get_if<ToolResultBlock>(&block))
                    results.push_back(result);
    return results;
}

} // namespace

MessageId messageIdOf(const ToolCall& call) { return MessageId(call.reply.str() + "-" + std::to_string(call.index)); }

std::vector<ToolUseBlock> openCalls(const InboxMemory& memory, const MemoryEntry& reply)
{
    const auto results = resultsOf(memory, reply.message.id);
    std::vector<ToolUseBlock> open;
    for (ToolUseBlock& use : conversation::blocksOf<ToolUseBlock>(reply.message))
        if (std::ranges::none_of(results, [&](const ToolResultBlock* one) { return one->id == use.id; }))
            open.push_back(std::move(use));
    return open;
}

bool endsTurn(const InboxMemory& memory, const MemoryEntry& reply)
{
    const auto results = resultsOf(memory, reply.message.id);
    return std::ranges::any_of(results,
                               [](const ToolResultBlock* one) { return one->name == tool::end && !one->isError; });
}

QCoro::Task<Result<void>> runCalls(AgentStatePtr mind, AgentContext context, MemoryEntry reply)
{
    const auto all = conversation::blocksOf<ToolUseBlock>(reply.message);
    const auto open = openCalls(mind->memory, reply);
    const bool mayBeDone = !mind->repliesHere.contains(reply.message.id);
    const auto cutAt = answerNoteOf(reply.message).cutAt;
    std::vector<ToolCall> first;
    std::vector<ToolCall> last;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (std::ranges::find(open, all[i].id, &ToolUseBlock::id) == open.end())
            continue;
        ToolCall call{all[i], reply.message.id, i, reply.seq, mayBeDone};
        if (i + 1 == all.size())
            call.cutAt = cutAt;
        (all[i].name == tool::end ? last : first).push_back(std::move(call));
    }
    // A named variable: g++ 12 destroys the temporaries of a conditional inside a co_await expression twice.
    const std::string doing = first.empty() ? std::string(tool::end) : first.front().use.name;
    co_await context.setActivity(conversation::RoleActivity::Acting, doing);
    Result<void> result = co_await runAtOnce(mind, context, std::move(first));
    if (result)
        result = co_await runAtOnce(mind, context, std::move(last));
    co_return result;
}

namespace {

/// The tool's parameters as a JSON Schema, the form in which servers get them.
json schemaOf(const formats::Tool& tool)
{
    const json tools = formats::anthropicSerializer()->serializeTools({&tool, 1}, formats::ChatConfig());
    return tools.is_array() && !tools.empty() ? tools.front().value("input_schema", json::object()) : json::object();
}

} // namespace

std::optional<std::string> faultIn(const conversation::ToolUseBlock& use, const formats::Tool& tool)
{
    const json& input = use.input.json();
    if (!input.is_object())
        return "$: not a JSON object";
    const auto schema = formats::JsonSchema::of(schemaOf(tool));
    if (!schema)
        return schema.error().detail;
    return (*schema)->findingIn(input);
}

} // namespace quarterdeck::team
