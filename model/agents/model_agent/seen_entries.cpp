#include "model/agents/model_agent/seen_entries.h"

#include "model/agents/model_agent/instructions.h"
#include "model/agents/model_agent/result_filters.h"
#include "model/conversation/speaker.h"

#include <algorithm>
#include <map>

namespace quarterdeck::team {

namespace {

using Kind = Remembered::Kind;
using Fate = SeenEntry::Fate;

class Entries
{
public:
    Entries(const PromptInput& input, const SeenNote& note)
        : m_input(input)
        , m_note(note)
        , m_turns(turnsOf(input.team, input.memory))
    {
        for (const Turn& turn : m_turns.turns)
            for (const Remembered* row : turn.rows)
                m_turnOf[row->place] = &turn;
    }

    [[nodiscard]] std::vector<SeenEntry> all() const
    {
        std::vector<SeenEntry> entries;
        const auto add = [&](const Remembered& row) {
            if (isShown(row))
                entries.push_back(entryOf(row));
        };
        std::ranges::for_each(m_input.memory.older(), add);
        std::ranges::for_each(m_input.memory.rows(), add);
        return entries;
    }

private:
    /// Changes are for the person, and older summaries are part of the newest.
    [[nodiscard]] bool isShown(const Remembered& row) const
    {
        return row.kind != Kind::Change
            && (row.kind != Kind::Summary || isMarked(row) || (&row == m_turns.summary && m_note.seen.hasSummary));
    }

    [[nodiscard]] bool isMarked(const Remembered& row) const
    {
        const auto turn = m_turnOf.find(row.place);
        return turn != m_turnOf.end() && turn->second->isKept;
    }

    [[nodiscard]] Fate fateOf(const Remembered& row) const
    {
        if (row.kind == Kind::Summary || isMarked(row))
            return Fate::Whole;
        const auto turn = m_turnOf.find(row.place);
        const bool isCovered = m_note.seen.hasSummary && m_turns.summary != nullptr
            && (turn == m_turnOf.end() || row.place < m_turns.summary->covers);
        if (isCovered)
            return Fate::Summarised;
        if (turn == m_turnOf.end() || turn->second->firstPlace() < m_note.seen.from)
            return Fate::LeftOut;
        return m_note.covers && turn->second->firstPlace() >= *m_note.covers ? Fate::NotAsked : Fate::Whole;
    }

    void addResult(const Remembered& row, SeenEntry& entry) const
    {
        for (const auto& block : conversation::blocksOf<conversation::ToolResultBlock>(row.message)) {
            entry.who = block.name;
            entry.text += block.output;
            if (entry.fate != Fate::Whole)
                continue; // what is not in the prompt went through no filter
            const std::string given = resultForPrompt(m_input.team, block.name, block.output);
            if (given == block.output)
                continue;
            entry.fate = Fate::Shortened;
            entry.bytesTakenOut =
                static_cast<std::int64_t>(block.output.size()) - static_cast<std::int64_t>(given.size());
        }
    }

    [[nodiscard]] SeenEntry entryOf(const Remembered& row) const
    {
        SeenEntry entry;
        entry.seq = row.seq;
        entry.fate = fateOf(row);
        entry.isMarked = isMarked(row);
        if (row.kind == Kind::Result) {
            entry.kind = SeenEntry::Kind::Result;
            addResult(row, entry);
        } else {
            entry.kind = row.kind == Kind::Summary ? SeenEntry::Kind::Summary
                : row.kind == Kind::Mail           ? SeenEntry::Kind::Mail
                                                   : SeenEntry::Kind::Reply;
            entry.who = conversation::isFromPerson(row.message) ? std::string()
                                                                : conversation::displayName(m_input.state, row.message);
            entry.text = toldText(m_input.team, row.message);
        }
        if (entry.fate == Fate::Whole || entry.fate == Fate::Shortened)
            entry.tokens = promptTokensOf(m_input.team, row);
        return entry;
    }

    const PromptInput& m_input;
    const SeenNote& m_note;
    Turns m_turns;
    std::map<std::int64_t, const Turn*> m_turnOf; ///< in which the row at a place is
};

} // namespace

std::vector<SeenEntry> entriesOf(const PromptInput& input, const SeenNote& note) { return Entries(input, note).all(); }

} // namespace quarterdeck::team
