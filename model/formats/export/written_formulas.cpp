#include "model/formats/export/written_formulas.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace quarterdeck::formats::html {

namespace {

constexpr auto npos = std::string_view::npos;

bool isSpace(char byte) { return std::string_view(" \t\r\n\v\f").find(byte) != npos; }
bool isDigit(char byte) { return byte >= '0' && byte <= '9'; }

constexpr std::array<std::string_view, 21> environments{
    "equation", "equation*", "align",     "align*",   "alignat", "alignat*", "gather",
    "gather*",  "aligned",   "alignedat", "gathered", "split",   "cases",    "array",
    "matrix",   "bmatrix",   "pmatrix",   "vmatrix",  "Vmatrix", "Bmatrix",  "CD"};
constexpr std::size_t longestBegin = 20; ///< of one, with what stands around its name

/// Follows the rules of the window's own parser, within lines that no empty line separates.
class Passage
{
public:
    explicit Passage(std::string_view text) : m_text(text) { }

    std::int64_t formulas()
    {
        std::int64_t count = 0;
        while (m_at < m_text.size()) {
            if (const std::size_t end = formulaEnd(); end != npos) {
                ++count;
                m_at = end;
            } else {
                m_at = afterOther();
            }
        }
        return count;
    }

private:
    /// Where the formula that begins here ends; npos if none does.
    std::size_t formulaEnd()
    {
        constexpr std::array pairs = {std::pair{"\\(", "\\)"}, std::pair{"\\[", "\\]"}, std::pair{"$$", "$$"}};
        const std::string_view rest = m_text.substr(m_at);
        if (const std::size_t end = environmentEnd(rest); end != npos)
            return end;
        for (const auto& [open, close] : pairs) {
            if (!rest.starts_with(open))
                continue;
            const std::size_t end = closing(close, m_at + 2);
            return end == npos || end == m_at + 2 ? npos : end + 2;
        }
        return rest.starts_with('$') && !rest.starts_with("$$") ? dollarEnd(m_at + 1) : npos;
    }

    /// An environment of LaTeX that has lines of its own needs no marks around it.
    std::size_t environmentEnd(std::string_view rest)
    {
        constexpr std::string_view begin = "\\begin{";
        const std::size_t nameEnd = rest.starts_with(begin) ? rest.substr(0, longestBegin).find('}') : npos;
        if (nameEnd == npos || !beginsLine())
            return npos;
        const std::string name(rest.substr(begin.size(), nameEnd - begin.size()));
        if (std::ranges::find(environments, name) == environments.end())
            return npos;
        const std::string mark = "\\end{" + name + "}";
        const std::size_t end = closing(mark, m_at);
        return end == npos ? npos : end + mark.size();
    }

    [[nodiscard]] bool beginsLine() const
    {
        const std::size_t last = m_text.substr(0, m_at).find_last_not_of("> \t");
        return last == npos || m_text[last] == '\n';
    }

    /// A mark that nothing closes is searched for only once.
    std::size_t closing(const std::string& mark, std::size_t from)
    {
        std::size_t& known = m_closings[mark];
        if (known < from)
            known = m_text.find(mark, from);
        return known;
    }

    /// A dollar sign opens before, and closes after, something other than a space; a price ("$5 and $6") is no formula.
    std::size_t dollarEnd(std::size_t from)
    {
        if (from >= m_text.size() || isSpace(m_text[from]) || m_isDollarEndless)
            return npos;
        std::size_t at = m_text.find('$', from);
        while (at != npos && m_text[at - 1] == '\\')
            at = m_text.find('$', at + 1);
        m_isDollarEndless = at == npos;
        if (at == npos || at == from || isSpace(m_text[at - 1]))
            return npos;
        return at + 1 < m_text.size() && isDigit(m_text[at + 1]) ? npos : at + 1;
    }

    /// Skips what is not a formula: an escaped character, a code span, a run of marks, a single letter.
    std::size_t afterOther()
    {
        const char first = m_text[m_at];
        if (first == '\\')
            return m_at + 2;
        if (first == '$')
            return m_at + (m_text.substr(m_at).starts_with("$$") ? 2 : 1);
        if (first != '`')
            return m_at + 1;
        const std::size_t begin = std::min(m_text.find_first_not_of('`', m_at), m_text.size());
        const std::size_t end = codeEnd(begin - m_at, begin);
        return end == npos ? begin : end;
    }

    /// After as many backticks as opened it; if nothing closes it, this is searched for only once.
    std::size_t codeEnd(std::size_t ticks, std::size_t from)
    {
        std::size_t begin = m_unclosed.contains(ticks) ? npos : m_text.find('`', from);
        while (begin != npos) {
            const std::size_t end = std::min(m_text.find_first_not_of('`', begin), m_text.size());
            if (end - begin == ticks)
                return end;
            begin = m_text.find('`', end);
        }
        m_unclosed.insert(ticks);
        return npos;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::map<std::string, std::size_t> m_closings;
    std::set<std::size_t> m_unclosed; ///< numbers of backticks
    bool m_isDollarEndless = false;
};

} // namespace

std::int64_t formulasIn(std::string_view markdown)
{
    std::int64_t count = 0;
    std::size_t begin = 0; // of the passage
    for (std::size_t at = 0; at < markdown.size();) {
        const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
        const bool isEmpty = markdown.substr(at, end - at).find_first_not_of("> \t\r") == npos;
        if (isEmpty) {
            count += Passage(markdown.substr(begin, at - begin)).formulas();
            begin = std::min(end + 1, markdown.size());
        }
        at = end + 1;
    }
    return count + Passage(markdown.substr(begin)).formulas();
}

} // namespace quarterdeck::formats::html
