#pragma once

#include "conversation/ids.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace quarterdeck::ui::transcript {

/// The rows that the page has begun to draw and has not yet shown to survive. Pure.
class UnprovenRows
{
public:
    /// As many as are drawn between two layouts: the one at fault need not be the last.
    static constexpr std::size_t most = 12;

    void add(conversation::EventSeq seq)
    {
        m_fresh.push_back(seq);
        if (m_fresh.size() > most)
            m_fresh.erase(m_fresh.begin());
    }
    /// What was drawn before this answer may be laid out after it, so it takes two to prove a row.
    void pageAnswered() { m_older = std::exchange(m_fresh, {}); }
    void clear() { (void)take(); }
    /// The last ones, in the order they were drawn; then there are none.
    [[nodiscard]] std::vector<conversation::EventSeq> take()
    {
        std::vector<conversation::EventSeq> rows = std::exchange(m_older, {});
        for (const conversation::EventSeq seq : std::exchange(m_fresh, {}))
            rows.push_back(seq);
        if (rows.size() > most)
            rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(most));
        return rows;
    }

private:
    std::vector<conversation::EventSeq> m_older;
    std::vector<conversation::EventSeq> m_fresh;
};

} // namespace quarterdeck::ui::transcript
