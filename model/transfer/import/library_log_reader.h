#pragma once

#include "model/session/library.h"
#include "model/transfer/import/agent_names.h"
#include "model/transfer/import/message_sequences.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <variant>
#include <vector>

namespace quarterdeck::transfer {

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
};

} // namespace quarterdeck::transfer
