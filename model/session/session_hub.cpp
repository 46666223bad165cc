#include "model/session/session_hub.h"

#include "model/session/library.h"
#include "model/session/post.h"
#include "model/session/session.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

namespace quarterdeck::session {

namespace {

constexpr std::int64_t longestWaitMs = 60'000; ///< wall clocks jump: look again now and then
/// A question stays due until its end is durable, and longer if storing fails: without a pause the timer would spin.
constexpr std::int64_t retryMs = 10'000;

std::optional<Timestamp> deadlineOf(const conversation::OpenQuestion& open)
{
    return open.question.isDeadlinePaused ? std::nullopt : open.question.deadline;
}

std::int64_t nextDeadline(const ConversationState& state)
{
    std::int64_t next = std::numeric_limits<std::int64_t>::max();
    for (const conversation::OpenQuestion& open : state.openQuestions())
        if (const auto deadline = deadlineOf(open))
            next = std::min(next, deadline->msSinceEpoch);
    for (const conversation::DirectChat& chat : state.directChats())
        if (const auto end = state.timeOutOf(chat))
            next = std::min(next, end->msSinceEpoch);
    return next;
}

/// Whether anything was due.
bool endDueIn(Session& session, Timestamp now)
{
    bool wasAnyDue = false;
    const auto submit = [&](conversation::Intent intent) {
        conversation::DecideContext context = decideContextNow();
        context.now = now; // the rules shall see the very time by which it is due
        session.submit(std::move(intent), std::move(context), {});
        wasAnyDue = true;
    };
    const auto state = session.state();
    for (const conversation::OpenQuestion& open : state->openQuestions())
        if (const auto deadline = deadlineOf(open); deadline && *deadline <= now)
            submit(conversation::TimeOutQuestion{open.question.id});
    for (const conversation::DirectChat& chat : state->directChats())
        if (const auto end = state->timeOutOf(chat); end && *end <= now)
            submit(conversation::EndDirectChat{chat.role, conversation::DirectChatEndReason::TimedOut});
    return wasAnyDue;
}

} // namespace

DeadlineTimer::DeadlineTimer(QObject* parent, Clock clock)
    : QObject(parent)
    , m_clock(clock ? std::move(clock) : [] { return decideContextNow().now; })
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DeadlineTimer::endExpired);
}

void DeadlineTimer::watch(Session& session)
{
    m_sessions.push_back(&session);
    connect(&session, &Session::committed, this, [this] { schedule(); });
    connect(&session, &QObject::destroyed, this, [this, gone = &session] { std::erase(m_sessions, gone); });
    schedule();
}

void DeadlineTimer::forget(const Session& session)
{
    disconnect(&session, nullptr, this, nullptr);
    std::erase(m_sessions, &session);
    schedule();
}

void DeadlineTimer::schedule(std::int64_t leastMs)
{
    std::int64_t next = std::numeric_limits<std::int64_t>::max();
    for (const Session* session : m_sessions)
        next = std::min(next, nextDeadline(*session->state()));
    if (next == std::numeric_limits<std::int64_t>::max()) {
        m_timer.stop();
        return;
    }
    const std::int64_t now = m_clock().msSinceEpoch;
    const std::int64_t wait = next <= now ? 0 : next - std::max<std::int64_t>(now, 0);
    m_timer.start(static_cast<int>(std::clamp(wait, leastMs, longestWaitMs)));
}

void DeadlineTimer::endExpired()
{
    const Timestamp now = m_clock();
    bool wasAnyDue = false;
    for (Session* session : std::vector(m_sessions))
        wasAnyDue |= endDueIn(*session, now);
    schedule(wasAnyDue ? retryMs : 0);
}

namespace {
constexpr int noticeDelayMs = 50;
}

class SessionHub::Private
{
public:
    Private(SessionHub& hub, std::shared_ptr<Library> sessions) : q(hub), library(std::move(sessions))
    {
        notice.setSingleShot(true);
        notice.setInterval(noticeDelayMs);
        connect(&notice, &QTimer::timeout, &hub, [this] { emit q.sessionsChanged(summaries); });
    }

    Session* makeLive(const SessionId& id, SessionOpening start)
    {
        auto* session = new Session(id, std::move(start), *library, &q);
        live.insert_or_assign(id, session);
        connect(session, &Session::committed, &q, [this, session] { update(summaryNow(*session)); });
        connect(session, &Session::failed, &q, &SessionHub::failed);
        // A recording keeps its open ends, and in a read-only library nothing can end.
        if (!session->isImportedSession() && !library->isReadOnly())
            deadlines.watch(*session);
        emit q.opened(session);
        return session;
    }

    static SessionSummary summaryNow(const Session& session)
    {
        SessionSummary summary = summaryOf(session.id(), *session.state());
        if (session.isImportedSession())
            summary.kind = conversation::SessionKind::Imported;
        return summary;
    }

    void update(SessionSummary summary)
    {
        const auto known = std::ranges::find(summaries, summary.id, &SessionSummary::id);
        if (known != summaries.end()) {
            summary.isSample = known->isSample;
            summary.labels = std::move(known->labels);
            if (!summary.labels.title.empty())
                summary.title = summary.labels.title;
            summaries.erase(known);
        }
        summaries.insert(std::ranges::lower_bound(summaries, summary.lastActivity, std::ranges::greater{},
                                                  &SessionSummary::lastActivity),
                         std::move(summary));
        if (!notice.isActive())
            notice.start();
    }

    void answerWaiting(const SessionId& id, const Result<Session*>& opened)
    {
        const auto waiting = std::exchange(opening[id], {});
        opening.erase(id);
        for (const Opened& done : waiting)
            done(opened);
    }

    void finishRemoval(const SessionId& id, bool isGone)
    {
        if (isGone) {
            ++removals;
            retire(id);
            std::erase_if(summaries, [&](const SessionSummary& summary) { return summary.id == id; });
            emit q.sessionsChanged(summaries);
        }
        // Whoever asked meanwhile gets the library's answer, whichever it is now.
        const auto waiting = std::exchange(removing[id], {});
        removing.erase(id);
        for (const Opened& done : waiting)
            q.open(id, done);
    }

    /// Whoever is looking at it keeps it, but its changes are no longer reported.
    void retire(const SessionId& id)
    {
        const auto found = live.find(id);
        if (found == live.end())
            return;
        deadlines.forget(*found->second);
        disconnect(found->second, nullptr, &q, nullptr);
        retired.push_back(found->second);
        live.erase(found);
    }

    /// A live recording may have been extended by an import, past the hub.
    void catchUp()
    {
        for (const SessionSummary& summary : summaries) {
            Session* session = q.live(summary.id);
            if (session != nullptr && session->isImportedSession() && session->state()->lastSeq() < summary.lastSeq)
                readOn(*session, summary.lastSeq);
        }
    }

    void readOn(Session& session, EventSeq last)
    {
        constexpr std::int32_t page = 2000;
        const EventSeq after = session.state()->lastSeq();
        library->readEvents(session.id(), after, page,
                            replies.wrap<Result<std::vector<Event>>>(
                                [this, &session, after, last](const Result<std::vector<Event>>& events) {
                                    if (!events) {
                                        emit q.failed(events.error());
                                        return;
                                    }
                                    session.follow(*events);
                                    if (const EventSeq now = session.state()->lastSeq(); now > after && now < last)
                                        readOn(session, last);
                                }));
    }

    /// Why nothing may be done to it; empty if it may.
    [[nodiscard]] std::optional<Error> refusalToArchive(const SessionId& id) const
    {
        const auto known = std::ranges::find(summaries, id, &SessionSummary::id);
        if (known == summaries.end() || known->kind == conversation::SessionKind::Imported)
            return std::nullopt;
        using conversation::RunState;
        if (known->runState != RunState::Running && known->runState != RunState::StopRequested)
            return std::nullopt;
        return Error{conversation::ErrorCode::NotAllowed,
                     tr("“%1” is still running. Stop it before you archive it.")
                         .arg(QString::fromStdString(known->title))
                         .toStdString(),
                     id.str()};
    }

    [[nodiscard]] bool isArchived(const SessionId& id) const
    {
        const auto known = std::ranges::find(summaries, id, &SessionSummary::id);
        return known != summaries.end() && known->labels.archivedAt.has_value();
    }

    SessionHub& q;
    std::shared_ptr<Library> library;
    CallbackGuard replies{&q}; ///< answers of the reader thread that come after the hub's end find nobody
    DeadlineTimer deadlines;
    QTimer notice;
    std::vector<SessionSummary> summaries; ///< newest activity first
    bool isListed = false;                 ///< the library has answered
    std::unordered_map<SessionId, Session*> live;
    std::vector<Session*> retired; ///< removed from the library; they live as long as the hub
    std::unordered_map<SessionId, std::vector<Opened>> opening;
    std::unordered_map<SessionId, std::vector<Opened>> removing; ///< and who wants to open it meanwhile
    int removals = 0;                                            ///< a list that was read before one is out of date
};

SessionHub::SessionHub(std::shared_ptr<Library> library, QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(library)))
{ }

SessionHub::~SessionHub()
{
    for (const auto& [id, session] : std::exchange(d->live, {}))
        delete session;
    for (const Session* session : std::exchange(d->retired, {}))
        delete session;
}

void SessionHub::start()
{
    d->library->watchWriting(d->replies.wrap<std::optional<Error>>(
        [this](const std::optional<Error>& trouble) { emit writingChanged(trouble); }));
    refresh();
}

void SessionHub::refresh()
{
    d->library->listSessions(d->replies.wrap<Result<std::vector<SessionSummary>>>(
        [this, removals = d->removals](Result<std::vector<SessionSummary>> list) {
            if (list && removals != d->removals) {
                refresh();
                return;
            }
            if (!list) {
                emit failed(list.error());
                return;
            }
            d->summaries = std::move(*list);
            d->isListed = true;
            d->catchUp();
            for (const auto& [id, session] : d->live)
                d->update(Private::summaryNow(*session));
            // Opened although nobody looks at them, since their deadlines run and their askers may be answered. A turn
            // that was to end before a pause has ended with the program.
            for (const SessionSummary& summary : d->summaries)
                if ((!summary.openQuestions.empty() && summary.kind != conversation::SessionKind::Imported)
                    || isPausing(summary))
                    open(summary.id, [this](const Result<Session*>& opened) {
                        if (!opened)
                            emit failed(opened.error());
                    });
            emit sessionsChanged(d->summaries);
        }));
}

void SessionHub::create(conversation::SessionStarted settings, std::vector<conversation::Role> team, Opened done)
{
    create(SessionId(newId()), std::move(settings), std::move(team), std::move(done));
}

void SessionHub::create(SessionId id, conversation::SessionStarted settings, std::vector<conversation::Role> team,
                        Opened done)
{
    const conversation::DecideContext context = decideContextNow();
    ConversationState decided;
    std::vector<LogRecord> records;
    const auto add = [&](const conversation::Intent& intent) -> std::optional<Error> {
        conversation::Decision decision = conversation::decide(decided, intent, context);
        for (LogRecord& record : makeLogRecords(decided, std::move(decision.events)))
            records.push_back(std::move(record));
        return decision.error;
    };
    std::optional<Error> refused = add(conversation::StartSession{std::move(settings)});
    for (conversation::Role& role : team)
        if (!refused)
            refused = add(conversation::HireRole{std::move(role)});
    if (refused) {
        done(tl::unexpected(*refused));
        return;
    }
    d->library->createSession(
        summaryOf(id, decided), std::move(records),
        [self = QPointer(this), id, decided, done](Result<Nothing> written) {
            if (self.isNull())
                return;
            if (!written) {
                done(tl::unexpected(written.error()));
                return;
            }
            self->d->update(summaryOf(id, decided));
            done(self->d->makeLive(id, {decided, {}, decided.kind() == conversation::SessionKind::Imported}));
        });
}

void SessionHub::open(SessionId id, Opened done)
{
    if (Session* session = live(id)) {
        done(session);
        return;
    }
    if (const auto removed = d->removing.find(id); removed != d->removing.end()) {
        removed->second.push_back(std::move(done));
        return;
    }
    auto& waiting = d->opening[id];
    waiting.push_back(std::move(done));
    if (waiting.size() > 1)
        return;
    d->library->openSession(id, d->replies.wrap<Result<SessionOpening>>([this, id](Result<SessionOpening> opening) {
        if (!opening)
            d->answerWaiting(id, tl::unexpected(opening.error()));
        else
            d->answerWaiting(id, d->makeLive(id, std::move(*opening)));
    }));
}

Session* SessionHub::live(const SessionId& id) const
{
    const auto found = d->live.find(id);
    return found == d->live.end() ? nullptr : found->second;
}

std::vector<Session*> SessionHub::liveSessions() const
{
    std::vector<Session*> sessions;
    sessions.reserve(d->live.size());
    for (const auto& [id, session] : d->live)
        sessions.push_back(session);
    return sessions;
}

const std::vector<SessionSummary>& SessionHub::summaries() const { return d->summaries; }

bool SessionHub::isListed() const { return d->isListed; }

void SessionHub::setLabels(SessionId id, SessionLabels labels, Done<Nothing> done)
{
    if (const std::optional<Error> refusal = labels.archivedAt ? d->refusalToArchive(id) : std::nullopt) {
        done(tl::unexpected(*refusal));
        return;
    }
    d->library->setLabels(std::move(id), std::move(labels), [self = QPointer(this), done](const Result<Nothing>& kept) {
        if (kept && !self.isNull())
            self->refresh();
        done(kept);
    });
}

void SessionHub::remove(SessionId id, Done<Nothing> done)
{
    if (!d->isArchived(id) || d->opening.contains(id)) {
        done(tl::unexpected(Error{conversation::ErrorCode::NotAllowed,
                                  tr("Only archived sessions can be deleted.").toStdString(), id.str()}));
        return;
    }
    d->removing.try_emplace(id);
    d->library->removeSession(id, [self = QPointer(this), id, done](Result<Nothing> removed) {
        if (!self.isNull())
            self->d->finishRemoval(id, removed.has_value());
        done(removed);
    });
}

Library& SessionHub::library() const { return *d->library; }

void afterSessionsListed(SessionHub& hub, QObject& context, std::function<void()> call)
{
    if (hub.isListed())
        return call();
    auto* once = new QObject(&context);
    QObject::connect(&hub, &SessionHub::sessionsChanged, once, [&hub, once, call = std::move(call)] {
        if (!hub.isListed())
            return;
        const auto last = call; // the connection holds it, and ends here
        hub.disconnect(once);
        once->deleteLater();
        last();
    });
}

} // namespace quarterdeck::session
