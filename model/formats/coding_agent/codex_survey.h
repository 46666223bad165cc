#pragma once

#include "model/formats/coding_agent/codex_items.h"
#include "model/formats/coding_agent/taken_back_lines.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::formats::codex {

/// A hostile file may have any number of sub-agents; the rest are as one.
inline constexpr std::size_t mostThreads = 2000;

/// A first look at a rollout, for what only later records tell: what the person typed, which turns were taken back, and
/// where the tokens are told.
class Survey
{
public:
    /// The records, one after the other; `thread`: that of a sub-agent, empty for the main one.
    void note(const nlohmann::json& record, const std::string& thread, std::int64_t line);

    /// Whether the person (for a sub-agent: who started it) said the rest of that item, rather than the program.
    [[nodiscard]] bool isTyped(const UserItem& item, const std::string& thread, std::int64_t line) const;
    /// Whether all of it was typed, although some of it looks like the program's.
    [[nodiscard]] bool isTypedWhole(const UserItem& item, const std::string& thread) const;
    /// Whether only an event has this text of the person's.
    [[nodiscard]] bool isOnlyInEvent(const std::string& text, const std::string& thread) const;
    /// Whether the agent gives this answer somewhere.
    [[nodiscard]] bool isAnswer(const std::string& text, const std::string& thread) const;
    /// Whether what that line says was taken back later.
    [[nodiscard]] bool isTakenBack(const std::string& thread, std::int64_t line) const
    {
        return at(thread).takenBack.contains(line);
    }
    /// All such lines of the main thread.
    [[nodiscard]] std::vector<std::string> recordsTakenBack() const { return at({}).takenBack.records(); }
    /// Whether the tokens of each call have records of their own.
    [[nodiscard]] bool hasUsageRecords(const std::string& thread) const { return at(thread).hasUsageRecords; }

private:
    struct Candidate
    {
        std::int64_t line = 0;
        UserItem item;
    };
    struct Thread
    {
        std::set<std::size_t> typed;
        std::set<std::size_t> inItems;
        std::set<std::size_t> answers;
        std::vector<Candidate> candidates; ///< of a turn's beginning; without their parts
        TakenBackLines takenBack;
        std::int64_t firstTyped = 0;
        std::int64_t lastAnswer = 0;
        bool hasSureItems = false;
        bool hasUsageRecords = false;
    };
    [[nodiscard]] const Thread& at(const std::string& thread) const;
    void noteItem(Thread& thread, const nlohmann::json& item, std::int64_t line);
    void takeBack(Thread& thread, const nlohmann::json& event, std::int64_t line);
    [[nodiscard]] static bool isTypedIn(const Thread& thread, const UserItem& item, std::int64_t line);

    std::map<std::string, Thread> m_threads;
};

} // namespace quarterdeck::formats::codex
