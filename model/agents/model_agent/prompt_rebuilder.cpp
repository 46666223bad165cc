#include "model/agents/definition/conversation_tools.h"
#include "model/agents/environment/environments.h"
#include "model/agents/model_agent/instructions.h"
#include "model/agents/model_agent/prompt.h"
#include "model/agents/model_agent/prompt_entries.h"
#include "model/agents/model_agent/rebuilt_prompt.h"
#include "model/agents/provider/token_estimate.h"
#include "model/conversation/role.h"

#include <algorithm>

namespace quarterdeck::team {

namespace {

using conversation::Message;
using conversation::MessageId;

constexpr std::int64_t seenRowsPerRead = 200;
/// How far back an agent looks for its plan and its summary, see `recall`.
constexpr std::int64_t farthestBack = 5000;
/// A message sent by a tool is no further than this from the reply that called it.
constexpr std::int64_t farthestSeenStep = 1000;
/// At most this many left-out messages are shown individually.
constexpr std::int64_t shownBefore = 100;

/// The possible ids of the reply behind a message: its own; for a result, that of the reply with the call; for what a
/// call said, the reply's, to which the call's position was added.
std::vector<MessageId> stepsBehind(const Message& message)
{
    std::vector<MessageId> ids{message.id};
    if (const MessageId reply = replyBehind(message); !reply.isEmpty())
        ids.push_back(reply);
    if (const MessageId reply = replyThatSaid(message.id); !reply.isEmpty())
        ids.push_back(reply);
    return ids;
}

/// Everything the definition offers; the number of tools offered tells whether there was a folder to work in.
std::vector<formats::Tool> toolsThen(const RoleDefinition& role, const StepPromptRecord& note)
{
    if (note.covers)
        return {};
    std::vector<formats::Tool> tools = toolsFor(role);
    const auto count = static_cast<std::size_t>(note.seen.tools);
    if (!note.seen.digest.empty() && count == tools.size())
        return tools;
    for (const EnvironmentType& kind : environmentTypes()) {
        for (const EnvironmentTool& call : kind.calls) {
            const auto policy = role.tools.find(call.tool.name);
            if (policy != role.tools.end() && policy->second != ToolPolicy::Deny)
                tools.push_back(call.tool);
        }
    }
    return tools;
}

Plan planIn(const InboxMemory& memory)
{
    const auto& rows = memory.rows();
    const auto newest =
        std::find_if(rows.rbegin(), rows.rend(), [](const MemoryEntry& row) { return !row.plan.isNull(); });
    return newest == rows.rend() ? Plan() : Plan::from(newest->plan);
}

RebuiltPrompt::Proof proofOf(const RebuiltPrompt& prompt, const PromptRecord& seen)
{
    if (seen.digest.empty())
        return RebuiltPrompt::Proof::None;
    return digestOf(prompt.messages, prompt.tools) == seen.digest ? RebuiltPrompt::Proof::Same
                                                                  : RebuiltPrompt::Proof::Differs;
}

} // namespace

std::optional<conversation::RoleName> PromptRebuilder::roleOf(const conversation::ConversationState& state,
                                                              const Message& message)
{
    for (const conversation::RoleState& one : state.roles())
        if (conversation::addressesOf(one.role).contains(message.sentFrom))
            return one.role.name;
    return std::nullopt;
}

PromptRebuilder::PromptRebuilder(TeamDefinition team, conversation::RoleName role, const Message& message,
                                 std::int64_t inboxRows)
    : m_team(std::move(team))
    , m_role(std::move(role))
    , m_ids(stepsBehind(message))
    , m_first(std::max<std::int64_t>(0, inboxRows))
    , m_end(m_first)
{ }

std::int64_t PromptRebuilder::lowest() const
{
    if (!m_step)
        return std::max<std::int64_t>(0, m_end - farthestSeenStep);
    const RoleDefinition* role = roleNamed(m_team, m_role);
    const bool needsPlan = role != nullptr && role->isLeader && !m_hasPlan;
    const bool needsSummary = m_step->hasSummary && !m_hasSummary;
    const std::int64_t shown = std::max<std::int64_t>(0, m_step->from - shownBefore);
    return needsPlan || needsSummary ? std::min(shown, std::max<std::int64_t>(0, m_step->to - farthestBack)) : shown;
}

/// Marked messages are further back than the rest.
std::optional<PromptRebuilder::Piece> PromptRebuilder::wantedOfKept() const
{
    if (!m_step || m_keptRead >= m_step->kept.size() || m_step->kept[m_keptRead] >= m_first)
        return std::nullopt;
    return Piece{m_step->kept[m_keptRead], m_step->kept[m_keptRead] + 1};
}

std::optional<PromptRebuilder::Piece> PromptRebuilder::wanted() const
{
    if (m_first <= lowest())
        return wantedOfKept();
    return Piece{std::max<std::int64_t>(0, m_first - seenRowsPerRead), m_first};
}

void PromptRebuilder::lookAt(const InboxRow& row, std::int64_t place)
{
    const Message& message = row.published.message;
    if (!m_step && std::ranges::find(m_ids, message.id) != m_ids.end()) {
        const auto note = promptRecordIn(message);
        if (note)
            m_step =
                Step{place, note->seen.from, std::min(note->seen.to, place), note->seen.hasSummary, note->seen.kept};
        return;
    }
    if (!m_step || place >= m_step->to)
        return;
    const auto note = promptRecordIn(message);
    m_hasSummary = m_hasSummary || (note && note->covers);
    m_hasPlan = m_hasPlan || hasPlan(message);
}

void PromptRebuilder::add(std::vector<InboxRow> rows)
{
    const auto piece = wanted();
    if (!piece)
        return;
    if (m_first <= lowest()) {
        ++m_keptRead;
        if (rows.size() == 1)
            m_kept.push_back({piece->from, std::move(rows.front())});
        return;
    }
    if (static_cast<std::int64_t>(rows.size()) != piece->to - piece->from) {
        m_first = 0; // an inbox with a gap: nothing more is to be had of it
        return;
    }
    for (std::int64_t place = piece->to; place-- > piece->from;)
        lookAt(rows[static_cast<std::size_t>(place - piece->from)], place);
    rows.insert(rows.end(), std::make_move_iterator(m_rows.begin()), std::make_move_iterator(m_rows.end()));
    m_rows = std::move(rows);
    m_first = piece->from;
}

std::optional<RebuiltPrompt> PromptRebuilder::prompt(const conversation::ConversationState& state) const
{
    const RoleDefinition* role = roleNamed(m_team, m_role);
    const auto held = static_cast<std::int64_t>(m_rows.size());
    const std::int64_t first = m_end - held;
    if (!m_step || role == nullptr || m_step->to < first)
        return std::nullopt;
    const auto cut = m_rows.begin() + static_cast<std::ptrdiff_t>(m_step->to - first);
    InboxMemory memory(m_role);
    memory.startAt(first);
    memory.append(state, {m_rows.begin(), cut});
    std::vector<MemoryEntry> older;
    for (const KeptRow& one : m_kept)
        if (auto row = memory.understood(state, one.row, one.place))
            older.push_back(std::move(*row));
    memory.setKept({m_step->kept.begin(), m_step->kept.end()}, std::move(older));
    const InboxRow& step = m_rows[static_cast<std::size_t>(m_step->place - first)];
    const StepPromptRecord note = *promptRecordIn(step.published.message);
    const Plan plan = planIn(memory);
    RebuiltPrompt found;
    found.role = m_role;
    found.step = step.seq;
    found.isForSummary = note.covers.has_value();
    found.tools = toolsThen(*role, note);
    const PromptInput input{m_team, *role, state, memory, plan, found.tools};
    found.messages = note.covers ? summaryRequestAgain(input, note.seen, *note.covers) : promptAgain(input, note.seen);
    found.instructions = found.messages.empty() ? 0 : estimatedTokens(found.messages.front());
    found.entries = entriesOf(input, note);
    found.older = first - static_cast<std::int64_t>(memory.older().size());
    found.tokens = note.seen.tokens;
    found.longestPrompt = note.seen.room > 0 ? note.seen.room : m_team.promptTokens;
    found.proof = proofOf(found, note.seen);
    return found;
}

} // namespace quarterdeck::team
