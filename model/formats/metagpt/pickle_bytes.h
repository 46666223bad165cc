#pragma once

#include <cstdint>
#include <string_view>

namespace quarterdeck::formats::pickle {

/// The bytes of a pickle, read from front to back. Whatever would go beyond the end gives zeros and nothing, and is
/// remembered.
class Bytes
{
public:
    explicit Bytes(std::string_view bytes) : m_rest(bytes) { }

    [[nodiscard]] bool isBroken() const { return m_isBroken; }
    [[nodiscard]] std::size_t remaining() const { return m_rest.size(); }
    /// `size` bytes; nothing is set aside before they are known to be there.
    [[nodiscard]] std::string_view take(std::uint64_t size);
    /// A whole number of up to 8 bytes, the lowest first.
    [[nodiscard]] std::uint64_t number(std::size_t size);
    /// As many bytes as a number of `size` bytes before them says.
    [[nodiscard]] std::string_view counted(std::size_t size) { return take(number(size)); }
    /// Up to the line break, which is taken too.
    [[nodiscard]] std::string_view line();
    [[nodiscard]] std::uint64_t decimalLine();

private:
    std::string_view m_rest;
    bool m_isBroken = false;
};

} // namespace quarterdeck::formats::pickle
