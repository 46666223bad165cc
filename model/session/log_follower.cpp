#include "model/session/log_follower.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::session {

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
