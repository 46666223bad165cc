#pragma once

#include "model/session/library.h"
#include "storage/job_thread.h"
#include "storage/memory/memory_shelf.h"

#include <QObject>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace quarterdeck::storage::memory {

/// The contract of session::Library without a file: the same threads, order and answers.
class MemoryLibrary final : public session::Library
{
public:
    explicit MemoryLibrary(QObject* completionContext, std::optional<session::Error> readOnlyReason = std::nullopt);

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

    [[nodiscard]] std::optional<session::Error> readOnlyReason() const override { return m_readOnlyReason; }

private:
    /// Both threads reach the sessions only through `locked`.
    class Shared
    {
    public:
        template <typename Work>
        auto locked(Work&& work)
        {
            const std::scoped_lock lock(m_mutex);
            return work(m_shelf);
        }

    private:
        std::mutex m_mutex;
        MemoryShelf m_shelf;
    };
    using Job = std::function<void(Shared&)>;
    /// Does the write and returns its answer, to be given on the completion context's thread.
    using WriteJob = std::function<std::function<void()>(MemoryShelf&)>;

    template <typename T>
    void write(std::function<session::Result<T>(MemoryShelf&)> work, session::Done<T> done);
    template <typename T>
    void read(std::function<session::Result<T>(const MemoryShelf&)> work, session::Done<T> done);
    template <typename T, typename Work>
    void readSession(session::SessionId session, Work work, session::Done<T> done);

    const std::optional<session::Error> m_readOnlyReason;
    std::shared_ptr<Shared> m_shared = std::make_shared<Shared>();
    JobThread<WriteJob> m_writer;
    JobThread<Job> m_reader;
};

} // namespace quarterdeck::storage::memory
