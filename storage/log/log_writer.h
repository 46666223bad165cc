#pragma once

#include "storage/log/event_id.h"
#include "storage/log/extension_compactor.h"
#include "storage/log/stored_record.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/connection.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

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

/// Writes sessions' logs: the list's row, events, channel rows, amendments, marks, references; notes what to index.
/// Every function runs inside the caller's transaction, refuses before it writes anything, and throws
/// SQLite::Exception. A session's row is written once per transaction, by `finish`, however many appends that holds.
/// Thread: writer.
class LogWriter
{
public:
    using Outcome = session::Result<session::Nothing>;

    /// `growths`: merges them; null = nobody does here.
    LogWriter(Connection& connection, TextIndex& index, ExtensionCompactor* growths = nullptr)
        : m_connection(connection)
        , m_index(index)
        , m_growths(growths)
        , m_tails(connection)
    { }

    [[nodiscard]] Outcome create(const session::SessionSummary& summary, const std::vector<StoredRecord>& records);
    [[nodiscard]] Outcome append(const session::SessionSummary& summary, const std::vector<StoredRecord>& records);
    /// All of them or none.
    [[nodiscard]] Outcome complete(const std::vector<session::SessionId>& sessions);
    /// Hides it (`SessionRemover`). A complete one must be archived by then.
    [[nodiscard]] Outcome remove(const session::SessionId& session);
    [[nodiscard]] Outcome saveSnapshot(const session::SessionId& session, const session::ConversationState& state);
    [[nodiscard]] Outcome setLabels(const session::SessionId& session, const session::SessionLabels& labels);
    [[nodiscard]] Outcome saveDraft(const session::SessionId& session, const std::string& draft);
    /// Call it before the transaction is committed.
    void finish();
    /// The transaction was rolled back: what is there must be read again.
    void forgetAll()
    {
        m_rows.clear();
        m_tails.forgetAll();
        m_index.forgetAll();
    }

private:
    /// What the list's row and the sizes will say after this transaction.
    struct PendingRow
    {
        session::SessionSummary summary;
        session::EventSeq lastSeq;
        std::int64_t newBytes = 0; ///< of payloads
    };

    [[nodiscard]] SessionTail* tailOf(const session::SessionId& session);
    void noteRow(const SessionTail& tail, const session::SessionSummary& summary,
                 const std::vector<StoredRecord>& records);
    void noteEnd(const SessionTail& tail, const std::vector<StoredRecord>& records);
    void addSize(SessionNumber session, std::int64_t bytes);
    void writeRecords(SessionTail& tail, const std::vector<StoredRecord>& records);
    void writeEvents(SessionTail& tail, const std::vector<StoredRecord>& records);
    void writePlain(SessionTail& tail, const StoredRecord& record);
    static void bindEvent(SessionTail& tail, const StoredRecord& record, Query& row);
    void writeRows(SessionTail& tail, const std::vector<StoredRecord>& records);
    void writeFacts(const SessionTail& tail, const StoredRecord& record);
    void thinSnapshots(SessionNumber session, session::EventSeq newest);
    std::int64_t channelNumber(const SessionTail& tail, const session::ChannelKey& key);

    Connection& m_connection;
    TextIndex& m_index;
    ExtensionCompactor* m_growths;
    SessionTails m_tails;
    std::map<std::int64_t, PendingRow> m_rows; ///< by the session's number
};

} // namespace quarterdeck::storage::sqlite
