#pragma once

#include "model/session/library.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace quarterdeck::storage {

/// A stretch of time in equal parts.
class TimelineParts
{
public:
    TimelineParts(session::Timestamp start, session::Timestamp end, std::int32_t count);

    [[nodiscard]] std::int64_t count() const { return m_count; }
    /// Milliseconds per unit of time: 1, except for stretches so long that their product with `count` would overflow.
    [[nodiscard]] std::int64_t unit() const { return m_unit; }
    /// Length in units; at least 1, so that it can be a divisor.
    [[nodiscard]] std::int64_t length() const { return m_length / m_unit; }
    [[nodiscard]] std::int64_t partOf(session::Timestamp time) const;

private:
    std::int64_t m_start;
    std::int64_t m_count;
    std::int64_t m_length; ///< milliseconds
    std::int64_t m_unit;
};

/// Who spoke how often in each part.
class SpeakerCounts
{
public:
    explicit SpeakerCounts(std::int64_t parts) : m_parts(static_cast<std::size_t>(parts)) { }

    /// `speaker` empty: events that nobody spoke.
    void add(std::int64_t part, const std::string& speaker, std::int32_t events);
    [[nodiscard]] std::vector<session::Timeline::Bucket> buckets() const;

private:
    std::vector<std::map<std::string, std::int32_t>> m_parts;
};

} // namespace quarterdeck::storage
