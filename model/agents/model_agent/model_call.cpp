#include "model/agents/model_agent/model_call.h"

#include "model/agents/model_agent/agent_state.h"
#include "model/agents/model_agent/memory.h"
#include "model/agents/team_text.h"
#include "model/session/session.h"

#include <QElapsedTimer>

#include <algorithm>

namespace quarterdeck::team {

PromptInput inputFor(const AgentState& mind, const conversation::ConversationState& state,
                     const std::vector<formats::Tool>& tools, std::int64_t room)
{
    return {*mind.team, mind.role, state, mind.memory, mind.plan, tools, room};
}

std::string nameOf(const ModelChoice& choice) { return choice.connection + '/' + choice.model; }

ModelChoice choiceFor(const AgentState& mind, const std::string& action)
{
    return mind.providers->resolveModel(modelFor(*mind.team, mind.role.name, action));
}

Result<std::int64_t> promptBudgetFor(const AgentState& mind, const std::string& action)
{
    const ModelChoice choice = choiceFor(mind, action);
    if (choice.model.empty())
        return 0; // the call says so
    const Result<std::shared_ptr<ChatProvider>> provider = mind.providers->providerOf(choice);
    if (!provider)
        return tl::make_unexpected(provider.error());
    std::int64_t room = mind.team->promptTokens;
    if (const ModelSize size = (*provider)->size(); size.context > 0)
        room = std::min(room, std::max<std::int64_t>(1, size.context - size.answer));
    if (const auto shorter = mind.rooms.find(nameOf(choice)); shorter != mind.rooms.end())
        room = std::min(room, shorter->second);
    return room < mind.team->promptTokens ? room : 0;
}

namespace {

constexpr int mostRetryDelayMs = 60'000;

/// What a running answer shows, not more often than anybody can read.
class Drafting
{
public:
    Drafting(AgentContext context, conversation::MessageId id, conversation::AddressSet to)
        : m_context(std::move(context))
        , m_id(std::move(id))
        , m_to(std::move(to))
    { }

    void show(const formats::StreamedReply& soFar)
    {
        constexpr qint64 interval = 40;
        if (m_to.empty() || !soFar.content || soFar.content->empty())
            return;
        take(*soFar.content);
        if (m_shown.isValid() && m_shown.elapsed() < interval)
            return;
        m_shown.start();
        m_context.draft({m_id.str(), m_context.role().name, m_to, m_text, 0, false});
    }
    /// Everything received so far.
    [[nodiscard]] const std::string& text() const { return m_text; }
    void end()
    {
        if (m_shown.isValid())
            m_context.draft({m_id.str(), m_context.role().name, m_to, {}, 0, true});
        m_shown.invalidate();
    }

private:
    /// Usually only the end grows; after a retry the text starts anew.
    void take(const std::string& text)
    {
        if (text.size() < m_text.size())
            m_text.clear();
        m_text.append(text, m_text.size());
    }

    AgentContext m_context;
    conversation::MessageId m_id;
    conversation::AddressSet m_to;
    std::string m_text;
    QElapsedTimer m_shown;
};

bool hasWords(const std::string& text) { return text.find_first_not_of(" \t\r\n") != std::string::npos; }

bool saysSomething(const ChatReply& reply)
{
    return std::ranges::any_of(reply.blocks, [](const conversation::ContentBlock& block) {
        const auto* text = std::get_if<conversation::TextBlock>(&block);
        return std::holds_alternative<conversation::ToolUseBlock>(block) || (text != nullptr && hasWords(text->text));
    });
}

/// The person has already read it.
Message stoppedAnswer(const ModelCall& call, const std::string& text)
{
    AnswerNote note;
    note.isStopped = true;
    Message message;
    message.id = call.id;
    message.role = "assistant";
    message.content = conversation::textBlocks(text);
    message.metadata = replyMetadata(step::cut, call.seen, note);
    return message;
}

Error cancelled() { return {ErrorCode::Cancelled, texts::cancelled(), {}}; }

QCoro::Task<ChatResult> calledOnce(AgentStatePtr mind, AgentContext context, ModelCall call)
{
    const ModelChoice choice = mind->providers->resolveModel(modelFor(*mind->team, mind->role.name, call.action));
    if (choice.model.empty())
        co_return tl::make_unexpected(
            ChatFailure{{ErrorCode::NotFound, texts::noModelChosen(mind->role.name), "no model"}});
    Result<std::shared_ptr<ChatProvider>> provider = mind->providers->providerOf(choice);
    if (!provider)
        co_return tl::make_unexpected(ChatFailure{provider.error()});
    ChatRequest request;
    request.messages = std::move(call.messages);
    request.tools = std::move(call.tools);
    request.options.model = choice.model;
    auto drafting = std::make_shared<Drafting>(context, call.id, call.draftedTo);
    const ReplyProgress progress = [drafting](const formats::StreamedReply& soFar) { drafting->show(soFar); };
    ChatResult reply = co_await (*provider)->chat(std::move(request), context.cancelToken(), progress, call.spending);
    drafting->end();
    if (context.isCancelled()) {
        if (hasWords(drafting->text())) {
            Message stopped = stoppedAnswer(call, drafting->text());
            co_await context.recordPartialReply(std::move(stopped));
        }
        co_return tl::make_unexpected(ChatFailure{cancelled()});
    }
    if (reply && !saysSomething(*reply)) {
        call.spending->isInVain();
        if (reply->isCut) // as it would be again
            co_return tl::make_unexpected(
                ChatFailure{{ErrorCode::BadInput,
                             texts::cutBeforeAWord(mind->role.name, noteOf(*reply).cutAt.value_or(0)), "cut"}});
        co_return tl::make_unexpected(
            ChatFailure{{ErrorCode::Io, texts::emptyAnswer(mind->role.name), "empty answer"}, true});
    }
    co_return reply;
}

} // namespace

QCoro::Task<Result<std::optional<ChatReply>>> runModelCall(AgentStatePtr mind, AgentContext context, ModelCall call)
{
    int delay = mind->retryDelayMs;
    for (std::int32_t attempt = 0;; ++attempt) {
        const bool isAllowed = co_await context.waitUntilCallsAllowed();
        if (!isAllowed && context.isCancelled())
            co_return tl::make_unexpected(cancelled());
        if (!isAllowed)
            co_return std::optional<ChatReply>();
        co_await context.setActivity(conversation::RoleActivity::Thinking, {});
        ChatResult reply = co_await calledOnce(mind, context, call);
        if (reply)
            co_return std::optional<ChatReply>(std::move(*reply));
        if (call.spending->isRefused())
            co_return std::optional<ChatReply>();
        if (!reply.error().isWorthAnotherTry || attempt >= mind->team->retries)
            co_return tl::make_unexpected(Error(reply.error()));
        co_await context.wait(delay);
        delay = std::min(delay * 2, mostRetryDelayMs);
    }
}

namespace {

constexpr const char* summingUp = "The budget of this run is used up, and it ends here. Tell the person in a few "
                                  "sentences what was done, where it is, "
                                  "and what is open. You cannot call tools any more.";

} // namespace

/// No memory records that it was asked: the prompt is that of its next thought, except for the last line.
QCoro::Task<Result<void>> summariseHistory(AgentStatePtr mind, AgentContext context)
{
    const Result<void> known = co_await loadMemory(mind, context, {});
    if (!known)
        co_return known;
    const Result<std::int64_t> room = promptBudgetFor(*mind, model_action::think);
    if (!room)
        co_return tl::make_unexpected(room.error());
    const std::vector<formats::Tool> none;
    const auto state = context.state();
    const PromptInput input = inputFor(*mind, *state, none, *room);
    AgentPrompt prompt = promptFor(input);
    Message wish;
    wish.role = "user";
    wish.content = conversation::textBlocks(summingUp);
    prompt.messages.push_back(std::move(wish));
    prompt.seen.digest.clear(); // it cannot be made again
    const conversation::MessageId id(session::newId());
    ModelCall call;
    call.messages = std::move(prompt.messages);
    call.seen = prompt.seen;
    call.id = id;
    call.draftedTo = {conversation::address::person};
    call.spending = context.spending();
    const std::shared_ptr<RunCallBudget> spending = call.spending;
    Result<std::optional<ChatReply>> reply = co_await runModelCall(mind, context, std::move(call));
    if (!reply)
        co_return tl::make_unexpected(reply.error());
    if (!*reply)
        co_return Result<void>();
    conversation::ReplyToUser told;
    told.id = id;
    told.content = std::move((*reply)->blocks);
    std::erase_if(told.content,
                  [](const auto& block) { return std::holds_alternative<conversation::ToolUseBlock>(block); });
    told.usage = std::move((*reply)->usage);
    told.metadata = replyMetadata(step::said, prompt.seen, noteOf(**reply));
    told.isRemembered = true;
    const Result<conversation::Route> said = co_await context.replyToUser(std::move(told));
    spending->isStored();
    if (!said)
        co_return tl::make_unexpected(said.error());
    co_return Result<void>();
}

} // namespace quarterdeck::team
