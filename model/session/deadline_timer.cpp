#include "model/session/deadline_timer.h"

#include "model/session/log_records.h"

#include <algorithm>
#include <limits>
#include <optional>
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

} // namespace quarterdeck::session
