#include "commit_times.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace quarterdeck::bench {

CommitTimes::CommitTimes(session::Session& session)
{
    connect(&session, &session::Session::committed, this, [this](const std::vector<session::Event>& events) {
        for (const session::Event& event : events)
            note(event);
    });
}

void CommitTimes::note(const session::Event& event)
{
    using namespace std::chrono;
    const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
    if (published == nullptr || !published->message.id.str().starts_with('m'))
        return;
    const double now = duration<double, std::milli>(system_clock::now().time_since_epoch()).count();
    const std::scoped_lock lock(m_mutex);
    m_places[std::atoi(published->message.id.str().c_str() + 1)] = m_times.size();
    m_times.push_back(now);
}

std::vector<double> CommitTimes::delays(const std::vector<Seen>& seen) const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<double> delays;
    for (const Seen& one : seen) {
        const auto found = m_places.find(one.number);
        // What came before it is above it.
        for (std::size_t place = delays.size(); found != m_places.end() && place <= found->second; ++place)
            delays.push_back(one.atMs - m_times[place]);
    }
    std::ranges::sort(delays);
    return delays;
}

} // namespace quarterdeck::bench
