#pragma once

#include "model/conversation/event.h"
#include "model/conversation/ids.h"
#include "model/conversation/message.h"
#include "model/conversation/state/state.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace quarterdeck::team {

/// The model through which a team speaks from then on, whatever its file says: the person's choice. An empty connection
/// revokes it.
struct ChosenModel
{
    std::string connection; ///< its id
    std::string name;       ///< the connection's, as the person calls it
    std::string model;      ///< in the server's words
    friend bool operator==(const ChosenModel&, const ChosenModel&) = default;
};

/// How far a team may go before the person is asked.
struct TeamLimits
{
    std::optional<double> budget; ///< US dollars; empty = none
    std::int32_t rounds = 0;      ///< the round at whose end the run pauses; 0 = none
    friend bool operator==(const TeamLimits&, const TeamLimits&) = default;
};
[[nodiscard]] TeamLimits limitsOf(const conversation::ConversationState& state);

/// The person changed them while the team was at work.
struct LimitsChange
{
    TeamLimits before;
    TeamLimits now;
    friend bool operator==(const LimitsChange&, const LimitsChange&) = default;
};

/// Notes of the program itself in the log of a team's session: messages to nobody, which a transcript shows as lines of
/// their own.
[[nodiscard]] conversation::Message resumeNote();
[[nodiscard]] conversation::Message noteOf(const ChosenModel& chosen);
[[nodiscard]] conversation::Message noteOf(const LimitsChange& change);
/// What stands before it is the history of this recording. `areTimesKnown`: it tells when that was said.
[[nodiscard]] conversation::Message continuationNote(const std::string& title, bool areTimesKnown);

/// The run was over, and goes on from there.
[[nodiscard]] bool isResumeNote(const conversation::Message& message);
/// Nothing for any other message.
[[nodiscard]] std::optional<ChosenModel> chosenModelIn(const conversation::Message& message);
/// "You changed the limits. Budget: $2.00 → $3.00.", in the application's language.
[[nodiscard]] std::string limitsChangeText(const LimitsChange& change);
[[nodiscard]] std::optional<LimitsChange> limitsChangeIn(const conversation::Message& message);
/// The event after which the person last chose; 0 = never.
[[nodiscard]] conversation::EventSeq newestChoice(const conversation::ConversationState& state);
/// One of the program's own, including manifests: not a word to anybody.
[[nodiscard]] bool isOfProgram(const conversation::Message& message);

/// The marks by which this installation knows teams that may act without asking: those that the person started here, or
/// let go on here. A mark is an HMAC-SHA256 over all that a log says about its team (members and their tools, models,
/// the server with the environment variable of its key, the folder) and the session's id, so that a mark copied onto
/// another session or other content is none. It is kept in the log: in the session's details, or in a note of the
/// program. Thread: any.
class TeamMarks
{
public:
    /// Without a secret nothing is marked, and no mark is right.
    explicit TeamMarks(std::string secret) : m_secret(std::move(secret)) { }

    /// The last change of a session's beginning.
    void mark(conversation::SessionStarted& started, const conversation::SessionId& session) const;
    [[nodiscard]] bool hasMark(const conversation::SessionStarted& started,
                               const conversation::SessionId& session) const;
    /// The person lets it go on, whoever began it.
    [[nodiscard]] conversation::Message noteOf(const conversation::SessionStarted& started,
                                               const conversation::SessionId& session) const;
    [[nodiscard]] bool isTrusted(const conversation::Message& note, const conversation::SessionStarted& started,
                                 const conversation::SessionId& session) const;

private:
    [[nodiscard]] std::string markOf(const conversation::SessionStarted& started,
                                     const conversation::SessionId& session) const;

    std::string m_secret;
};

[[nodiscard]] bool isTrustNote(const conversation::Message& message);
/// The event of the newest `TeamMarks::noteOf`, right or not; 0 = there is none.
[[nodiscard]] conversation::EventSeq newestTrust(const conversation::ConversationState& state);

/// A team that does not go on by itself, since its log bears no mark of this installation.
struct HeldTeam
{
    conversation::SessionId session;
    std::string title; ///< the session's
    std::string what;  ///< that it was not begun here, in a sentence for a person
    std::string means; ///< what would be sent where, and which folder would be written to, in sentences
    friend bool operator==(const HeldTeam&, const HeldTeam&) = default;
};

/// A team that goes on where a program ended in the middle of its work.
struct TeamWentOn
{
    conversation::SessionId session;
    std::string title;          ///< the session's
    int calls = 0;              ///< of models, which were cut off and are made again
    std::optional<double> cost; ///< US dollars that as many of these members' last calls cost; empty = unknown
    friend bool operator==(const TeamWentOn&, const TeamWentOn&) = default;
};

} // namespace quarterdeck::team
