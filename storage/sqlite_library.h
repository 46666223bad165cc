#pragma once

#include "model/session/library.h"
#include "model/session/safe_files.h"
#include "storage/job_thread.h"
#include "storage/log/log_reader.h"
#include "storage/log/summary_row.h"
#include "storage/search/search_effort.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/file_lock.h"
#include "storage/sqlite/sqlite_errors.h"
#include "storage/write_thread.h"

#include <QObject>
#include <QTemporaryDir>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// Owns a read-only connection and its thread. Every answer is read in one transaction, so it reflects one moment, and
/// is given on the reader's thread. Thread: `read` from any; destroying it answers what is queued.
class ReadThread
{
public:
    explicit ReadThread(std::unique_ptr<Connection> connection);

    /// `work` makes the answer; it may throw SQLite::Exception.
    template <typename T>
    void read(std::function<session::Result<T>(Connection&)> work, session::Done<T> done)
    {
        m_thread.push([work = std::move(work), done = std::move(done)](Connection& connection) {
            done(catchSqliteErrors(connection.path(), [&]() -> session::Result<T> {
                // Rolled back at its end: a damaged page ends a read transaction early, and is no reason to lose what
                // was found out.
                const Transaction transaction(connection, Transaction::Kind::Read);
                return work(connection);
            }));
        });
    }

private:
    using Job = std::function<void(Connection&)>;

    JobThread<Job> m_thread;
};

/// What `openLibrary` found and prepared. Without `writer` the library is read-only for `readOnlyReason`.
struct OpenedFile
{
    std::unique_ptr<FileLock> lock;
    std::unique_ptr<FileLock> claim; ///< on the file by whatever name (sqlite/file_lock.h); null = not possible
    std::unique_ptr<Connection> writer;
    std::unique_ptr<Connection> reader;
    std::unique_ptr<Connection> surveyor;
    std::optional<session::Error> readOnlyReason;
    std::optional<session::Error> lostLog = {}; ///< what was written last may be missing
    std::shared_ptr<QTemporaryDir> copy = {};   ///< the folder of what is read instead of the file; null = itself
};

/// The contract of session::Library on one SQLite file, and how that file is doing.
class SqliteLibrary final : public session::Library, public session::LibraryMonitor
{
public:
    SqliteLibrary(OpenedFile file, QObject* completionContext, const SearchEffort& effort = {});

    void createSession(session::SessionSummary summary, std::vector<session::LogRecord> records,
                       session::Done<session::Nothing> done) override;
    void append(session::SessionSummary summary, std::vector<session::LogRecord> records,
                session::Done<session::Nothing> done) override;
    void completeSessions(std::vector<session::SessionId> sessions, session::Done<session::Nothing> done) override;
    void saveSnapshot(session::SessionId session, session::ConversationState state,
                      session::Done<session::Nothing> done) override;
    void putAttachment(std::string bytes, std::string mediaType, std::int32_t width, std::int32_t height,
                       session::Done<session::AttachmentInfo> done) override;
    void removeSession(session::SessionId session, session::Done<session::Nothing> done) override;
    void setLabels(session::SessionId session, session::SessionLabels labels,
                   session::Done<session::Nothing> done) override;
    void saveDraft(session::SessionId session, std::string draft, session::Done<session::Nothing> done) override;

    void listSessions(session::Done<std::vector<session::SessionSummary>> done) override;
    void readSizes(session::Done<std::vector<session::SessionSize>> done) override;
    void readRows(session::RowsRequest request, session::Done<session::Rows> done) override;
    void readEvents(session::SessionId session, session::EventSeq after, std::int32_t limit,
                    session::Done<std::vector<session::Event>> done) override;
    void readState(session::SessionId session, std::optional<session::EventSeq> asOf,
                   session::Done<session::ConversationState> done) override;
    void openSession(session::SessionId session, session::Done<session::SessionOpening> done) override;
    void seqAt(session::SessionId session, session::Timestamp time, session::Done<session::EventSeq> done) override;
    void ordinalOf(session::SessionId session, session::ChannelKey channel, session::EventSeq seq,
                   session::Done<session::Ordinal> done) override;
    void findRows(session::FindRequest request, session::Done<session::FindResult> done) override;
    void search(session::SearchRequest request, session::Done<session::SearchHits> done) override;
    void readTimeline(session::SessionId session, std::int32_t buckets, session::Done<session::Timeline> done) override;
    void readMarks(session::SessionId session, session::ChannelKey channel, std::optional<session::EventSeq> asOf,
                   session::Done<std::vector<session::ChannelMark>> done) override;
    void nextMark(session::SessionId session, session::TimelineMark::Kind kind, session::EventSeq after,
                  session::Done<session::EventSeq> done) override;
    void readAttachment(session::AttachmentHash hash, session::Done<std::string> done) override;
    void readAttachmentPart(session::AttachmentHash hash, std::int64_t first, std::int64_t count,
                            session::Done<session::AttachmentPart> done) override;
    void attachmentInfo(session::AttachmentHash hash, session::Done<session::AttachmentInfo> done) override;
    void readDraft(session::SessionId session, session::Done<std::string> done) override;
    void checkHealth(session::Done<session::LibraryHealth> done) override;
    void verifySession(session::SessionId session, session::Done<session::SessionCheck> done) override;
    void watchWriting(std::function<void(std::optional<session::Error>)> changed) override;

    [[nodiscard]] std::optional<session::Error> readOnlyReason() const override { return m_readOnlyReason; }

    [[nodiscard]] bool isReadFromCopy() const { return m_copy != nullptr; }
    [[nodiscard]] const std::optional<session::Error>& lostLog() const { return m_lostLog; }

    /// The way for writes; null if nothing can be written.
    [[nodiscard]] WritePreparer* preparation() const { return m_preparation.get(); }

    void readLibraryStatus(session::Done<session::LibraryStatus> done) override;
    [[nodiscard]] std::optional<session::Error> writingTrouble() const override;
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> waitingSince() const override;
    void callWhenWaiting(std::function<void()> call) override;
    [[nodiscard]] std::string path() const override { return m_path; }

private:
    using Outcome = session::Result<session::Nothing>;

    void write(std::vector<session::SessionId> sessions, WriteJob job, WritePreparer::MakeReady makeReady = {});
    void writeRecords(session::SessionSummary summary, std::vector<session::LogRecord> records,
                      Outcome (LogWriter::*how)(const session::SessionSummary&, const std::vector<StoredRecord>&),
                      session::Done<session::Nothing> done);

    /// Writes that have not been started.
    [[nodiscard]] std::int64_t waiting() const;
    [[nodiscard]] std::int64_t waitedMs() const;
    /// Hands states to the writer, if there is one.
    [[nodiscard]] KeepState keepStates(const session::SessionId& session) const;
    /// Tells the writer, if there is one, that a reader found the index damaged.
    [[nodiscard]] std::function<void()> doubtIndex() const;

    std::optional<session::Error> m_readOnlyReason;
    std::string m_path;
    session::OpenFileMarker m_held; ///< until no connection has it any more
    QObject* m_completionContext;
    std::optional<session::Error> m_lostLog;
    std::shared_ptr<QTemporaryDir> m_copy; ///< removed when nothing reads it any more
    SearchEffort m_effort;
    // In this order: the lock outlives the connections, and the write connection closes after the readers', so that it
    // moves the log into the file.
    std::unique_ptr<FileLock> m_lock;
    std::unique_ptr<FileLock> m_claim;
    std::shared_ptr<WriteThread> m_writer;
    std::unique_ptr<WritePreparer> m_preparation; ///< null without a writer
    std::unique_ptr<ReadThread> m_reader;
    std::shared_ptr<RecordingCache> m_recordings = std::make_shared<RecordingCache>(); ///< only its thread uses it
    /// For what grows with a session's length: whoever waits for a window of rows must not wait for that.
    std::unique_ptr<ReadThread> m_surveyor;
};

} // namespace quarterdeck::storage::sqlite
