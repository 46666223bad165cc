#pragma once

#include "model/conversation/ids.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace quarterdeck::ui::transcript {

/// The rows that the page has, and those which it has begun to draw, at least in part, without proving that it survives
/// them. Pure.
class CrashSuspects
{
public:
    /// As many as are drawn between two layouts: the one at fault need not be the last.
    static constexpr std::size_t most = 12;
    /// As many as the page has at once.
    static constexpr std::size_t mostDrawn = 150;

    void add(conversation::EventSeq seq)
    {
        putLast(m_fresh, seq, most);
        putLast(m_drawn, seq, mostDrawn);
    }
    /// What was drawn before this answer may be laid out after it, so it takes two answers to prove a row.
    void pageAnswered() { m_older = std::exchange(m_fresh, {}); }
    /// The page is reloaded, or has others.
    void clear() { *this = {}; }
    /// The last ones, in the order of drawing; afterwards there are none.
    [[nodiscard]] std::vector<conversation::EventSeq> take()
    {
        std::vector<conversation::EventSeq> rows = std::exchange(m_older, {});
        for (const conversation::EventSeq seq : std::exchange(m_fresh, {}))
            putLast(rows, seq, most);
        return rows;
    }
    /// Everything that the page has, if nobody can tell which it is: the last ones drawn. Afterwards there are none.
    [[nodiscard]] std::vector<conversation::EventSeq> takeDrawn()
    {
        const CrashSuspects all = std::exchange(*this, {});
        return all.m_drawn;
    }

private:
    using Rows = std::vector<conversation::EventSeq>;

    /// Each once.
    static void putLast(Rows& rows, conversation::EventSeq seq, std::size_t size)
    {
        rows.erase(std::remove(rows.begin(), rows.end(), seq), rows.end());
        rows.push_back(seq);
        if (rows.size() > size)
            rows.erase(rows.begin());
    }

    Rows m_older;
    Rows m_fresh;
    Rows m_drawn;
};

} // namespace quarterdeck::ui::transcript
