#include "model/session/session.h"

#include "model/conversation/channel.h"
#include "model/conversation/conversation_errors.h"
#include "model/conversation/speaker.h"
#include "model/session/held_messages.h"

#include <QPointer>
#include <QRandomGenerator>
#include <QUuid>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <string_view>
#include <utility>

namespace quarterdeck::session {

std::string newId() { return QUuid::createUuid().toString(QUuid::Id128).toStdString(); }

std::string newBulkId()
{
    thread_local QRandomGenerator random = QRandomGenerator::securelySeeded();
    std::array<quint32, 4> bits{};
    random.fillRange(bits.data(), static_cast<qsizetype>(bits.size()));
    constexpr quint32 version = 0x4000;
    constexpr quint32 variant = 0x8000'0000;
    bits[1] = (bits[1] & 0xffff'0fffU) | version;
    bits[2] = (bits[2] & 0x3fff'ffffU) | variant;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string id;
    id.reserve(32);
    for (const quint32 part : bits) {
        for (unsigned shift = 32; shift > 0; shift -= 4) {
            id += digits[(part >> (shift - 4)) & 0xfU];
        }
    }
    return id;
}

conversation::DecideContext decideContextNow()
{
    using namespace std::chrono;
    conversation::DecideContext context;
    context.now = {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
    context.monotonicMs = duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
    context.makeId = newId;
    return context;
}

namespace {
/// What the role will do when its reply is complete. Without the text, which routing does not look at.
conversation::Intent intentOf(const StreamingMessage& draft, const ConversationState& state)
{
    const conversation::MessageId id(draft.id);
    if (draft.sendTo == conversation::AddressSet{conversation::address::person}) {
        conversation::ReplyToUser reply;
        reply.role = draft.role;
        reply.id = id;
        return reply;
    }
    const conversation::RoleState* speaker = state.role(draft.role);
    if (speaker && speaker->role.kind == conversation::RoleKind::TeamLeader && !draft.sendTo.empty()) {
        conversation::PublishTeamMessage message;
        message.role = draft.role;
        message.sendTo = draft.sendTo.begin()->str();
        message.id = id;
        return message;
    }
    conversation::RolePublish message;
    message.role = draft.role;
    message.message.id = id;
    message.message.sendTo = draft.sendTo;
    return message;
}

/// If the reply could not be delivered, nobody knows how private it is, so it appears only where the person looks.
void routeDraft(StreamingMessage& draft, const ConversationState& state)
{
    draft.channels = {conversation::channel::everything};
    const conversation::Decision decision = conversation::decide(state, intentOf(draft, state), decideContextNow());
    for (const Event& event : decision.events) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        if (!published)
            continue;
        draft.route = published->route;
        draft.channels = conversation::channelsOf(state, event.body);
        return;
    }
}

} // namespace

std::vector<LogRecord> makeLogRecords(ConversationState& state, std::vector<Event> events)
{
    std::vector<LogRecord> records;
    records.reserve(events.size());
    appendLogRecords(state, std::move(events), records);
    return records;
}

void appendLogRecords(ConversationState& state, std::vector<Event> events, std::vector<LogRecord>& records)
{
    for (Event& next : events) {
        LogRecord& record = records.emplace_back();
        record.event = std::move(next);
        const Event& event = record.event;
        record.amends = conversation::amendedBy(state, event.body);
        if (record.amends && (record.amends->value < 1 || *record.amends >= event.seq))
            record.amends.reset(); // a log from elsewhere may point anywhere; only what has happened can change
        std::vector<ChannelKey> channels = conversation::channelsOf(state, event.body);
        record.channels.reserve(channels.size());
        for (ChannelKey& channel : channels) {
            const Ordinal place{state.rowCount(channel)};
            record.channels.push_back({std::move(channel), place});
        }
        if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
            if (const conversation::RoleState* speaker = conversation::speakerOf(state, published->message))
                record.speaker = speaker->role.name.str();
        }
        state.apply(event);
    }
}

class Session::Private
{
public:
    struct Reply
    {
        conversation::Decision outcome;
        Session::IntentDone done;

        void give()
        {
            if (done)
                done(std::move(outcome));
        }
        void fail(const Error& error) { outcome = {{}, error, false, std::nullopt}; }
    };

    /// An intent whose events are on their way to the disk, and those decided after it that produced no events: they
    /// become true together.
    struct Batch
    {
        Reply reply;
        std::vector<Reply> followers{};
    };

    Private(Session& session, SessionId sessionId, SessionOpening opening, Library& sessions)
        : q(session)
        , id(std::move(sessionId))
        , isImportedSession(opening.isImportedSession)
        , decided(opening.state)
        , visible(std::make_shared<const ConversationState>(std::move(opening.state)))
        , library(sessions)
        , lastSnapshot(opening.snapshot)
    { }

    void append(conversation::Decision outcome, IntentDone done)
    {
        std::vector<LogRecord> records = makeLogRecords(decided, outcome.events);
        inFlight.push_back({{std::move(outcome), std::move(done)}});
        library.append(summaryOf(id, decided), std::move(records),
                       [self = QPointer(&q), epoch = this->epoch](Result<Nothing> written) {
                           if (!self.isNull() && self->d->epoch == epoch)
                               self->d->settle(written);
                       });
    }

    /// An intent that changes nothing is true once what it was decided on is durable.
    void conclude(conversation::Decision outcome, IntentDone done)
    {
        if (!outcome.events.empty())
            return append(std::move(outcome), std::move(done));
        Reply reply{std::move(outcome), std::move(done)};
        if (inFlight.empty())
            reply.give();
        else
            inFlight.back().followers.push_back(std::move(reply));
    }

    /// The oldest batch is back. Completions arrive in the order of the appends.
    void settle(const Result<Nothing>& written)
    {
        if (!written) {
            undo(written.error());
            return;
        }
        Batch batch = std::move(inFlight.front());
        inFlight.pop_front();
        const QPointer<Session> alive(&q); // who is answered may remove the session
        auto next = std::make_shared<ConversationState>(*visible);
        for (const Event& event : batch.reply.outcome.events)
            next->apply(event);
        byOrder.note(*visible, batch.reply.outcome.events);
        visible = std::move(next);
        snapshotIfDue();
        emit q.committed(batch.reply.outcome.events, visible);
        batch.reply.give();
        for (Reply& follower : batch.followers)
            follower.give();
        if (!alive.isNull())
            releaseNext();
    }

    /// What was decided on top of a failed append cannot stand either.
    void undo(const Error& error)
    {
        ++epoch;
        decided = *visible;
        std::deque<Batch> lost = std::exchange(inFlight, {});
        emit q.failed(error);
        for (Batch& batch : lost) {
            batch.followers.insert(batch.followers.begin(), std::move(batch.reply));
            for (Reply& reply : batch.followers) {
                reply.fail(error);
                reply.give();
            }
        }
    }

    void releaseNext()
    {
        if (!isImportedSession && !library.isReadOnly())
            byOrder.releaseNext();
    }

    void snapshotIfDue()
    {
        const EventSeq now = visible->lastSeq();
        if (now.value - lastSnapshot.value < snapshotSpacing)
            return;
        const EventSeq before = std::exchange(lastSnapshot, now);
        library.saveSnapshot(id, *visible, [self = QPointer(&q), before, now](const Result<Nothing>& saved) {
            if (!saved && !self.isNull() && self->d->lastSnapshot == now)
                self->d->lastSnapshot = before; // the next commit tries again
        });
    }

    Session& q;
    SessionId id;
    bool isImportedSession;
    ConversationState decided;
    std::shared_ptr<const ConversationState> visible;
    Library& library;
    std::deque<Batch> inFlight;
    EventSeq lastSnapshot; ///< on disk, or on its way
    int epoch = 0;         ///< completions of before an undo are late and count for nothing
    ReleaseByOrder byOrder{q};
    CallbackGuard replies{&q};
};

Session::Session(SessionId id, SessionOpening opening, Library& library, QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(id), std::move(opening), library))
{
    post(this, [this] { d->releaseNext(); }); // the program may have ended between the one and the other
}

Session::~Session()
{
    if (!d->library.isReadOnly() && d->visible->lastSeq() > d->lastSnapshot)
        d->library.saveSnapshot(d->id, *d->visible, [](Result<Nothing>) {});
}

const SessionId& Session::id() const { return d->id; }

const std::shared_ptr<const ConversationState>& Session::state() const { return d->visible; }

Library& Session::library() const { return d->library; }

void Session::readEvents(EventSeq after, std::int32_t limit, std::function<void(Result<std::vector<Event>>)> then)
{
    d->library.readEvents(d->id, after, limit, d->replies.wrap<Result<std::vector<Event>>>(std::move(then)));
}

void Session::readEvent(EventSeq seq, std::function<void(Result<Event>)> then)
{
    readEvents({seq.value - 1}, 1, [seq, then = std::move(then)](Result<std::vector<Event>> events) {
        if (!events)
            return then(tl::unexpected(events.error()));
        if (events->empty() || events->front().seq != seq)
            return then(tl::unexpected(conversation::errors::noSuchEvent(seq)));
        then(std::move(events->front()));
    });
}

bool Session::isImportedSession() const { return d->isImportedSession; }

void Session::submit(conversation::Intent intent, IntentDone done)
{
    submit(std::move(intent), decideContextNow(), std::move(done));
}

void Session::submit(conversation::Intent intent, conversation::DecideContext context, IntentDone done)
{
    context.isImportedSession = d->isImportedSession;
    d->conclude(conversation::decide(d->decided, intent, context), std::move(done));
}

void Session::submitAll(const std::vector<conversation::Intent>& intents, IntentDone done)
{
    conversation::DecideContext context = decideContextNow();
    context.isImportedSession = d->isImportedSession;
    ConversationState ahead = d->decided;
    conversation::Decision outcome;
    for (std::size_t i = 0; i < intents.size(); ++i) {
        conversation::Decision decision = conversation::decide(ahead, intents[i], context);
        if (decision.error && decision.error->code != conversation::ErrorCode::Filtered) {
            outcome = {{}, std::move(decision.error), false, std::nullopt, i};
            break;
        }
        outcome.isPublished = outcome.isPublished || decision.isPublished;
        for (Event& event : decision.events) {
            ahead.apply(event);
            outcome.events.push_back(std::move(event));
        }
    }
    d->conclude(std::move(outcome), std::move(done));
}

void Session::follow(const std::vector<Event>& events)
{
    if (events.empty() || !d->inFlight.empty() || events.front().seq != d->visible->lastSeq().next())
        return;
    auto next = std::make_shared<ConversationState>(*d->visible);
    for (const Event& event : events)
        next->apply(event);
    d->decided = *next;
    d->visible = std::move(next);
    d->snapshotIfDue();
    emit committed(events, d->visible);
}

void Session::updateStreamingMessage(StreamingMessage draft)
{
    if (!draft.isDone)
        routeDraft(draft, d->decided);
    emit streamingMessageChanged(draft);
}

namespace {

constexpr std::int32_t eventsPerRead = 2'000;

} // namespace

LogFollower::LogFollower(Session& session, Take take, Ready ready)
    : m_session(session)
    , m_take(std::move(take))
    , m_ready(std::move(ready))
{
    connect(&session, &Session::committed, this, &LogFollower::follow);
    read();
}
LogFollower::~LogFollower() = default;

void LogFollower::read()
{
    using Page = Result<std::vector<Event>>;
    m_session.library().readEvents(m_session.id(), m_taken, eventsPerRead,
                                   m_replies.wrap<Page>([this](const Page& page) { takePage(page); }));
}

void LogFollower::takePage(const Result<std::vector<Event>>& page)
{
    if (!page)
        return finish(tl::unexpected(page.error()));
    for (const Event& event : *page)
        takeNew(event);
    page->size() < eventsPerRead ? finish(Nothing{}) : read();
}

void LogFollower::follow(const std::vector<Event>& events)
{
    if (m_stage == Stage::Reading)
        m_ahead.insert(m_ahead.end(), events.begin(), events.end());
    else if (m_stage == Stage::Following)
        std::ranges::for_each(events, [this](const Event& event) { takeNew(event); });
}

void LogFollower::takeNew(const Event& event)
{
    if (event.seq <= m_taken)
        return;
    m_taken = event.seq;
    m_take(event);
}

void LogFollower::finish(const Result<Nothing>& result)
{
    m_stage = result ? Stage::Following : Stage::Failed;
    const std::vector<Event> ahead = std::exchange(m_ahead, {});
    if (result)
        std::ranges::for_each(ahead, [this](const Event& event) { takeNew(event); });
    const Ready ready = std::move(m_ready); // it may destroy this
    ready(result);
}

} // namespace quarterdeck::session
