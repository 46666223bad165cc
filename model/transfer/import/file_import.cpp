#include "model/transfer/import/file_import.h"

#include "model/conversation/decide/decide.h"
#include "model/session/session.h"
#include "model/transfer/import/library_log_reader.h"
#include "model/transfer/library_access.h"

#include <QCoreApplication>

#include <algorithm>

namespace quarterdeck::transfer {

using conversation::Event;

namespace {

/// How much is held back at most before it goes to the library in a batch; each batch under way may be as large. Small
/// enough that the writer never idles for long, and that decided events are still in the processor's cache when they
/// are serialised. The writer makes one transaction of all waiting batches.
constexpr std::int64_t maxHeldBytes = std::int64_t{1} << 20;
constexpr std::int64_t maxHeldRecords = 5'000;
constexpr int maxWritesUnderWay = 16;
constexpr std::size_t maxProblems = 100;

} // namespace

FileImport::Pending::Pending() = default;

FileImport::FileImport(Context context, FileReport& report) : m_context(std::move(context)), m_report(report) { }

bool FileImport::isStopped() const
{
    return m_context.isCancelled || m_hasFoundDuplicate || m_report.error || m_context.writes.error();
}

/// If a step already says what to do with a session, nothing need be found out.
bool FileImport::mayBeKnown(std::size_t place) const
{
    return place >= m_context.steps.size() && m_context.imported != nullptr;
}

void FileImport::beginNext(bool isLog)
{
    const std::size_t place = m_sessions++;
    m_current.reset();
    m_read = {};
    const auto& only = m_context.only;
    if (!only.empty() && std::ranges::find(only, static_cast<std::int64_t>(place + 1)) == only.end()) {
        return;
    }
    if (place < m_context.steps.size() && !m_context.steps[place].known.id.isEmpty()) {
        m_report.known.push_back(m_context.steps[place].known);
        if (m_report.known.back().what != DuplicateSession::What::Differs) {
            goOn(m_context.steps[place]);
            return;
        }
    }
    m_current.emplace();
    m_current->id = SessionId(session::newId());
    m_current->isLog = isLog;
}

void FileImport::beginSession(formats::SessionStarted settings, std::vector<formats::Role> team, Timestamp at)
{
    m_hasFoundDuplicate = m_hasFoundDuplicate || (mayBeKnown(m_sessions) && m_context.imported->areAlike(settings));
    beginNext(false);
    if (m_current && !m_current->isCreated) {
        decide(conversation::StartSession{std::move(settings)}, at);
    } else if (m_current && isTitleGiven(settings) && m_current->state.title() != settings.title) {
        decide(conversation::RenameSession{std::move(settings.title)}, *m_current->last);
    }
    for (formats::Role& role : team) {
        acceptRole(std::move(role), at);
    }
}

void FileImport::beginLog() { beginNext(true); }

void FileImport::acceptRole(formats::Role role, Timestamp at)
{
    if (m_current) {
        m_current->agents.rename(role);
    }
    if (m_current && m_current->state.role(role.name) == nullptr) {
        decide(conversation::HireRole{std::move(role)}, m_current->last ? std::max(at, *m_current->last) : at);
    }
}

void FileImport::acceptMessage(formats::RecordedMessage message)
{
    if (m_current) {
        m_current->agents.rename(message.record);
    }
    if (!passKnown(message.record.message)) {
        return;
    }
    const Timestamp at = message.record.message.timestamp;
    record(std::move(message.record));
    if (message.annotation && m_current && !isStopped()) {
        auto& [kind, text, by] = *message.annotation;
        decide(conversation::Annotate{{m_current->state.lastSeq(), kind, std::move(text), std::move(by)}}, at);
    }
    if (m_current && m_context.onMessage) {
        m_context.onMessage(m_report.messages + m_current->state.messageCount());
    }
}

void FileImport::acceptEvent(formats::Event event)
{
    const auto* start = std::get_if<formats::SessionStarted>(&event.body);
    if (start != nullptr && mayBeKnown(m_sessions - 1)) {
        m_hasFoundDuplicate = m_hasFoundDuplicate || m_context.imported->areAlike(*start)
            || !m_context.imported->begunHere(event.time).empty();
    }
    ++m_read.lanes[MessageSequence{}].pieces;
    m_read.known.oldMessages += std::holds_alternative<conversation::MessagePublished>(event.body) ? 1 : 0;
    m_read.last = std::max(m_read.last, event.time);
    if (!m_current) {
        return;
    }
    if (std::int64_t& toPass = m_current->toPass[MessageSequence{}].pieces; toPass > 0) {
        --toPass;
        return;
    }
    std::vector<Event> events;
    events.push_back(std::move(event));
    take(std::move(events));
    m_context.onMessage(m_report.messages + m_current->state.messageCount());
}

void FileImport::decide(const conversation::Intent& intent, Timestamp at)
{
    if (m_current && !isStopped()) {
        takeDecided(conversation::decide(m_current->state, intent, {at, 0, &session::newBulkId, {}}));
    }
}

void FileImport::record(conversation::RecordMessage&& message)
{
    if (m_current && !isStopped()) {
        const Timestamp at = message.message.timestamp;
        takeDecided(
            conversation::decideRecordMessage(m_current->state, std::move(message), {at, 0, &session::newBulkId, {}}));
    }
}

void FileImport::takeDecided(conversation::Decision decision)
{
    if (decision.error) {
        m_report.error = std::move(decision.error);
        return;
    }
    take(std::move(decision.events));
}

void FileImport::take(std::vector<Event> events)
{
    for (const Event& event : events) {
        m_heldBytes += static_cast<std::int64_t>(approximateSize(event));
        ++m_heldRecords;
        noteOpen(event);
    }
    session::appendLogRecords(m_current->state, std::move(events), m_current->records);
    if (m_current->state.lastSeq().value % session::snapshotSpacing == 0) {
        m_current->snapshots.push_back(m_current->state);
    }
    flushIfMuch();
}

void FileImport::flushIfMuch()
{
    if (m_heldBytes > maxHeldBytes || m_heldRecords > maxHeldRecords) {
        flushAll();
    }
}

void FileImport::acceptAttachment(formats::RecordedAttachment attachment)
{
    if (isStopped()) {
        return;
    }
    m_heldBytes += static_cast<std::int64_t>(attachment.bytes.size());
    m_attachments.push_back(std::move(attachment));
    flushIfMuch();
}

void FileImport::flushAttachments()
{
    for (formats::RecordedAttachment& attachment : m_attachments) {
        m_context.writes.waitBelow(maxWritesUnderWay);
        m_context.library.putAttachment(std::move(attachment.bytes), std::move(attachment.mediaType), attachment.width,
                                        attachment.height, m_context.writes.track<session::AttachmentInfo>());
    }
    m_attachments.clear();
}

void FileImport::reportProblem(formats::ImportProblem problem)
{
    ++m_report.problemCount;
    if (m_report.problems.size() < maxProblems) {
        m_report.problems.push_back(std::move(problem));
    }
}

/// A followed file may take back what was read of it before: then it has to be compared again.
void FileImport::acceptTakenBack(std::vector<std::string> records)
{
    m_recordsTakenBack = records.size();
    const std::vector<ImportStep>& steps = m_context.steps;
    const bool isFollowed = m_context.imported != nullptr && !steps.empty();
    m_hasFoundDuplicate = m_hasFoundDuplicate || (isFollowed && steps.front().recordsTakenBack != m_recordsTakenBack);
}

void FileImport::endSession()
{
    if (!m_current || isStopped()) {
        return;
    }
    const auto& state = m_current->state;
    m_read.known.id = m_current->id;
    m_read.known.place = static_cast<std::int64_t>(m_sessions);
    m_read.known.what = DuplicateSession::What::Grown;
    m_read.lastSeq = state.lastSeq();
    m_read.recordsTakenBack = m_recordsTakenBack;
    if (m_current->last) {
        DuplicateSession& known = m_report.known.back();
        known.newMessages = state.messageCount() - m_current->messagesBefore;
        known.isUpdated = state.lastSeq() > m_current->lastBefore;
        known.what = known.isUpdated ? known.what : DuplicateSession::What::Same;
        m_read.agents = std::move(m_current->agents);
        m_report.messages += known.newMessages;
        if (known.isUpdated) {
            m_finished.push_back(std::move(*m_current));
        }
        m_current.reset();
        return;
    }
    // A session whose records were all left out is none.
    if (m_current->isLog || state.messageCount() > 0) {
        m_report.messages += state.messageCount();
        m_report.sessions.push_back({m_current->id, state.title(), state.messageCount()});
        m_finished.push_back(std::move(*m_current));
    }
    m_current.reset();
}

std::optional<ImportStep> FileImport::stepSoFar() const
{
    return m_sessions == 1 && !m_read.known.id.isEmpty() ? std::optional(m_read) : std::nullopt;
}

void FileImport::flush(Pending& pending)
{
    if (pending.records.empty()) {
        return;
    }
    m_context.writes.waitBelow(maxWritesUnderWay);
    session::SessionSummary summary = session::summaryOf(pending.id, pending.state);
    summary.isSample = m_context.areSamples;
    summary.kind = conversation::SessionKind::Imported; // also a log of our own: its agents live where it was written
    summary.isComplete = false;                         // until the whole file is there
    const std::size_t written = pending.records.size();
    auto done = m_context.writes.track<session::Nothing>();
    if (pending.isCreated) {
        m_context.library.append(std::move(summary), std::move(pending.records), std::move(done));
    } else {
        m_created.push_back(pending.id);
        m_context.library.createSession(std::move(summary), std::move(pending.records), std::move(done));
    }
    pending.isCreated = true;
    pending.records = {};
    pending.records.reserve(written); // as many are likely to follow
    for (auto& snapshot : pending.snapshots) {
        m_context.library.saveSnapshot(pending.id, std::move(snapshot), m_context.writes.track<session::Nothing>());
    }
    pending.snapshots.clear();
}

void FileImport::finish(Pending& pending)
{
    flush(pending);
    m_context.library.saveSnapshot(pending.id, std::move(pending.state), m_context.writes.track<session::Nothing>());
}

void FileImport::flushAll()
{
    flushAttachments();
    for (Pending& pending : m_finished) {
        finish(pending);
    }
    m_finished.clear();
    if (m_current) {
        flush(*m_current);
    }
    m_heldBytes = 0;
    m_heldRecords = 0;
}

bool FileImport::commit()
{
    m_current.reset();
    flushAll();
    m_context.writes.waitBelow(1);
    if (m_context.writes.error() || m_context.isCancelled) {
        return false;
    }
    m_context.library.completeSessions(m_created, m_context.writes.track<session::Nothing>());
    m_context.writes.waitBelow(1);
    return !m_context.writes.error();
}

bool FileImport::rollBack()
{
    m_current.reset();
    m_finished.clear();
    m_attachments.clear();
    m_report.sessions.clear();
    m_report.messages = 0;
    m_context.writes.waitBelow(1);
    m_context.writes.forgetError();
    std::ranges::for_each(m_report.known, [](DuplicateSession& known) { known.isUpdated = false; });
    for (const Updated& updated : m_updated) {
        tellWhatStays(updated);
    }
    for (const SessionId& id : m_created) {
        m_context.library.removeSession(id, m_context.writes.track<session::Nothing>());
    }
    m_context.writes.waitBelow(1);
    // If the session could not even be made, there is nothing to remove.
    const auto error = m_context.writes.error();
    return !error || error->code == conversation::ErrorCode::NotFound;
}

/// How an import continues a session that the library already has.

void FileImport::goOn(const ImportStep& step)
{
    if (m_context.ifKnown != DuplicatePolicy::Update || step.known.what != DuplicateSession::What::Grown) {
        return;
    }
    auto state = awaitLibrary<conversation::ConversationState>(
        [&](auto done) { m_context.library.readState(step.known.id, std::nullopt, std::move(done)); });
    if (!state) {
        m_report.error = state.error();
        return;
    }
    if (state->lastSeq() < step.lastSeq) {
        m_hasFoundDuplicate = true; // an older copy of the library took its place
        return;
    }
    m_report.known.back().isUpdated = true;
    m_current.emplace();
    m_current->id = step.known.id;
    m_current->state = std::move(*state);
    m_current->isCreated = true;
    m_current->toPass = step.lanes;
    m_current->last = step.last;
    m_current->wholeUsage = step.wholeUsage;
    m_current->agents = step.agents;
    m_current->messagesBefore = m_current->state.messageCount();
    m_current->lastBefore = m_current->state.lastSeq();
    m_updated.push_back({m_report.known.size() - 1, m_current->messagesBefore, m_current->lastBefore});
    m_read.last = step.last;
    for (const auto& [lane, known] : step.lanes) {
        m_read.lanes[lane] = {0, known.lastUsage, known.open};
    }
    m_read.wholeUsage = step.wholeUsage;
    markTakenBack(step.toMark);
}

/// What the library shows stays, with a remark.
void FileImport::markTakenBack(const std::vector<conversation::EventSeq>& messages)
{
    for (const conversation::EventSeq message : messages) {
        std::string text =
            QCoreApplication::translate("Transfer", "Taken back: the person went back and took another way.")
                .toStdString();
        decide(conversation::Annotate{{message, conversation::AnnotationKind::Note, std::move(text), {}}},
               *m_current->last);
    }
}

/// Removes from the message what the library has. False if nothing is left.
bool FileImport::passKnown(conversation::Message& message)
{
    const MessageSequence lane = laneOf(message);
    const auto pieces = static_cast<std::int64_t>(piecesOf(message));
    m_read.lanes[lane].pieces += pieces;
    m_read.lanes[lane].lastUsage = message.usage;
    ++m_read.known.oldMessages;
    m_read.last = std::max(m_read.last, message.timestamp);
    if (!m_current || !m_current->last) {
        return true;
    }
    StoredSequence& known = m_current->toPass[lane];
    const std::int64_t passed = std::min(known.pieces, pieces);
    known.pieces -= passed;
    if (passed == pieces) {
        if (known.pieces == 0) {
            // Some programs report an answer's usage after it, where an earlier import may have ended.
            subtract(message.usage, known.lastUsage);
            addUsage(message);
        }
        return false;
    }
    // Made-up times start with the file's time, which may now be that of an older copy.
    message.timestamp = std::max(message.timestamp, *m_current->last);
    if (passed > 0) {
        const auto blocks = std::min(static_cast<std::ptrdiff_t>(passed), std::ssize(message.content));
        message.content.erase(message.content.begin(), message.content.begin() + blocks);
        message.id = {}; // the library has a message of that one
        subtract(message.usage, known.lastUsage);
        return !grow(message, lane);
    }
    return true;
}

/// The library may have part of an answer that is written piece by piece; it grows in place.
bool FileImport::grow(conversation::Message& rest, MessageSequence lane)
{
    const StoredMessage& open = m_current->toPass[lane].open;
    if (rest.content.empty() || rest.instructContent || open.seq.value == 0) {
        return false;
    }
    const Timestamp at = rest.timestamp;
    conversation::MessageExtended growth;
    growth.target = open.seq;
    growth.keptBlocks = open.blocks;
    growth.content = std::move(rest.content);
    m_read.lanes[lane].open.blocks = open.blocks + std::ssize(growth.content);
    growth.metadata = std::move(rest.metadata);
    growth.sendTo = std::move(rest.sendTo);
    decide(conversation::ExtendMessage{std::move(growth)}, at);
    addUsage(rest);
    return true;
}

void FileImport::addUsage(const conversation::Message& from)
{
    if (!isNothing(from.usage)) {
        decide(conversation::RecordUsage{from.sentFrom.as<conversation::RoleName>(), *from.usage},
               std::max(from.timestamp, *m_current->last));
    }
}

/// Part of an existing session's usage was counted before.
void FileImport::acceptUsage(conversation::Usage usage, Timestamp at)
{
    std::optional<conversation::Usage> news = usage;
    m_read.wholeUsage = std::move(usage);
    if (m_current && m_current->last) {
        subtract(news, m_current->wholeUsage);
        at = std::max(at, *m_current->last);
    }
    if (!isNothing(news)) {
        decide(conversation::RecordUsage{{}, std::move(*news)}, at);
    }
}

/// Notes what the next import may extend.
void FileImport::noteOpen(const formats::Event& event)
{
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        const conversation::Message& message = published->message;
        m_read.lanes[laneOf(message)].open = {event.seq, std::ssize(message.content)};
    }
}

/// The person and their agents may have seen it, and the next update continues from there.
void FileImport::tellWhatStays(const Updated& updated)
{
    DuplicateSession& known = m_report.known[updated.known];
    const auto state = awaitLibrary<conversation::ConversationState>(
        [&](auto done) { m_context.library.readState(known.id, std::nullopt, std::move(done)); });
    if (!state || state->lastSeq() <= updated.lastBefore) {
        return;
    }
    known.isUpdated = true;
    known.what = DuplicateSession::What::Grown;
    known.newMessages = state->messageCount() - updated.messagesBefore;
    m_report.messages += known.newMessages;
}

} // namespace quarterdeck::transfer
