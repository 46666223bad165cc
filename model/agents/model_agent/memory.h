#pragma once

#include "model/agents/provider/chat_provider.h"
#include "model/agents/run/agent.h"
#include "model/conversation/message.h"
#include "model/conversation/state/state.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// An agent's own steps are marked in its inbox by a note in the message's metadata: {"quarterdeck": {"step": …}}.
namespace step {
inline constexpr const char* key = "quarterdeck";
inline constexpr const char* reply = "reply";     ///< what the model answered, with its tool calls
inline constexpr const char* result = "result";   ///< what a tool gave back
inline constexpr const char* cut = "cut";         ///< the model's answer up to where it was stopped
inline constexpr const char* said = "said";       ///< the model's answer, if it was for others
inline constexpr const char* told = "told";       ///< the person's answer to the program's question about it
inline constexpr const char* summary = "summary"; ///< a model's summary of older turns
inline constexpr const char* change = "change";   ///< a change outside the conversation, before it is made
} // namespace step

/// What a step records about itself in its message's metadata (step::key); null if nothing, or no object.
[[nodiscard]] const nlohmann::json* stepNote(const conversation::Message& message);

/// A text member; otherwise empty.
[[nodiscard]] std::string textAt(const nlohmann::json& object, const char* key);

/// What has to be known about a model's answer besides its words. Part of the message's metadata.
struct AnswerNote
{
    /// It was cut at its maximum length, of this many tokens; 0 = unknown.
    std::optional<std::int64_t> cutAt = {};
    /// How much of its prompt could not be given to the model: "image", "audio", "video", "file", "message".
    std::map<std::string, std::int64_t> losses = {};
    /// The server reported no credible tokens, so the message's are estimated, as a budget needs them.
    bool isUsageEstimated = false;
    /// It was stopped while the model was writing; this is as far as it came.
    bool isStopped = {};
    friend bool operator==(const AnswerNote&, const AnswerNote&) = default;
};
/// For any message, whoever wrote the log.
[[nodiscard]] AnswerNote answerNoteOf(const conversation::Message& message);
[[nodiscard]] AnswerNote noteOf(const ChatReply& reply);
/// Adds it to the note of the step that the answer becomes.
void addTo(nlohmann::json& step, const AnswerNote& note);

/// What of its memory an agent's prompt held. It is in the metadata of what came of it, so that anybody can rebuild the
/// prompt and see what the agent saw: rows of its inbox from `from` on and before `to`.
struct PromptRecord
{
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t leftOut = 0; ///< rows before `from` that were left out, not counting those in a summary
    bool hasSummary = false;
    std::int64_t tokens = 0; ///< the prompt's, as estimated
    std::int64_t tools = 0;  ///< how many were offered
    std::string digest = {}; ///< of the prompt, see `digestOf`; empty in older logs
    /// Rows before `from` that were in it nevertheless, since the person marked them: whole turns.
    std::vector<std::int64_t> kept = {};
    std::int64_t room = 0; ///< tokens available to the prompt, if the model allows fewer than the team
};

/// One row of its inbox, as the agent understands it.
struct MemoryEntry
{
    enum class Kind { Mail, Reply, Result, Said, Summary, Change, Cut };
    Kind kind = Kind::Mail;
    std::int64_t place = 0; ///< in the inbox
    conversation::EventSeq seq;
    conversation::Message message;        ///< as delivered; its own as it said it
    std::int64_t seenTo = 0;              ///< Reply, Said: messages from there on were not in its prompt
    conversation::MessageId of;           ///< Result, Change: the reply whose call it answers or carries out
    std::int64_t covers = 0;              ///< Summary: rows before this position
    conversation::JsonValue plan;         ///< Result: the plan after it; null = unchanged
    std::string call = {};                ///< Change: the call's id
    conversation::JsonValue token = {};   ///< Change: see ProposedChange
    std::optional<std::string> text = {}; ///< Change: as edited by the person
};

/// The newest part of a role's inbox: a dense piece that ends with its last row. A value; anything else is read again
/// from the log.
class InboxMemory
{
public:
    explicit InboxMemory(conversation::RoleName role) : m_role(std::move(role)) { }

    [[nodiscard]] std::int64_t first() const { return m_first; }
    [[nodiscard]] std::int64_t end() const { return m_end; }
    [[nodiscard]] const std::deque<MemoryEntry>& rows() const { return m_rows; }
    /// Rows from `end()` on.
    void append(const conversation::ConversationState& state, const std::vector<InboxRow>& rows);
    /// Rows before `first()`, up to it.
    void prepend(const conversation::ConversationState& state, const std::vector<InboxRow>& rows);
    void startAt(std::int64_t place) { m_first = m_end = place; }
    /// What the person marked to be kept, however old it is: `places` of the turns' rows, including the first of each;
    /// `older`: all rows of turns that begin before `first()`, by place.
    void setKept(std::set<std::int64_t> places, std::vector<MemoryEntry> older);
    [[nodiscard]] bool isKept(const MemoryEntry& row) const { return m_kept.contains(row.place); }
    [[nodiscard]] const std::vector<MemoryEntry>& older() const { return m_older; }
    /// Drops the oldest ones.
    void keepNewest(std::size_t count);
    [[nodiscard]] std::int64_t tokens() const { return m_tokens; }
    [[nodiscard]] bool hasSummary() const;
    /// Empty for its own words as others heard them: the step in which it said them is there, too.
    [[nodiscard]] std::optional<MemoryEntry> understood(const conversation::ConversationState& state,
                                                        const InboxRow& row, std::int64_t place) const;

private:
    conversation::RoleName m_role;
    std::int64_t m_first = 0;
    std::int64_t m_end = 0;
    std::deque<MemoryEntry> m_rows; ///< without what tells the agent nothing (its own words as others heard them)
    std::int64_t m_tokens = 0;
    std::set<std::int64_t> m_kept;
    std::vector<MemoryEntry> m_older;
};

/// The change decided by a step of the log, whoever took it. Empty for any other event.
struct ChangeStep
{
    conversation::RoleName role;
    conversation::JsonValue token;
};
[[nodiscard]] std::optional<ChangeStep> changeIn(const conversation::Event& event);

/// What a step's metadata says of its prompt; empty if it had none.
struct StepPromptRecord
{
    PromptRecord seen;
    std::optional<std::int64_t> covers = {}; ///< of a summary: it covers rows before this position
};
[[nodiscard]] std::optional<StepPromptRecord> promptRecordIn(const conversation::Message& step);
/// The reply whose call this is the result of; empty = it is none.
[[nodiscard]] conversation::MessageId replyBehind(const conversation::Message& step);
/// The reply one of whose calls sent the message to others, judged by the message's id; empty = it is none.
[[nodiscard]] conversation::MessageId replyThatSaid(const conversation::MessageId& message);
[[nodiscard]] bool hasPlan(const conversation::Message& step);

/// Metadata of a step.
[[nodiscard]] conversation::JsonValue replyMetadata(const char* kind, const PromptRecord& seen,
                                                    const AnswerNote& answer = {});
[[nodiscard]] conversation::JsonValue resultMetadata(const conversation::MessageId& reply,
                                                     conversation::JsonValue plan);
[[nodiscard]] conversation::JsonValue toldMetadata();
[[nodiscard]] conversation::JsonValue changeMetadata(const conversation::MessageId& reply, const std::string& call,
                                                     const conversation::JsonValue& token,
                                                     const std::optional<std::string>& text);
[[nodiscard]] conversation::JsonValue summaryMetadata(std::int64_t covers, const PromptRecord& seen);

} // namespace quarterdeck::team
