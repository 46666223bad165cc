#include "storage/memory/memory_library.h"

#include "model/session/post.h"
#include "storage/storage_errors.h"

#include <utility>

namespace quarterdeck::storage::memory {

using namespace session;

MemoryLibrary::MemoryLibrary(QObject* completionContext, std::optional<Error> readOnlyReason)
    : m_readOnlyReason(std::move(readOnlyReason))
    , m_writer([shared = m_shared, completionContext](JobThread<WriteJob>::Jobs jobs) {
        std::vector<std::function<void()>> answers;
        answers.reserve(jobs.size());
        shared->locked([&](MemoryShelf& shelf) {
            for (const WriteJob& job : jobs)
                answers.push_back(job(shelf));
        });
        post(completionContext, [answers = std::move(answers)] {
            for (const std::function<void()>& answer : answers)
                answer();
        });
    })
    , m_reader([shared = m_shared](JobThread<Job>::Jobs jobs) {
        for (Job& job : jobs)
            std::exchange(job, {})(*shared);
    })
{ }

template <typename T>
void MemoryLibrary::write(std::function<Result<T>(MemoryShelf&)> work, Done<T> done)
{
    if (m_readOnlyReason)
        work = [reason = *m_readOnlyReason](MemoryShelf&) -> Result<T> { return tl::unexpected(reason); };
    m_writer.push([work = std::move(work), done = std::move(done)](MemoryShelf& shelf) -> std::function<void()> {
        return [done, result = work(shelf)] { done(result); };
    });
}

template <typename T>
void MemoryLibrary::read(std::function<Result<T>(const MemoryShelf&)> work, Done<T> done)
{
    m_reader.push([work = std::move(work), done = std::move(done)](Shared& shared) {
        done(shared.locked([&](const MemoryShelf& shelf) { return work(shelf); }));
    });
}

template <typename T, typename Work>
void MemoryLibrary::readSession(SessionId session, Work work, Done<T> done)
{
    read<T>(
        [session = std::move(session), work = std::move(work)](const MemoryShelf& shelf) -> Result<T> {
            const Result<const MemorySession*> found = shelf.find(session);
            if (!found)
                return tl::unexpected(found.error());
            return work(**found);
        },
        std::move(done));
}

// Writes

void MemoryLibrary::createSession(SessionSummary summary, std::vector<LogRecord> records, Done<Nothing> done)
{
    write<Nothing>([summary = std::move(summary),
                    records = std::move(records)](MemoryShelf& shelf) { return shelf.create(summary, records); },
                   std::move(done));
}

void MemoryLibrary::append(SessionSummary summary, std::vector<LogRecord> records, Done<Nothing> done)
{
    write<Nothing>([summary = std::move(summary),
                    records = std::move(records)](MemoryShelf& shelf) { return shelf.append(summary, records); },
                   std::move(done));
}

void MemoryLibrary::completeSessions(std::vector<SessionId> sessions, Done<Nothing> done)
{
    write<Nothing>([sessions = std::move(sessions)](MemoryShelf& shelf) { return shelf.complete(sessions); },
                   std::move(done));
}

void MemoryLibrary::saveSnapshot(SessionId session, ConversationState state, Done<Nothing> done)
{
    write<Nothing>([session = std::move(session),
                    state = std::move(state)](MemoryShelf& shelf) { return shelf.saveSnapshot(session, state); },
                   std::move(done));
}

void MemoryLibrary::putAttachment(std::string bytes, std::string mediaType, std::int32_t width, std::int32_t height,
                                  Done<AttachmentInfo> done)
{
    write<AttachmentInfo>([bytes = std::move(bytes), mediaType = std::move(mediaType), width,
                           height](MemoryShelf& shelf) { return shelf.put(bytes, mediaType, width, height); },
                          std::move(done));
}

void MemoryLibrary::removeSession(SessionId session, Done<Nothing> done)
{
    write<Nothing>([session = std::move(session)](MemoryShelf& shelf) { return shelf.remove(session); },
                   std::move(done));
}

void MemoryLibrary::setLabels(SessionId session, SessionLabels labels, Done<Nothing> done)
{
    write<Nothing>([session = std::move(session),
                    labels = std::move(labels)](MemoryShelf& shelf) { return shelf.setLabels(session, labels); },
                   std::move(done));
}

void MemoryLibrary::saveDraft(SessionId session, std::string draft, Done<Nothing> done)
{
    write<Nothing>([session = std::move(session),
                    draft = std::move(draft)](MemoryShelf& shelf) { return shelf.saveDraft(session, draft); },
                   std::move(done));
}

// Reads

void MemoryLibrary::listSessions(Done<std::vector<SessionSummary>> done)
{
    read<std::vector<SessionSummary>>([](const MemoryShelf& shelf) { return shelf.summaries(); }, std::move(done));
}

void MemoryLibrary::readSizes(Done<std::vector<SessionSize>> done)
{
    read<std::vector<SessionSize>>([](const MemoryShelf& shelf) { return shelf.sizes(); }, std::move(done));
}

void MemoryLibrary::readRows(RowsRequest request, Done<Rows> done)
{
    const SessionId session = request.session;
    readSession<Rows>(
        session, [request = std::move(request)](const MemorySession& found) { return found.rows(request); },
        std::move(done));
}

void MemoryLibrary::readEvents(SessionId session, EventSeq after, std::int32_t limit, Done<std::vector<Event>> done)
{
    readSession<std::vector<Event>>(
        std::move(session), [after, limit](const MemorySession& found) { return found.events(after, limit); },
        std::move(done));
}

void MemoryLibrary::readState(SessionId session, std::optional<EventSeq> asOf, Done<ConversationState> done)
{
    readSession<ConversationState>(
        std::move(session), [asOf](const MemorySession& found) { return found.stateAt(asOf); }, std::move(done));
}

void MemoryLibrary::openSession(SessionId session, Done<SessionOpening> done)
{
    readSession<SessionOpening>(
        std::move(session), [](const MemorySession& found) { return found.opening(); }, std::move(done));
}

void MemoryLibrary::seqAt(SessionId session, Timestamp time, Done<EventSeq> done)
{
    readSession<EventSeq>(
        std::move(session), [time](const MemorySession& found) { return found.seqAt(time); }, std::move(done));
}

void MemoryLibrary::ordinalOf(SessionId session, ChannelKey channel, EventSeq seq, Done<Ordinal> done)
{
    readSession<Ordinal>(
        std::move(session),
        [channel = std::move(channel), seq](const MemorySession& found) -> Result<Ordinal> {
            if (const std::optional<Ordinal> ordinal = found.ordinalOf(channel, seq))
                return *ordinal;
            return tl::unexpected(errors::notInChannel(seq, channel));
        },
        std::move(done));
}

void MemoryLibrary::findRows(FindRequest request, Done<FindResult> done)
{
    const SessionId session = request.session;
    readSession<FindResult>(
        session,
        [request = std::move(request)](const MemorySession& found) -> Result<FindResult> {
            if (request.stop.stop_requested())
                return tl::unexpected(errors::searchStopped());
            return found.find(request);
        },
        std::move(done));
}

void MemoryLibrary::search(SearchRequest request, Done<SearchHits> done)
{
    read<SearchHits>(
        [request = std::move(request)](const MemoryShelf& shelf) -> Result<SearchHits> {
            if (request.stop.stop_requested())
                return tl::unexpected(errors::searchStopped());
            return shelf.search(request);
        },
        std::move(done));
}

void MemoryLibrary::readTimeline(SessionId session, std::int32_t buckets, Done<Timeline> done)
{
    readSession<Timeline>(
        std::move(session), [buckets](const MemorySession& found) { return found.timeline(buckets); }, std::move(done));
}

void MemoryLibrary::readMarks(SessionId session, ChannelKey channel, std::optional<EventSeq> asOf,
                              Done<std::vector<ChannelMark>> done)
{
    readSession<std::vector<ChannelMark>>(
        std::move(session),
        [channel = std::move(channel), asOf](const MemorySession& found) { return found.marks(channel, asOf); },
        std::move(done));
}

void MemoryLibrary::nextMark(SessionId session, TimelineMark::Kind kind, EventSeq after, Done<EventSeq> done)
{
    readSession<EventSeq>(
        std::move(session), [kind, after](const MemorySession& found) { return found.nextMark(kind, after); },
        std::move(done));
}

void MemoryLibrary::readAttachment(AttachmentHash hash, Done<std::string> done)
{
    read<std::string>([hash = std::move(hash)](const MemoryShelf& shelf) { return shelf.attachmentBytes(hash); },
                      std::move(done));
}

void MemoryLibrary::readAttachmentPart(AttachmentHash hash, std::int64_t first, std::int64_t count,
                                       Done<AttachmentPart> done)
{
    read<AttachmentPart>([hash = std::move(hash), first,
                          count](const MemoryShelf& shelf) { return shelf.attachmentPart(hash, first, count); },
                         std::move(done));
}

void MemoryLibrary::attachmentInfo(AttachmentHash hash, Done<AttachmentInfo> done)
{
    read<AttachmentInfo>([hash = std::move(hash)](const MemoryShelf& shelf) { return shelf.attachmentInfo(hash); },
                         std::move(done));
}

void MemoryLibrary::readDraft(SessionId session, Done<std::string> done)
{
    readSession<std::string>(
        std::move(session), [](const MemorySession& found) { return found.draft; }, std::move(done));
}

void MemoryLibrary::checkHealth(Done<LibraryHealth> done)
{
    read<LibraryHealth>([](const MemoryShelf& shelf) { return shelf.health(); }, std::move(done));
}

void MemoryLibrary::verifySession(SessionId session, Done<SessionCheck> done)
{
    readSession<SessionCheck>(
        std::move(session), [](const MemorySession& found) { return found.verify(); }, std::move(done));
}

} // namespace quarterdeck::storage::memory
