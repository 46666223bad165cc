#include "model/formats/metagpt/pickle_bytes.h"

#include <charconv>

namespace quarterdeck::formats::pickle {

std::string_view Bytes::take(std::uint64_t size)
{
    if (size > m_rest.size()) {
        m_isBroken = true;
        m_rest = {};
        return {};
    }
    const std::string_view taken = m_rest.substr(0, static_cast<std::size_t>(size));
    m_rest.remove_prefix(taken.size());
    return taken;
}

std::uint64_t Bytes::number(std::size_t size)
{
    std::uint64_t value = 0;
    const std::string_view bytes = take(size);
    for (std::size_t i = bytes.size(); i > 0; --i) {
        value = (value << 8U) | static_cast<std::uint8_t>(bytes[i - 1]);
    }
    return value;
}

std::string_view Bytes::line()
{
    const std::size_t end = m_rest.find('\n');
    if (end == std::string_view::npos) {
        m_isBroken = true;
        m_rest = {};
        return {};
    }
    const std::string_view line = m_rest.substr(0, end);
    m_rest.remove_prefix(end + 1);
    return line;
}

std::uint64_t Bytes::decimalLine()
{
    const std::string_view digits = line();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    m_isBroken = m_isBroken || error != std::errc() || end != digits.data() + digits.size();
    return value;
}

} // namespace quarterdeck::formats::pickle
