#pragma once

#include "model/conversation/ids.h"
#include "storage/log/event_id.h"
#include "storage/sqlite/connection.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace quarterdeck::storage::sqlite {

class TextIndex;

/// A message that its program sends again and again comes as many small growths, each with a row, an amendment and
/// words of its own, which take many times what they say. When such a message rests they are merged: those at which it
/// had become twice as long stay, each with all since the one before, and so does the last; the others keep their
/// places in the log (`log_reader.h`). What the message says does not change, nor does any other event; a replay
/// shows it grow in fewer steps. A recording that was imported stays as it came. Until then its session is not indexed
/// further, so that the index knows little of the small ones. Every function throws SQLite::Exception. Thread: writer.
class ExtensionCompactor
{
public:
    using Clock = std::chrono::steady_clock;

    ExtensionCompactor(Connection& connection, TextIndex& index) : m_connection(connection), m_index(index) { }

    /// That event's message has grown.
    void note(SessionNumber session, conversation::EventSeq target);
    /// Whether a log ending there should be indexed later. If it never rests, it is released once every few thousand
    /// events, as the index takes the words of each growing message as a whole.
    [[nodiscard]] bool holds(SessionNumber session, conversation::EventSeq lastSeq);
    /// Merges some growths of one message that rests, or has grown very often, in a transaction of its own. False if
    /// there was none.
    bool mergeSlice();
    /// When it is worth asking again.
    [[nodiscard]] std::chrono::milliseconds untilNext() const;

private:
    using Place = std::pair<std::int64_t, std::int64_t>; ///< number of the session, event of the message
    struct Growing
    {
        Clock::time_point last; ///< when it grew
        int growths = 0;        ///< since the last merge
    };

    void readUnmerged();
    [[nodiscard]] std::optional<Place> nextDue() const;
    void release(const Place& place);

    Connection& m_connection;
    TextIndex& m_index;
    std::map<Place, Growing> m_growing;
    std::map<std::int64_t, std::int64_t>
        m_held; ///< by session: the first of them, or where its log ended when released
    bool m_isRead = false;
};

} // namespace quarterdeck::storage::sqlite
