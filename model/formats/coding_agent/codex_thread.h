#pragma once

#include "model/conversation/message.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace quarterdeck::formats::codex {

inline const std::string programName = "Codex CLI";
inline const std::string mainAgent = "Codex";

/// The tokens of one call, in Codex' words; empty if it tells none.
[[nodiscard]] std::optional<conversation::Usage> usageOf(const nlohmann::json& told, const std::string& model);

struct Counted
{
    std::optional<conversation::Usage> usage;
    bool isAgain = false; ///< nothing was spent since the last time
};

/// An item whose meaning only the next ones tell.
struct WaitingItem
{
    nlohmann::json item;
    std::string time;
    SourceLocation place;
};

/// An agent, as far as its records were read: the main one, or a sub-agent with a file of its own.
struct Thread
{
    std::string lane; ///< empty for the file itself
    std::string id;
    std::string path; ///< "/root/look"
    std::string name;
    std::string parentId; ///< empty: a person started it
    std::string parent = mainAgent;
    std::string model;
    PendingToolCalls calls;
    std::set<std::string> failed; ///< calls
    std::string lastText;         ///< that it said
    bool isResponseOver = false;
    std::optional<WaitingItem> waiting;

    [[nodiscard]] bool isSub() const { return !parentId.empty(); }
    /// What a session says of itself. False if this was said before: then it is of another one.
    bool begin(const nlohmann::json& meta, const std::string& time);
    /// Whether a sub-agent only got this from the agent that started it, when it began.
    [[nodiscard]] bool isInherited(const std::string& time) const { return m_hasOther && time == m_begun; }
    /// Whether the same item was read before.
    [[nodiscard]] bool isRepeated(const nlohmann::json& item);
    /// What the program notes about calls and answers.
    void note(const nlohmann::json& event);
    /// Whether an answer was never announced, although others are: it is a summary, for the model itself.
    [[nodiscard]] bool isSummary(const nlohmann::json& item) const;
    [[nodiscard]] std::string textThatWaits() const;
    /// What was spent since the last such event, whose numbers are those of the whole session.
    [[nodiscard]] Counted count(const nlohmann::json& info);
    [[nodiscard]] conversation::JsonValue metadataOf(nlohmann::json item, std::int64_t line) const;
    [[nodiscard]] nlohmann::json withAgent(nlohmann::json source) const;

private:
    void noteItem(const nlohmann::json& item);

    std::string m_begun;
    bool m_hasOther = false;
    bool m_hasAnnounced = false;
    std::set<std::string> m_announced; ///< ids of answers
    std::set<std::size_t> m_read;      ///< hashes of items
    nlohmann::json m_total;
};

} // namespace quarterdeck::formats::codex
