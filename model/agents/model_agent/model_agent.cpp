#include "model/agents/model_agent/model_agent.h"

#include "model/agents/definition/team_definition.h"
#include "model/agents/model_agent/agent_state.h"
#include "model/agents/model_agent/memory.h"
#include "model/agents/model_agent/model_call.h"
#include "model/agents/model_agent/prompt.h"
#include "model/agents/model_agent/speak_and_ask.h"
#include "model/agents/model_agent/tool_calls.h"
#include "model/agents/provider/chat_providers.h"
#include "model/agents/run/agent.h"
#include "model/agents/run/team_run.h"
#include "model/agents/team_text.h"
#include "model/session/session.h"

#include <algorithm>
#include <memory>

namespace quarterdeck::team {

/// Stands in for a member played by an outside program. It does nothing by itself: its turn begins when the run gives
/// the member its mail, which the program then hears, and lasts until the log says that the program is done with it or
/// has failed. So nothing is lost with this process or the other one, and the run need not know who is connected.
[[nodiscard]] std::shared_ptr<Agent> makeRemoteAgent();

namespace {

using conversation::RoleActivity;

/// How the turn ended, according to what the program wrote; empty while it lasts.
std::optional<Result<void>> endOfTurn(const AgentContext& context)
{
    if (context.isCancelled())
        return tl::make_unexpected(cancelledError());
    const auto state = context.state();
    const conversation::RoleState* role = state->role(context.role().name);
    if (role == nullptr || !role->hasNews)
        return Result<void>();
    if (role->activity == RoleActivity::Failed)
        return tl::make_unexpected(Error{conversation::ErrorCode::Io, role->activityDetail, {}});
    context.setWaitingForUser(state->questionWaitedFor(*role) != nullptr);
    return std::nullopt;
}

QCoro::Task<Result<void>> turn(AgentContext context)
{
    for (;;) {
        std::optional<Result<void>> end = endOfTurn(context);
        if (end)
            co_return std::move(*end);
        co_await context.nextChange();
    }
}

class RemoteAgent final : public Agent
{
public:
    QCoro::Task<Result<void>> act(AgentContext context, std::vector<Message>) override
    {
        return turn(std::move(context));
    }
    /// A restarted program may try again.
    [[nodiscard]] bool keepsNewsAfterFailure() const override { return true; }
    [[nodiscard]] bool livesElsewhere() const override { return true; }
};

} // namespace

std::shared_ptr<Agent> makeRemoteAgent() { return std::make_shared<RemoteAgent>(); }

namespace {

using conversation::MessageId;
using conversation::Route;
using conversation::ToolUseBlock;
using Kind = MemoryEntry::Kind;

/// What an agent does next, according to its memory.
enum class Next {
    RunCalls, ///< of its last reply
    Call,     ///< its model
    Nothing,  ///< it has dealt with all of its news
};

const MemoryEntry* lastReply(const InboxMemory& memory)
{
    const auto& rows = memory.rows();
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const MemoryEntry& row) {
        return row.kind == Kind::Reply || row.kind == Kind::Said;
    });
    return last == rows.rend() ? nullptr : &*last;
}

Next nextOf(const AgentState& mind, const std::vector<Message>& news)
{
    const MemoryEntry* last = lastReply(mind.memory);
    if (last == nullptr)
        return Next::Call;
    if (last->kind == Kind::Reply && !openCalls(mind.memory, *last).empty())
        return Next::RunCalls;
    const bool hasEnded = last->kind == Kind::Said || endsTurn(mind.memory, *last);
    return hasEnded && newestPlaceOf(mind.memory, news) < last->seenTo ? Next::Nothing : Next::Call;
}

/// Counts the calls of its model since the news arrived.
std::int32_t callsFor(const InboxMemory& memory, const std::vector<Message>& news)
{
    const auto first = std::ranges::find_if(memory.rows(), [&](const MemoryEntry& row) {
        return std::ranges::find(news, row.message.id, &Message::id) != news.end();
    });
    return static_cast<std::int32_t>(
        std::count_if(first, memory.rows().end(), [](const MemoryEntry& row) { return row.kind == Kind::Reply; }));
}

/// What its model is now called for.
std::string actionOf(const AgentState& mind, const std::vector<Message>& news)
{
    if (callsFor(mind.memory, news) == 0)
        return model_action::quickThink;
    const MemoryEntry* last = lastReply(mind.memory);
    const auto calls =
        last == nullptr ? std::vector<ToolUseBlock>() : conversation::blocksOf<ToolUseBlock>(last->message);
    const bool isNewer = last != nullptr && newestPlaceOf(mind.memory, news) > last->place;
    return calls.empty() || isNewer ? model_action::think : model_action::toolPrefix + calls.back().name;
}

/// The model found the prompt too long: the next one may have half its size, once. False if that changes nothing.
bool shortened(AgentState& mind, PromptInput input, const AgentPrompt& refused, const std::string& action)
{
    const std::int64_t room = input.room > 0 ? input.room : mind.team->promptTokens;
    input.room = std::min(room, refused.seen.tokens) / 2;
    const bool isOnceMore =
        !std::exchange(mind.isShortened, true) && promptFor(input).seen.digest != refused.seen.digest;
    mind.isShortened = isOnceMore;
    if (isOnceMore)
        mind.rooms[nameOf(choiceFor(mind, action))] = input.room;
    return isOnceMore;
}

/// The tool whose call was cut off at the end of the answer; empty = none.
std::string cutCallOf(const std::vector<conversation::ContentBlock>& blocks, bool isCut)
{
    const auto* call = blocks.empty() ? nullptr : std::get_if<ToolUseBlock>(&blocks.back());
    return isCut && call != nullptr ? call->name : std::string();
}

/// Like the previous answer: the model does not find out by itself.
bool isCutAgain(const InboxMemory& memory, const std::string& cutCall)
{
    const MemoryEntry* last = lastReply(memory);
    return !cutCall.empty() && last != nullptr
        && cutCallOf(last->message.content, answerNoteOf(last->message).cutAt.has_value()) == cutCall;
}

Result<void> withoutValue(const Result<Route>& route)
{
    return route ? Result<void>() : tl::make_unexpected(route.error());
}

/// Gives calls without an id, or with a duplicate one, an id of their own, so that results can be matched.
void nameCalls(const MessageId& reply, std::vector<conversation::ContentBlock>& blocks)
{
    std::set<std::string> ids;
    std::size_t place = 0;
    for (conversation::ContentBlock& block : blocks) {
        auto* use = std::get_if<ToolUseBlock>(&block);
        if (use == nullptr)
            continue;
        if (use->id.empty() || !ids.insert(use->id).second) {
            use->id = "call_" + reply.str().substr(0, 8) + "_" + std::to_string(place);
            ids.insert(use->id);
        }
        ++place;
    }
}

QCoro::Task<Result<void>> recorded(AgentStatePtr mind, AgentContext context, MessageId id, ChatReply reply,
                                   PromptRecord seen)
{
    const bool hasCalls = std::ranges::any_of(
        reply.blocks, [](const auto& block) { return std::holds_alternative<ToolUseBlock>(block); });
    const AnswerNote note = noteOf(reply);
    mind->repliesHere.insert(id);
    if (!hasCalls && !context.isSpokenToAlone()) {
        Speech speech{id, std::move(reply.blocks), std::move(reply.usage), replyMetadata(step::said, seen, note)};
        const Result<Route> said = co_await say(mind, context, std::move(speech));
        co_return withoutValue(said);
    }
    Message message;
    message.id = id;
    message.role = "assistant";
    nameCalls(id, reply.blocks);
    message.content = std::move(reply.blocks);
    message.usage = std::move(reply.usage);
    message.metadata = replyMetadata(step::reply, seen, note);
    const Result<Route> kept = co_await context.recordStep(std::move(message));
    co_return withoutValue(kept);
}

/// If turns would be left out and the team wants it, a model summarises them.
QCoro::Task<Result<bool>> summarised(AgentStatePtr mind, AgentContext context, std::int64_t room)
{
    const Result<std::int64_t> ofModel = promptBudgetFor(*mind, model_action::summarise);
    if (!ofModel)
        co_return tl::make_unexpected(ofModel.error());
    if (*ofModel > 0)
        room = room > 0 ? std::min(room, *ofModel) : *ofModel;
    const std::vector<formats::Tool> tools = toolsOf(*mind);
    const auto state = context.state();
    const PromptInput input = inputFor(*mind, *state, tools, room);
    SummaryRequest request = summaryRequestFor(input);
    ModelCall call;
    call.action = model_action::summarise;
    call.messages = std::move(request.messages);
    call.spending = context.spending();
    const std::shared_ptr<RunCallBudget> spending = call.spending;
    Result<std::optional<ChatReply>> reply = co_await runModelCall(mind, context, std::move(call));
    if (!reply)
        co_return tl::make_unexpected(reply.error());
    if (!*reply)
        co_return false;
    Message message;
    message.role = "assistant";
    message.content = std::move((*reply)->blocks);
    message.usage = std::move((*reply)->usage);
    message.metadata = summaryMetadata(request.covers, request.seen);
    const Result<Route> kept = co_await context.recordStep(std::move(message));
    if (!kept)
        co_return tl::make_unexpected(kept.error());
    spending->isStored();
    co_return true;
}

bool wantsSummary(const AgentStatePtr& mind, const AgentPrompt& prompt)
{
    return mind->team->overflow == Overflow::Summarise && prompt.dropped > 0;
}

/// Nothing marked is left out silently: the person has to unmark some of it.
Error tooMuchKept(const AgentState& mind, std::int64_t tokens, std::int64_t room)
{
    const std::int64_t most = room > 0 ? room : mind.team->promptTokens;
    return {ErrorCode::BadInput, texts::tooMuchKept(mind.role.name, tokens, most), "too much is kept"};
}

/// False if nothing is left to do because the person ended the run.
QCoro::Task<Result<bool>> think(AgentStatePtr mind, AgentContext context, std::string action)
{
    const Result<std::int64_t> room = promptBudgetFor(*mind, action);
    if (!room)
        co_return tl::make_unexpected(room.error());
    const std::vector<formats::Tool> tools = toolsOf(*mind);
    const auto state = context.state();
    const PromptInput input = inputFor(*mind, *state, tools, *room);
    AgentPrompt prompt = promptFor(input);
    if (prompt.tooMuchKept)
        co_return tl::make_unexpected(tooMuchKept(*mind, *prompt.tooMuchKept, *room));
    if (wantsSummary(mind, prompt))
        co_return co_await summarised(mind, context, *room);
    const MessageId id(session::newId());
    ModelCall call;
    call.action = action;
    call.messages = std::move(prompt.messages);
    call.tools = tools;
    call.seen = prompt.seen;
    call.id = id;
    call.draftedTo = saidTo(*mind, context);
    call.spending = context.spending();
    const std::shared_ptr<RunCallBudget> spending = call.spending;
    Result<std::optional<ChatReply>> reply = co_await runModelCall(mind, context, std::move(call));
    if (!reply && isContextTooLong(reply.error()) && shortened(*mind, input, prompt, action))
        co_return true;
    if (!reply)
        co_return tl::make_unexpected(reply.error());
    mind->isShortened = false;
    if (!*reply)
        co_return false;
    const std::string cutCall = cutCallOf((*reply)->blocks, (*reply)->isCut);
    const std::int64_t cutAt = noteOf(**reply).cutAt.value_or(0);
    const Result<void> kept = co_await recorded(mind, context, id, std::move(**reply), prompt.seen);
    if (!kept)
        co_return tl::make_unexpected(kept.error());
    spending->isStored();
    if (isCutAgain(mind->memory, cutCall))
        co_return tl::make_unexpected(
            Error{ErrorCode::BadInput, texts::cutAgain(mind->role.name, cutAt, cutCall), "cut"});
    co_return true;
}

/// Whether the person allows another call.
QCoro::Task<Result<bool>> isLetGoOn(AgentStatePtr mind, AgentContext context, std::vector<Message> news)
{
    const std::int32_t calls = callsFor(mind->memory, news);
    if (calls == 0 || calls % mind->team->maxCalls != 0)
        co_return true;
    const std::string base =
        "calls-" + mind->role.name.str() + "-" + news.front().id.str() + "-" + std::to_string(calls);
    const Result<ContinueDecision> wish = co_await askToContinue(context, calls, base);
    if (!wish)
        co_return tl::make_unexpected(wish.error());
    if (wish->isAllowed && !wish->words.empty()) {
        Message told;
        told.name = "User";
        told.content = conversation::textBlocks(wish->words);
        told.metadata = toldMetadata();
        const Result<Route> kept = co_await context.recordStep(std::move(told));
        if (!kept)
            co_return tl::make_unexpected(kept.error());
        const Result<void> known = co_await loadMemory(mind, context, news);
        if (!known)
            co_return tl::make_unexpected(known.error());
    }
    co_return wish->isAllowed;
}

/// If a leader ends its turn when nobody else has anything to do, the run ends. Whoever gets what is held has something
/// to do once it goes.
QCoro::Task<Result<void>> endIfAllIsDone(AgentStatePtr mind, AgentContext context)
{
    const MemoryEntry* last = lastReply(mind->memory);
    if (!mind->role.isLeader || last == nullptr || last->kind != Kind::Reply || !endsTurn(mind->memory, *last))
        co_return Result<void>();
    const auto state = context.state();
    const bool isAnybodyBusy = std::ranges::any_of(state->roles(), [&](const conversation::RoleState& one) {
        return one.role.name != mind->role.name && (one.hasNews || one.hasWork || one.unread() > 0); // paused or not
    });
    if (isAnybodyBusy || !state->held().empty() || state->runState() == conversation::RunState::Finished)
        co_return Result<void>();
    co_return co_await context.endRun({});
}

bool hasMail(const AgentContext& context)
{
    const conversation::RoleState* role = context.state()->role(context.role().name);
    return role != nullptr && role->unread() > 0;
}

/// Takes one step; false if there is nothing more to do.
QCoro::Task<Result<bool>> advance(AgentStatePtr mind, AgentContext context, std::vector<Message> news)
{
    const Next next = nextOf(*mind, news);
    if (next == Next::RunCalls) {
        MemoryEntry reply = *lastReply(mind->memory);
        const Result<void> done = co_await runCalls(mind, context, std::move(reply));
        if (!done)
            co_return tl::make_unexpected(done.error());
        co_return true;
    }
    if (next == Next::Nothing)
        co_return false;
    const Result<bool> isAllowed = co_await isLetGoOn(mind, context, news);
    if (!isAllowed)
        co_return tl::make_unexpected(isAllowed.error());
    if (!*isAllowed)
        co_return false;
    std::string action = actionOf(*mind, news);
    co_return co_await think(mind, context, std::move(action));
}

QCoro::Task<Result<void>> act(AgentStatePtr mind, AgentContext context, std::vector<Message> news)
{
    for (;;) {
        if (hasMail(context)) {
            Result<std::vector<Message>> taken = co_await context.receiveMail();
            if (!taken)
                co_return tl::make_unexpected(taken.error());
            if (!taken->empty())
                news = std::move(*taken);
        }
        const Result<void> known = co_await loadMemory(mind, context, news);
        if (!known)
            co_return tl::make_unexpected(known.error());
        const Result<bool> hasMoved = co_await advance(mind, context, news);
        if (!hasMoved)
            co_return tl::make_unexpected(hasMoved.error());
        if (!*hasMoved && !hasMail(context))
            break;
    }
    co_return co_await endIfAllIsDone(mind, context);
}

class ModelAgent final : public Agent
{
public:
    explicit ModelAgent(AgentStatePtr mind) : m_mind(std::move(mind)) { }
    QCoro::Task<Result<void>> act(AgentContext context, std::vector<Message> news) override
    {
        return quarterdeck::team::act(m_mind, std::move(context), std::move(news));
    }
    QCoro::Task<Result<void>> summariseHistory(AgentContext context) override
    {
        return quarterdeck::team::summariseHistory(m_mind, std::move(context));
    }
    [[nodiscard]] bool keepsNewsAfterFailure() const override { return true; }

private:
    AgentStatePtr m_mind;
};

} // namespace

std::vector<formats::Tool> toolsOf(const AgentState& mind)
{
    std::vector<formats::Tool> tools = toolsFor(mind.role);
    for (formats::Tool& one : mind.environments->toolsFor(mind.role))
        tools.push_back(std::move(one));
    return tools;
}

ModelTeam::ModelTeam(TeamDefinition team, std::shared_ptr<ModelSource> providers, EnvironmentContext place,
                     int retryDelayMs)
    : m_team(std::make_shared<const TeamDefinition>(std::move(team)))
    , m_providers(std::move(providers))
    , m_environments(std::make_shared<Environments>(*m_team, place))
    , m_retryDelayMs(retryDelayMs)
{ }

ModelTeam::~ModelTeam() = default;

std::shared_ptr<Agent> ModelTeam::makeAgent(const conversation::SessionId&, const conversation::Role& role)
{
    const RoleDefinition* definition = roleNamed(*m_team, role.name);
    if (definition == nullptr)
        return nullptr;
    if (definition->isRemote)
        return makeRemoteAgent();
    auto mind = std::make_shared<AgentState>(AgentState{
        m_team, m_providers, *definition, m_retryDelayMs, InboxMemory(role.name), false, {}, {}, m_environments});
    return std::make_shared<ModelAgent>(std::move(mind));
}

} // namespace quarterdeck::team
