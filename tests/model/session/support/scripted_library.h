#pragma once

#include "model/session/library.h"

#include <QObject>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

namespace quarterdeck::test {

/// A library for which a test can hold writes and the answers to reads, refuse appends, and count requests.
/// Writes are answered in the order of the calls, including refused ones. Thread: the context's, for all calls.
class ScriptedLibrary final : public session::Library
{
public:
    explicit ScriptedLibrary(QObject* context);

    void holdWrites() { m_areWritesHeld = true; }
    void releaseWrites();
    /// The next held writes, this many.
    void releaseWrites(int count);
    void refuseAppends(int count) { m_refusals = count; }
    /// Notifies the watcher; nothing: storing works again.
    void tellWriting(const std::optional<session::Error>& trouble) { m_writingChanged(trouble); }
    void refuseAttachments(int count) { m_attachmentRefusals = count; }
    void refuseSnapshots(int count) { m_snapshotRefusals = count; }
    void refuseCreation(bool on) { m_isCreationRefused = on; }
    void refuseLabels(bool on) { m_areLabelsRefused = on; }
    void setReadOnly(bool on) { m_isReadOnly = on; }
    void holdReads() { m_areReadsHeld = true; }
    void releaseReads();
    /// The held read at this place only; those before it stay.
    void releaseRead(std::size_t place);
    /// Reads are made, but what they found comes later.
    void holdAnswers();
    void releaseAnswers();
    void failReads(bool on) { m_doReadsFail = on; }
    [[nodiscard]] bool areWritesHeld() const { return m_areWritesHeld; }
    [[nodiscard]] std::size_t heldReads() const { return m_heldReads.size(); }
    [[nodiscard]] std::size_t heldWrites() const { return m_heldWrites.size(); }

    /// The real one behind it, which holds nothing.
    [[nodiscard]] session::Library& inner() { return *m_inner; }

    struct Snapshot
    {
        session::SessionId session;
        session::ConversationState state;
    };
    std::vector<Snapshot> snapshots;                      ///< saved
    std::vector<std::vector<session::LogRecord>> appends; ///< asked for, refused ones too
    int stateReads = 0;
    int eventReads = 0;
    std::vector<std::stop_token> searchStops; ///< of the searches that were asked for
    std::vector<std::stop_token> findStops;   ///< and in one session
    std::set<std::int64_t> brokenRows;        ///< ordinals, in any channel: a reading of one fails
    std::vector<session::RowsRequest> rowRequests;

    static session::Error diskFull();
    static session::Error brokenRead();

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
    [[nodiscard]] std::optional<session::Error> readOnlyReason() const override;
    void watchWriting(std::function<void(std::optional<session::Error>)> changed) override
    {
        m_writingChanged = std::move(changed);
    }

private:
    using Call = std::function<void()>;

    void write(Call call);
    void refuse(session::Done<session::Nothing> done);
    void read(Call call);
    /// `done`, or the failure that the test ordered, when the test lets it.
    template <typename T>
    session::Done<T> answerTo(session::Done<T> done) const
    {
        return [done = std::move(done), fails = m_doReadsFail, held = m_heldAnswers](session::Result<T> result) {
            if (fails)
                result = tl::unexpected(brokenRead());
            if (held == nullptr) {
                done(std::move(result));
                return;
            }
            const std::scoped_lock lock(held->mutex);
            held->answers.push_back([done, result = std::move(result)] { done(result); });
        };
    }

    struct HeldAnswers
    {
        std::mutex mutex; ///< they come on the reader's thread
        std::vector<Call> answers;
    };

    std::shared_ptr<HeldAnswers> m_heldAnswers; ///< null = not held
    std::shared_ptr<session::Library> m_inner;
    std::function<void(std::optional<session::Error>)> m_writingChanged;
    std::deque<Call> m_heldWrites;
    std::deque<Call> m_heldReads;
    bool m_areWritesHeld = false;
    bool m_areReadsHeld = false;
    bool m_doReadsFail = false;
    bool m_isReadOnly = false;
    bool m_isCreationRefused = false;
    bool m_areLabelsRefused = false;
    int m_refusals = 0;
    int m_attachmentRefusals = 0;
    int m_snapshotRefusals = 0;
};

} // namespace quarterdeck::test
