#include "storage/search/excerpt.h"

#include "model/conversation/utf8.h"
#include "storage/search/ansi_escape.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace quarterdeck::storage::search {

namespace utf8 = conversation::utf8;

namespace {

constexpr std::size_t bytesBefore = 48; ///< of what was found: the line shall show it also where it is short
constexpr std::size_t bytesInAll = 240;
constexpr std::size_t mostMarks = 8;

bool isControl(char byte)
{
    const auto value = static_cast<unsigned char>(byte);
    return value < 0x20 || value == 0x7f;
}

/// Where the line starts: some way before the place, preferably at the start of a word.
std::size_t startBefore(std::string_view text, std::size_t place)
{
    if (place <= bytesBefore)
        return 0;
    std::size_t start = place - bytesBefore;
    while (start < place && utf8::isContinuation(text[start]))
        ++start;
    for (std::size_t at = start; at < place; at += utf8::lengthAt(text, at)) {
        if (const std::size_t space = utf8::spaceAt(text, at))
            return std::min(at + space, place);
    }
    return start;
}

/// Writes one line of the text, and where the marks are in it.
class LineWriter
{
public:
    LineWriter(std::string_view text, const std::vector<TextRange>& places) : m_text(text), m_places(places) { }

    Excerpt write(std::size_t start)
    {
        if (start > 0)
            m_excerpt.line = "…";
        for (m_at = start; m_at < m_text.size() && m_excerpt.line.size() < bytesInAll;)
            takeCharacter();
        endMark();
        if (m_at < m_text.size())
            m_excerpt.line += "…";
        return std::move(m_excerpt);
    }

private:
    void takeCharacter()
    {
        if (m_next < m_places.size() && m_at >= m_places[m_next].end)
            endMark();
        if (const std::size_t code = ansiEscapeAt(m_text, m_at)) {
            m_isBlankDue = m_isBlankDue || (terminalLookAt(m_text, m_at) == 0 && !m_excerpt.line.empty());
            m_at += code;
            return;
        }
        const std::size_t space = utf8::spaceAt(m_text, m_at);
        if (space > 0 || isControl(m_text[m_at])) {
            m_isBlankDue = !m_excerpt.line.empty();
            m_at += std::max<std::size_t>(space, 1);
            return;
        }
        if (std::exchange(m_isBlankDue, false))
            m_excerpt.line += ' ';
        if (m_next < m_places.size() && m_at >= m_places[m_next].begin && !m_markedFrom)
            m_markedFrom = m_excerpt.line.size();
        const std::size_t length = utf8::lengthAt(m_text, m_at);
        m_excerpt.line += m_text.substr(m_at, length);
        m_at += length;
    }

    void endMark()
    {
        if (m_markedFrom)
            m_excerpt.marks.push_back({*m_markedFrom, m_excerpt.line.size()});
        m_markedFrom.reset();
        while (m_next < m_places.size() && m_at >= m_places[m_next].end)
            ++m_next;
    }

    std::string_view m_text;
    const std::vector<TextRange>& m_places;
    std::size_t m_at = 0;
    std::size_t m_next = 0; ///< of the places
    std::optional<std::size_t> m_markedFrom;
    bool m_isBlankDue = false;
    Excerpt m_excerpt;
};

} // namespace

Excerpt excerptOf(std::string_view text, const TextQuery& query)
{
    const std::vector<TextRange> places = query.placesIn(text, mostMarks);
    return LineWriter(text, places).write(places.empty() ? 0 : startBefore(text, places.front().begin));
}

} // namespace quarterdeck::storage::search
