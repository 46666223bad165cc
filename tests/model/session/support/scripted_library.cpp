#include "scripted_library.h"
#include "tests/support/test_library.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::test {

using namespace session;

ScriptedLibrary::ScriptedLibrary(QObject* context) : m_inner(makeTestLibrary(context)) { }

Error ScriptedLibrary::diskFull() { return {conversation::ErrorCode::DiskFull, "The disk is full.", {}}; }

Error ScriptedLibrary::brokenRead() { return {conversation::ErrorCode::Io, "The library cannot be read.", {}}; }

// The script

void ScriptedLibrary::releaseWrites()
{
    m_areWritesHeld = false;
    releaseWrites(static_cast<int>(m_heldWrites.size()));
}

void ScriptedLibrary::releaseWrites(int count)
{
    for (int i = 0; i < count && !m_heldWrites.empty(); ++i) {
        const Call call = std::move(m_heldWrites.front());
        m_heldWrites.pop_front();
        call();
    }
}

void ScriptedLibrary::releaseReads()
{
    m_areReadsHeld = false;
    for (const Call& call : std::exchange(m_heldReads, {}))
        call();
}

void ScriptedLibrary::releaseRead(std::size_t place)
{
    const auto held = m_heldReads.begin() + static_cast<std::ptrdiff_t>(place);
    const Call call = std::move(*held);
    m_heldReads.erase(held);
    call();
}

void ScriptedLibrary::holdAnswers() { m_heldAnswers = std::make_shared<HeldAnswers>(); }

void ScriptedLibrary::releaseAnswers()
{
    const auto held = std::exchange(m_heldAnswers, nullptr);
    const std::scoped_lock lock(held->mutex);
    for (const Call& answer : held->answers)
        answer();
}

void ScriptedLibrary::write(Call call)
{
    if (m_areWritesHeld)
        m_heldWrites.push_back(std::move(call));
    else
        call();
}

/// A write that changes nothing keeps the refusal in its place among the answers.
void ScriptedLibrary::refuse(Done<Nothing> done)
{
    m_inner->saveDraft({}, {}, [done = std::move(done)](const Result<Nothing>&) { done(tl::unexpected(diskFull())); });
}

void ScriptedLibrary::read(Call call)
{
    if (m_areReadsHeld)
        m_heldReads.push_back(std::move(call));
    else
        call();
}

// Writes

void ScriptedLibrary::createSession(SessionSummary summary, std::vector<LogRecord> records, Done<Nothing> done)
{
    if (m_isCreationRefused)
        write([=, this] { refuse(done); });
    else
        write([=, this] { m_inner->createSession(summary, records, done); });
}

void ScriptedLibrary::append(SessionSummary summary, std::vector<LogRecord> records, Done<Nothing> done)
{
    appends.push_back(records);
    if (m_refusals > 0) {
        --m_refusals;
        write([=, this] { refuse(done); });
        return;
    }
    write([=, this] { m_inner->append(summary, records, done); });
}

void ScriptedLibrary::completeSessions(std::vector<SessionId> sessions, Done<Nothing> done)
{
    write([=, this] { m_inner->completeSessions(sessions, done); });
}

void ScriptedLibrary::saveSnapshot(SessionId session, ConversationState state, Done<Nothing> done)
{
    snapshots.push_back({session, state});
    if (m_snapshotRefusals > 0) {
        --m_snapshotRefusals;
        write([=, this] { refuse(done); });
        return;
    }
    write([=, this] { m_inner->saveSnapshot(session, state, done); });
}

void ScriptedLibrary::putAttachment(std::string bytes, std::string mediaType, std::int32_t width, std::int32_t height,
                                    Done<AttachmentInfo> done)
{
    if (m_attachmentRefusals > 0) {
        --m_attachmentRefusals;
        write([=, this] {
            refuse([done](const Result<Nothing>& refused) { done(tl::make_unexpected(refused.error())); });
        });
        return;
    }
    write([=, this] { m_inner->putAttachment(bytes, mediaType, width, height, done); });
}

void ScriptedLibrary::removeSession(SessionId session, Done<Nothing> done)
{
    write([=, this] { m_inner->removeSession(session, done); });
}

void ScriptedLibrary::setLabels(SessionId session, SessionLabels labels, Done<Nothing> done)
{
    if (m_areLabelsRefused)
        write([=, this] { refuse(done); });
    else
        write([=, this] { m_inner->setLabels(session, labels, done); });
}

void ScriptedLibrary::saveDraft(SessionId session, std::string draft, Done<Nothing> done)
{
    write([=, this] { m_inner->saveDraft(session, draft, done); });
}

// Reads

void ScriptedLibrary::listSessions(Done<std::vector<SessionSummary>> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->listSessions(done); });
}

void ScriptedLibrary::readSizes(Done<std::vector<session::SessionSize>> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->readSizes(done); });
}

void ScriptedLibrary::readRows(RowsRequest request, Done<Rows> done)
{
    rowRequests.push_back(request);
    const auto broken = brokenRows.lower_bound(request.first.value);
    const bool isBroken = broken != brokenRows.end() && *broken < request.first.value + request.count;
    read([=, this, done = answerTo(std::move(done))] {
        if (isBroken)
            done(tl::unexpected(brokenRead()));
        else
            m_inner->readRows(request, done);
    });
}

void ScriptedLibrary::readEvents(SessionId session, EventSeq after, std::int32_t limit, Done<std::vector<Event>> done)
{
    ++eventReads;
    read([=, this, done = answerTo(std::move(done))] { m_inner->readEvents(session, after, limit, done); });
}

void ScriptedLibrary::readState(SessionId session, std::optional<EventSeq> asOf, Done<ConversationState> done)
{
    ++stateReads;
    read([=, this, done = answerTo(std::move(done))] { m_inner->readState(session, asOf, done); });
}

void ScriptedLibrary::openSession(SessionId session, Done<SessionOpening> done)
{
    ++stateReads;
    read([=, this, done = answerTo(std::move(done))] { m_inner->openSession(session, done); });
}

void ScriptedLibrary::seqAt(SessionId session, Timestamp time, Done<EventSeq> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->seqAt(session, time, done); });
}

void ScriptedLibrary::ordinalOf(SessionId session, ChannelKey channel, EventSeq seq, Done<Ordinal> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->ordinalOf(session, channel, seq, done); });
}

void ScriptedLibrary::findRows(FindRequest request, Done<FindResult> done)
{
    findStops.push_back(request.stop);
    read([=, this, done = answerTo(std::move(done))] { m_inner->findRows(request, done); });
}

void ScriptedLibrary::search(SearchRequest request, Done<SearchHits> done)
{
    searchStops.push_back(request.stop);
    read([=, this, done = answerTo(std::move(done))] { m_inner->search(request, done); });
}

void ScriptedLibrary::readTimeline(SessionId session, std::int32_t buckets, Done<Timeline> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->readTimeline(session, buckets, done); });
}

void ScriptedLibrary::readMarks(SessionId session, ChannelKey channel, std::optional<EventSeq> asOf,
                                Done<std::vector<ChannelMark>> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->readMarks(session, channel, asOf, done); });
}

void ScriptedLibrary::nextMark(SessionId session, TimelineMark::Kind kind, EventSeq after, Done<EventSeq> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->nextMark(session, kind, after, done); });
}

void ScriptedLibrary::readAttachment(AttachmentHash hash, Done<std::string> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->readAttachment(hash, done); });
}

void ScriptedLibrary::readAttachmentPart(AttachmentHash hash, std::int64_t first, std::int64_t count,
                                         Done<AttachmentPart> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->readAttachmentPart(hash, first, count, done); });
}

void ScriptedLibrary::attachmentInfo(AttachmentHash hash, Done<AttachmentInfo> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->attachmentInfo(hash, done); });
}

void ScriptedLibrary::readDraft(SessionId session, Done<std::string> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->readDraft(session, done); });
}

void ScriptedLibrary::checkHealth(Done<LibraryHealth> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->checkHealth(done); });
}

void ScriptedLibrary::verifySession(SessionId session, Done<SessionCheck> done)
{
    read([=, this, done = answerTo(std::move(done))] { m_inner->verifySession(session, done); });
}

std::optional<Error> ScriptedLibrary::readOnlyReason() const
{
    if (!m_isReadOnly)
        return std::nullopt;
    return Error{conversation::ErrorCode::ReadOnly, "The library is read-only.", {}};
}

} // namespace quarterdeck::test
