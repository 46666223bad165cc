#include "model/agents/model_agent/prompt_entries.h"

#include "model/agents/model_agent/instructions.h"
#include "model/agents/model_agent/result_filters.h"
#include "model/conversation/speaker.h"

#include <algorithm>
#include <map>

namespace quarterdeck::team {

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

} // namespace quarterdeck::team
