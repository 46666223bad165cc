#include "model/session/post.h"
#include "storage/open_library.h"

#include <utility>

namespace quarterdeck::storage {

namespace {

using session::AttachmentHash;
using session::AttachmentInfo;
using session::AttachmentPart;
using session::ChannelKey;
using session::ChannelMark;
using session::ConversationState;
using session::Done;
using session::Error;
using session::Event;
using session::EventSeq;
using session::FindRequest;
using session::FindResult;
using session::Library;
using session::LibraryHealth;
using session::LogRecord;
using session::Nothing;
using session::Ordinal;
using session::Result;
using session::Rows;
using session::RowsRequest;
using session::SearchHits;
using session::SearchRequest;
using session::SessionCheck;
using session::SessionId;
using session::SessionLabels;
using session::SessionOpening;
using session::SessionSize;
using session::SessionSummary;
using session::Timeline;
using session::TimelineMark;
using session::Timestamp;

// NOLINTBEGIN(performance-unnecessary-value-param): as the interface has them
class UnavailableLibrary final : public Library
{
public:
    UnavailableLibrary(QObject* context, Error reason) : m_context(context), m_reason(std::move(reason)) { }

    void createSession(SessionSummary, std::vector<LogRecord>, Done<Nothing> done) override { refuse(std::move(done)); }
    void append(SessionSummary, std::vector<LogRecord>, Done<Nothing> done) override { refuse(std::move(done)); }
    void completeSessions(std::vector<SessionId>, Done<Nothing> done) override { refuse(std::move(done)); }
    void saveSnapshot(SessionId, ConversationState, Done<Nothing> done) override { refuse(std::move(done)); }
    void putAttachment(std::string, std::string, std::int32_t, std::int32_t, Done<AttachmentInfo> done) override
    {
        refuse(std::move(done));
    }
    void removeSession(SessionId, Done<Nothing> done) override { refuse(std::move(done)); }
    void setLabels(SessionId, SessionLabels, Done<Nothing> done) override { refuse(std::move(done)); }
    void saveDraft(SessionId, std::string, Done<Nothing> done) override { refuse(std::move(done)); }
    void listSessions(Done<std::vector<SessionSummary>> done) override
    {
        answer<std::vector<SessionSummary>>(std::move(done), {});
    }
    void readSizes(Done<std::vector<SessionSize>> done) override
    {
        answer<std::vector<SessionSize>>(std::move(done), {});
    }
    void readRows(RowsRequest, Done<Rows> done) override { refuse(std::move(done)); }
    void readEvents(SessionId, EventSeq, std::int32_t, Done<std::vector<Event>> done) override
    {
        refuse(std::move(done));
    }
    void readState(SessionId, std::optional<EventSeq>, Done<ConversationState> done) override
    {
        refuse(std::move(done));
    }
    void openSession(SessionId, Done<SessionOpening> done) override { refuse(std::move(done)); }
    void seqAt(SessionId, Timestamp, Done<EventSeq> done) override { refuse(std::move(done)); }
    void ordinalOf(SessionId, ChannelKey, EventSeq, Done<Ordinal> done) override { refuse(std::move(done)); }
    void findRows(FindRequest, Done<FindResult> done) override { refuse(std::move(done)); }
    void search(SearchRequest, Done<SearchHits> done) override { refuse(std::move(done)); }
    void readTimeline(SessionId, std::int32_t, Done<Timeline> done) override { refuse(std::move(done)); }
    void readMarks(SessionId, ChannelKey, std::optional<EventSeq>, Done<std::vector<ChannelMark>> done) override
    {
        refuse(std::move(done));
    }
    void nextMark(SessionId, TimelineMark::Kind, EventSeq, Done<EventSeq> done) override { refuse(std::move(done)); }
    void readAttachment(AttachmentHash, Done<std::string> done) override { refuse(std::move(done)); }
    void readAttachmentPart(AttachmentHash, std::int64_t, std::int64_t, Done<AttachmentPart> done) override
    {
        refuse(std::move(done));
    }
    void attachmentInfo(AttachmentHash, Done<AttachmentInfo> done) override { refuse(std::move(done)); }
    void readDraft(SessionId, Done<std::string> done) override { refuse(std::move(done)); }
    void checkHealth(Done<LibraryHealth> done) override { refuse(std::move(done)); }
    void verifySession(SessionId, Done<SessionCheck> done) override { refuse(std::move(done)); }
    [[nodiscard]] std::optional<Error> readOnlyReason() const override { return m_reason; }

private:
    template <typename T>
    void answer(Done<T> done, Result<T> result) const
    {
        session::post(m_context, [done = std::move(done), result = std::move(result)] { done(result); });
    }
    template <typename T>
    void refuse(Done<T> done) const
    {
        answer<T>(std::move(done), tl::unexpected(m_reason));
    }

    QObject* m_context;
    Error m_reason;
};
// NOLINTEND(performance-unnecessary-value-param)

} // namespace

std::shared_ptr<Library> makeUnavailableLibrary(QObject* completionContext, Error reason)
{
    return std::make_shared<UnavailableLibrary>(completionContext, std::move(reason));
}

} // namespace quarterdeck::storage
