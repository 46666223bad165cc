#pragma once

#include "storage/log/extension_compactor.h"
#include "storage/log/session_tail.h"
#include "storage/log/stored_record.h"
#include "storage/search/text_index.h"
#include "storage/sqlite/connection.h"

#include <map>
#include <vector>

namespace quarterdeck::storage::sqlite {

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
