#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats {

/// Which lines of a growing file a later one takes back: a person may go back to an earlier prompt any number of times.
class TakenBackLines
{
public:
    /// From `from` up to that line, which is behind all before it.
    void add(std::int64_t from, std::int64_t line)
    {
        while (!m_ranges.empty() && m_ranges.back().first >= from) {
            m_ranges.pop_back(); // the new one covers it
        }
        m_ranges.emplace_back(from, line);
    }
    [[nodiscard]] bool contains(std::int64_t line) const
    {
        const auto range = std::ranges::lower_bound(m_ranges, line, {}, &Range::second);
        return range != m_ranges.end() && line >= range->first;
    }

    /// As texts, by which the messages that an earlier import made of them are known.
    [[nodiscard]] std::vector<std::string> records() const
    {
        constexpr std::size_t most = 1'000'000;
        std::vector<std::string> all;
        for (const auto& [first, last] : m_ranges) {
            for (std::int64_t line = first; line <= last && all.size() < most; ++line) {
                all.push_back(std::to_string(line));
            }
        }
        return all;
    }

private:
    using Range = std::pair<std::int64_t, std::int64_t>; ///< the first and the last line
    std::vector<Range> m_ranges;                         ///< in their order
};

} // namespace quarterdeck::formats
