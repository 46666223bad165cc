#pragma once

#include "model/session/library.h"

#include <QThreadPool>
#include <atomic>
#include <functional>
#include <map>
#include <mutex>

namespace quarterdeck::test {

/// A library of one session whose rows are made when they are asked for, answered from a thread of its own as the real
/// one does. Every channel has the same rows; only what a transcript reads is there.
class FakeLibrary final : public session::Library
{
public:
    using MakeRow = std::function<session::Row(std::int64_t ordinal)>;

    FakeLibrary(std::int64_t total, MakeRow makeRow);
    ~FakeLibrary() override;

    void setTotal(std::int64_t total) { m_total = total; }
    /// Later reads of this row have it too.
    void amend(conversation::Ordinal ordinal, conversation::Event amendment);
    void setAttachment(const conversation::AttachmentHash& hash, std::string bytes);
    /// From here on no row can be read, until reading is mended.
    void failReads(session::Error error);
    /// The same for those that this row is among.
    void failReadsOf(std::int64_t ordinal, session::Error error);
    void mendReads();
    enum class Reads { Rows, Attachments };
    /// Reads of this kind are not answered until they are released.
    void hold(Reads what);
    void release();
    [[nodiscard]] bool hasHeldReads();
    [[nodiscard]] int attachmentReads() const { return m_attachmentReads; }
    [[nodiscard]] std::size_t mostAttachmentBytesAtOnce() const { return m_mostAttachmentBytesAtOnce; }
    [[nodiscard]] int rowReads() const { return m_rowReads; }
    /// Somebody wanted this row, in vain or not.
    [[nodiscard]] bool wasAsked(std::int64_t ordinal);
    [[nodiscard]] int mostRowsAtOnce() const { return m_mostRowsAtOnce; }
    /// Nothing more is on its way.
    void waitForReads() { m_reader.waitForDone(); }

    void readRows(session::RowsRequest request, session::Done<session::Rows> done) override;
    void ordinalOf(session::SessionId session, session::ChannelKey channel, session::EventSeq seq,
                   session::Done<session::Ordinal> done) override;
    void readAttachment(session::AttachmentHash hash, session::Done<std::string> done) override;
    void readAttachmentPart(session::AttachmentHash hash, std::int64_t first, std::int64_t count,
                            session::Done<session::AttachmentPart> done) override;

    void createSession(session::SessionSummary, std::vector<session::LogRecord>,
                       session::Done<session::Nothing>) override
    { }
    void append(session::SessionSummary, std::vector<session::LogRecord>, session::Done<session::Nothing>) override { }
    void completeSessions(std::vector<session::SessionId>, session::Done<session::Nothing>) override { }
    void saveSnapshot(session::SessionId, session::ConversationState, session::Done<session::Nothing>) override { }
    void putAttachment(std::string, std::string, std::int32_t, std::int32_t,
                       session::Done<session::AttachmentInfo>) override
    { }
    void removeSession(session::SessionId, session::Done<session::Nothing>) override { }
    void setLabels(session::SessionId, session::SessionLabels, session::Done<session::Nothing>) override { }
    void saveDraft(session::SessionId, std::string, session::Done<session::Nothing>) override { }
    void listSessions(session::Done<std::vector<session::SessionSummary>>) override { }
    void readSizes(session::Done<std::vector<session::SessionSize>>) override { }
    void readEvents(session::SessionId, session::EventSeq, std::int32_t,
                    session::Done<std::vector<session::Event>>) override
    { }
    void readState(session::SessionId, std::optional<session::EventSeq>,
                   session::Done<session::ConversationState>) override
    { }
    void openSession(session::SessionId, session::Done<session::SessionOpening>) override { }
    void seqAt(session::SessionId, session::Timestamp, session::Done<session::EventSeq>) override { }
    void findRows(session::FindRequest, session::Done<session::FindResult>) override { }
    void search(session::SearchRequest, session::Done<session::SearchHits>) override { }
    void readTimeline(session::SessionId, std::int32_t, session::Done<session::Timeline> done) override;
    void readMarks(session::SessionId, session::ChannelKey, std::optional<session::EventSeq>,
                   session::Done<std::vector<session::ChannelMark>> done) override;
    void nextMark(session::SessionId, session::TimelineMark::Kind, session::EventSeq,
                  session::Done<session::EventSeq>) override
    { }
    void attachmentInfo(session::AttachmentHash, session::Done<session::AttachmentInfo>) override { }
    void readDraft(session::SessionId, session::Done<std::string>) override { }
    void checkHealth(session::Done<session::LibraryHealth>) override { }
    void verifySession(session::SessionId, session::Done<session::SessionCheck>) override { }
    [[nodiscard]] std::optional<session::Error> readOnlyReason() const override
    {
        return session::Error{conversation::ErrorCode::ReadOnly, "Nothing is written in a test of the transcript.", {}};
    }

private:
    [[nodiscard]] std::optional<session::Error> rowFailure(const session::RowsRequest& request);
    [[nodiscard]] session::Rows rowsOf(const session::RowsRequest& request);

    void start(Reads what, std::function<void()> read);
    void noteAttachmentBytes(std::size_t count);
    [[nodiscard]] session::Result<std::string> attachment(const session::AttachmentHash& hash);

    std::atomic<std::int64_t> m_total;
    MakeRow m_makeRow;
    std::mutex m_mutex; ///< guards what follows, up to the attachments
    std::optional<session::Error> m_failure;
    std::optional<std::int64_t> m_unreadable; ///< the one row that fails; none = all
    std::vector<session::RowsRequest> m_asked;
    std::map<std::int64_t, std::vector<conversation::Event>> m_amendments;
    std::optional<Reads> m_heldKind;
    std::vector<std::function<void()>> m_held;
    std::map<conversation::AttachmentHash, std::string> m_attachments;
    std::atomic<int> m_mostRowsAtOnce = 0;
    std::atomic<int> m_rowReads = 0;
    std::atomic<int> m_attachmentReads = 0;
    std::atomic<std::size_t> m_mostAttachmentBytesAtOnce = 0;
    QThreadPool m_reader; ///< last: joins before the rest goes
};

/// A message of a member, or of the person when `from` is empty. Its seq is its ordinal + 1.
[[nodiscard]] session::Row messageRow(std::int64_t ordinal, const char* from, std::string text);

} // namespace quarterdeck::test
