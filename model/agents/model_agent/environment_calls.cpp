#include "model/agents/model_agent/environment_calls.h"

#include "model/agents/environment/environments.h"
#include "model/agents/environment/git.h"
#include "model/agents/model_agent/agent_state.h"
#include "model/agents/model_agent/speak_and_ask.h"
#include "model/agents/team_text.h"
#include "model/conversation/text.h"

#include <QCryptographicHash>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace quarterdeck::team {

/// The person's decision on a call of a world outside the conversation.
struct Approval
{
    bool isGiven = false;
    std::optional<std::string> text; ///< as edited by the person
    std::string words;               ///< what the person says about it, such as why not
};

/// Asks about a change, showing its diff. `base` names the call, by which the question is recognised after a restart as
/// long as the change would be the same; one about an outdated state is withdrawn.
QCoro::Task<Result<Approval>> requestChangeApproval(AgentContext context, ProposedChange change, std::string base);
/// The same for a call that only reads.
QCoro::Task<Result<Approval>> requestReadApproval(AgentContext context, EnvironmentCall request, std::string base);

/// A diff as a Markdown block, limited to this many bytes; omissions are mentioned.
[[nodiscard]] std::string diffBlock(const std::string& diff, std::size_t bytes);

namespace {

using conversation::Question;
using conversation::QuestionEnd;
using conversation::QuestionEndKind;
using conversation::QuestionId;
using nlohmann::json;

constexpr std::size_t mostDiffInQuestion = 16'000; // open questions are part of a session's state
constexpr const char* textField = "text";

/// Longer than any fence inside the text.
std::string fenceFor(const std::string& text)
{
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(longest + 1, '`');
}

std::string shortHash(const std::string& text)
{
    const QByteArrayView bytes(text.data(), static_cast<qsizetype>(text.size()));
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(12).toStdString();
}

std::vector<conversation::QuestionOption> bothOptions()
{
    return {{texts::allowIt(), texts::allowItMeans()}, {texts::rejectIt(), texts::rejectItMeans()}};
}

json formFor(const std::string& text)
{
    return {{"type", "object"},
            {"properties",
             {{textField, {{"type", "string"}, {"title", texts::newText()}, {"format", "code"}, {"default", text}}}}}};
}

Approval understood(const std::optional<Question>& question, const QuestionEnd& end)
{
    Approval approval;
    if (end.kind != QuestionEndKind::Answered || !question || question->options.empty())
        return approval; // silence is no consent
    if (!end.form.isNull()) {
        const json& form = end.form.json();
        approval.isGiven = true;
        approval.text = form.is_object() && form.contains(textField) && form[textField].is_string()
            ? form[textField].get<std::string>()
            : std::string(); // a field that is left empty is left out
        return approval;
    }
    approval.isGiven = end.option == question->options.front().label;
    QuestionEnd own = end;
    own.option.clear(); // what goes along with it
    approval.words = conversation::answerText(own);
    return approval;
}

QCoro::Task<Result<Approval>> approved(AgentContext context, Question question, std::string base)
{
    question.isApproval = true;
    const Result<QuestionResult> end = co_await askAndWaitWithId(context, std::move(question), std::move(base));
    if (!end)
        co_return tl::make_unexpected(end.error());
    QuestionId id = end->id;
    const Result<std::optional<Question>> before = co_await findEarlierQuestion(context, std::move(id));
    if (!before)
        co_return tl::make_unexpected(before.error());
    co_return understood(*before, end->end);
}

/// Earlier questions about this call that are still open.
std::vector<QuestionId> openAbout(const AgentContext& context, const std::string& call)
{
    std::vector<QuestionId> open;
    const auto state = context.state();
    for (const conversation::OpenQuestion& one : state->openQuestions())
        if (one.question.asker == context.role().name && one.question.id.str().starts_with(call))
            open.push_back(one.question.id);
    return open;
}

} // namespace

std::string diffBlock(const std::string& diff, std::size_t bytes)
{
    const TruncatedDiff cut = firstLines(diff, bytes);
    const std::string fence = fenceFor(cut.text);
    std::string block = fence + "diff\n" + cut.text + fence;
    if (cut.linesLeftOut > 0)
        block += "\n\n" + texts::moreLines(cut.linesLeftOut);
    return block;
}

QCoro::Task<Result<Approval>> requestChangeApproval(AgentContext context, ProposedChange change, std::string base)
{
    const std::string call = base + "-";
    const std::string id = call + shortHash(change.token.json().dump());
    for (QuestionId& one : openAbout(context, call))
        if (!one.str().starts_with(id))
            co_await context.withdraw(std::move(one));
    Question question;
    const conversation::RoleName& role = context.role().name;
    question.text = change.isNew ? texts::wantsToCreate(role, change.subject, change.added)
                                 : texts::wantsToChange(role, change.subject, change.added, change.removed);
    if (!change.caution.empty())
        question.text += "\n\n" + change.caution;
    question.text += "\n\n" + diffBlock(change.diff, mostDiffInQuestion);
    question.options = bothOptions();
    if (change.text)
        question.schema = conversation::JsonValue(formFor(*change.text));
    Result<Approval> approval = co_await approved(context, std::move(question), id);
    if (approval && approval->text == change.text)
        approval->text.reset();
    co_return approval;
}

QCoro::Task<Result<Approval>> requestReadApproval(AgentContext context, EnvironmentCall request, std::string base)
{
    constexpr std::size_t mostOfArguments = 300;
    const std::string arguments = request.arguments.json().dump(-1, ' ', false, json::error_handler_t::replace);
    Question question;
    question.text =
        texts::wantsToCall(request.role, request.call, conversation::utf8::shortened(arguments, mostOfArguments));
    question.options = bothOptions();
    co_return co_await approved(context, std::move(question), std::move(base));
}

namespace {

using conversation::MessageId;
using Kind = MemoryEntry::Kind;

constexpr std::size_t mostDiffInStep = 100'000;

/// A change recorded in the log.
struct DecidedChange
{
    conversation::JsonValue token;
    std::optional<std::string> text;
};
/// What was decided about a change, or why there is none.
struct Decision
{
    std::optional<DecidedChange> change;
    ToolOutput output = {};
    std::string words = {}; ///< of the person, for the model
};

ToolPolicy policyFor(const AgentState& mind, const std::string& call)
{
    const auto found = mind.role.tools.find(call);
    return found == mind.role.tools.end() ? ToolPolicy::Deny : found->second;
}

ToolOutput outputOf(const EnvironmentResult& answer) { return {answer.text, answer.isError}; }

std::string said(const std::string& words) { return words.empty() ? std::string() : " The person says: " + words; }

ToolOutput notAllowed(const Approval& approval)
{
    return {"The person did not allow it, so it was not done." + said(approval.words), true};
}

std::optional<DecidedChange> decidedBefore(const InboxMemory& memory, const ToolCall& call)
{
    for (const MemoryEntry& row : memory.rows())
        if (row.kind == Kind::Change && row.of == call.reply && row.call == call.use.id)
            return DecidedChange{row.token, row.text};
    return std::nullopt;
}

/// Tells a world that lives in the log what the log has by now.
QCoro::Task<Result<void>> recalled(AgentStatePtr mind, AgentContext context, std::string call)
{
    constexpr int atOnce = 500;
    const auto environments = mind->environments;
    bool isMore = environments->livesInLog(call);
    while (isMore) {
        const Result<std::vector<conversation::Event>> events =
            co_await context.eventsAfter(environments->recalledUpTo(), atOnce);
        if (!events)
            co_return tl::make_unexpected(events.error());
        std::vector<LoggedChange> changes;
        for (const conversation::Event& event : *events)
            if (auto change = changeIn(event))
                changes.push_back({event.seq, std::move(change->role), std::move(change->token)});
        if (!events->empty())
            environments->recall(std::move(changes), events->back().seq);
        isMore = static_cast<int>(events->size()) == atOnce;
    }
    co_return Result<void>();
}

QCoro::Task<Result<EnvironmentProposal>> worked(AgentStatePtr mind, AgentContext context, std::string call,
                                                Environments::Work work)
{
    const Result<void> told = co_await recalled(mind, context, call);
    if (!told)
        co_return tl::make_unexpected(told.error());
    const auto environments = mind->environments;
    AgentContext::OuterStart start = [environments, call, work](std::function<void(EnvironmentProposal)> done) {
        environments->start(call, work, std::move(done));
    };
    co_return co_await context.workOutside(std::move(start));
}

QCoro::Task<Result<void>> recorded(AgentContext context, ToolCall call, ProposedChange change,
                                   std::optional<std::string> text)
{
    Message step;
    step.role = "assistant";
    step.content = conversation::textBlocks(diffBlock(change.diff, mostDiffInStep));
    step.metadata = changeMetadata(call.reply, call.use.id, change.token, text);
    const Result<conversation::Route> kept = co_await context.recordStep(std::move(step));
    if (!kept)
        co_return tl::make_unexpected(kept.error());
    co_return Result<void>();
}

/// What the person makes of a proposal: if they edit it, it becomes another one.
QCoro::Task<Result<Decision>> askedAbout(AgentStatePtr mind, AgentContext context, EnvironmentCall request,
                                         ProposedChange& change, std::string base)
{
    ProposedChange shown = change;
    const Result<Approval> approval = co_await requestChangeApproval(context, std::move(shown), std::move(base));
    if (!approval)
        co_return tl::make_unexpected(approval.error());
    Decision decision;
    if (!approval->isGiven) {
        decision.output = notAllowed(*approval);
        co_return decision;
    }
    if (approval->text) {
        Environments::Work work = [request, token = change.token, text = *approval->text](AgentEnvironment& world) {
            return world.proposeEdited(request, token, text);
        };
        Result<EnvironmentProposal> outcome = co_await worked(mind, context, request.call, std::move(work));
        if (!outcome)
            co_return tl::make_unexpected(outcome.error());
        if (const auto* answer = std::get_if<EnvironmentResult>(&*outcome)) {
            decision.output = outputOf(*answer);
            co_return decision;
        }
        change = std::get<ProposedChange>(std::move(*outcome));
    }
    decision.change = DecidedChange{change.token, approval->text};
    decision.words = said(approval->words);
    co_return decision;
}

QCoro::Task<Result<Decision>> decided(AgentStatePtr mind, AgentContext context, ToolCall call, EnvironmentCall request)
{
    Decision decision;
    decision.change = decidedBefore(mind->memory, call);
    if (decision.change)
        co_return decision;
    Environments::Work work = [request](AgentEnvironment& world) { return world.propose(request); };
    Result<EnvironmentProposal> outcome = co_await worked(mind, context, request.call, std::move(work));
    if (!outcome)
        co_return tl::make_unexpected(outcome.error());
    if (const auto* answer = std::get_if<EnvironmentResult>(&*outcome)) {
        decision.output = outputOf(*answer);
        co_return decision;
    }
    ProposedChange change = std::get<ProposedChange>(std::move(*outcome));
    decision.change = DecidedChange{change.token, {}};
    if (policyFor(*mind, request.call) == ToolPolicy::Ask || !change.caution.empty()) {
        std::string base = "change-" + messageIdOf(call).str();
        Result<Decision> asked = co_await askedAbout(mind, context, request, change, std::move(base));
        if (!asked || !asked->change)
            co_return asked;
        decision = std::move(*asked);
    }
    const Result<void> kept = co_await recorded(context, call, std::move(change), decision.change->text);
    if (!kept)
        co_return tl::make_unexpected(kept.error());
    co_return decision;
}

QCoro::Task<Result<ToolOutput>> changed(AgentStatePtr mind, AgentContext context, ToolCall call,
                                        EnvironmentCall request)
{
    Result<Decision> decision = co_await decided(mind, context, std::move(call), request);
    if (!decision)
        co_return tl::make_unexpected(decision.error());
    if (!decision->change)
        co_return decision->output;
    const bool isOtherwise = decision->change->text.has_value();
    Environments::Work work = [request, change = *decision->change](AgentEnvironment& world) -> EnvironmentProposal {
        return world.applyChange(request, change.token, change.text);
    };
    const Result<EnvironmentProposal> outcome = co_await worked(mind, context, request.call, std::move(work));
    if (!outcome)
        co_return tl::make_unexpected(outcome.error());
    ToolOutput output = outputOf(std::get<EnvironmentResult>(*outcome));
    if (isOtherwise && !output.isError)
        output.text += " The person wrote it otherwise than you did. Read it before you go on with it.";
    output.text += decision->words;
    co_return output;
}

QCoro::Task<Result<ToolOutput>> looked(AgentStatePtr mind, AgentContext context, ToolCall call, EnvironmentCall request)
{
    std::string words;
    if (policyFor(*mind, request.call) == ToolPolicy::Ask) {
        std::string base = "call-" + messageIdOf(call).str();
        const Result<Approval> approval = co_await requestReadApproval(context, request, std::move(base));
        if (!approval)
            co_return tl::make_unexpected(approval.error());
        if (!approval->isGiven)
            co_return notAllowed(*approval);
        words = said(approval->words);
    }
    Environments::Work work = [request](AgentEnvironment& world) -> EnvironmentProposal { return world.read(request); };
    const Result<EnvironmentProposal> outcome = co_await worked(mind, context, request.call, std::move(work));
    if (!outcome)
        co_return tl::make_unexpected(outcome.error());
    ToolOutput output = outputOf(std::get<EnvironmentResult>(*outcome));
    output.text += words;
    co_return output;
}

} // namespace

QCoro::Task<Result<ToolOutput>> runEnvironmentCall(AgentStatePtr mind, AgentContext context, ToolCall call)
{
    EnvironmentCall request{mind->role.name, call.use.name, call.use.input};
    const EnvironmentTool* known = mind->environments->callNamed(call.use.name);
    if (known != nullptr && known->isWriting)
        co_return co_await changed(mind, context, std::move(call), std::move(request));
    co_return co_await looked(mind, context, std::move(call), std::move(request));
}

} // namespace quarterdeck::team
