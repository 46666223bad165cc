#include "model/conversation/span.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace quarterdeck::conversation {

namespace {

class Tree
{
public:
    Tree(const std::vector<Span>& spans, const std::string& trace) : m_spans(spans)
    {
        for (std::size_t place = 0; place < spans.size(); ++place)
            if (spans[place].trace == trace && m_placeOf.try_emplace(spans[place].id, place).second)
                m_left.emplace(spans[place].startUs, place);
    }

    [[nodiscard]] std::vector<SpanLine> lines()
    {
        for (const auto& [start, place] : m_left)
            if (const auto parent = m_placeOf.find(m_spans[place].parent); parent != m_placeOf.end())
                m_partsOf[parent->second].push_back(place);
        for (const auto& [start, place] : std::set(m_left))
            if (!m_placeOf.contains(m_spans[place].parent))
                add(place);
        while (!m_left.empty()) // those that name each other in a circle
            add(m_left.begin()->second);
        return std::move(m_lines);
    }

private:
    /// Without recursion, since a trace may be as deep as it has spans.
    void add(std::size_t top)
    {
        std::vector<SpanLine> waiting{{top, 0}};
        while (!waiting.empty()) {
            const SpanLine line = waiting.back();
            waiting.pop_back();
            if (m_left.erase({m_spans[line.place].startUs, line.place}) == 0)
                continue;
            m_lines.push_back(line);
            const std::vector<std::size_t>& parts = m_partsOf[line.place];
            for (auto part = parts.rbegin(); part != parts.rend(); ++part)
                waiting.push_back({*part, line.depth + 1});
        }
    }

    const std::vector<Span>& m_spans;
    std::map<std::string_view, std::size_t> m_placeOf;
    std::set<std::pair<std::int64_t, std::size_t>> m_left; ///< by their start
    std::map<std::size_t, std::vector<std::size_t>> m_partsOf;
    std::vector<SpanLine> m_lines;
};

} // namespace

std::vector<SpanLine> treeOf(const std::vector<Span>& spans, const std::string& trace)
{
    return Tree(spans, trace).lines();
}

} // namespace quarterdeck::conversation
