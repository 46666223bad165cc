#pragma once

#include "model/conversation/intent.h"
#include "model/conversation/message.h"
#include "model/conversation/role.h"
#include "model/session/library.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace quarterdeck::transfer {

/// The usage of a message that comes in in parts, because its file grew in the middle of it: each part carries what was
/// not counted with earlier parts.

void addPart(std::optional<conversation::Usage>& counted, const std::optional<conversation::Usage>& part);
void subtract(std::optional<conversation::Usage>& usage, const std::optional<conversation::Usage>& counted);
/// Nothing beyond rounding errors in sums of costs.
[[nodiscard]] bool isNothing(const std::optional<conversation::Usage>& usage);

/// A recording may be written by several agents at once, each in a growing file of its own: a main agent and its
/// sub-agents. What one of them says has an order; between two, the order may differ when the same is read later.

/// Identifies one of them, or what is heard while they work; most recordings have just one. Two may share a lane, which
/// matters only if they grow at the same time.
using MessageSequence = std::uint16_t;
[[nodiscard]] MessageSequence laneOf(const conversation::Message& message);

/// The unit in which what is read is compared with what is stored: a block of a message, its structured content, or the
/// whole message if it has neither. So a message imported before its last blocks were written, which then grew by them,
/// equals the whole one; likewise if another message completes it, as in earlier versions.
struct ComparisonUnit
{
    const conversation::Message* message = nullptr;
    std::size_t index = 0;
};
[[nodiscard]] std::size_t piecesOf(const conversation::Message& message);

/// A message stored by an import, as it is now.
struct StoredMessage
{
    session::EventSeq seq; ///< of its event; 0 = none
    std::int64_t blocks = 0;
};

/// What is stored of one lane.
struct StoredSequence
{
    std::int64_t pieces = 0;                        ///< its messages; in a log of our own, events
    std::optional<conversation::Usage> lastUsage{}; ///< the usage counted with the last one, by all of its parts
    StoredMessage open{};                           ///< the last one, which may grow
};
using MessageSequences = std::map<MessageSequence, StoredSequence>;

/// A coding agent's sub-agents have no names: the reader of its transcript makes them up, earlier versions made others,
/// and a file that is found late changes their numbers. So one that the library has is recognised by what it says, and
/// keeps its name there.
class AgentNames
{
public:
    /// Whether a message is about such a sub-agent's work. By the message's metadata.
    [[nodiscard]] static bool isOfOne(const conversation::Message& read);
    /// What was read, named as in the library if both may belong to the same sub-agent, and neither to another. Only
    /// who speaks to whom; empty if they cannot be the same.
    [[nodiscard]] std::optional<conversation::Message> headAs(const conversation::Message& stored,
                                                              const conversation::Message& read) const;
    /// These two belong to the same one.
    void note(const conversation::Message& stored, const conversation::Message& read);

    /// What follows, named as in the library. One that is missing there gets an unused name.
    void rename(conversation::RecordMessage& record);
    void rename(conversation::Role& role);

private:
    [[nodiscard]] std::string nameFor(const std::string& read);

    std::map<std::string, std::string> m_stored; ///< by the name that was read
    std::set<std::string> m_taken;               ///< the stored ones
};

/// Whether somebody says what the member is for, as MetaGPT's saved teams do.
[[nodiscard]] inline bool isDescribed(const conversation::Role& role)
{
    return !role.goal.empty() || !role.constraints.empty() || !role.classPath.empty();
}

/// Reads a log of the library from its first event, page by page: event by event, or the messages of each lane. Waits
/// for the library, so only on a worker's thread. What cannot be read counts as ended.
class LibraryLogReader
{
public:
    LibraryLogReader(session::Library& library, session::SessionId session);

    /// The event reached by `toNextEvent`; null at the end. Not to be used once a message was asked for.
    [[nodiscard]] const session::Event* event();
    void toNextEvent() { ++m_at; }

    /// Whether it says what any of its first members is for. Passes them; only at the log's beginning.
    [[nodiscard]] bool describesMembers();

    /// The ids of records that the file has, but not as part of what was said: messages made of them are passed over.
    void setTakenBack(const std::unordered_set<std::string>& records) { m_takenBack = &records; }
    /// Passes over what follows where the file ends, as far as the file takes it back.
    void passOverRest();
    /// The messages that were passed over for that, and nobody said so yet.
    [[nodiscard]] std::vector<session::EventSeq> takenBack() const;

    /// Whether the lane's next piece of a recorded message equals this one. Ids, times, metadata and usage are ignored:
    /// many sources have none, and they are then made up anew. For a message stored in part, recipients are ignored as
    /// well, since they may depend on what followed.
    [[nodiscard]] bool isNext(MessageSequence lane, const ComparisonUnit& piece);
    void toNextPiece(MessageSequence lane);
    /// The next pieces belong to another message of the file, which may be stored in several parts.
    void beginMessage(MessageSequence lane) { m_lanes[lane].lastUsage.reset(); }
    /// No further message of the lane follows.
    [[nodiscard]] bool hasEnded(MessageSequence lane) { return next(lane) == nullptr && !hasTooMuch(); }
    /// No further message follows.
    [[nodiscard]] bool hasEnded();

    /// Which of the names made up by readers correspond, judged by what was equal.
    [[nodiscard]] const AgentNames& agents() const { return m_agents; }
    /// What was passed of each lane.
    [[nodiscard]] const MessageSequences& lanes();
    /// Of the last recorded message that was passed.
    [[nodiscard]] session::Timestamp lastTime() const { return m_lastTime; }
    /// Usage that belongs to no message, in total, as far as the log was read.
    [[nodiscard]] const std::optional<conversation::Usage>& wholeUsage() const { return m_wholeUsage; }

private:
    /// A message, or one of its growths.
    struct Part
    {
        conversation::Message message;
        StoredMessage stored; ///< what the message came with
        std::size_t weight = 0;
    };
    /// What the log has of a lane and was not passed yet; usage reported later for a message follows it.
    struct Waiting
    {
        std::deque<std::variant<Part, conversation::Usage>> entries;
        std::size_t piece = 0; ///< in the first one
    };
    /// The last message of a lane, as far as the log was read.
    struct Newest
    {
        StoredMessage stored;
        conversation::Message head; ///< without its words
    };

    [[nodiscard]] bool load();
    [[nodiscard]] bool hasTooMuch() const;
    [[nodiscard]] bool takeOne(MessageSequence wanted);
    void put(conversation::Message message, session::EventSeq seq, MessageSequence wanted);
    void put(const conversation::MessageExtended& growth, session::Timestamp at, MessageSequence wanted);
    void put(const conversation::UsageRecorded& told);
    void settle(MessageSequence lane, Waiting& waiting);
    [[nodiscard]] const Part* next(MessageSequence lane);
    [[nodiscard]] bool isEqual(MessageSequence lane, const Part& part, const ComparisonUnit& piece);
    [[nodiscard]] bool passOver(MessageSequence lane, const Part& part);
    void removeNext(MessageSequence lane);

    session::Library& m_library;
    session::SessionId m_session;
    std::vector<session::Event> m_events;
    std::size_t m_at = 0; ///< in m_events
    session::EventSeq m_loaded;
    bool m_hasAll = false;
    std::map<MessageSequence, Waiting> m_waiting;
    std::size_t m_weight = 0; ///< of what waits while another lane is wanted
    std::map<MessageSequence, Newest> m_newest;
    std::unordered_map<std::int64_t, MessageSequence> m_laneOf; ///< the newest messages' places -> theirs
    MessageSequences m_lanes;
    AgentNames m_agents;
    session::Timestamp m_lastTime;
    std::optional<conversation::Usage> m_wholeUsage;
    bool m_isGeminiCli = false;
    std::set<std::string> m_answered;                ///< calls, in a session of Gemini CLI
    std::unordered_set<std::string> m_passedRecords; ///< of their file, by ids of its own
    const std::unordered_set<std::string>* m_takenBack = nullptr;
    std::set<session::EventSeq> m_passedOver; ///< of these
    std::set<session::EventSeq> m_annotated;
};

} // namespace quarterdeck::transfer
