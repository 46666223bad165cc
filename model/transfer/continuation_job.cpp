#include "model/transfer/continuation_job.h"

#include "model/conversation/decide/decide.h"
#include "model/conversation/intent.h"
#include "model/conversation/speaker.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "model/session/post.h"
#include "model/session/session.h"
#include "model/transfer/library_access.h"
#include "model/transfer/transfer_errors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace quarterdeck::transfer {

/// Does the work of a ContinuationJob. Waits for the library's reads. Thread: the job's, but for `cancel` and
/// `abandon`.
class Continuation
{
public:
    using OnProgress = std::function<void(std::int64_t events, std::int64_t total)>;

    Continuation(std::shared_ptr<session::Library> library, ContinuationRequest request, OnProgress onProgress);

    [[nodiscard]] ContinuationReport run();
    /// Thread: any.
    void cancel() { m_isCancelled = true; }
    /// Cancels, and no longer waits for completions. Thread: any.
    void abandon();

private:
    using Worked = session::Result<session::Nothing>;

    [[nodiscard]] Worked writeAll();
    [[nodiscard]] Worked begin(session::Timestamp at);
    [[nodiscard]] Worked decide(const conversation::Intent& intent, session::Timestamp at);
    [[nodiscard]] Worked copyHistory();
    void copy(session::Event event);
    /// Where this event of the recording is in the new log; 0 if it is not there.
    [[nodiscard]] session::EventSeq placeOf(session::EventSeq recorded) const;
    [[nodiscard]] bool retarget(conversation::EventBody& body) const;
    void remember(conversation::MessagePublished& published) const;
    void noteUnread(const conversation::MessagePublished& published);
    [[nodiscard]] Worked end();
    [[nodiscard]] Worked show();
    void take(std::vector<session::Event> events);
    void flush();
    [[nodiscard]] Worked stopped() const;
    void rollBack();
    void tell(session::EventSeq read);

    std::shared_ptr<session::Library> m_library;
    ContinuationRequest m_request;
    OnProgress m_onProgress;
    WriteThrottle m_writes;
    std::atomic<bool> m_isCancelled = false;
    conversation::ConversationState m_state; ///< of the new session
    std::vector<session::LogRecord> m_records;
    std::vector<conversation::ConversationState> m_snapshots; ///< of what is in m_records
    std::int64_t m_heldBytes = 0;
    bool m_isCreated = false;
    std::int64_t m_total = 0;            ///< events of the recording
    std::int64_t m_shiftMs = 0;          ///< added to its times
    std::int64_t m_before = 0;           ///< events of the new session before the history
    std::vector<std::int64_t> m_leftOut; ///< events of the recording that were not copied so far, in order
    std::map<conversation::RoleName, std::set<std::string>> m_unread; ///< ids of messages
    std::map<conversation::RoleName, std::int64_t> m_firstUnread;     ///< places in inboxes
    std::chrono::steady_clock::time_point m_lastTold;
};

class ContinuationJob::Private
{
public:
    Private(ContinuationJob& job, std::shared_ptr<session::Library> library, ContinuationRequest request)
        : work(std::move(library), std::move(request), [&job](std::int64_t events, std::int64_t total) {
            session::post(&job, [&job, events, total] { emit job.progressed(events, total); });
        })
    { }

    Continuation work;
    std::thread thread;
};

ContinuationJob::ContinuationJob(std::shared_ptr<session::Library> library, ContinuationRequest request,
                                 QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(library), std::move(request)))
{ }

ContinuationJob::~ContinuationJob()
{
    // Completions may be posted to this very thread, which waits here.
    d->work.abandon();
    if (d->thread.joinable()) {
        d->thread.join();
    }
}

void ContinuationJob::start()
{
    d->thread = std::thread([this] {
        const ContinuationReport report = d->work.run();
        session::post(this, [this, report] { emit finished(report); });
    });
}

void ContinuationJob::cancel() { d->work.cancel(); }

using conversation::Delivery;
using conversation::DeliveryReason;
using conversation::Message;
using conversation::MessagePublished;
using conversation::RoleName;
using nlohmann::json;
using session::Event;
using session::EventSeq;
using session::Nothing;
using session::Timestamp;

namespace {

// As an import has them.
constexpr std::int64_t mostHeldBytes = std::int64_t{1} << 20;
constexpr std::size_t mostHeldRecords = 5'000;
constexpr int mostWritesUnderWay = 16;
constexpr std::int32_t eventsPerPage = 500;

/// What the program itself writes into messages of its sessions.
constexpr const char* ownMark = "quarterdeck";

/// What happened in the recording; the rest is about a run that is over.
bool isHistory(const conversation::EventBody& body)
{
    using namespace conversation;
    return std::holds_alternative<MessagePublished>(body) || std::holds_alternative<MessageExtended>(body)
        || std::holds_alternative<HeldDropped>(body) || std::holds_alternative<Annotated>(body)
        || std::holds_alternative<MessagePinned>(body) || std::holds_alternative<UsageRecorded>(body)
        || std::holds_alternative<UnknownEvent>(body);
}

/// In a recording, the program's name and marks are mere words, which anybody may have written. Here they would count.
void takeOutOwnMarks(Message& message)
{
    const bool isSigned = message.sentFrom.str() == conversation::programName;
    const bool isMarked = message.metadata.json().is_object() && message.metadata.json().contains(ownMark);
    if (!isSigned && !isMarked) {
        return;
    }
    json metadata = message.metadata.json().is_object() ? message.metadata.json() : json::object();
    json& source = metadata["source"]; // as it came, for an export
    if (!source.is_object()) {
        source = json::object();
    }
    if (isMarked) {
        json whole = message.metadata.json();
        whole.erase("source");
        source.emplace("metadata", std::move(whole));
        metadata.erase(ownMark);
    }
    if (isSigned) {
        source.emplace("sent_from", message.sentFrom.str());
        message.sentFrom = conversation::Address(message.sentFrom.str() + " (recorded)");
    }
    message.metadata = conversation::JsonValue(std::move(metadata));
}

std::map<RoleName, std::set<std::string>> unreadIn(const conversation::SessionStarted& started)
{
    std::map<RoleName, std::set<std::string>> unread;
    const json& details = started.details.json();
    const auto told = details.is_object() ? details.find("unread") : details.end();
    if (!details.is_object() || told == details.end() || !told->is_object()) {
        return unread;
    }
    for (const auto& [name, ids] : told->items()) {
        for (const json& id : ids) {
            if (id.is_string()) {
                unread[RoleName(name)].insert(id.get<std::string>());
            }
        }
    }
    return unread;
}

} // namespace

Continuation::Continuation(std::shared_ptr<session::Library> library, ContinuationRequest request,
                           OnProgress onProgress)
    : m_library(std::move(library))
    , m_request(std::move(request))
    , m_onProgress(std::move(onProgress))
{ }

void Continuation::abandon()
{
    cancel();
    m_writes.abandon();
}

ContinuationReport Continuation::run()
{
    ContinuationReport report;
    const Worked written = writeAll();
    if (written) {
        report.events = m_state.lastSeq().value;
        return report;
    }
    rollBack();
    report.error = written.error();
    report.isCancelled = m_isCancelled;
    return report;
}

Continuation::Worked Continuation::writeAll()
{
    if (const auto reason = m_library->readOnlyReason()) {
        return tl::unexpected(*reason);
    }
    const auto opening = awaitLibrary<session::SessionOpening>(
        [&](auto done) { m_library->openSession(m_request.recording, std::move(done)); });
    if (!opening) {
        return tl::unexpected(opening.error());
    }
    if (!opening->isImportedSession) {
        return tl::unexpected(errors::notRecorded(opening->state.title()));
    }
    m_total = opening->state.lastSeq().value;
    const std::int64_t now = session::decideContextNow().now.msSinceEpoch;
    m_shiftMs = std::min<std::int64_t>(0, now - opening->state.lastTime().msSinceEpoch);
    const Timestamp started{opening->state.startedAt().msSinceEpoch + m_shiftMs};
    return begin(started)
        .and_then([this](Nothing) { return copyHistory(); })
        .and_then([this](Nothing) { return end(); })
        .and_then([this](Nothing) { return show(); });
}

Continuation::Worked Continuation::decide(const conversation::Intent& intent, Timestamp at)
{
    auto decision = conversation::decide(m_state, intent, {at, 0, &session::newBulkId, {}});
    if (decision.error) {
        return tl::unexpected(std::move(*decision.error));
    }
    take(std::move(decision.events));
    return Nothing{};
}

Continuation::Worked Continuation::begin(Timestamp at)
{
    Worked done = decide(conversation::StartSession{std::move(m_request.settings)}, at);
    for (conversation::Role& member : m_request.members) {
        if (done) {
            done = decide(conversation::HireRole{std::move(member)}, at);
        }
    }
    m_before = m_state.lastSeq().value;
    return done;
}

Continuation::Worked Continuation::stopped() const
{
    if (m_isCancelled) {
        return tl::unexpected(errors::continuationCancelled());
    }
    if (auto error = m_writes.error()) {
        return tl::unexpected(std::move(*error));
    }
    return Nothing{};
}

Continuation::Worked Continuation::copyHistory()
{
    EventSeq read;
    for (;;) {
        if (Worked goesOn = stopped(); !goesOn) {
            return goesOn;
        }
        auto page = awaitLibrary<std::vector<Event>>(
            [&](auto done) { m_library->readEvents(m_request.recording, read, eventsPerPage, std::move(done)); });
        if (!page) {
            return tl::unexpected(page.error());
        }
        if (page->empty()) {
            return Nothing{};
        }
        read = page->back().seq;
        for (Event& event : *page) {
            copy(std::move(event));
        }
        tell(read);
    }
}

void Continuation::copy(Event event)
{
    if (const auto* started = std::get_if<conversation::SessionStarted>(&event.body)) {
        m_unread = unreadIn(*started);
    }
    if (!isHistory(event.body) || !retarget(event.body)) {
        m_leftOut.push_back(event.seq.value);
        return;
    }
    if (auto* published = std::get_if<MessagePublished>(&event.body)) {
        takeOutOwnMarks(published->message);
        remember(*published);
        noteUnread(*published);
    }
    event.seq = m_state.lastSeq().next();
    event.time.msSinceEpoch += m_shiftMs;
    std::vector<Event> events;
    events.push_back(std::move(event));
    take(std::move(events));
}

EventSeq Continuation::placeOf(EventSeq recorded) const
{
    const auto place = std::ranges::lower_bound(m_leftOut, recorded.value);
    if (recorded.value <= 0 || (place != m_leftOut.end() && *place == recorded.value)) {
        return {};
    }
    const EventSeq there{m_before + recorded.value - (place - m_leftOut.begin())};
    return there > m_state.lastSeq() ? EventSeq() : there;
}

bool Continuation::retarget(conversation::EventBody& body) const
{
    const auto move = [this](EventSeq& target) {
        target = placeOf(target);
        return target.value > 0;
    };
    if (auto* grown = std::get_if<conversation::MessageExtended>(&body)) {
        return move(grown->target);
    }
    if (auto* annotated = std::get_if<conversation::Annotated>(&body)) {
        return move(annotated->target);
    }
    if (auto* marked = std::get_if<conversation::MessagePinned>(&body)) {
        return move(marked->target);
    }
    if (auto* dropped = std::get_if<conversation::HeldDropped>(&body)) {
        return move(dropped->target);
    }
    auto* published = std::get_if<MessagePublished>(&body);
    if (published != nullptr && published->route.release && !move(published->route.release->of)) {
        published->route.release.reset();
    }
    return true;
}

/// An inbox is all that a member remembers, so what it said itself is there, too.
void Continuation::remember(MessagePublished& published) const
{
    const conversation::RoleState* speaker = conversation::speakerOf(m_state, published.message);
    if (speaker == nullptr || published.route.release) { // it remembers what it said, not what was made of it
        return;
    }
    std::vector<Delivery>& deliveries = published.route.deliveries;
    const auto own = std::ranges::find(deliveries, speaker->role.name, &Delivery::role);
    if (own == deliveries.end()) {
        deliveries.push_back({speaker->role.name, DeliveryReason::Self});
    } else {
        own->reason = DeliveryReason::Self;
    }
}

void Continuation::noteUnread(const MessagePublished& published)
{
    for (const Delivery& delivery : published.route.deliveries) {
        const auto ids = m_unread.find(delivery.role);
        const conversation::RoleState* member = m_state.role(delivery.role);
        if (ids != m_unread.end() && member != nullptr && ids->second.contains(published.message.id.str())) {
            m_firstUnread.try_emplace(delivery.role, member->delivered);
        }
    }
}

Continuation::Worked Continuation::end()
{
    const Timestamp now = session::decideContextNow().now;
    std::vector<Event> events;
    EventSeq last = m_state.lastSeq();
    for (const conversation::RoleState& member : m_state.roles()) {
        const auto unread = m_firstUnread.find(member.role.name);
        const std::int64_t upTo = unread == m_firstUnread.end() ? member.delivered : unread->second;
        if (upTo != member.observed) {
            last = last.next();
            events.push_back({last, now, 0, conversation::MailObserved{member.role.name, upTo, false}});
        }
    }
    for (const RoleName& name : m_request.directChats) {
        last = last.next();
        const conversation::DirectChatId chat(session::newId());
        events.push_back({last, now, 0, conversation::DirectChatOpened{chat, name, !m_state.isPublic()}});
    }
    take(std::move(events));
    if (m_request.note.content.empty()) {
        return Nothing{};
    }
    m_request.note.timestamp = now;
    return decide(conversation::RecordMessage{std::move(m_request.note), {}}, now);
}

Continuation::Worked Continuation::show()
{
    flush();
    m_library->saveSnapshot(m_request.session, m_state, m_writes.track<Nothing>());
    m_writes.waitBelow(1);
    if (Worked goesOn = stopped(); !goesOn) {
        return goesOn;
    }
    m_library->completeSessions({m_request.session}, m_writes.track<Nothing>());
    m_writes.waitBelow(1);
    if (auto error = m_writes.error()) {
        return tl::unexpected(std::move(*error));
    }
    return Nothing{};
}

void Continuation::take(std::vector<Event> events)
{
    for (Event& event : events) {
        m_heldBytes += static_cast<std::int64_t>(approximateSize(event));
        std::vector<Event> one;
        one.push_back(std::move(event));
        session::appendLogRecords(m_state, std::move(one), m_records);
        if (m_state.lastSeq().value % session::snapshotSpacing == 0) {
            m_snapshots.push_back(m_state);
        }
    }
    if (m_heldBytes > mostHeldBytes || m_records.size() > mostHeldRecords) {
        flush();
    }
}

void Continuation::flush()
{
    m_heldBytes = 0;
    if (m_records.empty()) {
        return;
    }
    m_writes.waitBelow(mostWritesUnderWay);
    session::SessionSummary summary = session::summaryOf(m_request.session, m_state);
    summary.isComplete = false; // until all of it is there
    auto done = m_writes.track<Nothing>();
    if (std::exchange(m_isCreated, true)) {
        m_library->append(std::move(summary), std::exchange(m_records, {}), std::move(done));
    } else {
        m_library->createSession(std::move(summary), std::exchange(m_records, {}), std::move(done));
    }
    for (conversation::ConversationState& snapshot : m_snapshots) {
        m_library->saveSnapshot(m_request.session, std::move(snapshot), m_writes.track<Nothing>());
    }
    m_snapshots.clear();
}

/// Where even that fails, the library does it when it is next opened.
void Continuation::rollBack()
{
    m_writes.waitBelow(1);
    if (m_isCreated) {
        m_library->removeSession(m_request.session, m_writes.track<Nothing>());
        m_writes.waitBelow(1);
    }
}

void Continuation::tell(EventSeq read)
{
    using namespace std::chrono_literals;
    const auto now = std::chrono::steady_clock::now();
    if (now - m_lastTold < 50ms) {
        return;
    }
    m_lastTold = now;
    m_onProgress(std::min(read.value, m_total), m_total);
}

} // namespace quarterdeck::transfer
