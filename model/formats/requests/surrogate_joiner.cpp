#include "model/formats/requests/surrogate_joiner.h"

#include "model/formats/json/python_filter.h"
#include "model/formats/json/python_json.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

using namespace python_tokens;

namespace {

constexpr std::size_t escapeLength = 6;

/// Whether a string's content ends with the escape of a high surrogate.
bool endsWithHalf(std::string_view inside)
{
    if (inside.size() < escapeLength) {
        return false;
    }
    const std::size_t at = inside.size() - escapeLength;
    const auto unit = escapedUnit(inside, at);
    // Preceded by an even number of backslashes, it is an escape itself.
    const std::size_t before = inside.find_last_not_of('\\', at);
    const std::size_t backslashes = at - (before == std::string_view::npos ? 0 : before + 1);
    return unit && isHigh(*unit) && backslashes % 2 == 0;
}

} // namespace

std::string SurrogateJoiner::take(const nlohmann::json& piece)
{
    if (!python_json::isText(piece)) {
        return {};
    }
    const auto& text = piece.get_ref<const std::string&>();
    if (text.empty() || (m_half.empty() && !python_json::isMarked(piece))) {
        return text;
    }
    std::string token = python_json::text(piece);
    token.insert(1, m_half);
    m_half.clear();
    if (const std::string_view inside = std::string_view(token).substr(1, token.size() - 2); endsWithHalf(inside)) {
        m_half = inside.substr(inside.size() - escapeLength);
        token.erase(token.size() - 1 - escapeLength, escapeLength);
    }
    return python_json::shown(std::string(mark) + token);
}

} // namespace quarterdeck::formats
