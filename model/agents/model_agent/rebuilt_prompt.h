#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/run/agent.h"
#include "model/conversation/state/state.h"
#include "model/formats/requests/chat_request.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// One thing that an agent remembers, and what became of it in a prompt.
struct PromptEntry
{
    enum class Kind { Mail, Reply, Result, Summary };
    enum class Inclusion {
        Whole,
        Shortened,  ///< a tool's result, without what its filters remove
        Summarised, ///< in the summary, not by itself
        LeftOut,    ///< there was no room
        NotAsked,   ///< in a request for a summary: too new for it
    };
    Kind kind = Kind::Mail;
    Inclusion fate = Inclusion::Whole;
    conversation::EventSeq seq;
    std::string who;                ///< who said it; for a result the tool's name; empty = the person
    std::string text;               ///< as it is in the log
    std::int64_t tokens = 0;        ///< estimated size in the prompt; 0 = not part of it
    std::int64_t bytesTakenOut = 0; ///< Shortened
    bool isMarked = false;          ///< included despite its age, since the person marked it
    friend bool operator==(const PromptEntry&, const PromptEntry&) = default;
};

/// What a model was given when it wrote one reply of an agent, rebuilt from the log.
struct RebuiltPrompt
{
    enum class Proof {
        None,    ///< the reply's record has no digest
        Same,    ///< according to the digest, that is what was sent
        Differs, ///< the team's file, or the program, has changed since
    };
    conversation::RoleName role;
    conversation::EventSeq step; ///< the reply
    bool isForSummary = false;
    std::vector<conversation::Message> messages; ///< the system's first
    std::vector<formats::Tool> tools;
    std::vector<PromptEntry> entries; ///< in the order of its memory
    std::int64_t older = 0;           ///< remembered before `entries`, and not by itself in the prompt
    std::int64_t tokens = 0;          ///< of the whole, as estimated
    std::int64_t instructions = 0;    ///< tokens of the system's message, as estimated
    std::int64_t longestPrompt = 0;   ///< in tokens: the team's limit
    Proof proof = Proof::None;
};

/// Everything that the model was given, as text: each message after a line with its role.
[[nodiscard]] std::string textOf(const RebuiltPrompt& prompt);
/// The same as messages and tools of a request in OpenAI's form, without pictures and other media.
[[nodiscard]] nlohmann::json openAiJsonOf(const RebuiltPrompt& prompt);

/// Finds out what the agent behind a message saw, from its role's inbox at that time. Whoever reads the log supplies
/// the pieces that are wanted, from the newest back, and asks for the prompt when nothing more is. No I/O. Thread: any.
class PromptRebuilder
{
public:
    /// The member that said it, or took the step; empty if no member did.
    [[nodiscard]] static std::optional<conversation::RoleName> roleOf(const conversation::ConversationState& state,
                                                                      const conversation::Message& message);
    /// `inboxRows`: of that role when `message` was recorded, including it.
    PromptRebuilder(TeamDefinition team, conversation::RoleName role, const conversation::Message& message,
                    std::int64_t inboxRows);

    /// Positions in the inbox; `to` is not included. At most 200.
    struct Piece
    {
        std::int64_t from = 0;
        std::int64_t to = 0;
    };
    [[nodiscard]] std::optional<Piece> wanted() const;
    /// Supplies the piece that was wanted.
    void add(std::vector<InboxRow> rows);
    /// Empty if no model was called for the message. `state`: for the members' names.
    [[nodiscard]] std::optional<RebuiltPrompt> prompt(const conversation::ConversationState& state) const;

private:
    struct Step
    {
        std::int64_t place = 0;
        std::int64_t from = 0;
        std::int64_t to = 0;
        bool hasSummary = false;
        std::vector<std::int64_t> kept = {}; ///< positions of rows before `from`, in order
    };
    struct KeptRow
    {
        std::int64_t place = 0;
        InboxRow row;
    };
    [[nodiscard]] std::optional<Piece> wantedOfKept() const;
    void lookAt(const InboxRow& row, std::int64_t place);
    [[nodiscard]] std::int64_t lowest() const;

    TeamDefinition m_team;
    conversation::RoleName m_role;
    std::vector<conversation::MessageId> m_ids; ///< the step is one of these
    std::vector<InboxRow> m_rows;               ///< dense, up to `m_end`
    std::int64_t m_first = 0;
    std::int64_t m_end = 0;
    std::optional<Step> m_step;
    bool m_hasSummary = false; ///< one that the step may have had was read
    bool m_hasPlan = false;
    std::size_t m_keptRead = 0; ///< of the step's `kept`
    std::vector<KeptRow> m_kept;
};

} // namespace quarterdeck::team
