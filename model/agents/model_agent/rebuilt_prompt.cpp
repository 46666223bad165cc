#include "model/agents/model_agent/rebuilt_prompt.h"

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "model/agents/model_agent/prompt.h"
#include "model/agents/model_agent/result_filters.h"
#include "model/agents/provider/token_costs.h"
#include "model/conversation/role.h"
#include "model/conversation/speaker.h"
#include "model/formats/requests/chat_request.h"

#include <QCryptographicHash>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace quarterdeck::team {

/// What became of each item of the memory in the prompt described by `note`.
[[nodiscard]] std::vector<PromptEntry> entriesOf(const PromptInput& input, const StepPromptRecord& note);

namespace {

using Kind = MemoryEntry::Kind;
using Inclusion = PromptEntry::Inclusion;

class Entries
{
public:
    Entries(const PromptInput& input, const StepPromptRecord& note)
        : m_input(input)
        , m_note(note)
        , m_turns(turnsOf(input.team, input.memory))
    {
        for (const Turn& turn : m_turns.turns)
            for (const MemoryEntry* row : turn.rows)
                m_turnOf[row->place] = &turn;
    }

    [[nodiscard]] std::vector<PromptEntry> all() const
    {
        std::vector<PromptEntry> entries;
        const auto add = [&](const MemoryEntry& row) {
            if (isShown(row))
                entries.push_back(entryOf(row));
        };
        std::ranges::for_each(m_input.memory.older(), add);
        std::ranges::for_each(m_input.memory.rows(), add);
        return entries;
    }

private:
    /// Changes are for the person, and older summaries are part of the newest.
    [[nodiscard]] bool isShown(const MemoryEntry& row) const
    {
        return row.kind != Kind::Change
            && (row.kind != Kind::Summary || isMarked(row) || (&row == m_turns.summary && m_note.seen.hasSummary));
    }

    [[nodiscard]] bool isMarked(const MemoryEntry& row) const
    {
        const auto turn = m_turnOf.find(row.place);
        return turn != m_turnOf.end() && turn->second->isKept;
    }

    [[nodiscard]] Inclusion fateOf(const MemoryEntry& row) const
    {
        if (row.kind == Kind::Summary || isMarked(row))
            return Inclusion::Whole;
        const auto turn = m_turnOf.find(row.place);
        const bool isCovered = m_note.seen.hasSummary && m_turns.summary != nullptr
            && (turn == m_turnOf.end() || row.place < m_turns.summary->covers);
        if (isCovered)
            return Inclusion::Summarised;
        if (turn == m_turnOf.end() || turn->second->firstPlace() < m_note.seen.from)
            return Inclusion::LeftOut;
        return m_note.covers && turn->second->firstPlace() >= *m_note.covers ? Inclusion::NotAsked : Inclusion::Whole;
    }

    void addResult(const MemoryEntry& row, PromptEntry& entry) const
    {
        for (const auto& block : conversation::blocksOf<conversation::ToolResultBlock>(row.message)) {
            entry.who = block.name;
            entry.text += block.output;
            if (entry.fate != Inclusion::Whole)
                continue; // what is not in the prompt went through no filter
            const std::string given = resultForPrompt(m_input.team, block.name, block.output);
            if (given == block.output)
                continue;
            entry.fate = Inclusion::Shortened;
            entry.bytesTakenOut =
                static_cast<std::int64_t>(block.output.size()) - static_cast<std::int64_t>(given.size());
        }
    }

    [[nodiscard]] PromptEntry entryOf(const MemoryEntry& row) const
    {
        PromptEntry entry;
        entry.seq = row.seq;
        entry.fate = fateOf(row);
        entry.isMarked = isMarked(row);
        if (row.kind == Kind::Result) {
            entry.kind = PromptEntry::Kind::Result;
            addResult(row, entry);
        } else {
            entry.kind = row.kind == Kind::Summary ? PromptEntry::Kind::Summary
                : row.kind == Kind::Mail           ? PromptEntry::Kind::Mail
                                                   : PromptEntry::Kind::Reply;
            entry.who = conversation::isFromUser(row.message) ? std::string()
                                                              : conversation::displayName(m_input.state, row.message);
            entry.text = toldText(m_input.team, row.message);
        }
        if (entry.fate == Inclusion::Whole || entry.fate == Inclusion::Shortened)
            entry.tokens = promptTokensOf(m_input.team, row);
        return entry;
    }

    const PromptInput& m_input;
    const StepPromptRecord& m_note;
    Turns m_turns;
    std::map<std::int64_t, const Turn*> m_turnOf; ///< in which the row at a place is
};

} // namespace

std::vector<PromptEntry> entriesOf(const PromptInput& input, const StepPromptRecord& note)
{
    return Entries(input, note).all();
}

namespace {

/// Each part is preceded by its length, so that different prompts never hash the same text.
class Digest
{
public:
    void add(std::string_view part)
    {
        const QByteArray length = QByteArray::number(static_cast<qulonglong>(part.size())) + ':';
        m_hash.addData(QByteArrayView(length));
        m_hash.addData(QByteArrayView(part.data(), static_cast<qsizetype>(part.size())));
    }
    void add(const conversation::JsonValue& value)
    {
        add(value.json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    [[nodiscard]] std::string text() const
    {
        constexpr int digits = 16; // a record for people who look, no seal against forgers
        return m_hash.result().toHex().left(digits).toStdString();
    }

    void operator()(const conversation::TextBlock& text) { add(text.text); }
    void operator()(const conversation::ThinkingBlock& thought) { add(thought.text); }
    void operator()(const conversation::MediaBlock& media) { add(media.source.hash.str() + media.source.url); }
    void operator()(const conversation::ToolUseBlock& use)
    {
        add(use.id);
        add(use.name);
        add(use.rawInput);
        add(use.input);
    }
    void operator()(const conversation::ToolResultBlock& result)
    {
        add(result.id);
        add(result.name);
        add(result.output);
        add(std::string_view(result.isError ? "!" : ""));
    }
    void operator()(const conversation::UnknownBlock&) { add(std::string_view()); }

private:
    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

} // namespace

std::string digestOf(std::span<const conversation::Message> messages, std::span<const formats::Tool> tools)
{
    Digest digest;
    for (const conversation::Message& message : messages) {
        digest.add(message.role);
        for (const conversation::ContentBlock& block : message.content)
            std::visit(digest, block);
    }
    for (const formats::Tool& tool : tools)
        digest.add(tool.name + "\n" + tool.description.value_or(std::string()));
    return digest.text();
}

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

namespace {

using nlohmann::json;

std::string writtenOut(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

struct Words
{
    std::string operator()(const conversation::TextBlock& text) const { return text.text; }
    std::string operator()(const conversation::ThinkingBlock& thought) const
    {
        return "[thinks: " + thought.text + "]";
    }
    std::string operator()(const conversation::MediaBlock& media) const
    {
        return "[" + (media.source.name.empty() ? media.source.mediaType : media.source.name) + "]";
    }
    std::string operator()(const conversation::ToolUseBlock& use) const
    {
        return "[calls " + use.name + " " + writtenOut(use.input.json()) + "]";
    }
    std::string operator()(const conversation::ToolResultBlock& result) const
    {
        return "[" + result.name + " gave back]\n" + result.output;
    }
    std::string operator()(const conversation::UnknownBlock&) const { return {}; }
};

} // namespace

std::string textOf(const RebuiltPrompt& prompt)
{
    std::string text;
    for (const conversation::Message& message : prompt.messages) {
        text += (text.empty() ? "--- " : "\n\n--- ") + message.role;
        for (const conversation::ContentBlock& block : message.content)
            text += "\n" + std::visit(Words{}, block);
    }
    if (!prompt.tools.empty())
        text += "\n\n--- tools";
    for (const formats::Tool& tool : prompt.tools)
        text += "\n" + tool.name;
    return text + "\n";
}

json openAiJsonOf(const RebuiltPrompt& prompt)
{
    const formats::RequestBuilder builder(formats::openAiSerializer());
    const auto built = builder.build(prompt.messages, prompt.tools, {}, {});
    json request = json::object();
    for (const char* part : {"messages", "tools"})
        if (built && built->body.json().contains(part))
            request[part] = built->body.json().at(part);
    return request;
}

} // namespace quarterdeck::team
