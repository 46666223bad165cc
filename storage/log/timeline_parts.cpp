#include "storage/log/timeline_parts.h"

#include "model/conversation/saturating.h"

#include <algorithm>
#include <limits>

namespace quarterdeck::storage {

TimelineParts::TimelineParts(session::Timestamp start, session::Timestamp end, std::int32_t count)
    : m_start(start.msSinceEpoch)
    , m_count(std::clamp(count, 1, 10'000))
    , m_length(std::max<std::int64_t>(conversation::saturatingDifference(end.msSinceEpoch, start.msSinceEpoch), 1))
    , m_unit(m_length / (std::numeric_limits<std::int64_t>::max() / m_count) + 1)
{ }

std::int64_t TimelineParts::partOf(session::Timestamp time) const
{
    const std::int64_t since = conversation::saturatingDifference(time.msSinceEpoch, m_start);
    return std::min(since / m_unit * m_count / length(), m_count - 1);
}

void SpeakerCounts::add(std::int64_t part, const std::string& speaker, std::int32_t events)
{
    m_parts.at(static_cast<std::size_t>(part))[speaker] += events;
}

std::vector<session::Timeline::Bucket> SpeakerCounts::buckets() const
{
    std::vector<session::Timeline::Bucket> buckets;
    buckets.reserve(m_parts.size());
    for (const std::map<std::string, std::int32_t>& speakers : m_parts) {
        session::Timeline::Bucket bucket;
        std::int32_t most = 0;
        for (const auto& [speaker, events] : speakers) {
            bucket.events += events;
            if (speaker.empty() || events <= most)
                continue;
            most = events;
            bucket.speaker = speaker;
        }
        buckets.push_back(std::move(bucket));
    }
    return buckets;
}

} // namespace quarterdeck::storage
