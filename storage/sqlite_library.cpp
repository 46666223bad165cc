#include "storage/sqlite_library.h"

#include "model/session/post.h"
#include "storage/file_state.h"
#include "storage/log/attachments.h"
#include "storage/log/channel_reader.h"
#include "storage/log/content_check.h"
#include "storage/log/log_reader.h"
#include "storage/log/stored_record.h"
#include "storage/log/summary_row.h"
#include "storage/search/find_reader.h"
#include "storage/search/search_reader.h"

#include <utility>

namespace quarterdeck::storage::sqlite {

// The thread shares the connection, because the last answer may destroy the reader.
ReadThread::ReadThread(std::unique_ptr<Connection> connection)
    : m_thread([connection = std::shared_ptr<Connection>(std::move(connection))](JobThread<Job>::Jobs jobs) {
        for (Job& job : jobs)
            std::exchange(job, {})(*connection);
    })
{ }

using namespace session;

namespace {

constexpr std::size_t largestState = 64u << 10u;
/// Larger texts are prepared beside the others.
constexpr std::size_t mostTextAtOnce = 1u << 20u;

} // namespace

SqliteLibrary::SqliteLibrary(OpenedFile file, QObject* completionContext, const SearchEffort& effort)
    : m_readOnlyReason(std::move(file.readOnlyReason))
    , m_path(file.reader->path())
    , m_held(m_path)
    , m_completionContext(completionContext)
    , m_lostLog(std::move(file.lostLog))
    , m_copy(std::move(file.copy))
    , m_effort(effort)
    , m_lock(std::move(file.lock))
    , m_claim(std::move(file.claim))
    , m_writer(file.writer ? std::make_shared<WriteThread>(std::move(file.writer), completionContext, m_lock.get())
                           : nullptr)
    , m_preparation(m_writer ? std::make_unique<WritePreparer>(*m_writer) : nullptr)
    , m_reader(std::make_unique<ReadThread>(std::move(file.reader)))
    , m_surveyor(std::make_unique<ReadThread>(std::move(file.surveyor)))
{ }

// Writes

void SqliteLibrary::write(std::vector<SessionId> sessions, WriteJob job, WritePreparer::MakeReady makeReady)
{
    if (m_preparation) {
        m_preparation->push(std::move(sessions), std::move(job), std::move(makeReady));
    } else if (m_completionContext != nullptr) {
        post(m_completionContext,
             [finish = std::move(job.finish), error = *m_readOnlyReason] { finish(tl::unexpected(error)); });
    }
}

void SqliteLibrary::writeRecords(SessionSummary summary, std::vector<LogRecord> records,
                                 Outcome (LogWriter::*how)(const SessionSummary&, const std::vector<StoredRecord>&),
                                 Done<Nothing> done)
{
    SessionId session = summary.id;
    const bool isLarge = hasMoreText(records, mostTextAtOnce);
    const auto stored = std::make_shared<Result<std::vector<StoredRecord>>>();
    WritePreparer::MakeReady makeReady = [stored, records = std::move(records)](WriteJob& job) mutable {
        *stored = storedRecords(std::move(records));
        job.bytes = *stored ? sizeOf(**stored) : 0;
    };
    WriteJob job;
    // Refusals take the same way, so that answers keep the order of the calls.
    job.run = [how, summary = std::move(summary), stored](WriteTables& tables) -> Outcome {
        if (!*stored)
            return tl::unexpected(stored->error());
        return (tables.log.*how)(summary, **stored);
    };
    job.finish = std::move(done);
    if (!isLarge)
        std::exchange(makeReady, {})(job);
    write({std::move(session)}, std::move(job), std::move(makeReady));
}

void SqliteLibrary::createSession(SessionSummary summary, std::vector<LogRecord> records, Done<Nothing> done)
{
    writeRecords(std::move(summary), std::move(records), &LogWriter::create, std::move(done));
}

void SqliteLibrary::append(SessionSummary summary, std::vector<LogRecord> records, Done<Nothing> done)
{
    writeRecords(std::move(summary), std::move(records), &LogWriter::append, std::move(done));
}

void SqliteLibrary::completeSessions(std::vector<SessionId> sessions, Done<Nothing> done)
{
    WriteJob job{0, [sessions](WriteTables& tables) { return tables.log.complete(sessions); }, std::move(done)};
    write(std::move(sessions), std::move(job));
}

void SqliteLibrary::saveSnapshot(SessionId session, ConversationState state, Done<Nothing> done)
{
    write({session},
          {largestState,
           [session, state = std::move(state)](WriteTables& tables) { return tables.log.saveSnapshot(session, state); },
           std::move(done)});
}

KeepState SqliteLibrary::keepStates(const SessionId& session) const
{
    return [session, writer = std::weak_ptr(m_writer)](const ConversationState& state) {
        // The last answer may arrive when the library is gone.
        if (const std::shared_ptr<WriteThread> open = writer.lock())
            open->push({largestState,
                        [session, state](WriteTables& tables) { return tables.log.saveSnapshot(session, state); },
                        [](const Outcome&) {}});
    };
}

std::function<void()> SqliteLibrary::doubtIndex() const
{
    return [writer = std::weak_ptr(m_writer)] {
        if (const std::shared_ptr<WriteThread> open = writer.lock())
            open->push({0,
                        [](WriteTables& tables) -> Outcome {
                            tables.index.suspect();
                            return Nothing{};
                        },
                        [](const Outcome&) {}});
    };
}

void SqliteLibrary::putAttachment(std::string bytes, std::string mediaType, std::int32_t width, std::int32_t height,
                                  Done<AttachmentInfo> done)
{
    const std::size_t size = bytes.size();
    auto info = std::make_shared<AttachmentInfo>();
    write({},
          {size,
           [attachment = NewAttachment{std::move(bytes), std::move(mediaType), width, height},
            info](WriteTables& tables) -> Outcome {
               Result<AttachmentInfo> written = writeAttachment(tables.connection, attachment);
               return written.map([&](const AttachmentInfo& value) {
                   *info = value;
                   return Nothing{};
               });
           },
           [info, done = std::move(done)](const Outcome& outcome) {
               done(outcome.map([&](Nothing) { return *info; }));
           }});
}

void SqliteLibrary::removeSession(SessionId session, Done<Nothing> done)
{
    write({session},
          {0,
           [session](WriteTables& tables) {
               tables.remover.look();
               return tables.log.remove(session);
           },
           std::move(done)});
}

void SqliteLibrary::setLabels(SessionId session, SessionLabels labels, Done<Nothing> done)
{
    const std::size_t size = labels.note.size();
    write({session},
          {size,
           [session, labels = std::move(labels)](WriteTables& tables) { return tables.log.setLabels(session, labels); },
           std::move(done)});
}

void SqliteLibrary::saveDraft(SessionId session, std::string draft, Done<Nothing> done)
{
    const std::size_t size = draft.size();
    write({session},
          {size,
           [session, draft = std::move(draft)](WriteTables& tables) { return tables.log.saveDraft(session, draft); },
           std::move(done)});
}

// Reads

void SqliteLibrary::listSessions(Done<std::vector<SessionSummary>> done)
{
    m_reader->read<std::vector<SessionSummary>>(
        [recordings = m_recordings](Connection& connection) { return readSummaries(connection, *recordings); },
        std::move(done));
}

void SqliteLibrary::readSizes(Done<std::vector<SessionSize>> done)
{
    m_reader->read<std::vector<SessionSize>>(sqlite::readSizes, std::move(done));
}

void SqliteLibrary::readRows(RowsRequest request, Done<Rows> done)
{
    m_reader->read<Rows>(
        [request = std::move(request)](Connection& connection) { return sqlite::readRows(connection, request); },
        std::move(done));
}

void SqliteLibrary::readEvents(SessionId session, EventSeq after, std::int32_t limit, Done<std::vector<Event>> done)
{
    m_reader->read<std::vector<Event>>(
        [session = std::move(session), after, limit](Connection& connection) {
            return sqlite::readEvents(connection, session, after, limit);
        },
        std::move(done));
}

void SqliteLibrary::readState(SessionId session, std::optional<EventSeq> asOf, Done<ConversationState> done)
{
    m_reader->read<ConversationState>(
        [keep = keepStates(session), session, asOf](Connection& connection) {
            return sqlite::readState(connection, session, asOf, keep);
        },
        std::move(done));
}

void SqliteLibrary::openSession(SessionId session, Done<SessionOpening> done)
{
    m_reader->read<SessionOpening>(
        [keep = keepStates(session), session](Connection& connection) {
            return sqlite::openSession(connection, session, keep);
        },
        std::move(done));
}

void SqliteLibrary::seqAt(SessionId session, Timestamp time, Done<EventSeq> done)
{
    m_reader->read<EventSeq>(
        [session = std::move(session), time](Connection& connection) { return readSeqAt(connection, session, time); },
        std::move(done));
}

void SqliteLibrary::ordinalOf(SessionId session, ChannelKey channel, EventSeq seq, Done<Ordinal> done)
{
    m_reader->read<Ordinal>([session = std::move(session), channel = std::move(channel),
                             seq](Connection& connection) { return readOrdinal(connection, session, channel, seq); },
                            std::move(done));
}

void SqliteLibrary::findRows(FindRequest request, Done<FindResult> done)
{
    m_surveyor->read<FindResult>(
        [request = std::move(request), effort = m_effort, doubt = doubtIndex()](Connection& connection) {
            return sqlite::findRows(connection, request, effort, doubt);
        },
        std::move(done));
}

void SqliteLibrary::search(SearchRequest request, Done<SearchHits> done)
{
    m_surveyor->read<SearchHits>([request = std::move(request), effort = m_effort, doubt = doubtIndex()](
                                     Connection& connection) { return searchAll(connection, request, effort, doubt); },
                                 std::move(done));
}

void SqliteLibrary::readTimeline(SessionId session, std::int32_t buckets, Done<Timeline> done)
{
    m_surveyor->read<Timeline>(
        [session = std::move(session), buckets](Connection& connection) {
            return sqlite::readTimeline(connection, session, buckets);
        },
        std::move(done));
}

void SqliteLibrary::readMarks(SessionId session, ChannelKey channel, std::optional<EventSeq> asOf,
                              Done<std::vector<ChannelMark>> done)
{
    m_surveyor->read<std::vector<ChannelMark>>(
        [session = std::move(session), channel = std::move(channel), asOf](Connection& connection) {
            return readChannelMarks(connection, session, channel, asOf);
        },
        std::move(done));
}

void SqliteLibrary::nextMark(SessionId session, TimelineMark::Kind kind, EventSeq after, Done<EventSeq> done)
{
    m_reader->read<EventSeq>([session = std::move(session), kind,
                              after](Connection& connection) { return readNextMark(connection, session, kind, after); },
                             std::move(done));
}

void SqliteLibrary::readAttachment(AttachmentHash hash, Done<std::string> done)
{
    m_reader->read<std::string>(
        [hash = std::move(hash)](Connection& connection) { return readAttachmentBytes(connection, hash); },
        std::move(done));
}

void SqliteLibrary::readAttachmentPart(AttachmentHash hash, std::int64_t first, std::int64_t count,
                                       Done<AttachmentPart> done)
{
    m_reader->read<AttachmentPart>(
        [hash = std::move(hash), first, count](Connection& connection) {
            return sqlite::readAttachmentPart(connection, hash, first, count);
        },
        std::move(done));
}

void SqliteLibrary::attachmentInfo(AttachmentHash hash, Done<AttachmentInfo> done)
{
    m_reader->read<AttachmentInfo>(
        [hash = std::move(hash)](Connection& connection) { return readAttachmentInfo(connection, hash); },
        std::move(done));
}

void SqliteLibrary::readDraft(SessionId session, Done<std::string> done)
{
    m_reader->read<std::string>(
        [session = std::move(session)](Connection& connection) { return sqlite::readDraft(connection, session); },
        std::move(done));
}

void SqliteLibrary::checkHealth(Done<LibraryHealth> done)
{
    m_surveyor->read<LibraryHealth>(
        [isReadOnly = isReadOnly(), queued = waiting()](Connection& connection) -> Result<LibraryHealth> {
            LibraryHealth health = readHealth(connection);
            health.isReadOnly = isReadOnly;
            health.queued = queued;
            return health;
        },
        std::move(done));
}

void SqliteLibrary::verifySession(SessionId session, Done<SessionCheck> done)
{
    m_surveyor->read<SessionCheck>(
        [session = std::move(session)](Connection& connection) { return sqlite::verifySession(connection, session); },
        std::move(done));
}

void SqliteLibrary::watchWriting(std::function<void(std::optional<Error>)> changed)
{
    if (m_writer)
        m_writer->watchTrouble(std::move(changed));
}

void SqliteLibrary::readLibraryStatus(Done<LibraryStatus> done)
{
    m_reader->read<LibraryStatus>(
        [isReadOnly = isReadOnly(), queued = waiting(), waitedMs = waitedMs(),
         trouble = m_writer ? m_writer->logTrouble() : std::nullopt](Connection& connection) -> Result<LibraryStatus> {
            LibraryStatus vitals = sqlite::readLibraryStatus(connection);
            vitals.logTrouble = trouble;
            vitals.isReadOnly = isReadOnly;
            vitals.queued = queued;
            vitals.waitedMs = waitedMs;
            return vitals;
        },
        std::move(done));
}

std::optional<Error> SqliteLibrary::writingTrouble() const { return m_writer ? m_writer->trouble() : m_readOnlyReason; }

std::int64_t SqliteLibrary::waiting() const
{
    return m_writer ? static_cast<std::int64_t>(m_writer->waiting().count()) : 0;
}

std::int64_t SqliteLibrary::waitedMs() const
{
    using std::chrono::milliseconds;
    const auto since = waitingSince();
    return since ? std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - *since).count() : 0;
}

std::optional<std::chrono::steady_clock::time_point> SqliteLibrary::waitingSince() const
{
    return m_writer ? m_writer->waiting().oldest() : std::nullopt;
}

void SqliteLibrary::callWhenWaiting(std::function<void()> call)
{
    if (m_writer)
        m_writer->waiting().callWhenAny(std::move(call));
}

} // namespace quarterdeck::storage::sqlite
