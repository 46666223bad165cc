#pragma once

#include "storage/log/event_id.h"
#include "storage/log/stored_record.h"
#include "storage/sqlite/connection.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace quarterdeck::storage::sqlite {

/// Where a session's log and channels end: what the next record must continue.
struct SessionTail
{
    struct Channel
    {
        std::int64_t number = 0; ///< its id in the table; 0 = none yet
        std::int64_t rows = 0;
    };
    SessionNumber number;
    session::EventSeq lastSeq;
    bool isComplete = true; ///< nobody reads incomplete ones
    session::Timestamp latestTime{INT64_MIN};
    std::unordered_map<session::ChannelKey, Channel> channels;
};

/// Why the records cannot follow the tail; empty if they can. Changes nothing.
[[nodiscard]] std::string gapBetween(const SessionTail& tail, const std::vector<StoredRecord>& records);

/// The tails of recently written sessions. Whatever it learnt in a transaction that was rolled back must be forgotten.
class SessionTails
{
public:
    explicit SessionTails(Connection& connection) : m_connection(connection) { }

    /// Null if there is no such session. Valid until the next call. Throws.
    [[nodiscard]] SessionTail* find(const session::SessionId& session);
    /// `find` would not ask the tables.
    [[nodiscard]] bool isKnown(const session::SessionId& session) const { return m_tails.contains(session); }
    void forget(const session::SessionId& session) { m_tails.erase(session); }
    void forgetAll() { m_tails.clear(); }

private:
    [[nodiscard]] std::optional<SessionTail> read(const session::SessionId& session);

    Connection& m_connection;
    std::unordered_map<session::SessionId, SessionTail> m_tails;
};

} // namespace quarterdeck::storage::sqlite
